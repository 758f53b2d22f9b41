"""Reasons and refusal messages of Oicho-Kabu, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorer.games.oicho_kabu.hands import CLASS_BY_KEY
from scorer.games.oicho_kabu.texts import OPTIONS, hand_label
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason, because
from scorer.texts import Text, capitalize, signed

TOO_FEW_CARDS = Text("a hand that plays has two cards at least", "勝負する手は2枚以上です")
TOO_MANY_CARDS = Text("a hand has three cards at most", "手は3枚までです")
THIRD_REQUIRED = Text("with 3 or less the third card must be drawn", "3以下の手は3枚目を引かなければなりません")
THIRD_FORBIDDEN = Text("with 7 or more no third card may be drawn", "7以上の手は3枚目を引けません")
AFTER_SPECIAL = Text("after shippin and kuppin no third card is drawn", "シッピンとクッピンには3枚目を引きません")
DEALER_BETS = Text("the dealer does not bet", "親は賭けません")
ONE_CARD = Text("two or three cards are needed", "札は2枚か3枚要ります")
TOO_FEW_UNSEEN = Text("too few unseen cards are left", "見えていない札が足りません")
WRONG_AIM = Text("the dealer is taken to draw at 3 or less, or at 6 or less", "親が引くのは3以下か6以下として数えます")
MUST_DRAW = because(
    "must_draw",
    "3 or less: a hand on the table must take a third card",
    "3以下なので、場の手なら3枚目を引かなければなりません",
    "oicho-kabu 4.2",
)
LOST_TO_ALL = because(
    "lost_to_all",
    "The dealer lost to every hand that was bet on: the deal passes to the right",
    "親は賭けのあった手すべてに負けたので、右隣が親になります",
    "oicho-kabu 7.3",
)
NOT_LOST_TO_ALL = because(
    "keeps_deal",
    "The dealer did not lose to every hand that was bet on, and deals again",
    "親は賭けのあった手すべてに負けたわけではないので、続けます",
    "oicho-kabu 7.3",
)
NO_BETS = because("no_bets", "Nobody bet", "誰も賭けていません", "oicho-kabu 7.1")
SITS_OUT = because("sits_out", "Bet on no hand", "どの手にも賭けていません", "oicho-kabu 3.2")
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
    addends, total = " + ".join(map(str, ranks)), sum(ranks)
    name = CLASS_BY_KEY[key].name
    return because(
        "sum",
        f"{addends} = {total}: {name.en}",
        f"{addends.replace(' ', '')}＝{total}で{name.ja}",
        CLASS_BY_KEY[key].section,
        total % 10,
    )


def hand_text(key: str, digit: int) -> Text:
    """A hand in a sentence: its special class, else its digit."""
    if key.isdigit():
        return Text(key, key)
    name = CLASS_BY_KEY[key].name
    return Text(f"{name.en} ({digit})", f"{name.ja}（{digit}）") if key == "arashi" else Text(name.en, name.ja)


@lru_cache(maxsize=8192)
def hand_result(
    number: int, ranks: tuple[int, ...], key: str, dealer_key: str, dealer_digit: int, result: str, rule: str
) -> Reason:
    """How one hand on the table did against the dealer's."""
    addends, label = " + ".join(map(str, ranks)), hand_label(number)
    own, dealer = hand_text(key, sum(ranks) % 10), hand_text(dealer_key, dealer_digit)
    en, ja = {
        "won": (f"{own.en} beats the dealer's {dealer.en}", f"{own.ja}で、親の{dealer.ja}に勝ち"),
        "lost": (f"the dealer's {dealer.en} beats {own.en}", f"{own.ja}で、親の{dealer.ja}に負け"),
        "push": (f"{own.en} equals the dealer's {dealer.en}: bets back", f"{own.ja}で、親と同じ。賭けは戻り"),
    }[result]
    if rule == "tie":
        suffix = agreement_suffix(OPTIONS, "tie", "push" if result == "push" else "dealer_wins")
        en, ja = f"{en}{suffix.en}", f"{ja}{suffix.ja}"
    return because(
        f"hand_{result}",
        f"{capitalize(label.en)}, {addends}: {en}",
        f"{label.ja}、{addends.replace(' ', '')}：{ja}",
        _RULE_SECTIONS[rule],
    )


@lru_cache(maxsize=8192)
def bet_result(number: int, stake: int, gain: int, result: str) -> Reason:
    """What one bet brought."""
    label = hand_label(number)
    if not gain:
        return because(
            "bet",
            f"{capitalize(label.en)}: the bet of {stake} goes back",
            f"{label.ja}：賭けた{stake}個は戻ります",
            "oicho-kabu 6.6",
        )
    factor = abs(gain) // stake
    times = Text(f" × {factor}", f"×{factor}") if factor > 1 else Text("", "")
    en, ja = ("wins", "勝ち") if result == "won" else ("loses", "負け")
    return because(
        "bet",
        f"{capitalize(label.en)}: the bet of {stake} {en}{times.en}, {signed(gain)}",
        f"{label.ja}：賭けた{stake}個が{ja}{times.ja}、{signed(gain)}個",
        "oicho-kabu 7.1",
    )


def bets_settled(gains: Sequence[tuple[int, int]]) -> Reason:
    """A bettor's bets together: the hand and the gain of each bet that moved stones."""
    return because(
        "bets",
        capitalize(", ".join(f"hand {number + 1} {signed(gain)}" for number, gain in gains)),
        "、".join(f"{number + 1}番{signed(gain)}" for number, gain in gains),
        "oicho-kabu 7.1",
    )


def wrong_hand_count(count: int) -> Text:
    """The table has another number of hands than four."""
    return Text(f"Four hands lie on the table, not {count}", f"場の手は四つです（{count}ではできません）")


def wrong_bet_rows(seats: int) -> Text:
    """The bets are no row of four for every seat."""
    return Text(
        f"The bets are a row of four for each of the {seats} seats", f"賭けは{seats}席それぞれに四つずつ書きます"
    )


def broken_bet(stake: str) -> Text:
    """A bet that is no number of stones."""
    return Text(f"Nobody can bet {stake}", f"「{stake}」を賭けることはできません")


def over_domae(total: int, domae: int) -> Text:
    """The bets together are more than agreed."""
    return Text(
        f"All bets together are {total}, more than the domae of {domae}",
        f"賭けは全部で{total}個になり、胴前の{domae}個を超えています",
    )
