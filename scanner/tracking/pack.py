"""What a pack says of the cards on a table: copies and codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from scanner.reads import CardRead
from scorer.decks import decks

_MAX_DOUBT_SHARE = 0.005
"""Share, 0..1, of the probability that may stay with rival faces of a card that the rest of the pack makes sure."""


@cache
def canonical_codes(kind: str) -> Mapping[str, str]:
    """The canonical code of each code of a deck: the first of the codes that are one face to every rule."""
    return {code: group[0] for code, group in decks()[kind].same_faces.items()}


@cache
def copies_per_face(kind: str) -> Mapping[str, int]:
    """How many cards of each face, by its canonical code, the deck holds."""
    copies: Counter[str] = Counter()
    for code, face in decks()[kind].faces.items():
        copies[canonical_codes(kind)[code]] += face.copies
    return copies


def apply_deck_constraints(cards: list[CardRead], kind: str) -> list[CardRead]:
    """The cards after a check against the number of copies in the deck.

    A card in doubt between two similar faces becomes sure when all copies of every other possible face are surely
    elsewhere on the table. A sure card beyond the number of copies in the deck becomes unsure.
    """
    faces = canonical_codes(kind)
    remaining = Counter(copies_per_face(kind))
    result = list(cards)
    for index in sorted(range(len(cards)), key=lambda index: (not cards[index].sure, -cards[index].confidence)):
        card = cards[index]
        if card.card is None or not card.sure:
            continue
        face = faces.get(card.card, card.card)
        if remaining[face] <= 0:
            result[index] = replace(card, sure=False, doubt="twice")
        remaining[face] -= 1
    for index, card in enumerate(result):
        if card.card is None or card.sure or card.doubt != "close_call":
            continue
        face = faces.get(card.card, card.card)
        rivals = {code: share for code, share in _face_probabilities(card).items() if faces.get(code, code) != face}
        unnamed = max(0.0, 1 - card.confidence - sum(rivals.values()))
        doubt_share = unnamed + sum(share for code, share in rivals.items() if remaining[faces.get(code, code)] > 0)
        if remaining[face] > 0 and doubt_share / (card.confidence + doubt_share) <= _MAX_DOUBT_SHARE:
            confidence = card.confidence / (card.confidence + doubt_share)
            result[index] = replace(card, sure=True, doubt="", confidence=confidence)
            remaining[face] -= 1
    return result


def assign_codes(cards: list[CardRead], kind: str) -> list[CardRead]:
    """The cards, each with a code of its own where several codes are one face to the rules.

    Earlier cards keep their codes.
    """
    faces, deck_faces = canonical_codes(kind), decks()[kind].faces
    remaining = Counter({code: face.copies for code, face in deck_faces.items()})
    result = []
    for card in cards:
        own = card.card
        if own is not None and own in faces:
            code = next((code for code in (own, *decks()[kind].same_faces[own]) if remaining[code] > 0), own)
            remaining[code] -= 1
            card = replace(card, card=code)  # noqa: PLW2901  the same card under its own code
        result.append(card)
    return result


def _face_probabilities(card: CardRead) -> dict[str, float]:
    """Probability 0..1 of each code that the reading names."""
    probabilities = {alternative.card: alternative.confidence for alternative in card.alternatives}
    return probabilities | ({card.card: card.confidence} if card.card else {})
