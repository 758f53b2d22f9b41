"""Prompts for a round of Kujuroku."""

from __future__ import annotations

from dataclasses import replace

from scorer.games.kujuroku.texts import text
from scorer.rules.prompts import Prompt, PromptKind, Table

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
    return (*ending, *piles, _ONI_TOOK, _ONI_LEFT_PLAY, _FIELD)
