"""Advice by seat in Koi-Koi: what the coming round asks of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.cards import MONTH_NAMES
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason, because


def seat_advice(table: Table, seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(table, seat, options))


def _advice_reasons(table: Table, seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _DEALS if seat == 0 else _WAITS
    yield _TURN
    yield _ONCE if options["max_calls"] == 1 else _ANY_NUMBER
    yield _CALL_RISK[str(options["call_multiplier"])]
    if options["seven_double"]:
        yield _SEVEN
    if options["tsukifuda"]:
        name = MONTH_NAMES[table.extra.get("month", 1) - 1]
        yield because(
            "month",
            f"{name.en}. Its four cards are a yaku.",
            f"今は{name.ja}です。月札4枚で役になります。",
            "koikoi 3",
        )
    if options["viewing"] != "on":
        yield _VIEWING[str(options["viewing"])]
    if options["viewing_weather"] != "off":
        yield _WEATHER[str(options["viewing_weather"])]
    if options["dealt_hands"] != "off":
        yield _DEALT[str(options["dealt_hands"])]
    yield _LAST_CARD


_DEALS = because(
    "deals",
    "You deal: eight cards each, eight on the field. You play first.",
    "親です。8枚ずつ配り、場に8枚出して、先に打ちます。",
    "koikoi 2.1",
)
_WAITS = because("second", "The dealer plays first, you second.", "親のあとに打ちます。", "koikoi 2.1")
_TURN = because(
    "turn",
    "Play a card, then turn up the top of the stock. Of two field cards of its month you choose, three are all yours.",
    "手札を1枚出し、山札を1枚めくります。同じ月の場札が2枚なら選び、3枚なら全部取ります。",
    "koikoi 2.5",
)
_ONCE = because(
    "once",
    "Koi-koi is called once in a round, by either of you; after it the next yaku ends the round.",
    "こいこいは2人合わせて一局に一回。そのあとは、次に役を作った人の勝負です。",
    "koikoi 2.6",
)
_ANY_NUMBER = because(
    "any_number",
    "Koi-koi may be called as often as a yaku is made or improved.",
    "こいこいは、役ができるか増えるたびに何回でも言えます。",
    "koikoi 5",
)
_CALL_RISK = {
    "opponent": because(
        "risk",
        "If you call koi-koi and the other wins, the points are doubled.",
        "あなたがこいこいと言って相手が上がると倍払いです。",
        "koikoi 4.2",
    ),
    "opponent_count": because(
        "risk",
        "Each of your calls counts the other's points one more time.",
        "あなたがこいこいと言うたびに、相手の点が1倍ずつ増えます。",
        "koikoi 4.2",
    ),
    "own": because(
        "risk",
        "If you call koi-koi and still win, your points are doubled.",
        "こいこいと言ったうえで上がれば倍です。",
        "koikoi 4.2",
    ),
    "anyone": because(
        "risk",
        "Once koi-koi is called, whoever wins gets double.",
        "こいこいの声があれば、誰が上がっても倍です。",
        "koikoi 4.2",
    ),
    "off": because(
        "risk",
        "Koi-koi multiplies nothing; who ends the round scores alone.",
        "こいこいで倍にはなりません。上がった人だけが点を取ります。",
        "koikoi 4.2",
    ),
}
_SEVEN = because("seven", "Seven points or more are doubled.", "7点以上は倍になります。", "koikoi 4.1")
_VIEWING = {
    "off": because(
        "viewing",
        "Hanami and tsukimi do not count here.",
        "花見酒・月見酒は使いません。",
        "koikoi 5",
    ),
    "needs_other": because(
        "viewing",
        "Hanami and tsukimi count only beside another yaku.",
        "花見酒・月見酒は、ほかの役があるときだけ数えます。",
        "koikoi 5",
    ),
}
_WEATHER = {
    "field": because(
        "weather",
        "A willow left on the field spoils hanami, a paulownia tsukimi.",
        "最後に場に柳が残れば花見酒、桐が残れば月見酒が流れます。",
        "koikoi 5",
    ),
    "own_rain": because(
        "weather",
        "The rain man in a pile spoils hanami and tsukimi there.",
        "雨の光を取った人の花見酒・月見酒は流れます。",
        "koikoi 5",
    ),
}
_DEALT = {
    "six": because(
        "dealt",
        "Show four cards of a month (teshi) or four pairs (kuttsuki) at once: they win 6.",
        "手に同じ月が4枚（手四）か2枚ずつ4組（くっつき）あれば、すぐ見せて6点の勝ちです。",
        "koikoi 2.4",
    ),
    "redeal": because(
        "dealt",
        "Show four cards of a month (teshi) or four pairs (kuttsuki): it is dealt again.",
        "手に同じ月が4枚（手四）か2枚ずつ4組（くっつき）あれば、見せて配り直しです。",
        "koikoi 5",
    ),
}
_LAST_CARD = because(
    "last_card",
    "With an empty hand nothing can be called: a yaku then ends the round.",
    "手札がなくなってからは言えません。そのときの役で勝負になります。",
    "koikoi 2.6",
)
