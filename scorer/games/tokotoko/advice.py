"""Advice by seat: what each player of Tokotoko may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.tokotoko.texts import because
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _STAKE
    if options["variant"] == "yari_tori_tokotoko":
        yield _THROW
    else:
        yield _THREE
        yield _BINDING if options["selection"] == "declared" else _BEST
    yield _LAST if seat == 0 else _FIRST if seat == 1 else _ROUND
    if options["on_tie"] == "carry_over":
        yield _CARRIED
    elif options["remainder"] == "nearest_right":
        yield _REMAINDER
    yield _DEALS


_STAKE = because("stake.advice", "tokotoko 3.1")
_THREE = because("three", "tokotoko 3.3")
_BINDING = because("binding", "tokotoko 5")
_BEST = because("best", "tokotoko 5")
_THROW = because("throw", "tokotoko 5")
_FIRST = because("turn.first", "tokotoko 2.4")
_LAST = because("turn.last", "tokotoko 2.4")
_ROUND = because("turn.round", "tokotoko 2.4")
_CARRIED = because("carried.advice", "tokotoko 4.3")
_REMAINDER = because("remainder.advice", "tokotoko 4.3")
_DEALS = because("deals", "tokotoko 2.4")
