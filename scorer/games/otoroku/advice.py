"""Advice by role: what dealer, last player and bettor may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.otoroku.hands import limit_of
from scorer.games.otoroku.texts import because
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason


def seat_advice(role: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for a dealer, the last player or another bettor under `options`."""
    return tuple(_advice_reasons(role, options))


def _advice_reasons(role: str, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    is_dealer = role == "dealer"
    yield _LIMIT[role]
    yield _TURN[role]
    yield _MUST if options["must_draw_one"] else _MAY_STAND
    yield _NO_CAP if is_dealer and options["dealer_hand_cap"] == "none" else _CAP
    yield because("bust", "otoroku 4.7", role=limit_of(role) + 1)
    yield _TEYAKU[role]
    if options["method"] == "everyone":
        yield _POT
    elif is_dealer:
        yield _DEALER_TIE
        if options["dealers_choice"]:
            yield _CHOICE
    else:
        yield _BETTOR
        if options["method"] == "banker_revised":
            yield _AT_ONCE


_LIMIT = {
    "dealer": because("limit.dealer", "otoroku 4.6"),
    "last": because("limit.last", "otoroku 4.6"),
    "other": because("limit.other", "otoroku 4.6"),
}
_TURN = {
    "dealer": because("turn.dealer", "otoroku 4.3"),
    "last": because("turn.last", "otoroku 4.3"),
    "other": because("turn.other", "otoroku 4.3"),
}
_MUST = because("must_draw", "otoroku 4.4")
_MAY_STAND = because("may_stand", "otoroku 3")
_CAP = because("cap", "otoroku 4.5")
_NO_CAP = because("no_cap", "otoroku 3")
_TEYAKU = {
    "dealer": because("teyaku.dealer", "otoroku 5"),
    "last": because("teyaku.last", "otoroku 5"),
    "other": because("teyaku.other", "otoroku 5"),
}
_POT = because("pot.advice", "otoroku 6.1")
_DEALER_TIE = because("tie.advice", "otoroku 6.2")
_CHOICE = because("choice", "otoroku 6.3")
_BETTOR = because("meets", "otoroku 6.2")
_AT_ONCE = because("pays_at_once", "otoroku 6.3")
