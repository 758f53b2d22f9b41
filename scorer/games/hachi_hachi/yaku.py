"""Teyaku of a dealt hand, dekiyaku of a pile, and the field's multiplier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import prod
from types import MappingProxyType
from typing import Any

from scorer.families.captures.cards import (
    ANIMALS,
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CHAFF,
    CRANE,
    CURTAIN,
    DRY_BRIGHTS,
    DRY_RIBBONS,
    MONTH_OF,
    MOON,
    PAULOWNIA,
    PHOENIX,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    WILLOW,
    cards_of_month,
    mask_of,
)
from scorer.families.captures.months import months_of
from scorer.families.captures.yaku import PileYaku, find_yaku
from scorer.games.hachi_hachi.texts import USUAL_KAN, YAKU_NAMES, because, name, text
from scorer.rules.options import Amounts, OptionValue, amounts_of
from scorer.rules.results import Reason
from scorer.texts import Name, Text, signed

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


def _teyaku(key: str, group: str, kan: int, example: str, *, has_triplet: bool = False) -> Teyaku:
    """A teyaku; the codes of its example are written without their h."""
    hand = tuple(f"h{code}" for code in example.split())
    return Teyaku(key, group, name(f"teyaku.{key}"), kan, text(f"teyaku.{key}"), hand, has_triplet)


TEYAKU = (
    _teyaku("shiso", GROUP_A, 20, "01-1 01-2 01-3 01-4 02-1 02-2 02-3"),
    _teyaku("futatatesanbon", GROUP_A, 8, "04-1 04-2 04-3 05-1 05-2 05-3 01-1", has_triplet=True),
    _teyaku("ichinishi", GROUP_A, 8, "01-1 01-2 01-3 01-4 02-1 02-2 03-1"),
    _teyaku("haneken", GROUP_A, 7, "01-1 01-2 01-3 02-1 02-2 03-1 03-2", has_triplet=True),
    _teyaku("sanbontatesanbon", GROUP_A, 7, "01-1 01-2 01-3 04-1 04-2 04-3 02-1", has_triplet=True),
    _teyaku("futasanbon", GROUP_A, 6, "01-1 01-2 01-3 02-1 02-2 02-3 03-1", has_triplet=True),
    _teyaku("teshi", GROUP_A, 6, "01-1 01-2 01-3 01-4 02-1 03-1 04-1"),
    _teyaku("kuttsuki", GROUP_A, 4, "01-1 01-2 02-1 02-2 03-1 03-2 06-1"),
    _teyaku("tatesanbon", GROUP_A, 3, "04-1 04-2 04-3 01-1 02-1 03-1 06-1", has_triplet=True),
    _teyaku("sanbon", GROUP_A, 2, "01-1 01-2 01-3 02-1 03-1 04-1 06-1", has_triplet=True),
    _teyaku("karasu", GROUP_B, 4, "01-3 02-3 03-3 04-3 05-3 06-3 11-1"),
    _teyaku("pikaichi", GROUP_B, 4, "01-1 02-3 03-3 04-3 05-3 06-3 07-3"),
    _teyaku("toichi", GROUP_B, 3, "02-1 01-3 03-3 04-3 05-3 06-3 07-3"),
    _teyaku("tanichi", GROUP_B, 3, "02-2 01-3 03-3 04-3 05-3 06-3 07-3"),
    _teyaku("aka", GROUP_B, 2, "02-2 03-2 01-3 04-3 05-3 06-3 07-3"),
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


@lru_cache(maxsize=1024)
def teyaku_line(key: str, kan: int) -> Reason:
    """One teyaku of a hand as a line of its value."""
    teyaku = TEYAKU_BY_KEY[key]
    return Reason(key, text("teyaku_line", teyaku=teyaku.name, kan=kan), None, "hachi-hachi 3")


PAR = 88
"""Card points of a third of the pack (hachi-hachi 1.1)."""
CHAFF_MASK = mask_of((*CHAFF, *cards_of_month(WILLOW)))
"""The cards that count as chaff for sixteen chaff: every willow is one (hachi-hachi 1.3)."""


def _yaku(key: str, cards: tuple[str, ...], **rest: Any) -> PileYaku:
    return PileYaku(key, YAKU_NAMES[key], cards, USUAL_KAN[key], "hachi-hachi 4", text(f"makes.{key}"), **rest)


_GOKO = _yaku("goko", BRIGHTS, replaces=frozenset({"shiko"}))
_SHIKO = _yaku("shiko", DRY_BRIGHTS)
_AKATAN = _yaku("akatan", POETRY_RIBBONS)
_AOTAN = _yaku("aotan", BLUE_RIBBONS)
_INOSHIKACHO = _yaku("inoshikacho", BOAR_DEER_BUTTERFLIES)
_NANATAN = {plus: _yaku("nanatan", DRY_RIBBONS, needed=7, grows_with=RIBBONS if plus else ()) for plus in (False, True)}


def yaku_table(options: Mapping[str, OptionValue]) -> tuple[PileYaku, ...]:
    """The dekiyaku that count under `options`, in the order of the rule book (hachi-hachi 4)."""
    return _yaku_table(amounts_of(options), bool(options["nanatan_plus"]), bool(options["inoshikacho"]))


@lru_cache(maxsize=256)
def _yaku_table(agreed: Amounts, plus: bool, inoshikacho: bool) -> tuple[PileYaku, ...]:  # noqa: FBT001  its cached form
    table = (_GOKO, _SHIKO, _NANATAN[plus], _AKATAN, _AOTAN, *((_INOSHIKACHO,) if inoshikacho else ()))
    worth = {**USUAL_KAN, **agreed}
    return tuple(replace(yaku, worth=worth[yaku.key]) for yaku in table if worth[yaku.key])


def count_kan(pile: int, options: Mapping[str, OptionValue]) -> int:
    """The dekiyaku of a pile together, in kan."""
    return _count_kan(pile, amounts_of(options), bool(options["nanatan_plus"]), bool(options["inoshikacho"]))


@lru_cache(maxsize=20_000)
def _count_kan(pile: int, agreed: Amounts, plus: bool, inoshikacho: bool) -> int:  # noqa: FBT001  its cached form
    return sum(find_yaku(_yaku_table(agreed, plus, inoshikacho), pile).values())


MULTIPLIER_BY_BRIGHT = {CRANE: 2, CURTAIN: 2, MOON: 2, RAIN_MAN: 4, PHOENIX: 4}
"""What a bright on the opening field makes of every payment (hachi-hachi 2.3)."""


@dataclass(frozen=True, slots=True)
class FieldState:
    """What multiplies every payment of a round, and which multipliers wait for later ones, largest first."""

    multiplier: int
    waiting: tuple[int, ...] = ()


def field_state(field: Iterable[str], waiting: Sequence[int], options: Mapping[str, OptionValue]) -> FieldState:
    """The multiplier of an opening field when others wait from earlier rounds (hachi-hachi 2.4).

    >>> field_state(("h01-1", "h12-1"), (), {"fields": "largest"}), field_state((), (2,), {"fields": "largest"})
    (FieldState(multiplier=4, waiting=(2,)), FieldState(multiplier=2, waiting=()))
    """
    found = [MULTIPLIER_BY_BRIGHT[code] for code in field if code in MULTIPLIER_BY_BRIGHT]
    if options["fields"] == "product":
        return FieldState(prod(found))
    first = sorted(waiting or found, reverse=True)
    if not first:
        return FieldState(1)
    others = [*first[1:], *(found if waiting else ())]
    return FieldState(first[0], tuple(sorted(others, reverse=True)))


@lru_cache(maxsize=256)
def field_reason(field: FieldState) -> Reason:
    """What the field makes of every payment, and what waits."""
    key = f"field.{'plain' if field.multiplier == 1 else 'multiplied'}{'_waiting' if field.waiting else ''}"
    return because(key, "hachi-hachi 2.3", multiplier=field.multiplier, waiting=field.waiting)


@cache
def points_above_par(points: int) -> Reason:
    """The card points of a pile against par."""
    return because("par", "hachi-hachi 5.2", points=points, difference=signed(points - PAR), par=PAR)
