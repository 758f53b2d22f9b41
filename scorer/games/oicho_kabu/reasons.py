"""Reasons and refusal messages of Oicho-Kabu, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorer.games.oicho_kabu.hands import CLASS_BY_KEY
from scorer.games.oicho_kabu.texts import OPTIONS, because, hand_label, text
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason
from scorer.texts import Text, signed, verbatim

TOO_FEW_CARDS = text("too_few_cards")
TOO_MANY_CARDS = text("too_many_cards")
THIRD_REQUIRED = text("third_required")
THIRD_FORBIDDEN = text("third_forbidden")
AFTER_SPECIAL = text("after_special")
DEALER_BETS = text("dealer_bets")
ONE_CARD = text("one_card")
TOO_FEW_UNSEEN = text("too_few_unseen")
WRONG_AIM = text("wrong_aim")
MUST_DRAW = because("must_draw", "oicho-kabu 4.2")
LOST_TO_ALL = because("lost_to_all", "oicho-kabu 7.3")
NOT_LOST_TO_ALL = because("keeps_deal", "oicho-kabu 7.3")
NO_BETS = because("no_bets", "oicho-kabu 7.1")
SITS_OUT = because("sits_out", "oicho-kabu 3.2")
_RULE_SECTIONS = {
    "special": "oicho-kabu 6.1",
    "arashi": "oicho-kabu 6.2",
    "two_arashi": "oicho-kabu 6.2",
    "dealer_arashi": "oicho-kabu 6.3",
    "shippin": "oicho-kabu 6.4",
    "digit": "oicho-kabu 6.5",
    "tie": "oicho-kabu 6.6",
}


@lru_cache(maxsize=2048)
def hand_sum(ranks: tuple[int, ...], key: str) -> Reason:
    """The sum of a hand, the digit that counts, and its class."""
    hand_class, total = CLASS_BY_KEY[key], sum(ranks)
    return because("sum", hand_class.section, total % 10, ranks=ranks, total=total, name=hand_class.name)


def hand_text(key: str, digit: int) -> Text:
    """A hand in a sentence: its special class, else its digit."""
    if key.isdigit():
        return verbatim(key)
    name = CLASS_BY_KEY[key].name
    return text("hand_with_digit", name=name, digit=digit) if key == "arashi" else name.as_text()


@lru_cache(maxsize=8192)
def hand_result(
    number: int, ranks: tuple[int, ...], key: str, dealer_key: str, dealer_digit: int, result: str, rule: str
) -> Reason:
    """How one hand on the table did against the dealer's."""
    own, dealer = hand_text(key, sum(ranks) % 10), hand_text(dealer_key, dealer_digit)
    agreed: Text | str = ""
    if rule == "tie":
        agreed = agreement_suffix(OPTIONS, "tie", "push" if result == "push" else "dealer_wins")
    return because(
        f"hand_{result}",
        _RULE_SECTIONS[rule],
        label=hand_label(number),
        ranks=ranks,
        own=own,
        dealer=dealer,
        agreed=agreed,
    )


@lru_cache(maxsize=8192)
def bet_result(number: int, stake: int, gain: int, result: str) -> Reason:
    """What one bet brought."""
    label = hand_label(number)
    if not gain:
        return because("bet.goes_back", "oicho-kabu 6.6", label=label, stake=stake)
    factor = abs(gain) // stake
    times = text("times_bet", factor=factor) if factor > 1 else ""
    key = "bet.won" if result == "won" else "bet.lost"
    return because(key, "oicho-kabu 7.1", label=label, stake=stake, times=times, gain=signed(gain))


def bets_settled(gains: Sequence[tuple[int, int]]) -> Reason:
    """A bettor's bets together: the hand and the gain of each bet that moved stones."""
    texts = tuple(text("hand_gain", number=number + 1, gain=signed(gain)) for number, gain in gains)
    return because("bets", "oicho-kabu 7.1", gains=texts)


def wrong_hand_count(count: int) -> Text:
    """The table has another number of hands than four."""
    return text("wrong_hand_count", count=count)


def wrong_bet_rows(seats: int) -> Text:
    """The bets are no row of four for every seat."""
    return text("wrong_bet_rows", seats=seats)


def broken_bet(stake: str) -> Text:
    """A bet that is no number of stones."""
    return text("broken_bet", stake=stake)


def over_domae(total: int, domae: int) -> Text:
    """The bets together are more than agreed."""
    return text("over_domae", total=total, domae=domae)
