"""Oicho-Kabu at the table: what it asks, and what it tells each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.settlement import HANDS, MAX_BET
from scorer.games.oicho_kabu.texts import because
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import Reason


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_dealer_reasons(options) if seat == 0 else _bettor_reasons(options))


def _dealer_reasons(options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _BANK
    if type(options["domae"]) is int:
        yield _domae(options["domae"])
    yield _DEALER_FREE if options["dealer_third"] == "free" or options["third_card"] == "free" else _DEALER_SAME
    if options["specials"] == "dealer":
        yield _BOTH_SPECIALS
    elif options["specials"] == "shared":
        yield _KUPPIN
    if options["dealer_arashi"] == "arashi":
        yield _DEALER_ARASHI
    yield _TIE_PUSH if options["tie"] == "push" else _TIE_DEALER
    if options["dealer_zero"] != "zero":
        yield because(f"dealer_zero.own_{options['dealer_zero']}", "more-house-rules 9")
    yield _DEAL[str(options["dealer_change"])]


def _bettor_reasons(options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _BET
    if type(options["domae"]) is int:
        yield _domae(options["domae"])
    yield _THREE_AND_SEVEN if options["third_card"] == "three_and_seven" else _THIRD_FREE
    if options["pair_may_draw"] and options["third_card"] == "three_and_seven":
        yield _PAIR
    pays = options["arashi_pays"]
    yield because("arashi", "oicho-kabu 6.2", pays=pays)
    if options["specials"] == "shared":
        yield _SHIPPIN
    elif options["specials"] == "dealer":
        yield _AGAINST_SPECIALS if options["specials_beat_arashi"] else _AGAINST_SPECIALS_BUT_ARASHI
    if options["dealer_zero"] != "zero":
        yield because(f"dealer_zero.{options['dealer_zero']}", "more-house-rules 9")
    yield _TIE_PUSH if options["tie"] == "push" else _TIE_DEALER


def _domae(stones: int) -> Reason:
    return because("domae", "oicho-kabu 3.3", stones=stones)


_BANK = because("bank", "oicho-kabu 3.1")
_DEALER_FREE = because("third.dealer_free", "oicho-kabu 4.3")
_DEALER_SAME = because("third.dealer_same", "oicho-kabu 4.3")
_BOTH_SPECIALS = because("specials.both_specials", "oicho-kabu 5.1")
_KUPPIN = because("specials.kuppin", "oicho-kabu 5.1")
_DEALER_ARASHI = because("dealer_arashi", "oicho-kabu 6.3")
_TIE_PUSH = because("tie.tie_push", "oicho-kabu 6.6")
_TIE_DEALER = because("tie.tie_dealer", "oicho-kabu 6.6")
_DEAL = {
    "fixed": because("deal.deal_stays", "oicho-kabu 7.3"),
    "loses_all": because("deal.deal_moves", "oicho-kabu 7.3"),
    "rotate": because("deal.deal_rotates", "more-house-rules 6"),
}
_BET = because("bet.advice", "oicho-kabu 3.2")
_THREE_AND_SEVEN = because("third.three_and_seven", "oicho-kabu 4.2")
_THIRD_FREE = because("third.third_free", "oicho-kabu 4.2")
_PAIR = because("pair", "oicho-kabu 4.2")
_SHIPPIN = because("shippin", "oicho-kabu 5.1")
_AGAINST_SPECIALS = because("specials.against_specials", "oicho-kabu 6.1")
_AGAINST_SPECIALS_BUT_ARASHI = because("specials.against_specials_but_arashi", "oicho-kabu 6.1")


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """The four hands on the table, the dealer's hand, and what every bettor bets on each."""
    hands = (
        Prompt(f"table.{number}", PromptKind.CARDS, texts.hand_label(number), texts.HAND_HINT, maximum=3, ordered=True)
        for number in range(HANDS)
    )
    dealer = Prompt("dealer", PromptKind.CARDS, *texts.DEALER_PROMPT, seat=0, minimum=2, maximum=3, ordered=True)
    domae = table.options.get("domae")
    most = domae if type(domae) is int else MAX_BET
    bets = (
        Prompt(f"bets.{seat}.{number}", PromptKind.NUMBER, texts.bet_label(number), seat=seat, maximum=most, default=0)
        for seat in range(1, len(table.seats))
        for number in range(HANDS)
    )
    return (*hands, dealer, *bets)
