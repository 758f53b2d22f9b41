"""Advice by seat: what each player of Tokotoko may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _STAKE
    if options["variant"] == "yari_tori_tokotoko":
        yield _THROW
    else:
        yield _THREE
        yield _BINDING if options["selection"] == "declared" else _BEST
    yield _LAST if seat == 0 else _FIRST if seat == 1 else _ROUND
    if options["on_tie"] == "carry_over":
        yield _CARRIED
    elif options["remainder"] == "nearest_right":
        yield _REMAINDER
    yield _DEALS


_STAKE = because(
    "stake",
    "Everybody puts in the same stake before the field is turned up.",
    "場札を開ける前に、全員が同じ石を出します。",
    "tokotoko 3.1",
)
_THREE = because(
    "three",
    "Use any three of your two cards and the two of the field: the last digit of their sum counts, nine is best.",
    "手札2枚と場札2枚から、どれでも3枚を使います。合計の一の位で、9が最高です。",
    "tokotoko 3.3",
)
_BINDING = because(
    "binding",
    "The three you show are binding, even if three others were better.",
    "見せた3枚で決まります。もっとよい3枚があっても直せません。",
    "tokotoko 5",
)
_BEST = because(
    "best", "Your best three count, whatever you show.", "何を見せても、一番よい3枚で数えます。", "tokotoko 5"
)
_THROW = because(
    "throw",
    "Point at two of the other's five cards without seeing them: they are thrown out. Your three left are counted.",
    "相手の5枚から、見ずに2枚を指して捨てさせます。残った3枚の合計の一の位で比べます。",
    "tokotoko 5",
)
_FIRST = because(
    "turn", "You sit at the dealer's right: you show first.", "親の右隣です。最初に見せます。", "tokotoko 2.4"
)
_LAST = because("turn", "You deal: you show last.", "親です。最後に見せます。", "tokotoko 2.4")
_ROUND = because(
    "turn",
    "Hands are shown counter-clockwise from the dealer's right.",
    "親の右隣から反時計回りに見せます。",
    "tokotoko 2.4",
)
_CARRIED = because(
    "carried",
    "If the best hands are equal the pot stays for the next round.",
    "一番よい手が並べば、場の石は次の局へ持ち越します。",
    "tokotoko 4.3",
)
_REMAINDER = because(
    "remainder",
    "Equal best hands share the pot; a stone left over goes to whoever sits nearest to the dealer's right.",
    "並んだら場の石を分け、余りは親の右に一番近い人のものです。",
    "tokotoko 4.3",
)
_DEALS = because("deals", "Whoever wins alone deals next.", "一人で勝った人が次の親です。", "tokotoko 2.4")
