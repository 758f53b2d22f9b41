"""Hachi-Hachi's names, house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorer.rules.results import Reason
from scorer.rules.wording import game_wording
from scorer.texts import Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME = name("game")
SUMMARY = text("summary")
ROLES = WORDING.table("roles", "pile", "hand")
OUTCOMES = WORDING.table(
    "outcomes", "shobu", "cancel", "exhausted", "souhachi", "futahachi", "sujuroku", "settled", "misdeal", "play"
)

OPTIONS = (
    WORDING.option("kan", 12, (12, 10)),
    WORDING.option("fields", "largest", ("largest", "product")),
    WORDING.flag("inoshikacho", default=False),
    WORDING.flag("nanatan_plus", default=False),
    WORDING.option("aka", 2, (2, 3)),
    WORDING.option("haneken", 7, (7, 8)),
    WORDING.option("two_triplets", "graded", ("graded", "flat", "sum")),
    WORDING.flag("sage_pays", default=True),
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
