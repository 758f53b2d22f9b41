"""Advice by seat: dealer, second, third and the resting player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.kujuroku.position import ACTIVE_SEATS
from scorer.games.kujuroku.texts import because, text
from scorer.games.kujuroku.yaku import CONFIGS, yaku_name
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def place_of(seat: int) -> Text:
    """The place of a seat: dealer, second, third, or the fourth, who rests."""
    return _PLACES[seat]


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == ACTIVE_SEATS:
        yield _RESTS
        return
    yield from _SEAT_REASONS[seat]
    if seat == 2 and not options["jizo"]:
        yield _NO_DRAW
    yield _TURN
    yield _ONI
    if options["jizo"]:
        yield _JIZO
    config = str(options["config"])
    names = tuple(yaku_name(yaku.key, config) for yaku in reversed(CONFIGS[config]))
    yield because("dekiyaku", "kujuroku 5", names=names)
    if options["yaku_mode"] == "settle_at_end":
        yield _AT_END
    elif options["yaku_check"] == "may_continue":
        yield _MAY_CONTINUE
    else:
        yield _ENDS


_PLACES = (
    text("places.dealer"),
    text("places.second_right_dealer"),
    text("places.third"),
    text("places.fourth_rests"),
)
_SEAT_REASONS = (
    (
        because("deals", "kujuroku 3.1"),
        because("opening", "kujuroku 3.3"),
        because("keeps", "kujuroku 2.3"),
    ),
    (
        because("cuts", "kujuroku 3.1"),
        because("deals_next", "kujuroku 2.3"),
    ),
    (because("shuffles", "kujuroku 3.1"),),
)
_RESTS = because("rests.advice", "kujuroku 2.1")
_NO_DRAW = because("no_draw", "kujuroku 3.2")
_TURN = because("turn", "kujuroku 4.1")
_ONI = because("oni", "kujuroku 4.4")
_JIZO = because("jizo", "kujuroku 7")
_AT_END = because("at_end", "kujuroku 8")
_MAY_CONTINUE = because("may_continue", "kujuroku 8")
_ENDS = because("ends", "kujuroku 4.5")
