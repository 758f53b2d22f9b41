"""Advice by seat: dealer, second, third and the resting player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.kujuroku.position import ACTIVE_SEATS
from scorer.games.kujuroku.yaku import CONFIGS, yaku_name
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because
from scorer.texts import Text


def place_of(seat: int) -> Text:
    """The place of a seat: dealer, second, third, or the fourth, who rests."""
    return _PLACES[seat]


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == ACTIVE_SEATS:
        yield _RESTS
        return
    yield from _SEAT_REASONS[seat]
    if seat == 2 and not options["jizo"]:
        yield _NO_DRAW
    yield _TURN
    yield _ONI
    if options["jizo"]:
        yield _JIZO
    config = str(options["config"])
    names = [yaku_name(yaku.key, config) for yaku in reversed(CONFIGS[config])]
    en, ja = ", ".join(name.en for name in names), "・".join(name.ja for name in names)
    yield because(
        "dekiyaku", f"Dekiyaku that count, dearest first: {en}.", f"使う出来役（高い順）：{ja}。", "kujuroku 5"
    )
    if options["yaku_mode"] == "settle_at_end":
        yield _AT_END
    elif options["yaku_check"] == "may_continue":
        yield _MAY_CONTINUE
    else:
        yield _ENDS


_PLACES = (
    Text("dealer", "親"),
    Text("second, right of the dealer", "二番（親の右隣）"),
    Text("third", "三番"),
    Text("fourth: rests", "四番（休み）"),
)
_SEAT_REASONS = (
    (
        because("deals", "You deal and play first.", "親です。札を配り、最初に打ちます。", "kujuroku 3.1"),
        because(
            "opening",
            "Oni on the opening field is yours, with one field card of your choice; of three cards of a number you "
            "take two. Four of a number: deal again.",
            "はじめの場に鬼があれば、好きな場札1枚と一緒に取ります。同じ数が3枚なら2枚取り、4枚なら配り直します。",
            "kujuroku 3.3",
        ),
        because(
            "keeps",
            "You keep the deal with a dekiyaku or with the most card points.",
            "出来役を作るか、札の点が一番多ければ親を続けます。",
            "kujuroku 2.3",
        ),
    ),
    (
        because(
            "cuts",
            "You may cut the cards; you play second.",
            "札を切ることができます。二番目に打ちます。",
            "kujuroku 3.1",
        ),
        because(
            "deals_next",
            "If the dealer loses the deal, you are the next dealer.",
            "親が落ちたら、あなたが次の親です。",
            "kujuroku 2.3",
        ),
    ),
    (because("shuffles", "You shuffle, and play third.", "札を混ぜる役です。三番目に打ちます。", "kujuroku 3.1"),),
)
_RESTS = because(
    "rests",
    "You rest in this round: nothing is paid or taken.",
    "この局は休みです。払いももらいもありません。",
    "kujuroku 2.1",
)
_NO_DRAW = because(
    "no_draw",
    "Your sixth turn has no card to turn from the pile.",
    "六回目の番では、めくる山札がありません。",
    "kujuroku 3.2",
)
_TURN = because(
    "turn",
    "Play any card of your hand, then turn the top of the pile. What matches one field card must capture it; with two "
    "you choose, with three you take all.",
    "手札をどれでも1枚出し、次に山札を1枚めくります。同じ数の場札が1枚なら必ず取り、2枚なら選び、3枚なら全部取ります。",
    "kujuroku 4.1",
)
_ONI = because(
    "oni",
    "Oni takes any one field card; it may be thrown away only on an empty field.",
    "鬼は場札をどれでも1枚取れます。場が空のときだけ捨てられます。",
    "kujuroku 4.4",
)
_JIZO = because("jizo", "Jizo captures only Oni.", "地蔵が取れるのは鬼だけです。", "kujuroku 7")
_AT_END = because(
    "at_end",
    "A dekiyaku is paid on top of the count at the end.",
    "出来役は、最後に札の点とは別に払われます。",
    "kujuroku 8",
)
_MAY_CONTINUE = because(
    "may_continue",
    "With a dekiyaku you may end the round or play on.",
    "出来役ができたら、上がっても続けてもかまいません。",
    "kujuroku 8",
)
_ENDS = because("ends", "A dekiyaku ends the round at once.", "出来役ができたら、その局は終わりです。", "kujuroku 4.5")
