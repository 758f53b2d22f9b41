"""Advice by seat: dealer, second, third, and the players who rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.hachi_hachi.position import ACTIVE_SEATS
from scorer.games.hachi_hachi.texts import because, text
from scorer.games.hachi_hachi.yaku import yaku_table
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def place_of(seat: int) -> Text:
    """The place of a seat: dealer, second, third, or one who rests."""
    if seat < ACTIVE_SEATS:
        return _PLACES[seat]
    return text("place_of", seat=seat + 1)


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat >= ACTIVE_SEATS:
        yield _RESTS
        yield _DROPPED
        yield _FORCED
        return
    yield _ORDER[seat]
    yield _TEYAKU
    yield _TURN
    table = yaku_table(options)
    yield because(
        "dekiyaku", "hachi-hachi 4", yaku=tuple(text("kan", name=yaku.name, kan=yaku.worth) for yaku in table)
    )
    yield _CALL
    yield _SAGE_PAYS if options["sage_pays"] else _ALL_PAY
    yield _CANCEL
    yield _POINTS
    if options["specials"]:
        yield _SPECIALS
    if options["achievements"] and seat == 0:
        yield _MIZUTEN


_PLACES = (
    text("places.dealer"),
    text("places.second_right_dealer"),
    text("places.third"),
)
_ORDER = (
    because("order.first", "hachi-hachi 2.1"),
    because("order.second", "hachi-hachi 2.1"),
    because("order.third", "hachi-hachi 2.1"),
)
_TEYAKU = because("teyaku", "hachi-hachi 3")
_TURN = because("turn", "hachi-hachi 2.5")
_CALL = because("call", "hachi-hachi 2.5")
_SAGE_PAYS = because("sage.sage_pays", "hachi-hachi 5.1")
_ALL_PAY = because("sage.all_pay", "hachi-hachi 5.1")
_CANCEL = because("cancel.advice", "hachi-hachi 2.5")
_POINTS = because("points.advice", "hachi-hachi 5.2")
_SPECIALS = because("specials", "hachi-hachi 5.2")
_MIZUTEN = because("mizuten", "hachi-hachi 6.3")
_RESTS = because("rests.advice", "hachi-hachi 2.1")
_DROPPED = because("dropped", "hachi-hachi 7.1")
_FORCED = because("forced.advice", "hachi-hachi 7.2")
