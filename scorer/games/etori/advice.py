"""Advice by side: what each side of Etori may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES
from scorer.games.etori.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.texts import Text


def place_of(table: Table, seat: int) -> Text:
    """The place of a seat: the dealer's side or the other side."""
    return _DEALER_SIDE if seat == table.extra.get("dealers", 0) else _OTHER_SIDE


def seat_advice(table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the side in `seat` under `options`; `allowed_trumps` are the suits that may be trumps."""
    return tuple(_advice_reasons(table, seat, allowed_trumps, options))


def _advice_reasons(
    table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]
) -> Iterator[Reason]:
    is_dealer = seat == table.extra.get("dealers", 0)
    yield _DEALS if is_dealer else _LEADS
    if options["misdeal_void"] or options["misdeal_long"] != "off":
        yield _misdeal_reason(options)
    trump = table.extra.get("trump")
    if trump is not None:
        name = SUIT_NAMES[str(trump)]
        yield because("trumps.advice", "etori 5", name=name)
    elif is_dealer:
        yield because("trumps.dealer_names", "etori 1.4", suits=tuple(SUIT_NAMES[suit] for suit in allowed_trumps))
    yield _FOLLOW
    yield _SPECULATION
    yield _AIM


_DEALER_SIDE = text("place.dealer")
_OTHER_SIDE = text("place.other")
_DEALS = because("deals.advice", "etori 1.1")
_LEADS = because("lead", "etori 1.6")
_FOLLOW = because("follow", "etori 3.1")
_SPECULATION = because("speculation", "etori 3.4")
_AIM = because("aim", "etori 4.2")


def _misdeal_reason(options: Mapping[str, OptionValue]) -> Reason:
    is_void, is_long = options["misdeal_void"], options["misdeal_long"] != "off"
    key = "misdeal.if_either" if is_void and is_long else "misdeal.if_void" if is_void else "misdeal.if_long"
    return because(key, "etori 1.3")
