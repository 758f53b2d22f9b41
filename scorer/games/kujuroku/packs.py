"""The 41 or 42 cards of Kujuroku in each deck that can serve.

Source: kujuroku 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from scorer.decks import decks

ITSUN, BAKATSUN, SPECIAL3, ISHI, ONI, JIZO = range(11, 17)
"""Marks that a card may carry beside its number, which is the mark 1..10."""
POINTS_BY_NUMBER = (0, 10, 10, 3, 4, 5, 6, 7, 8, 9, 10)
"""Card points by number, index 0 unused (kujuroku 1.3); those of Oni and Jizo are in `Pack.card_points`."""
SPECIAL_MARKS = {1: (ITSUN, BAKATSUN), 3: (SPECIAL3,), 4: (ISHI,)}
"""The further marks that cards of a number may carry."""

STAND_INS: Mapping[str, Mapping[int, str]] = {
    "daini": {ITSUN: "d01s", SPECIAL3: "d03s", ISHI: "d04s", ONI: "doni", JIZO: "djizo"},
    "kabufuda": {ITSUN: "k01s", ISHI: "k04s", ONI: "kblank"},
    "hanafuda": {ITSUN: "h01-1", SPECIAL3: "h03-1", ISHI: "h04-1", ONI: "h11-4", JIZO: "h12-1"},
    "western": {ITSUN: "AC", SPECIAL3: "3C", ISHI: "4C", ONI: "joker", JIZO: "joker2"},
}
"""The card that stands for each named card in each deck, as far as the deck has one (kujuroku 1.4)."""
DECK_KINDS = tuple(STAND_INS)


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck as Kujuroku uses it: 41 cards, 42 with Jizo.

    `marks` gives the marks of each code, `cards` every physical card as a code. `oni` and `jizo` are codes, `jizo` ""
    where he is not in play. `card_points` and `copies` are by code.
    """

    kind: str
    marks: Mapping[str, tuple[int, ...]]
    cards: tuple[str, ...]
    oni: str
    jizo: str
    card_points: Mapping[str, int] = field(init=False)
    copies: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        # With Jizo in the pack Oni's 12 points are Jizo's, so that the pack always has 300 points (kujuroku 7.1).
        points = {code: POINTS_BY_NUMBER[marks[0]] if marks[0] < ITSUN else 12 for code, marks in self.marks.items()}
        if self.jizo:
            points[self.oni] = 0
        object.__setattr__(self, "card_points", MappingProxyType(points))
        object.__setattr__(self, "copies", MappingProxyType(Counter(self.cards)))

    def number_of(self, code: str) -> int:
        """The number 1..10 of the card, 0 for Oni and Jizo."""
        mark = self.marks[code][0]
        return mark if mark < ITSUN else 0

    def count_marks(self, codes: Iterable[str]) -> list[int]:
        """The number of cards of each mark (index 1..16) in a pile."""
        counts = [0] * (JIZO + 1)
        marks = self.marks
        for code in codes:
            for mark in marks[code]:
                counts[mark] += 1
        return counts

    def total_points(self, codes: Iterable[str]) -> int:
        """The card points of a pile."""
        return sum(map(self.card_points.__getitem__, codes))


@cache
def pack_of(kind: str, *, jizo: bool) -> Pack:
    """The pack of a deck kind, with or without Jizo.

    >>> len(pack_of("western", jizo=False).cards)
    41
    >>> pack_of("hanafuda", jizo=True).total_points(["h11-4", "h12-1", "h10-1"])
    22
    """
    mark_by_code = {code: mark for mark, code in STAND_INS[kind].items()}
    deck = decks()[kind]
    marks: dict[str, tuple[int, ...]] = {}
    for face in deck.face_list:
        mark = mark_by_code.get(face.code)
        if mark is not None and mark in (ONI, JIZO):
            if mark == ONI or jizo:
                marks[face.code] = (mark,)
        elif 1 <= face.number <= 10:
            plain_marks = (face.number, BAKATSUN) if face.number == 1 else (face.number,)
            marks[face.code] = (face.number, mark) if mark else plain_marks
    cards = tuple(code for code in marks for _ in range(deck.copies[code]))
    return Pack(
        kind, MappingProxyType(marks), cards, STAND_INS[kind][ONI], STAND_INS[kind].get(JIZO, "") if jizo else ""
    )
