"""Hachi-Hachi's names, house rules, terms, lesson and refusal messages."""

from __future__ import annotations

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

TEYAKU_LABEL = text("teyaku_label")
FORCED_LABEL = text("forced_label")
PILES_LABEL = text("piles_label")
OPENING_LABEL = text("opening_label")
HAND_LABEL = text("hand_label")
TRIPLETS_LABEL = text("triplets_label")
SAGE_LABEL = text("sage_label")
CALLER_LABEL = text("caller_label")
DEALT_LABELS = {"hands": HAND_LABEL, "teyaku": TEYAKU_LABEL, "triplets": TRIPLETS_LABEL}
KAN_UNIT = text("kan_unit")

UNKNOWN_ENDED_BY = text("unknown_ended_by")
TWO_OF_ONE_GROUP = text("two_of_one_group")
WRONG_TRIPLET = text("wrong_triplet")
NO_YAKU_TO_END = text("no_yaku_to_end")
CANCEL_WITHOUT_SAGE = text("cancel_without_sage")
SAGE_WITHOUT_YAKU = text("sage_without_yaku")
SILENT_YAKU = text("silent_yaku")


def unknown_teyaku(name: str) -> Text:
    """No teyaku has this key."""
    return text("unknown_teyaku", name=name)


def wrong_waiting(value: str) -> Text:
    """A multiplier that cannot wait."""
    return text("wrong_waiting", value=value)


def wrong_multiplier(value: str) -> Text:
    """A multiplier that no field makes."""
    return text("wrong_multiplier", value=value)


def not_whole_pack(count: int) -> Text:
    """The piles of a round played to the end lack cards."""
    return text("not_whole_pack", count=count)


def wrong_resting(seat: str) -> Text:
    """A resting seat that plays, is named twice, or is not there."""
    return text("wrong_resting", seat=seat)


WHOLE_HAND = text("whole_hand")
