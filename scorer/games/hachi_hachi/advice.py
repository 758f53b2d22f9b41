"""Advice by seat: dealer, second, third, and the players who rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.hachi_hachi.position import ACTIVE_SEATS
from scorer.games.hachi_hachi.yaku import yaku_table
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because
from scorer.texts import Text


def place_of(seat: int) -> Text:
    """The place of a seat: dealer, second, third, or one who rests."""
    if seat < ACTIVE_SEATS:
        return _PLACES[seat]
    return Text(f"resting, seat {seat + 1}", f"休み（{seat + 1}番）")


def seat_advice(seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(seat, options))


def _advice_reasons(seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat >= ACTIVE_SEATS:
        yield _RESTS
        yield _DROPPED
        yield _FORCED
        return
    yield _ORDER[seat]
    yield _TEYAKU
    yield _TURN
    table = yaku_table(options)
    yield because(
        "dekiyaku",
        f"Dekiyaku that count: {', '.join(f'{yaku.name.en} {yaku.worth} kan' for yaku in table)}.",
        f"使う出来役：{'・'.join(f'{yaku.name.ja}{yaku.worth}貫' for yaku in table)}。",
        "hachi-hachi 4",
    )
    yield _CALL
    yield _SAGE_PAYS if options["sage_pays"] else _ALL_PAY
    yield _CANCEL
    yield _POINTS
    if options["specials"]:
        yield _SPECIALS
    if options["achievements"] and seat == 0:
        yield _MIZUTEN


_PLACES = (
    Text("dealer", "親"),
    Text("second, right of the dealer", "二番（親の右隣）"),
    Text("third", "三番"),
)
_ORDER = (
    because("order", "You deal and play first.", "親です。札を配り、最初に打ちます。", "hachi-hachi 2.1"),
    because("order", "You play second.", "二番目に打ちます。", "hachi-hachi 2.1"),
    because("order", "You play third.", "三番目に打ちます。", "hachi-hachi 2.1"),
)
_TEYAKU = because(
    "teyaku",
    "Before play show your teyaku: one by months, one by kinds, the dearest of each.",
    "打つ前に手役を見せます。月の役と種類の役から、高いものを一つずつ。",
    "hachi-hachi 3",
)
_TURN = because(
    "turn",
    "Play any card of your hand, then turn the top of the pile. Of two matches you choose one, three are all taken.",
    "手札をどれでも1枚出し、次に山から1枚めくります。合う場札が2枚なら選び、3枚なら全部取ります。",
    "hachi-hachi 2.5",
)
_CALL = because(
    "call",
    "When you have made or improved a dekiyaku, say shobu to end the round, or sage to go on.",
    "出来役ができるか増えたら、勝負で終わるか、下げて続けるかを言います。",
    "hachi-hachi 2.5",
)
_SAGE_PAYS = because(
    "sage",
    "If you alone of the other two have said sage when somebody says shobu, you pay for both.",
    "ほかの人が勝負したとき、2人のうち自分だけが下げていたら、2人分払います。",
    "hachi-hachi 5.1",
)
_ALL_PAY = because(
    "sage",
    "When somebody says shobu, each of the other two pays, sage or not.",
    "誰かが勝負したら、下げていてもいなくても一人ずつ払います。",
    "hachi-hachi 5.1",
)
_CANCEL = because(
    "cancel",
    "After sage you may cancel at the start of a later turn: the round ends and you get half.",
    "下げたあとは、後の番の初めに取り消せます。局は終わり、半分をもらいます。",
    "hachi-hachi 2.5",
)
_POINTS = because(
    "points",
    "Without a dekiyaku card points count: 88 are par.",
    "出来役がなければ札の点で、88点との差を払います。",
    "hachi-hachi 5.2",
)
_SPECIALS = because(
    "specials",
    "All at 88, one with 168, or sixteen chaff: that pays instead, and teyaku are void.",
    "全員88点、168点、カス16枚なら、その払いだけになり、手役は流れます。",
    "hachi-hachi 5.2",
)
_MIZUTEN = because(
    "mizuten",
    "Play without looking at your hand, mizuten, and 89 points bring one kan from all others.",
    "手札を見ずに打つ水天で89点以上なら、ほかの全員から1貫ずつもらえます。",
    "hachi-hachi 6.3",
)
_RESTS = because("rests", "You rest in this round.", "この局は休みです。", "hachi-hachi 2.1")
_DROPPED = because(
    "dropped",
    "If you dropped out of your own will you pay the winner: 1 kan, the next 1½, then 2.",
    "自分から降りた人は、勝った人に払います。最初が1貫、次が1貫半、その次が2貫です。",
    "hachi-hachi 7.1",
)
_FORCED = because(
    "forced",
    "If three played already and you were shut out, the second and third player pay for what was in your hand.",
    "3人そろっていて打てなかったときは、二番と三番が手札の役に応じて払います。",
    "hachi-hachi 7.2",
)
