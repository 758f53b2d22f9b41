"""Kujuroku's house rules, terms, lesson, refusals and questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.wording import game_wording
from scorer.texts import Name, Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OPTIONS = (
    WORDING.option("players", 4, (3, 4)),
    WORDING.option("config", "A", ("A", "B", "C", "D")),
    WORDING.flag("oni", default=True),
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
JIZO_WITHOUT_ONI = text("jizo_without_oni")
KABUFUDA_HAVE_NO_JIZO = text("kabufuda_have_no_jizo")
UNKNOWN_ENDED_BY = text("unknown_ended_by")
YAKU_CANNOT_END = text("yaku_cannot_end")
NO_YAKU = text("no_yaku")
TWO_MAKERS = text("two_makers")
TWO_YAKU_IN_ONE_CAPTURE = text("two_yaku_in_one_capture")


def yaku_would_end(names: Sequence[Name]) -> Text:
    """A pile with these dekiyaku, though the round is said to have gone on to the last card."""
    return text("yaku_would_end", names=tuple(names))


_ENDED_BY = Prompt(
    "ended_by",
    PromptKind.CHOICE,
    text("prompts.ended_by.label"),
    values=("empty", "yaku"),
    value_labels=(text("prompts.ended_by.hands_empty"), text("prompts.ended_by.dekiyaku")),
    default="empty",
)
_ONI_TOOK = Prompt(
    "oni.took",
    PromptKind.CHOICE,
    text("prompts.oni.label"),
    text("prompts.oni.help"),
    values=tuple(range(1, 11)),
    value_labels=tuple(text("prompts.oni.number", number=number) for number in range(1, 11)),
    optional=True,
)
_ONI_LEFT_PLAY = Prompt(
    "oni.left_play",
    PromptKind.CHOICE,
    text("prompts.oni.discarded"),
    text("prompts.oni.discarded_help"),
    values=(False, True),
    value_labels=(text("prompts.oni.no"), text("prompts.oni.yes")),
    optional=True,
)
_MAKER = Prompt(
    "maker",
    PromptKind.CHOICE,
    text("prompts.maker.label"),
    values=(0, 1, 2),
    value_labels=(text("prompts.maker.dealer"), text("prompts.maker.second"), text("prompts.maker.third")),
    optional=True,
)
_FIELD = Prompt(
    "field",
    PromptKind.CARDS,
    text("prompts.field.label"),
    text("prompts.field.help"),
    minimum=6,
    maximum=6,
    optional=True,
)


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """Prompts for the end of the round, the three piles, what became of Oni, and the field of a misdeal."""
    piles = tuple(
        Prompt(
            f"piles.{seat}",
            PromptKind.CARDS,
            text("prompts.piles.label"),
            text("prompts.piles.help"),
            seat=seat,
            maximum=42,
            shares="piles",
        )
        for seat in range(3)
    )
    ending: tuple[Prompt, ...]
    if table.options.get("yaku_mode") == "settle_at_end":
        ending = (replace(_ENDED_BY, values=_ENDED_BY.values[:1], value_labels=_ENDED_BY.value_labels[:1]),)
    else:
        ending = (_ENDED_BY, _MAKER) if table.options.get("yaku_check") == "may_continue" else (_ENDED_BY,)
    about_oni = (_ONI_TOOK, _ONI_LEFT_PLAY) if table.options.get("oni", True) else ()
    return (*ending, *piles, *about_oni, _FIELD)
