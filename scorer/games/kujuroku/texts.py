"""Kujuroku's house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.wording import game_wording
from scorer.texts import Name, Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OPTIONS = (
    WORDING.option("players", 4, (3, 4)),
    WORDING.option("config", "A", ("A", "B", "C", "D")),
    WORDING.flag("jizo", default=False),
    WORDING.option("yaku_mode", "ends_round", ("ends_round", "settle_at_end")),
    WORDING.option("yaku_check", "end_of_turn", ("end_of_turn", "each_capture", "may_continue")),
    WORDING.option("yaku_pay", "highest", ("highest", "sum_of_listed")),
    WORDING.option("deal_order", "hands_first", ("hands_first", "field_first")),
    WORDING.option("start_chips", 30, minimum=1, maximum=10_000),
    WORDING.option("debt", "allow_negative", ("allow_negative", "end_game")),
    WORDING.flag("join_drop", default=False),
)

OUTCOMES = WORDING.table("outcomes", "yaku", "settled", "draw", "misdeal", "play_on")

POINTS_DESCRIPTION = text("points_description")

_YAKU_DESCRIPTIONS = {
    "shi": text("yaku_descriptions.shi"),
    "san": text("yaku_descriptions.san"),
    "danjoo": text("yaku_descriptions.danjoo"),
    "danna": text("yaku_descriptions.danna"),
    "shi_san": text("yaku_descriptions.shi_san"),
    "shi_dan": text("yaku_descriptions.shi_dan"),
    "dan_san": text("yaku_descriptions.dan_san"),
    "shi_dan_san": text("yaku_descriptions.shi_dan_san"),
    "nejikomi": text("yaku_descriptions.nejikomi"),
}


def describe_yaku(key: str) -> Text:
    """The cards that make a dekiyaku, in every configuration that has it."""
    return _YAKU_DESCRIPTIONS[key]


WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("dekiyaku"),
    WORDING.word("i_tsun"),
    WORDING.word("i_shi"),
    WORDING.word("special_3"),
    WORDING.word("bakatsun"),
    WORDING.word("field", "field card"),
    WORDING.word("pile"),
    WORDING.word("oni"),
    WORDING.word("jizo"),
    WORDING.word("san_shima"),
)

LESSON = WORDING.lesson("deal", "your_turn", "oni", "paying", "deal_passes")

KABUFUDA_HAVE_NO_SPECIAL_3 = text("kabufuda_have_no_special_3")
KABUFUDA_HAVE_NO_JIZO = text("kabufuda_have_no_jizo")
UNKNOWN_ENDED_BY = text("unknown_ended_by")
YAKU_CANNOT_END = text("yaku_cannot_end")
NO_YAKU = text("no_yaku")
TWO_MAKERS = text("two_makers")
TWO_YAKU_IN_ONE_CAPTURE = text("two_yaku_in_one_capture")


def yaku_would_end(names: Sequence[Name]) -> Text:
    """A pile with these dekiyaku, though the round is said to have gone on to the last card."""
    return text("yaku_would_end", names=tuple(names))
