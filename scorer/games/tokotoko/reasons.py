"""Reasons and refusal messages of Tokotoko, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorer.games.tokotoko.texts import OPTIONS
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason, because
from scorer.rules.settlement import face_of
from scorer.texts import Text, capitalize, join_names

TOO_FEW_UNSEEN = Text("too few unseen cards for an opponent", "相手の札になる、見えていない札が足りません")
TOO_FEW_CARDS = Text("three cards are summed", "3枚の合計で数えます")
TOO_MANY_CARDS = Text("no more than two own and two common cards", "手札2枚と場札2枚より多くは使えません")
NOT_AMONG_THE_FOUR = Text(
    "the three shown must be among the player's two cards and the two of the field",
    "見せた3枚は、手札2枚と場札2枚の中から選びます",
)


def wrong_size(size: int, count: int) -> Text:
    """A pile has `count` cards instead of `size`."""
    return Text(f"{size} cards belong here, there are {count}", f"ここは{size}枚のはずですが、{count}枚あります")


def required_sizes(sizes: Sequence[int]) -> Text:
    """Only these numbers of cards can be counted."""
    fewer, more = sizes
    return Text(f"{fewer} or {more} cards are needed", f"札は{fewer}枚か{more}枚要ります")


@cache
def last_digit(values: tuple[int, ...]) -> Reason:
    """Three values, their sum and the digit that counts."""
    total = sum(values)
    addends = " + ".join(map(str, values))
    return because(
        "last_digit",
        f"{addends} = {total}, so {total % 10}",
        f"{addends} = {total}、一の位は{total % 10}",
        "tokotoko 4.1",
    )


@cache
def best_three(selection: object) -> Reason:
    """The best three cards were taken for the player."""
    note = Text(" (none were shown)", "（見せた札がないため）")
    if selection == "best":
        note = agreement_suffix(OPTIONS, "selection", selection)
    return because(
        "best_three", f"The best three of the four cards{note.en}", f"4枚のうち一番よい3枚{note.ja}", "tokotoko 5"
    )


def better_three(cards: Sequence[str], digit: int) -> Reason:
    """The three cards shown were not the best."""
    names = [face_of(code).name for code in cards]
    best = Text("; ".join(name.en for name in names), "・".join(name.ja for name in names))
    agreement = agreement_suffix(OPTIONS, "selection", "declared")
    return because(
        "better_three",
        f"{capitalize(best.en)} would have made {digit}, but what was shown counts{agreement.en}",
        f"{best.ja}なら{digit}でしたが、見せた3枚で数えます{agreement.ja}",
        "tokotoko 6.5",
    )


def pot_total(stake: int, seats: int, standing: int, brought: int) -> Reason:
    """The stones in the pot, and where they came from."""
    total = stake * seats + standing + brought
    en, ja = f"{seats} players × {stake}", f"{stake}個×{seats}人"
    if standing:
        en, ja = f"{en} + {standing} standing since the last tie", f"{ja}＋前から置いたままの{standing}個"
    if brought:
        en, ja = f"{en} + {brought} left over before", f"{ja}＋前の余り{brought}個"
    return because("pot", f"The pot: {en} = {total}", f"場の石：{ja}＝{total}個", "tokotoko 3.1")


def won(winner: str, digit: int, pot_stones: int) -> Reason:
    """One hand was the best."""
    return because(
        "won",
        f"{winner} takes the pot of {pot_stones} with the best hand, {digit}",
        f"{winner}が{digit}で一番です。場の{pot_stones}個を取ります",
        "tokotoko 4.2",
    )


def split(tied: Sequence[str], digit: int, pot_stones: int, share: int) -> Reason:
    """Equal best hands share the pot."""
    agreement, names = agreement_suffix(OPTIONS, "on_tie", "split"), join_names(tied)
    return because(
        "split",
        f"{names.en} tie at {digit} and share the pot of {pot_stones}: {share} each{agreement.en}",
        f"{names.ja}が{digit}で並び、場の{pot_stones}個を{share}個ずつ分けます{agreement.ja}",
        "tokotoko 4.3",
    )


def remainder(stones: int, where: object, nearest: str) -> Reason:
    """The destination of stones that cannot be shared evenly."""
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
    """Equal best hands leave the pot for the next round."""
    agreement, names = agreement_suffix(OPTIONS, "on_tie", "carry_over"), join_names(tied)
    return because(
        "carried",
        f"{names.en} tie at {digit}: the pot of {pot_stones} stays for the next round{agreement.en}",
        f"{names.ja}が{digit}で並びました。場の{pot_stones}個は次の局へ持ち越します{agreement.ja}",
        "tokotoko 5",
    )


def stakes_returned(tied: Sequence[str], digit: int) -> Reason:
    """Equal best hands in the last round: everybody takes back the own stones."""
    names = join_names(tied)
    return because(
        "stakes_back",
        f"{names.en} tie at {digit} in the last round: everybody takes back what they put into the pot",
        f"最後の局に{names.ja}が{digit}で並びました。場に出した石は各自に戻ります",
        "tokotoko 5",
    )


def stake_payment(seats: Sequence[str], giver: int, taker: int, stones: int) -> Reason:
    """The stones that one loser put into the pot go to a winner."""
    return because(
        "stake",
        f"{seats[taker]} takes the {stones} that {seats[giver]} put into the pot",
        f"{seats[giver]}が場に出した{stones}個を{seats[taker]}が取ります",
        "tokotoko 4.2",
    )
