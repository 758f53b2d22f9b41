"""四十一枚 shijuichi-mai: the cards of Kujuroku in each deck that can serve (kujuroku 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from scorer.discover import decks

# Marks a card may carry: its number 1..10, and these.
ITSUN, BAKATSUN, SPECIAL3, ISHI, ONI, JIZO = range(11, 17)
POINTS = (0, 10, 10, 3, 4, 5, 6, 7, 8, 9, 10)
"""Card points by number (kujuroku 1.3); Oni and Jizo by `Pack.worth`."""
SPECIAL = {1: (ITSUN, BAKATSUN), 3: (SPECIAL3,), 4: (ISHI,)}
"""The further marks that cards of a number may carry."""

# What stands for I-tsun, the special 3, I-shi, Oni and Jizo in each deck ("" where it has none).
_STAND_INS = {
    "daini": ("d01s", "d03s", "d04s", "doni", "djizo"),
    "kabufuda": ("k01s", "", "k04s", "kblank", ""),
    "hanafuda": ("h01-1", "h03-1", "h04-1", "h11-4", "h12-1"),
    "western": ("AC", "3C", "4C", "joker", "joker2"),
}
KINDS = tuple(_STAND_INS)


@dataclass(frozen=True, slots=True)
class Pack:
    """One deck as Kujuroku uses it: 41 cards, 42 with Jizo. `marks` gives the marks each code carries."""

    kind: str
    marks: Mapping[str, tuple[int, ...]]
    cards: tuple[str, ...]
    oni: str
    jizo: str
    worth: Mapping[str, int] = field(init=False)
    copies: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        # With Jizo in the pack Oni's 12 points are his, so that the whole is always 300 (kujuroku 7.1).
        worth = {code: POINTS[marks[0]] if marks[0] < ITSUN else 12 for code, marks in self.marks.items()}
        if self.jizo:
            worth[self.oni] = 0
        object.__setattr__(self, "worth", MappingProxyType(worth))
        object.__setattr__(self, "copies", MappingProxyType(Counter(self.cards)))

    def number(self, code: str) -> int:
        """The card's number 1..10, 0 for Oni and Jizo."""
        mark = self.marks[code][0]
        return mark if mark < ITSUN else 0

    def count(self, codes: Iterable[str]) -> list[int]:
        """How many cards of each mark (index 1..16) lie in a pile."""
        counts = [0] * (JIZO + 1)
        marks = self.marks
        for code in codes:
            for mark in marks[code]:
                counts[mark] += 1
        return counts

    def points(self, codes: Iterable[str]) -> int:
        """The card points of a pile."""
        return sum(map(self.worth.__getitem__, codes))


@cache
def pack_of(kind: str, *, jizo: bool) -> Pack:
    """The pack that deck kind makes, with or without Jizo.

    >>> len(pack_of("western", jizo=False).cards), pack_of("hanafuda", jizo=True).points(["h11-4", "h12-1", "h10-1"])
    (41, 22)
    """
    itsun, special3, ishi, oni, buddha = _STAND_INS[kind]
    extra = {itsun: ITSUN, special3: SPECIAL3, ishi: ISHI}
    marks: dict[str, tuple[int, ...]] = {}
    for face in decks()[kind].listed:
        if face.code == oni:
            marks[face.code] = (ONI,)
        elif face.code == buddha:
            if jizo:
                marks[face.code] = (JIZO,)
        elif face.code in extra:
            marks[face.code] = (face.number, extra[face.code])
        elif face.number == 1:
            marks[face.code] = (1, BAKATSUN)
        elif 1 < face.number <= 10:
            marks[face.code] = (face.number,)
    copies = decks()[kind].faces
    cards = tuple(code for code in marks for _ in range(copies[code].copies))
    return Pack(kind, MappingProxyType(marks), cards, oni, buddha if jizo else "")
