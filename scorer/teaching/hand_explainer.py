"""The explanation of a hand for a beginner.

It covers each card, the class of the hand, the special hands one card away and the odds of what may still come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorer.cards import KIND_NAMES, Deck, Face
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.odds import Chance, Odds
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.teaching import text
from scorer.texts import Name


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One card on the table: its face, its row of the deck (month and flower, suit, rank), its points if any."""

    face: Face
    group: Name
    points: int | None

    def as_json(self) -> dict[str, Any]:
        """Code, names, number, group, kind and points."""
        return {
            "card": self.face.code,
            "name": self.face.name.as_json(),
            "number": self.face.number,
            "group": self.group.as_json(),
            "kind": KIND_NAMES[self.face.kind].as_json(),
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class HandExplanation:
    """The explanation of a hand.

    A part that the game refuses is None, and `refusals` holds the refusal by the part's name ("value", "odds").
    `one_card_away` are the special hands that one more card makes, likeliest first, each with the cards that make it.
    """

    cards: tuple[LaidCard, ...]
    value: HandValue | None
    hand_class: HandClass | None
    one_card_away: tuple[Chance, ...]
    odds: Odds | None
    refusals: Mapping[str, Refusal]

    def as_json(self) -> dict[str, Any]:
        """Everything, texts in both languages."""
        hand_class = self.hand_class
        return {
            "cards": [card.as_json() for card in self.cards],
            "value": None if self.value is None else self.value.as_json(),
            "class": None
            if hand_class is None
            else {"name": hand_class.name.as_json(), "says": hand_class.description.as_json()},
            "near": [chance.as_json() for chance in self.one_card_away],
            "odds": None if self.odds is None else self.odds.as_json(),
            "why_not": {part: refusal.as_json()["error"] for part, refusal in self.refusals.items()},
        }


def explain_hand(
    game: Game, cards: Sequence[str], seen: Sequence[str], role: str, overrides: Mapping[str, object] | None = None
) -> HandExplanation:
    """The explanation of the hand `cards` of a `role` under `overrides`, when the cards `seen` lie elsewhere.

    Raises `unknown_card`, `wrong_deck`, `duplicate_card` or `bad_option` for cards and rules that cannot be at all.
    """
    options = game.resolve_options(overrides or {})
    hand, seen_cards = (
        require_card_codes(cards, text("cards"), 0),
        require_card_codes(seen, text("seen_cards")),
    )
    deck = require_one_deck(game, options, (hand, seen_cards), seats=1)
    refusals: dict[str, Refusal] = {}
    value, odds = None, None
    try:
        value = game.value(hand, role, options)
    except Refusal as refusal:
        refusals["value"] = refusal
    try:
        odds = game.odds(hand, seen_cards, role, options, None)
    except Refusal as refusal:
        refusals["odds"] = refusal
    classes = {hand_class.key: hand_class for hand_class in game.classes_for(options)}
    return HandExplanation(
        tuple(_to_laid_card(game, deck, code, options) for code in hand),
        value,
        classes.get(value.key or "") if value else None,
        _one_card_away(game, deck, hand, seen_cards, role, options) if value else (),
        odds,
        refusals,
    )


def group_of(deck: Deck, code: str) -> Name:
    """The row of the deck's grid that holds a card.

    >>> from scorer.decks import decks
    >>> group_of(decks()["hanafuda"], "h08-1").ja
    '芒'
    """
    return next(name for name, row in deck.all_groups if code in row)


def _to_laid_card(game: Game, deck: Deck, code: str, options: Mapping[str, OptionValue]) -> LaidCard:
    face = deck.faces[code]
    return LaidCard(face, group_of(deck, code), game.points_of(face, options))


def _one_card_away(
    game: Game, deck: Deck, hand: tuple[str, ...], seen: tuple[str, ...], role: str, options: Mapping[str, OptionValue]
) -> tuple[Chance, ...]:
    """The special hands that one unseen card makes, likeliest first.

    Every unseen card is tried once. A hand that the rules refuse to value cannot come.
    """
    remaining = dict(game.cards_in_play(deck, options))
    for code in (*hand, *seen):
        remaining[code] -= 1
    special = {hand_class.key: hand_class for hand_class in game.classes_for(options) if hand_class.special}
    current_key = game.value(hand, role, options).key
    faces_by_key: dict[str, dict[str, int]] = {}
    for code, copies in remaining.items():
        key = _class_key(game, (*hand, code), role, options) if copies else None
        if key in special and key != current_key:
            faces_by_key.setdefault(str(key), {})[code] = copies
    unseen = sum(remaining.values())
    chances = (
        Chance(key, special[key].name.as_text(), Fraction(sum(faces.values()), unseen), faces)
        for key, faces in faces_by_key.items()
    )
    return tuple(sorted(chances, key=lambda chance: -chance.probability))


def _class_key(game: Game, hand: tuple[str, ...], role: str, options: Mapping[str, OptionValue]) -> str | None:
    try:
        return game.value(hand, role, options).key
    except Refusal:
        return None
