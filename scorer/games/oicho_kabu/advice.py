"""Advice by seat: what dealer and bettors may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because


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
    yield _DEAL_STAYS if options["dealer_change"] == "fixed" else _DEAL_MOVES


def _bettor_reasons(options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _BET
    if type(options["domae"]) is int:
        yield _domae(options["domae"])
    yield _THREE_AND_SEVEN if options["third_card"] == "three_and_seven" else _THIRD_FREE
    if options["pair_may_draw"] and options["third_card"] == "three_and_seven":
        yield _PAIR
    pays = options["arashi_pays"]
    yield because(
        "arashi",
        f"Three equal cards, an arashi, win {pays} times the bet.",
        f"同じ数3枚のアラシは、賭けの{pays}倍になります。",
        "oicho-kabu 6.2",
    )
    if options["specials"] == "shared":
        yield _SHIPPIN
    elif options["specials"] == "dealer":
        yield _AGAINST_SPECIALS if options["specials_beat_arashi"] else _AGAINST_SPECIALS_BUT_ARASHI
    yield _TIE_PUSH if options["tie"] == "push" else _TIE_DEALER


def _domae(stones: int) -> Reason:
    return because(
        "domae",
        f"All bets of a round together may be {stones} stones at most, the domae.",
        f"賭けは全部合わせて{stones}個まで（胴前）です。",
        "oicho-kabu 3.3",
    )


_BANK = because(
    "bank",
    "You deal and hold the bank: your hand plays against each of the four that somebody bet on.",
    "親です。賭けのあった手の一つ一つと、自分の手で勝負します。",
    "oicho-kabu 3.1",
)
_DEALER_FREE = because(
    "third",
    "You draw last, and take a third card or not as you like.",
    "最後に引きます。3枚目は自由です。",
    "oicho-kabu 4.3",
)
_DEALER_SAME = because(
    "third",
    "You draw last, and by the rule of the table: at 3 or less you must, at 7 or more you must not.",
    "最後に引きます。場の手と同じく、3以下なら必ず引き、7以上なら引けません。",
    "oicho-kabu 4.3",
)
_BOTH_SPECIALS = because(
    "specials",
    "Yours alone: shippin, 4 and then 1, and kuppin, 9 and then 1. They beat every hand, but take no third card.",
    "親だけの役：4のあとに1のシッピンと、9のあとに1のクッピン。すべての手に勝ちますが、3枚目は引けません。",
    "oicho-kabu 5.1",
)
_KUPPIN = because(
    "specials",
    "Yours alone: kuppin, 9 and then 1. It takes twice every bet.",
    "親だけの役：9のあとに1のクッピン。どの賭けからも倍を取ります。",
    "oicho-kabu 5.1",
)
_DEALER_ARASHI = because(
    "dealer_arashi",
    "Your three equal cards are an arashi, too: they lose only to a higher arashi.",
    "親の同じ数3枚もアラシです。もっと大きいアラシにだけ負けます。",
    "oicho-kabu 6.3",
)
_TIE_PUSH = because("tie", "Equal digits: the bet goes back.", "同じ数なら賭けは戻ります。", "oicho-kabu 6.6")
_TIE_DEALER = because("tie", "Equal digits: the dealer wins.", "同じ数なら親の勝ちです。", "oicho-kabu 6.6")
_DEAL_STAYS = because("deal", "You go on dealing.", "親はずっと続けます。", "oicho-kabu 7.3")
_DEAL_MOVES = because(
    "deal",
    "If you lose to every hand that was bet on, the player at your right deals next.",
    "賭けのあった手すべてに負けたら、右隣が次の親です。",
    "oicho-kabu 7.3",
)
_BET = because(
    "bet",
    "Bet on as many of the four hands as you like, each bet a whole number of stones.",
    "四つの手のいくつに賭けてもかまいません。賭けは石の数で決めます。",
    "oicho-kabu 3.2",
)
_THREE_AND_SEVEN = because(
    "third",
    "A hand with 3 or less must take a third card, with 7 or more it must not, with 4 to 6 you may.",
    "3以下の手は必ず3枚目を引き、7以上の手は引けません。4から6は自由です。",
    "oicho-kabu 4.2",
)
_THIRD_FREE = because(
    "third", "Any hand may take a third card.", "どの手も3枚目を引いてかまいません。", "oicho-kabu 4.2"
)
_PAIR = because(
    "pair",
    "Two equal cards may always take a third one, for the arashi.",
    "同じ数2枚なら、アラシを狙っていつでも3枚目を引けます。",
    "oicho-kabu 4.2",
)
_SHIPPIN = because(
    "shippin",
    "Shippin, 4 and then 1 in two cards, belongs to the hands on the table and wins twice the bet.",
    "2枚で4のあとに1のシッピンは場の手の役で、賭けの倍を取ります。",
    "oicho-kabu 5.1",
)
_AGAINST_SPECIALS = because(
    "specials",
    "The dealer's shippin (4 1) and kuppin (9 1) beat everything, an arashi too.",
    "親のシッピン（4と1）とクッピン（9と1）は、アラシにも勝ちます。",
    "oicho-kabu 6.1",
)
_AGAINST_SPECIALS_BUT_ARASHI = because(
    "specials",
    "The dealer's shippin (4 1) and kuppin (9 1) beat everything but an arashi.",
    "親のシッピン（4と1）とクッピン（9と1）は、アラシ以外のすべてに勝ちます。",
    "oicho-kabu 6.1",
)
