"""Cards of Kujuroku in each deck, dekiyaku, and what a pile is worth.

Source: kujuroku 1, 5 and 6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from types import MappingProxyType

from scorer.decks import decks
from scorer.games.kujuroku.texts import name, text
from scorer.rules.hand_class import PayTableRow
from scorer.rules.options import OptionValue
from scorer.texts import Name, signed

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
    """One deck as Kujuroku uses it: 41 cards, 42 with Jizo, 40 without Oni.

    `marks` gives the marks of each code, `cards` every physical card as a code. `oni` is the code of Oni, in play or
    not, `jizo` that of Jizo, "" where he is not in play. `card_points` and `copies` are by code.
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

    @property
    def has_oni(self) -> bool:
        """Whether it is played with Oni (more house rules 12)."""
        return self.oni in self.marks

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
def pack_of(kind: str, *, jizo: bool, oni: bool = True) -> Pack:
    """The pack of a deck kind, with or without Jizo and Oni.

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
            if oni if mark == ONI else jizo:
                marks[face.code] = (mark,)
        elif 1 <= face.number <= 10:
            plain_marks = (face.number, BAKATSUN) if face.number == 1 else (face.number,)
            marks[face.code] = (face.number, mark) if mark else plain_marks
    cards = tuple(code for code in marks for _ in range(deck.copies[code]))
    return Pack(
        kind, MappingProxyType(marks), cards, STAND_INS[kind][ONI], STAND_INS[kind].get(JIZO, "") if jizo else ""
    )


def pack_under(kind: str, options: Mapping[str, OptionValue]) -> Pack:
    """The pack of a deck kind under the house rules."""
    return pack_of(kind, jizo=bool(options["jizo"]), oni=bool(options["oni"]))


ALL_FOURS, ALL_THREES = {4: 4}, {3: 4}

YAKU_NAMES = {
    key: name(f"yaku.{key}")
    for key in ("shi", "san", "danjoo", "danna", "shi_san", "shi_dan", "dan_san", "shi_dan_san", "nejikomi")
}
_SAN_SHIMA = name("yaku.san_shima")


def yaku_name(key: str, config: str) -> Name:
    """The name of a dekiyaku in a configuration: the four 3s are San Shima in D."""
    return _SAN_SHIMA if (key, config) == ("san", "D") else YAKU_NAMES[key]


@dataclass(frozen=True, slots=True)
class Yaku:
    """One dekiyaku (出来役, a set of captured cards) of one configuration.

    `required_marks` is the number of cards required of each mark, `stones_each` the payment of each other player.
    `parts` are the simple yaku (shi, san, dan) that it is made of: the yaku it replaces.
    """

    key: str
    stones_each: int
    required_marks: Mapping[int, int] = field(hash=False)
    parts: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        parts = {"danjoo": "dan", "danna": "dan", "nejikomi": "dan_san"}.get(self.key, self.key)
        object.__setattr__(self, "parts", frozenset(parts.split("_")))

    def is_complete(self, counts: Sequence[int]) -> bool:
        """Whether a pile with these counts by mark holds the yaku."""
        return all(counts[mark] >= required for mark, required in self.required_marks.items())

    def missing_marks(self, counts: Sequence[int]) -> dict[int, int]:
        """The number of cards of each mark that the pile still lacks; empty when it holds the yaku."""
        return {
            mark: required - counts[mark] for mark, required in self.required_marks.items() if counts[mark] < required
        }


_SHI, _SAN = Yaku("shi", 4, ALL_FOURS), Yaku("san", 6, ALL_THREES)
CONFIGS: Mapping[str, tuple[Yaku, ...]] = {
    "A": (
        _SHI,
        _SAN,
        Yaku("danjoo", 8, {ONI: 1, ITSUN: 1, ISHI: 1}),
        Yaku("shi_dan", 12, ALL_FOURS | {ONI: 1}),
        Yaku("shi_dan_san", 18, ALL_FOURS | {ONI: 1} | ALL_THREES),
    ),
    "B": (
        _SHI,
        _SAN,
        Yaku("danjoo", 8, {ONI: 1, SPECIAL3: 1, ISHI: 1}),
        Yaku("shi_dan_san", 18, ALL_FOURS | {ITSUN: 1, BAKATSUN: 1} | ALL_THREES),
    ),
    "C": (
        _SHI,
        _SAN,
        Yaku("danjoo", 8, {ITSUN: 1, SPECIAL3: 1, ISHI: 1}),
        Yaku("shi_san", 10, ALL_FOURS | ALL_THREES),
        Yaku("shi_dan", 12, ALL_FOURS | {ITSUN: 1, SPECIAL3: 1}),
        Yaku("dan_san", 14, ALL_THREES | {ITSUN: 1, ISHI: 1}),
        Yaku("shi_dan_san", 18, ALL_FOURS | {ITSUN: 1} | ALL_THREES),
    ),
    "D": (
        Yaku("san", 10, ALL_THREES),
        Yaku("danna", 15, {ITSUN: 1, ISHI: 1}),
        Yaku("nejikomi", 30, ALL_THREES | {ITSUN: 1, ISHI: 1}),
    ),
}
"""The dekiyaku of every configuration, cheapest first: the last one that a pile holds is its best."""


def yaku_under(options: Mapping[str, OptionValue]) -> tuple[Yaku, ...]:
    """The dekiyaku that can be made under the house rules: without Oni none that needs him (more house rules 12)."""
    return possible_yaku(str(options["config"]), has_oni=bool(options["oni"]))


@cache
def possible_yaku(config: str, *, has_oni: bool) -> tuple[Yaku, ...]:
    """The dekiyaku of a configuration that can be made with or without Oni."""
    return tuple(yaku for yaku in CONFIGS[config] if has_oni or ONI not in yaku.required_marks)


def find_yaku(config: str, counts: Sequence[int]) -> tuple[Yaku, ...]:
    """The dekiyaku of the configuration in a pile with these counts by mark, best last."""
    return tuple(yaku for yaku in CONFIGS[config] if yaku.is_complete(counts))


def select_paid_yaku(yakus: Sequence[Yaku], pay_rule: str) -> tuple[Yaku, ...]:
    """The yaku that are paid: the best alone, or all listed ones of which none replaces another.

    `pay_rule` is the setting `yaku_pay`. "sum_of_listed" takes the dearest choice without a common part.

    >>> danjoo, san = CONFIGS["A"][2], CONFIGS["A"][1]
    >>> [yaku.key for yaku in select_paid_yaku((san, danjoo), "sum_of_listed")]
    ['san', 'danjoo']
    >>> [yaku.key for yaku in select_paid_yaku((san, danjoo), "highest")]
    ['danjoo']
    """
    if pay_rule == "highest" or len(yakus) < 2:
        return tuple(yakus[-1:])
    choices = (choice for size in range(len(yakus), 0, -1) for choice in combinations(yakus, size))
    return max(filter(_is_disjoint, choices), key=lambda choice: (total_stones_each(choice), -len(choice)))


def total_stones_each(yakus: Iterable[Yaku]) -> int:
    """The payment of each of the other two for these yaku together."""
    return sum(yaku.stones_each for yaku in yakus)


@cache
def can_complete_in_one_capture(yakus: tuple[Yaku, ...]) -> bool:
    """Whether one capture, of one number and perhaps by Oni, can complete all these yaku at once (kujuroku A2)."""
    return any(
        all(not {ONI, number, *SPECIAL_MARKS.get(number, ())}.isdisjoint(yaku.required_marks) for yaku in yakus)
        for number in range(1, ITSUN)
    )


def _is_disjoint(choice: Sequence[Yaku]) -> bool:
    return sum(len(yaku.parts) for yaku in choice) == len(frozenset().union(*(yaku.parts for yaku in choice)))


CHIP_STEPS = ((116, 3), (106, 2), (96, 1), (86, -1), (76, -2), (0, -3))
"""Least card points of each chip score, with the score in chips (kujuroku 6.1)."""


def chip_score(points: int) -> int:
    """The chip score of a pile with `points` card points.

    >>> [chip_score(points) for points in (116, 115, 96, 95, 75)]
    [3, 2, 1, -1, -3]
    """
    return next(chips for minimum, chips in CHIP_STEPS if points >= minimum)


def pay_table(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """The rows of the payment table: dekiyaku, dearest first, then the steps of card points."""
    config = str(options["config"])
    yakus = sorted(yaku_under(options), key=lambda yaku: -yaku.stones_each)
    yaku_rows = [
        PayTableRow(
            yaku_name(yaku.key, config).as_text(),
            text("payments.yaku", stones_each=yaku.stones_each),
        )
        for yaku in yakus
    ]
    step_rows = [
        PayTableRow(
            text("payments.high", minimum=minimum) if minimum else text("payments.low"),
            text("payments.chips", chips=signed(chips)),
        )
        for minimum, chips in CHIP_STEPS
    ]
    return (*yaku_rows, *step_rows)
