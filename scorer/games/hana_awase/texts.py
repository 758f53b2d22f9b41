"""House rules of Hana-Awase, the worth of its yaku, terms and lesson."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from scorer.families.captures.yaku import MOST_WORTH, SHARED_NAMES
from scorer.rules.options import Amounts
from scorer.rules.wording import game_wording
from scorer.texts import Name

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")
_JAPANESE = {
    "goko": 200,
    "shiko": 60,
    "sugawara": 30,
    "matsukiribozu": 20,
    "nanatan": 40,
    "rokutan": 30,
    "akatan": 40,
    "aotan": 40,
    "kusatan": 20,
    "inoshikacho": 20,
    "nomi": 30,
    "hanami": 20,
    "tsukimi": 20,
    "ameshima": 20,
    "fujishima": 20,
    "kirishima": 20,
}
_WORTH: Mapping[str, Mapping[str, int]] = {
    "japanese": _JAPANESE,
    "fudawiki": {**_JAPANESE, "goko": 100, "nomi": 40, "ameshima": 10, "fujishima": 10, "kirishima": 10},
}
ORDER = tuple(_JAPANESE)
"""Every yaku in the order of the rule book's table, by which equal ones are ranked."""
YAKU_NAMES: Mapping[str, Name] = {key: SHARED_NAMES.get(key) or name(f"yaku.{key}") for key in ORDER}


@cache
def worth_in_list(values: str, agreed: Amounts) -> Amounts:
    """The points of every yaku by one of the lists of `values` and what is agreed; 0 is not played."""
    return Amounts({**_WORTH[values], **agreed})


def _usual_worth(options: Mapping[str, Any]) -> Mapping[str, int]:
    return {} if options["yaku"] == "none" else _WORTH[str(options["values"])]


OPTIONS = (
    WORDING.option("values", "japanese", ("japanese", "fudawiki")),
    WORDING.amounts("worth", YAKU_NAMES, _usual_worth, maximum=MOST_WORTH),
    WORDING.option("yaku", "all", ("all", "none")),
    WORDING.option("bright_group", "all", ("all", "lights")),
    WORDING.option("viewing_weather", "off", ("off", "own_rain")),
    WORDING.option("ameshima", "plain", ("plain", "cancels", "owner_only")),
    WORDING.option("chaff_points", 1, (1, 0)),
    WORDING.option("fuke", "off", ("off", 20)),
    WORDING.flag("compensation", default=False),
    WORDING.option("chaff_hands", "off", ("off", "paid", "redeal")),
    WORDING.option("scoring", "zero_sum", ("zero_sum", "additive")),
    WORDING.option("length", 12, (12, 6, 3)),
)

OUTCOMES = WORDING.table("outcomes", "settled", "draw", "misdeal", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("par"),
    WORDING.word("fuke"),
    WORDING.word("compensation"),
)

LESSON = WORDING.lesson("deal", "your_turn", "counting", "yaku", "deal_passes")

NOT_A_PILE_EACH = text("not_a_pile_each")
NOT_A_HAND_EACH = text("not_a_hand_each")
