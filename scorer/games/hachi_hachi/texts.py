"""Names, house rules, terms and lesson of Hachi-Hachi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorer.families.captures.yaku import MOST_WORTH
from scorer.rules.results import Reason
from scorer.rules.wording import game_wording
from scorer.texts import Name, Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME = name("game")
SUMMARY = text("summary")
ROLES = WORDING.table("roles", "pile", "hand")
OUTCOMES = WORDING.table(
    "outcomes", "shobu", "cancel", "exhausted", "souhachi", "futahachi", "sujuroku", "settled", "misdeal", "play"
)

USUAL_KAN: Mapping[str, int] = {"goko": 12, "shiko": 10, "nanatan": 10, "akatan": 7, "aotan": 7, "inoshikacho": 7}
"""What the dekiyaku are worth in kan, in the order of the rule book (hachi-hachi 4)."""
YAKU_KEYS = tuple(USUAL_KAN)
YAKU_NAMES: Mapping[str, Name] = {key: name(f"yaku.{key}") for key in YAKU_KEYS}


def _usual_worth(options: Mapping[str, Any]) -> Mapping[str, int]:
    return {key: kan for key, kan in USUAL_KAN.items() if key != "inoshikacho" or options["inoshikacho"]}


OPTIONS = (
    WORDING.option("kan", 12, (12, 10)),
    WORDING.amounts("worth", YAKU_NAMES, _usual_worth, maximum=MOST_WORTH),
    WORDING.option("fields", "largest", ("largest", "product")),
    WORDING.flag("inoshikacho", default=False),
    WORDING.flag("nanatan_plus", default=False),
    WORDING.option("aka", 2, (2, 3)),
    WORDING.option("haneken", 7, (7, 8)),
    WORDING.option("two_triplets", "graded", ("graded", "flat", "sum")),
    WORDING.flag("sage_pays", default=True),
    WORDING.flag("liability", default=False),
    WORDING.flag("achievements", default=True),
    WORDING.flag("specials", default=True),
    WORDING.option("length", 12, (12, 6, 3)),
)

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("kan"),
    WORDING.word("teyaku"),
    WORDING.word("dekiyaku"),
    WORDING.word("shobu"),
    WORDING.word("sage"),
    WORDING.word("field"),
    WORDING.word("souhachi"),
    WORDING.word("futahachi"),
    WORDING.word("sujuroku"),
    WORDING.word("tobikomi"),
    WORDING.word("nukeyaku"),
    WORDING.word("mizuten"),
)

LESSON = WORDING.lesson("deal", "play", "sage_shobu", "without_dekiyaku")


@lru_cache(maxsize=4096)
def kan_payment(code: str, label: Text, kan: Text, unit: int, section: str) -> Reason:
    """A payment of some kan: what for, how many, and what one of them is in this round."""
    return Reason(code, text("kan_payment", label=label, kan=kan, unit=unit), None, section)


def most_points(name: str, points: Sequence[int]) -> Reason:
    """Nobody holds a dekiyaku: card points decide."""
    best = max(points)
    key = "most_points.tie" if points.count(best) > 1 else "most_points.alone"
    return because(key, "hachi-hachi 5.2", name=name, best=best)
