"""Reasons of Hachi-Hachi's payments, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from scorer.games.hachi_hachi.texts import because, text
from scorer.games.hachi_hachi.teyaku import TEYAKU_BY_KEY
from scorer.games.hachi_hachi.yaku import PAR, FieldState
from scorer.rules.results import Reason
from scorer.texts import Name, Text, signed

RESTS = because("rests.this_round", "hachi-hachi 7.3")
VOID = because("void", "hachi-hachi 5.2")


@lru_cache(maxsize=256)
def field_reason(field: FieldState) -> Reason:
    """What the field makes of every payment, and what waits."""
    key = f"field.{'plain' if field.multiplier == 1 else 'multiplied'}{'_waiting' if field.waiting else ''}"
    return because(key, "hachi-hachi 2.3", multiplier=field.multiplier, waiting=field.waiting)


@lru_cache(maxsize=1024)
def teyaku_line(key: str, kan: int) -> Reason:
    """One teyaku of a hand as a line of its value."""
    teyaku = TEYAKU_BY_KEY[key]
    return Reason(key, text("teyaku_line", teyaku=teyaku.name, kan=kan), None, "hachi-hachi 3")


@cache
def points_above_par(points: int) -> Reason:
    """The card points of a pile against par."""
    return because("par", "hachi-hachi 5.2", points=points, difference=signed(points - PAR), par=PAR)


@lru_cache(maxsize=4096)
def kan_payment(code: str, label: Text, kan: Text, unit: int, section: str) -> Reason:
    """A payment of some kan: what for, how many, and what one of them is in this round."""
    return Reason(code, text("kan_payment", label=label, kan=kan, unit=unit), None, section)


def point_payment(giver: int, taker: int, stones: int) -> Reason:
    """What one is short of par and another is above."""
    del giver, taker
    return because("points.against_par", "hachi-hachi 5.2", par=PAR, stones=stones)


def shobu(name: str, held: Sequence[Name], kan: int) -> Reason:
    """Somebody ended the round with the dekiyaku `held`."""
    return because("shobu", "hachi-hachi 5.1", name=name, sets=tuple(held), kan=kan)


def cancelled(name: str, kan: int) -> Reason:
    """Somebody took back his sage."""
    return because("cancel.cancelled", "hachi-hachi 5.1", name=name, kan=kan)


def exhausted(name: str) -> Reason:
    """The hands ran out after sage."""
    return because("exhausted", "hachi-hachi 5.1", name=name)


def sage_pays(name: str) -> Reason:
    """Only one of the others had said sage."""
    return because("sage_pays", "hachi-hachi 5.1", name=name)


def souhachi(name: str) -> Reason:
    """Everybody has exactly par."""
    return because("souhachi", "hachi-hachi 5.2", name=name, par=PAR)


def futahachi(name: str, points: int, kan: int) -> Reason:
    """Somebody has 168 points or more."""
    return because("futahachi", "hachi-hachi 5.2", name=name, points=points, kan=kan)


def sujuroku(name: str, chaff: int, kan: int) -> Reason:
    """Somebody has sixteen chaff or more."""
    return because("sujuroku", "hachi-hachi 5.2", name=name, chaff=chaff, kan=kan)


def most_points(name: str, points: Sequence[int]) -> Reason:
    """Nobody holds a dekiyaku: card points decide."""
    best = max(points)
    key = "most_points.tie" if points.count(best) > 1 else "most_points.alone"
    return because(key, "hachi-hachi 5.2", name=name, best=best)


@cache
def single_cards(count: int) -> Reason:
    """Cards of unfinished sets in the hand of a player who was shut out."""
    return because("forced.paid", "hachi-hachi 7.2", count=count)


NO_TEYAKU = because("no_teyaku", "hachi-hachi 3")
