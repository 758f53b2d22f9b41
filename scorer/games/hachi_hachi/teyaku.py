"""Teyaku: what seven dealt cards are worth, by months and by kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorer.families.captures.cards import ANIMALS, BRIGHTS, MONTH_OF, PAULOWNIA, RIBBONS, WILLOW
from scorer.families.captures.months import months_of
from scorer.games.hachi_hachi.texts import name, text
from scorer.rules.options import OptionValue
from scorer.texts import Name, Text

HAND_SIZE = 7
"""Cards dealt to each player (hachi-hachi 2.1)."""
GROUP_A, GROUP_B = "A", "B"
STANDING_MONTHS = frozenset({4, 5, 7})
"""Wisteria, iris and clover: any three of them stand."""
_PHOENIX = BRIGHTS[-1]


@dataclass(frozen=True, slots=True)
class Teyaku:
    """One teyaku (手役): its group, of which only the dearest counts, its worth in kan, and what makes it.

    `has_triplet`: it is made with three cards of a month and may become tobikomi (hachi-hachi 6.1). `example` is a hand
    of seven that has it.
    """

    key: str
    group: str
    name: Name
    kan: int
    makes: Text
    example: tuple[str, ...]
    has_triplet: bool = False


def _hand(cards: str) -> tuple[str, ...]:
    """The codes of a hand written without their h."""
    return tuple(f"h{code}" for code in cards.split())


TEYAKU = (
    Teyaku(
        "shiso",
        GROUP_A,
        name("teyaku.shiso"),
        20,
        text("teyaku.shiso"),
        _hand("01-1 01-2 01-3 01-4 02-1 02-2 02-3"),
    ),
    Teyaku(
        "futatatesanbon",
        GROUP_A,
        name("teyaku.futatatesanbon"),
        8,
        text("teyaku.futatatesanbon"),
        _hand("04-1 04-2 04-3 05-1 05-2 05-3 01-1"),
        has_triplet=True,
    ),
    Teyaku(
        "ichinishi",
        GROUP_A,
        name("teyaku.ichinishi"),
        8,
        text("teyaku.ichinishi"),
        _hand("01-1 01-2 01-3 01-4 02-1 02-2 03-1"),
    ),
    Teyaku(
        "haneken",
        GROUP_A,
        name("teyaku.haneken"),
        7,
        text("teyaku.haneken"),
        _hand("01-1 01-2 01-3 02-1 02-2 03-1 03-2"),
        has_triplet=True,
    ),
    Teyaku(
        "sanbontatesanbon",
        GROUP_A,
        name("teyaku.sanbontatesanbon"),
        7,
        text("teyaku.sanbontatesanbon"),
        _hand("01-1 01-2 01-3 04-1 04-2 04-3 02-1"),
        has_triplet=True,
    ),
    Teyaku(
        "futasanbon",
        GROUP_A,
        name("teyaku.futasanbon"),
        6,
        text("teyaku.futasanbon"),
        _hand("01-1 01-2 01-3 02-1 02-2 02-3 03-1"),
        has_triplet=True,
    ),
    Teyaku(
        "teshi",
        GROUP_A,
        name("teyaku.teshi"),
        6,
        text("teyaku.teshi"),
        _hand("01-1 01-2 01-3 01-4 02-1 03-1 04-1"),
    ),
    Teyaku(
        "kuttsuki",
        GROUP_A,
        name("teyaku.kuttsuki"),
        4,
        text("teyaku.kuttsuki"),
        _hand("01-1 01-2 02-1 02-2 03-1 03-2 06-1"),
    ),
    Teyaku(
        "tatesanbon",
        GROUP_A,
        name("teyaku.tatesanbon"),
        3,
        text("teyaku.tatesanbon"),
        _hand("04-1 04-2 04-3 01-1 02-1 03-1 06-1"),
        has_triplet=True,
    ),
    Teyaku(
        "sanbon",
        GROUP_A,
        name("teyaku.sanbon"),
        2,
        text("teyaku.sanbon"),
        _hand("01-1 01-2 01-3 02-1 03-1 04-1 06-1"),
        has_triplet=True,
    ),
    Teyaku(
        "karasu",
        GROUP_B,
        name("teyaku.karasu"),
        4,
        text("teyaku.karasu"),
        _hand("01-3 02-3 03-3 04-3 05-3 06-3 11-1"),
    ),
    Teyaku(
        "pikaichi",
        GROUP_B,
        name("teyaku.pikaichi"),
        4,
        text("teyaku.pikaichi"),
        _hand("01-1 02-3 03-3 04-3 05-3 06-3 07-3"),
    ),
    Teyaku(
        "toichi",
        GROUP_B,
        name("teyaku.toichi"),
        3,
        text("teyaku.toichi"),
        _hand("02-1 01-3 03-3 04-3 05-3 06-3 07-3"),
    ),
    Teyaku(
        "tanichi",
        GROUP_B,
        name("teyaku.tanichi"),
        3,
        text("teyaku.tanichi"),
        _hand("02-2 01-3 03-3 04-3 05-3 06-3 07-3"),
    ),
    Teyaku(
        "aka",
        GROUP_B,
        name("teyaku.aka"),
        2,
        text("teyaku.aka"),
        _hand("02-2 03-2 01-3 04-3 05-3 06-3 07-3"),
    ),
)
"""Every teyaku in the order of the rule book, group A first (hachi-hachi 3)."""
TEYAKU_BY_KEY: Mapping[str, Teyaku] = MappingProxyType({teyaku.key: teyaku for teyaku in TEYAKU})
_TWO_TRIPLETS = {
    "graded": {},
    "flat": {"futasanbon": 6, "sanbontatesanbon": 6, "futatatesanbon": 6},
    "sum": {"futasanbon": 4, "sanbontatesanbon": 5, "futatatesanbon": 6},
}
"""What two triplets are worth where that is agreed (hachi-hachi 3.3)."""


def teyaku_kan(key: str, options: Mapping[str, OptionValue]) -> int:
    """The worth of a teyaku in kan under `options`.

    >>> teyaku_kan("aka", {"aka": 3, "haneken": 7, "two_triplets": "sum"})
    3
    """
    if key in ("aka", "haneken"):
        return int(options[key])
    return _TWO_TRIPLETS[str(options["two_triplets"])].get(key, TEYAKU_BY_KEY[key].kan)


@dataclass(frozen=True, slots=True)
class DealtTeyaku:
    """What is in a dealt hand: the keys of its teyaku, one a group, the months of its triplets, the cards they use."""

    keys: tuple[str, ...]
    triplets: tuple[int, ...]
    cards: frozenset[str]


def read_hand(hand: Sequence[str]) -> DealtTeyaku:
    """The teyaku of seven dealt cards (hachi-hachi 3).

    >>> read_hand(TEYAKU_BY_KEY["haneken"].example).keys
    ('haneken',)
    """
    counts = months_of(hand)
    by_count = {size: [month for month, count in enumerate(counts) if count == size] for size in (4, 3, 2)}
    group_a = _group_a_key(hand, by_count)
    group_b = _group_b_key(hand)
    used: frozenset[str] = frozenset(hand) if group_b or group_a in _WHOLE_HANDS else frozenset()
    if group_a and not used:
        months = by_count[4] or by_count[3] or by_count[2]
        used = frozenset(code for code in hand if MONTH_OF[code] in months)
    triplets = tuple(by_count[3]) if group_a and TEYAKU_BY_KEY[group_a].has_triplet else ()
    return DealtTeyaku(tuple(key for key in (group_a, group_b) if key), triplets, used)


_WHOLE_HANDS = frozenset({"shiso", "ichinishi", "haneken"})
"""Teyaku of group A that use all seven cards (hachi-hachi 7.2)."""


def _group_a_key(hand: Sequence[str], by_count: Mapping[int, Sequence[int]]) -> str:
    """The dearest teyaku of group A, "" without one. By months no hand has two that are not parts of one another."""
    fours, threes, pairs = by_count[4], by_count[3], by_count[2]
    if fours:
        return "shiso" if threes else "ichinishi" if pairs else "teshi"
    if threes:
        standing = sum(_is_standing(month, hand) for month in threes)
        if len(threes) == 2:
            return ("futasanbon", "sanbontatesanbon", "futatatesanbon")[standing]
        return "haneken" if len(pairs) == 2 else "tatesanbon" if standing else "sanbon"
    return "kuttsuki" if len(pairs) == 3 else ""


def _is_standing(month: int, hand: Sequence[str]) -> bool:
    return month in STANDING_MONTHS or (month == PAULOWNIA and _PHOENIX not in hand)


_KIND = {
    code: kind
    for kind, cards in (("bright", BRIGHTS), ("animal", ANIMALS), ("ribbon", RIBBONS))
    for code in cards
    if MONTH_OF[code] != WILLOW
}
"""The kind of every card that is no chaff for teyaku: a willow always is (hachi-hachi 1.3)."""


def _group_b_key(hand: Sequence[str]) -> str:
    """The teyaku of group B, "" without one."""
    kinds = [kind for code in hand if (kind := _KIND.get(code))]
    if len(kinds) < 2:
        return {"": "karasu", "bright": "pikaichi", "animal": "toichi", "ribbon": "tanichi"}[kinds[0] if kinds else ""]
    return "aka" if set(kinds) == {"ribbon"} else ""
