"""どんつくの心得 kokoroe: what each place may or must do on its turn, by motto or by tsukkome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What the player in `seat` of `seats` may do under `options`."""
    return tuple(
        Reason(code, text, None, f"dontsuku {section}") for code, section, text in _advice_lines(seat, seats, options)
    )


def _advice_lines(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[tuple[str, str, Text]]:
    yield "turn", "4.2", _LAST if seat == 0 else _FIRST if seat == 1 else _middle_seat_text(seat)
    yield "motto", "4.2", _MOTTO
    if options["min_motto"] != "none":
        yield (
            "min_motto",
            "3",
            Text(
                f"You may not stop drawing openly below {options['min_motto']}.",
                f"もっとは{options['min_motto']}点になるまで止められません。",
            ),
        )
    yield "tsukkome", "4.2", _tsukkome_text(options["tsukkome_max"])
    yield ("after_motto", "3", _AFTER_MOTTO) if options["tsukkome_after_motto"] else ("either_or", "4.2", _EITHER_OR)
    yield "agari", "4.3", _MUST_CALL
    yield "nai", "4.3", _NAI
    yield "showdown", "6.2", _DEALER_FIRST if seat == 0 else _NEAREST
    yield (
        "pays",
        "6.6",
        Text(
            f"If you win, each of the other {seats - 1} pays you {options['share']}; a bonus doubles it.",
            f"勝てば、ほかの{seats - 1}人から{options['share']}個ずつもらえます。褒美などがあれば倍です。",
        ),
    )


_FIRST = Text("You sit at the dealer's right: you play first.", "親の右隣です。最初に引きます。")
_LAST = Text(
    "You deal: you play last, if nobody calls agari before.", "親です。誰もアガリにならなければ、最後に引きます。"
)
_MOTTO = Text(
    "Motto: take a card, look at it, and again as often as you like; you may also take none.",
    "もっと：一枚もらって見ます。何度でも、一枚もなしでもかまいません。",
)
_AFTER_MOTTO = Text("After motto you may still ask for tsukkome.", "もっとのあとで突っ込めを頼むこともできます。")
_EITHER_OR = Text(
    "Choose one of the two: after motto there is no tsukkome.",
    "どちらか一つだけです。もっとのあとの突っ込めはできません。",
)
_MUST_CALL = Text(
    "Fifteen or a teyaku by motto must be called at once: agari, and the round is yours.",
    "もっとで十五か手役ができたら、すぐにアガリを宣言しなければなりません。その局は勝ちです。",
)
_NAI = Text(
    "Sixteen or more by motto is nai: the hand is lost, unless it is a teyaku.",
    "もっとで十六以上になったらナイです。手役でなければ負けです。",
)
_DEALER_FIRST = Text("Among equal hands yours, the dealer's, wins.", "同じ手が並べば、親のあなたの勝ちです。")
_NEAREST = Text(
    "Among equal hands the dealer wins, then whoever sits nearer to his right.",
    "同じ手が並べば親、次に親の右に近い人の勝ちです。",
)


def _middle_seat_text(seat: int) -> Text:
    before = "One player plays" if seat == 2 else f"{seat - 1} players play"
    return Text(f"{before} before you, counter-clockwise.", f"反時計回りで、前に{seat - 1}人が引きます。")


def _tsukkome_text(maximum: OptionValue) -> Text:
    many = Text("some cards", "何枚か") if maximum == "none" else Text(f"up to {maximum} cards", f"{maximum}枚まで")
    return Text(
        f"Tsukkome: name a number and take {many.en} face down; nobody looks before the showdown, and it pays double.",
        f"突っ込め：枚数を言い、{many.ja}を伏せたままもらいます。最後まで見られませんが、勝てば倍です。",
    )
