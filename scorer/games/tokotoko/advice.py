"""とことこの心得 kokoroe: what each player chooses, and what his place is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What the player in `seat` may or must do under `options`."""
    return tuple(
        Reason(code, text, None, f"tokotoko {section}") for code, section, text in _advice_lines(seat, options)
    )


def _advice_lines(seat: int, options: Mapping[str, OptionValue]) -> Iterator[tuple[str, str, Text]]:
    yield "stake", "3.1", _STAKE
    if options["variant"] == "yari_tori_tokotoko":
        yield "throw", "5", _THROW
    else:
        yield "three", "3.3", _THREE
        yield ("binding", "5", _BINDING) if options["selection"] == "declared" else ("best", "5", _BEST)
    yield "turn", "2.4", _LAST if seat == 0 else _FIRST if seat == 1 else _ROUND
    if options["on_tie"] == "carry_over":
        yield "carried", "4.3", _CARRIED
    elif options["remainder"] == "nearest_right":
        yield "remainder", "4.3", _REMAINDER
    yield "deals", "2.4", _DEALS


_STAKE = Text(
    "Everybody puts in the same stake before the field is turned up.", "場札を開ける前に、全員が同じ石を出します。"
)
_THREE = Text(
    "Use any three of your two cards and the two of the field: the last digit of their sum counts, nine is best.",
    "手札二枚と場札二枚から、どれでも三枚を使います。合計の一の位で、九が最高です。",
)
_BINDING = Text(
    "The three you show are binding, even if three others were better.",
    "見せた三枚で決まります。もっとよい三枚があっても直せません。",
)
_BEST = Text("Your best three count, whatever you show.", "何を見せても、一番よい三枚で数えます。")
_THROW = Text(
    "Point at two of the other's five cards without seeing them: they are thrown out. Your three left are counted.",
    "相手の五枚から、見ずに二枚を指して捨てさせます。残った三枚の合計の一の位で比べます。",
)
_FIRST = Text("You sit at the dealer's right: you show first.", "親の右隣です。最初に見せます。")
_LAST = Text("You deal: you show last.", "親です。最後に見せます。")
_ROUND = Text("Hands are shown counter-clockwise from the dealer's right.", "親の右隣から反時計回りに見せます。")
_CARRIED = Text(
    "If the best hands are equal the pot stays for the next round.",
    "一番よい手が並べば、場の石は次の局へ持ち越します。",
)
_REMAINDER = Text(
    "Equal best hands share the pot; a stone left over goes to whoever sits nearest to the dealer's right.",
    "並んだら場の石を分け、余りは親の右に一番近い人のものです。",
)
_DEALS = Text("Whoever wins alone deals next.", "一人で勝った人が次の親です。")
