"""Advice by seat in Hana-Awase: what the coming round asks of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.hana_awase.settlement import FEW_CARDS, HAND_SIZES, field_size, par_of
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because


def seat_advice(seat: int, seats: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` of `seats` under `options`."""
    return tuple(_advice_reasons(seat, seats, options))


def _advice_reasons(seat: int, seats: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    if seat == 0:
        hand, field = HAND_SIZES[seats], field_size(seats)
        yield because(
            "deals",
            f"You deal: {hand} cards each, {field} on the field. Four of a month there: deal again. You play first.",
            f"親です。{hand}枚ずつ配り、場に{field}枚。場に同じ月が4枚なら配り直し。先に打ちます。",
            "hana-awase 2.2",
        )
    yield _TURN
    par = par_of(seats, int(options["chaff_points"]))
    yield because("par", f"Par is {par} card points.", f"札の点の平均は{par}点です。", "hana-awase 4.1")
    yield _YAKU if options["scoring"] == "zero_sum" else _ADDED
    if options["viewing_weather"] == "own_rain":
        yield _RAIN
    if options["ameshima"] != "plain":
        yield _WILLOWS[str(options["ameshima"])]
    if options["fuke"] != "off":
        yield _FUKE
    if options["compensation"] and seats == 3 and options["scoring"] == "zero_sum":
        most = FEW_CARDS[seat]
        yield because(
            "compensation",
            f"With {most} captured cards or fewer you get 30 from each of the others.",
            f"取った札が{most}枚以下なら、ほかの2人から30点ずつもらいます。",
            "hana-awase 4.6",
        )


_TURN = because(
    "turn",
    "Play any card, then turn up the top of the stock. Of two field cards of its month you choose, three are all "
    "yours.",
    "手札をどれでも1枚出し、山札を1枚めくります。同じ月の場札が2枚なら選び、3枚なら全部取ります。",
    "hana-awase 2.4",
)
_YAKU = because(
    "yaku",
    "Each of the others pays you your yaku; you pay each of theirs.",
    "役の点はほかの全員からもらい、ほかの人の役は払います。",
    "hana-awase 4.2",
)
_ADDED = because(
    "added",
    "Card points and yaku are added up, nobody pays.",
    "札の点と役の点を足すだけで、払いはありません。",
    "hana-awase 4.3",
)
_RAIN = because(
    "rain",
    "The rain man in a pile spoils hanami, tsukimi and nomi there.",
    "雨の光を取った人の花見酒・月見酒・飲みは流れます。",
    "hana-awase 3.3",
)
_WILLOWS = {
    "cancels": because(
        "willows",
        "Once all four willows are in one pile, no yaku counts.",
        "誰かが柳の札を4枚取ると、役はすべて消えます。",
        "hana-awase 3.4",
    ),
    "owner_only": because(
        "willows",
        "Once all four willows are in one pile, only its yaku count.",
        "誰かが柳の札を4枚取ると、その人の役だけ残ります。",
        "hana-awase 3.4",
    ),
}
_FUKE = because(
    "fuke",
    "Where somebody has 20 card points or fewer, the round is a draw.",
    "誰かの札の点が20点以下なら、その局は流れです。",
    "hana-awase 4.5",
)
