"""Advice by pair: what each pair of Kakeya Toranpu may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.games.kakeya.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.texts import Text


def place_of(table: Table, seat: int) -> Text:
    """The place of a seat: the pair that deals, which rests if there are three, or a pair that plays."""
    if seat != table.extra.get("dealers", 0):
        return _PLAYS
    return _DEALS_RESTS if len(table.seats) > 2 else _DEALS


def seat_advice(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> tuple[Reason, ...]:
    """The advice for the pair in `seat` under `options`; `special_by_trump` gives Rensho under each trumps."""
    return tuple(_advice_reasons(table, seat, special_by_trump, options))


def _advice_reasons(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> Iterator[Reason]:
    is_dealer, has_three_pairs = seat == table.extra.get("dealers", 0), len(table.seats) > 2
    trump = str(table.extra.get("trump", "S"))
    if is_dealer:
        yield _DEAL
    if is_dealer and has_three_pairs:
        yield _RESTS
        return
    if has_three_pairs:
        yield _LEAD_OF_THREE
    else:
        yield _NO_LEAD if is_dealer else _LEAD
    may_change_trumps = options["trump_change"] == "allowed"
    if has_three_pairs:
        yield _PILE_OF_THREE
    elif is_dealer:
        yield _PILE
    if may_change_trumps and (is_dealer or has_three_pairs):
        yield _CHANGE_OF_THREE if has_three_pairs else _CHANGE
    name, rensho = SUIT_NAMES[trump], format_card(special_by_trump[trump])
    yield because("rensho", "kakeya 3.3", name=name, rensho=rensho)
    yield _FOLLOW
    if options["rensho_free"]:
        yield _FREE
    yield _AIM


_DEALS = text("place.deals")
_DEALS_RESTS = text("place.deals_and_rests")
_PLAYS = text("place.plays")
_DEAL = because("deals", "kakeya 4.1")
_RESTS = because("rests", "kakeya 2.3")
_LEAD = because("lead.advice", "kakeya 5.1")
_NO_LEAD = because("no_lead", "kakeya 5.1")
_LEAD_OF_THREE = because("lead.of_three", "kakeya 5.1")
_PILE = because("pile.advice", "kakeya 4.2")
_PILE_OF_THREE = because("pile.of_three", "kakeya 4.2")
_CHANGE = because("trumps.change", "kakeya 3.2")
_CHANGE_OF_THREE = because("trumps.change_of_three", "kakeya 3.2")
_FOLLOW = because("follow", "kakeya 5.2")
_FREE = because("rensho_free", "kakeya 3.4")
_AIM = because("aim", "kakeya 6.1")
