"""Dekiyaku of Hachi-Hachi as data, and the field's multiplier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from scorer.families.captures.cards import (
    BLUE_RIBBONS,
    BOAR_DEER_BUTTERFLIES,
    BRIGHTS,
    CHAFF,
    CRANE,
    CURTAIN,
    DRY_BRIGHTS,
    DRY_RIBBONS,
    MOON,
    PHOENIX,
    POETRY_RIBBONS,
    RAIN_MAN,
    RIBBONS,
    WILLOW,
    cards_of_month,
    mask_of,
)
from scorer.families.captures.yaku import PileYaku, find_yaku
from scorer.games.hachi_hachi.texts import name, text
from scorer.rules.options import OptionValue

PAR = 88
"""Card points of a third of the pack (hachi-hachi 1.1)."""
CHAFF_MASK = mask_of((*CHAFF, *cards_of_month(WILLOW)))
"""The cards that count as chaff for sixteen chaff: every willow is one (hachi-hachi 1.3)."""
_GOKO = PileYaku(
    "goko",
    name("yaku.goko"),
    BRIGHTS,
    12,
    "hachi-hachi 4",
    text("makes.goko"),
    replaces=frozenset({"shiko"}),
)
_SHIKO = PileYaku(
    "shiko",
    name("yaku.shiko"),
    DRY_BRIGHTS,
    10,
    "hachi-hachi 4",
    text("makes.shiko"),
)
_AKATAN = PileYaku(
    "akatan",
    name("yaku.akatan"),
    POETRY_RIBBONS,
    7,
    "hachi-hachi 4",
    text("makes.akatan"),
)
_AOTAN = PileYaku(
    "aotan",
    name("yaku.aotan"),
    BLUE_RIBBONS,
    7,
    "hachi-hachi 4",
    text("makes.aotan"),
)
_INOSHIKACHO = PileYaku(
    "inoshikacho",
    name("yaku.inoshikacho"),
    BOAR_DEER_BUTTERFLIES,
    7,
    "hachi-hachi 4",
    text("makes.inoshikacho"),
)


def _nanatan(*, plus: bool) -> PileYaku:
    return PileYaku(
        "nanatan",
        name("yaku.nanatan"),
        DRY_RIBBONS,
        10,
        "hachi-hachi 4",
        text("makes.nanatan"),
        needed=7,
        grows_with=RIBBONS if plus else (),
    )


_NANATAN = {plus: _nanatan(plus=plus) for plus in (False, True)}
YAKU_KEYS = ("goko", "shiko", "nanatan", "akatan", "aotan", "inoshikacho")
"""The keys of the dekiyaku in the order of the rule book."""


def yaku_table(options: Mapping[str, OptionValue]) -> tuple[PileYaku, ...]:
    """The dekiyaku that count under `options`, in the order of the rule book (hachi-hachi 4)."""
    return _yaku_table(bool(options["nanatan_plus"]), bool(options["inoshikacho"]))


@lru_cache(maxsize=4)
def _yaku_table(plus: bool, inoshikacho: bool) -> tuple[PileYaku, ...]:  # noqa: FBT001  its cached form
    return (_GOKO, _SHIKO, _NANATAN[plus], _AKATAN, _AOTAN, *((_INOSHIKACHO,) if inoshikacho else ()))


def count_kan(pile: int, options: Mapping[str, OptionValue]) -> int:
    """The dekiyaku of a pile together, in kan."""
    return _count_kan(pile, bool(options["nanatan_plus"]), bool(options["inoshikacho"]))


@lru_cache(maxsize=20_000)
def _count_kan(pile: int, plus: bool, inoshikacho: bool) -> int:  # noqa: FBT001  its cached form
    return sum(find_yaku(_yaku_table(plus, inoshikacho), pile).values())


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
