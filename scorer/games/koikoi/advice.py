"""Advice by seat in Koi-Koi: what the coming round asks of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.cards import MONTH_NAMES
from scorer.games.koikoi.texts import because
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason


def seat_advice(table: Table, seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(table, seat, options))


def _advice_reasons(table: Table, seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _DEALS if seat == 0 else _WAITS
    yield _TURN
    yield _ONCE if options["max_calls"] == 1 else _ANY_NUMBER
    yield _CALL_RISK[str(options["call_multiplier"])]
    if options["seven_double"]:
        yield _SEVEN
    if options["tsukifuda"]:
        name = MONTH_NAMES[table.extra.get("month", 1) - 1]
        yield because("month", "koikoi 3", name=name)
    if options["viewing"] != "on":
        yield _VIEWING[str(options["viewing"])]
    if options["viewing_weather"] != "off":
        yield _WEATHER[str(options["viewing_weather"])]
    if options["dealt_hands"] != "off":
        yield _DEALT[str(options["dealt_hands"])]
    yield _LAST_CARD


_DEALS = because("deals", "koikoi 2.1")
_WAITS = because("second", "koikoi 2.1")
_TURN = because("turn", "koikoi 2.5")
_ONCE = because("once", "koikoi 2.6")
_ANY_NUMBER = because("any_number", "koikoi 5")
_CALL_RISK = {
    "opponent": because("risk.opponent", "koikoi 4.2"),
    "opponent_count": because("risk.opponent_count", "koikoi 4.2"),
    "own": because("risk.own", "koikoi 4.2"),
    "anyone": because("risk.anyone", "koikoi 4.2"),
    "off": because("risk.off", "koikoi 4.2"),
}
_SEVEN = because("seven.seven_doubles", "koikoi 4.1")
_VIEWING = {
    "off": because("viewing.off", "koikoi 5"),
    "needs_other": because("viewing.needs_other", "koikoi 5"),
}
_WEATHER = {
    "field": because("weather.field", "koikoi 5"),
    "own_rain": because("weather.own_rain", "koikoi 5"),
}
_DEALT = {
    "six": because("dealt.six", "koikoi 2.4"),
    "redeal": because("dealt.redeal", "koikoi 5"),
}
_LAST_CARD = because("last_card", "koikoi 2.6")
