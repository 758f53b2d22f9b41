"""手習い tenarai: what a beginner reads off cards laid down: each card, the hand, what is near, what may come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorer.cards import KIND_NAMES, Deck, Face
from scorer.errors import Refusal
from scorer.rules.game import Game, HandClass
from scorer.rules.odds import Chance, Odds
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One card as it lies: its face, the row of the deck it belongs to (month and flower, suit, rank), its points."""

    face: Face
    group: Name
    points: int

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
    """What `game` says of a hand. A part it cannot say is None, `why_not` tells why by the part's name.

    `near`: special hands that one more card makes, likeliest first, each with the cards that make it.
    """

    cards: tuple[LaidCard, ...]
    value: HandValue | None
    hand_class: HandClass | None
    one_card_away: tuple[Chance, ...]
    odds: Odds | None
    refusals: Mapping[str, Refusal]

    def as_json(self) -> dict[str, Any]:
        """Everything, texts in both languages."""
        found = self.hand_class
        return {
            "cards": [laid.as_json() for laid in self.cards],
            "value": None if self.value is None else self.value.as_json(),
            "class": None if found is None else {"name": found.name.as_json(), "says": found.description.as_json()},
            "near": [chance.as_json() for chance in self.one_card_away],
            "odds": None if self.odds is None else self.odds.as_json(),
            "why_not": {part: refusal.as_json()["error"] for part, refusal in self.refusals.items()},
        }


def explain_hand(
    game: Game, cards: Sequence[str], seen: Sequence[str], role: str, overrides: Mapping[str, object] | None = None
) -> HandExplanation:
    """What can be read off the hand `cards` of a `role` when the cards `seen` lie elsewhere, under options `given`.

    `unknown_card`, `wrong_deck`, `duplicate_card`, `bad_option` for cards and rules that cannot be at all.
    """
    options = game.resolve_options(overrides or {})
    hand, gone = (
        require_card_codes(cards, Text("cards", "札"), 0),
        require_card_codes(seen, Text("seen cards", "見えた札")),
    )
    deck = require_one_deck(game, options, (hand, gone), seats=1)
    why_not: dict[str, Refusal] = {}
    value, odds = None, None
    try:
        value = game.value(hand, role, options)
    except Refusal as refusal:
        why_not["value"] = refusal
    try:
        odds = game.odds(hand, gone, role, options, None)
    except Refusal as refusal:
        why_not["odds"] = refusal
    named = {each.key: each for each in game.classes_for(options)}
    found = named.get(value.key or "") if value else None
    return HandExplanation(
        tuple(_to_laid_card(game, deck, code, options) for code in hand),
        value,
        found,
        _one_card_away(game, deck, hand, gone, role, options) if value else (),
        odds,
        why_not,
    )


def group_of(deck: Deck, code: str) -> Name:
    """The row of the deck's grid that holds a card.

    >>> from scorer.decks import decks
    >>> group_of(decks()["hanafuda"], "h08-1").ja
    '芒'
    """
    return next(name for name, row in deck.groups if code in row)


def _to_laid_card(game: Game, deck: Deck, code: str, options: Mapping[str, OptionValue]) -> LaidCard:
    face = deck.faces[code]
    return LaidCard(face, group_of(deck, code), game.points_of(face, options))


def _one_card_away(
    game: Game, deck: Deck, hand: tuple[str, ...], seen: tuple[str, ...], role: str, options: Mapping[str, OptionValue]
) -> tuple[Chance, ...]:
    """Every unseen card is tried once; what the rules refuse to value cannot come."""
    left = dict(game.cards_in_play(deck, options))
    for code in (*hand, *seen):
        left[code] -= 1
    special = {each.key: each for each in game.classes_for(options) if each.special}
    now = game.value(hand, role, options).key
    makes: dict[str, dict[str, int]] = {}
    for code, copies in left.items():
        key = _class_key(game, (*hand, code), role, options) if copies else None
        if key in special and key != now:
            makes.setdefault(str(key), {})[code] = copies
    unseen = sum(left.values())
    lines = (
        Chance(key, Text(special[key].name.en, special[key].name.ja), Fraction(sum(faces.values()), unseen), faces)
        for key, faces in makes.items()
    )
    return tuple(sorted(lines, key=lambda line: -line.probability))


def _class_key(game: Game, hand: tuple[str, ...], role: str, options: Mapping[str, OptionValue]) -> str | None:
    try:
        return game.value(hand, role, options).key
    except Refusal:
        return None
