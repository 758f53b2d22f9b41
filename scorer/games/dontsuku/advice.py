"""Advice by seat: what each player of Dontsuku may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because
from scorer.texts import Text


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` of `seats` under `options`."""
    return tuple(_advice_reasons(seat, seats, options))


def _advice_reasons(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _LAST if seat == 0 else _FIRST if seat == 1 else _middle_seat_reason(seat)
    yield _MOTTO
    if options["min_motto"] != "none":
        yield because(
            "min_motto",
            f"You may not stop drawing openly below {options['min_motto']}.",
            f"もっとは{options['min_motto']}点になるまで止められません。",
            "dontsuku 3",
        )
    yield _tsukkome_reason(options["tsukkome_max"])
    yield _AFTER_MOTTO if options["tsukkome_after_motto"] else _EITHER_OR
    yield _MUST_CALL
    yield _NAI
    yield _DEALER_FIRST if seat == 0 else _NEAREST
    yield because(
        "pays",
        f"If you win, each of the other {seats - 1} pays you {options['share']}; a bonus doubles it.",
        f"勝てば、ほかの{seats - 1}人から{options['share']}個ずつもらえます。褒美などがあれば倍です。",
        "dontsuku 6.6",
    )


_FIRST = because(
    "turn", "You sit at the dealer's right: you play first.", "親の右隣です。最初に引きます。", "dontsuku 4.2"
)
_LAST = because(
    "turn",
    "You deal: you play last, if nobody calls agari before.",
    "親です。誰もアガリにならなければ、最後に引きます。",
    "dontsuku 4.2",
)
_MOTTO = because(
    "motto",
    "Motto: take a card, look at it, and again as often as you like; you may also take none.",
    "もっと：1枚もらって見ます。何度でも、1枚もなしでもかまいません。",
    "dontsuku 4.2",
)
_AFTER_MOTTO = because(
    "after_motto",
    "After motto you may still ask for tsukkome.",
    "もっとのあとで突っ込めを頼むこともできます。",
    "dontsuku 3",
)
_EITHER_OR = because(
    "either_or",
    "Choose one of the two: after motto there is no tsukkome.",
    "どちらか一つだけです。もっとのあとの突っ込めはできません。",
    "dontsuku 4.2",
)
_MUST_CALL = because(
    "agari",
    "Fifteen or a teyaku by motto must be called at once: agari, and the round is yours.",
    "もっとで15か手役ができたら、すぐにアガリを宣言しなければなりません。その局は勝ちです。",
    "dontsuku 4.3",
)
_NAI = because(
    "nai",
    "Sixteen or more by motto is nai: the hand is lost, unless it is a teyaku.",
    "もっとで16以上になったらナイです。手役でなければ負けです。",
    "dontsuku 4.3",
)
_DEALER_FIRST = because(
    "showdown", "Among equal hands yours, the dealer's, wins.", "同じ手が並べば、親のあなたの勝ちです。", "dontsuku 6.2"
)
_NEAREST = because(
    "showdown",
    "Among equal hands the dealer wins, then whoever sits nearer to the dealer's right.",
    "同じ手が並べば親、次に親の右に近い人の勝ちです。",
    "dontsuku 6.2",
)


def _middle_seat_reason(seat: int) -> Reason:
    before = "One player plays" if seat == 2 else f"{seat - 1} players play"
    return because(
        "turn",
        f"{before} before you, counter-clockwise.",
        f"反時計回りで、前に{seat - 1}人が引きます。",
        "dontsuku 4.2",
    )


def _tsukkome_reason(maximum: OptionValue) -> Reason:
    count = Text("some cards", "何枚か") if maximum == "none" else Text(f"up to {maximum} cards", f"{maximum}枚まで")
    return because(
        "tsukkome",
        f"Tsukkome: name a number and take {count.en} face down; nobody looks before the showdown, and it pays double.",
        f"突っ込め：枚数を言い、{count.ja}を伏せたままもらいます。最後まで見られませんが、勝てば倍です。",
        "dontsuku 4.2",
    )
