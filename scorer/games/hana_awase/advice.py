"""Advice by seat in Hana-Awase: what the coming round asks of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.hana_awase.settlement import FEW_CARDS, HAND_SIZES, field_size, par_of
from scorer.games.hana_awase.texts import because
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` of `seats` under `options`."""
    return tuple(_advice_reasons(seat, seats, options))


def _advice_reasons(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == 0:
        hand, field = HAND_SIZES[seats], field_size(seats)
        yield because("deals", "hana-awase 2.2", hand=hand, field=field)
    yield _TURN
    par = par_of(seats, int(options["chaff_points"]))
    yield because("par.advice", "hana-awase 4.1", par=par)
    yield _YAKU if options["scoring"] == "zero_sum" else _ADDED
    if options["viewing_weather"] == "own_rain":
        yield _RAIN
    if options["ameshima"] != "plain":
        yield _WILLOWS[str(options["ameshima"])]
    if options["fuke"] != "off":
        yield _FUKE
    if options["compensation"] and seats == 3 and options["scoring"] == "zero_sum":
        most = FEW_CARDS[seat]
        yield because("compensation.advice", "hana-awase 4.6", most=most)


_TURN = because("turn", "hana-awase 2.4")
_YAKU = because("yaku", "hana-awase 4.2")
_ADDED = because("added.advice", "hana-awase 4.3")
_RAIN = because("rain", "hana-awase 3.3")
_WILLOWS = {
    "cancels": because("willows.cancels", "hana-awase 3.4"),
    "owner_only": because("willows.owner_only", "hana-awase 3.4"),
}
_FUKE = because("fuke.advice", "hana-awase 4.5")
