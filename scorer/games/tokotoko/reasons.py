"""とことこの言い分: why a hand or a round of Tokotoko is what it is, and why it cannot be, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorer.games.tokotoko.texts import OPTIONS
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason, because
from scorer.rules.settlement import face_of
from scorer.texts import Text, join_names

TOO_FEW_UNSEEN = Text("too few unseen cards for an opponent", "相手の札になる、見えていない札が足りません")
TOO_FEW_CARDS = Text("three cards are summed", "三枚の合計で数えます")
TOO_MANY_CARDS = Text("no more than two own and two common cards", "手札二枚と場札二枚より多くは使えません")
NOT_AMONG_THE_FOUR = Text(
    "the three shown must be among the player's two cards and the two of the field",
    "見せた三枚は、手札二枚と場札二枚の中から選びます",
)


def wrong_size(size: int, count: int) -> Text:
    """So many cards belong here."""
    return Text(f"{size} cards belong here, there are {count}", f"ここは{size}枚のはずですが、{count}枚あります")


def required_sizes(sizes: Sequence[int]) -> Text:
    """So many cards can be counted."""
    few, many = sizes
    return Text(f"{few} or {many} cards are needed", f"札は{few}枚か{many}枚要ります")


@cache
def last_digit(values: tuple[int, ...]) -> Reason:
    """Three values, their sum and the digit that counts."""
    total = sum(values)
    sums = " + ".join(map(str, values))
    return because(
        "last_digit", f"{sums} = {total}, so {total % 10}", f"{sums} = {total}、一の位は{total % 10}", "tokotoko 4.1"
    )


@cache
def best_three(selection: object) -> Reason:
    """The best three were taken for the player."""
    why = Text(" (none were shown)", "（見せた札がないため）")
    if selection == "best":
        why = agreement_suffix(OPTIONS, "selection", selection)
    return because(
        "best_three", f"the best three of the four cards{why.en}", f"四枚のうち一番よい三枚{why.ja}", "tokotoko 5"
    )


def better_three(cards: Sequence[str], digit: int) -> Reason:
    """The three shown were not the best."""
    names = [face_of(code).name for code in cards]
    best = Text("; ".join(name.en for name in names), "・".join(name.ja for name in names))
    why = agreement_suffix(OPTIONS, "selection", "declared")
    return because(
        "better_three",
        f"{best.en} would have made {digit}, but what was shown counts{why.en}",
        f"{best.ja}なら{digit}でしたが、見せた三枚で数えます{why.ja}",
        "tokotoko 6.5",
    )


def pot_total(stake: int, seats: int, standing: int, brought: int) -> Reason:
    """What lies in the pot."""
    whole = stake * seats + standing + brought
    en, ja = f"{seats} players × {stake}", f"{stake}個×{seats}人"
    if standing:
        en, ja = f"{en} + {standing} standing since the last tie", f"{ja}＋前から置いたままの{standing}個"
    if brought:
        en, ja = f"{en} + {brought} left over before", f"{ja}＋前の余り{brought}個"
    return because("pot", f"the pot: {en} = {whole}", f"場の石：{ja}＝{whole}個", "tokotoko 3.1")


def won(winner: str, digit: int, pot_stones: int) -> Reason:
    """One best hand."""
    return because(
        "won",
        f"{winner} is highest with {digit} and takes the pot of {pot_stones}",
        f"{winner}が{digit}で一番です。場の{pot_stones}個を取ります",
        "tokotoko 4.2",
    )


def split(tied: Sequence[str], digit: int, pot_stones: int, share: int) -> Reason:
    """Equal best hands share."""
    why, who = agreement_suffix(OPTIONS, "on_tie", "split"), join_names(tied)
    return because(
        "split",
        f"{who.en} tie at {digit} and share the pot of {pot_stones}: {share} each{why.en}",
        f"{who.ja}が{digit}で並び、場の{pot_stones}個を{share}個ずつ分けます{why.ja}",
        "tokotoko 4.3",
    )


def remainder(stones: int, where: object, nearest: str) -> Reason:
    """Where the stones go that cannot be shared evenly."""
    en, ja = {
        "nearest_right": (f"goes to {nearest}, nearest to the dealer's right", f"親の右に近い{nearest}に渡します"),
        "carry_over": ("stays in the pot for the next round", "場に残して次の局へ回します"),
        "house_box": ("goes into the house box", "場所代の箱に入れます"),
    }[str(where)]
    return because(
        "remainder",
        f"{stones} left over, which by agreement {en}",
        f"余りの{stones}個は、取り決めどおり{ja}",
        "tokotoko 4.3",
    )


def carried(tied: Sequence[str], digit: int, pot_stones: int) -> Reason:
    """Equal best hands leave the pot."""
    why, who = agreement_suffix(OPTIONS, "on_tie", "carry_over"), join_names(tied)
    return because(
        "carried",
        f"{who.en} tie at {digit}: the pot of {pot_stones} stays for the next round{why.en}",
        f"{who.ja}が{digit}で並びました。場の{pot_stones}個は次の局へ持ち越します{why.ja}",
        "tokotoko 5",
    )


def stakes_returned(tied: Sequence[str], digit: int) -> Reason:
    """Equal best hands in the last round."""
    who = join_names(tied)
    return because(
        "stakes_back",
        f"{who.en} tie at {digit} in the last round: everybody takes back what he put into the pot",
        f"最後の局に{who.ja}が{digit}で並びました。場に出した石は各自に戻ります",
        "tokotoko 5",
    )


def stake_payment(seats: Sequence[str], giver: int, taker: int, stones: int) -> Reason:
    """One loser's stones."""
    return because(
        "stake",
        f"{stones} that {seats[giver]} put into the pot go to {seats[taker]}",
        f"{seats[giver]}が場に出した{stones}個を{seats[taker]}が取ります",
        "tokotoko 4.2",
    )
