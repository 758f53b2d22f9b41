"""Advice by seat: what each player of Dontsuku may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.dontsuku.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` of `seats` under `options`."""
    return tuple(_advice_reasons(seat, seats, options))


def _advice_reasons(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _LAST if seat == 0 else _FIRST if seat == 1 else _middle_seat_reason(seat)
    yield _MOTTO
    if options["min_motto"] != "none":
        yield because("min_motto", "dontsuku 3", option=options["min_motto"])
    yield _tsukkome_reason(options["tsukkome_max"])
    yield _AFTER_MOTTO if options["tsukkome_after_motto"] else _EITHER_OR
    yield _MUST_CALL
    yield _NAI
    yield _DEALER_FIRST if seat == 0 else _NEAREST
    yield because("pays", "dontsuku 6.6", seats=seats - 1, option=options["share"])


_FIRST = because("turn.first", "dontsuku 4.2")
_LAST = because("turn.last", "dontsuku 4.2")
_MOTTO = because("motto", "dontsuku 4.2")
_AFTER_MOTTO = because("after_motto", "dontsuku 3")
_EITHER_OR = because("either_or", "dontsuku 4.2")
_MUST_CALL = because("agari.must_call", "dontsuku 4.3")
_NAI = because("nai.advice", "dontsuku 4.3")
_DEALER_FIRST = because("showdown.dealer_first", "dontsuku 6.2")
_NEAREST = because("showdown.nearest", "dontsuku 6.2")


def _middle_seat_reason(seat: int) -> Reason:
    return because("turn.middle", "dontsuku 4.2", count=seat - 1)


def _tsukkome_reason(maximum: OptionValue) -> Reason:
    count = text("tsukkome.some_cards") if maximum == "none" else text("tsukkome.up_to", maximum=maximum)
    return because("tsukkome.advice", "dontsuku 4.2", count=count)
