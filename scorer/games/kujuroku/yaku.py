"""Dekiyaku of the four configurations as data, each by what it needs.

Source: kujuroku 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from scorer.games.kujuroku.packs import BAKATSUN, ISHI, ITSUN, ONI, SPECIAL3, SPECIAL_MARKS
from scorer.games.kujuroku.texts import name
from scorer.texts import Name

ALL_FOURS, ALL_THREES = {4: 4}, {3: 4}

YAKU_NAMES = {
    "shi": name("yaku.shi"),
    "san": name("yaku.san"),
    "danjoo": name("yaku.danjoo"),
    "danna": name("yaku.danna"),
    "shi_san": name("yaku.shi_san"),
    "shi_dan": name("yaku.shi_dan"),
    "dan_san": name("yaku.dan_san"),
    "shi_dan_san": name("yaku.shi_dan_san"),
    "nejikomi": name("yaku.nejikomi"),
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
