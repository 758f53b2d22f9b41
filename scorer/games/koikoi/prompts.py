"""Prompts of Koi-Koi: two piles, the calls, the end, a deal alone."""

from __future__ import annotations

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.koikoi.settlement import DEALT_CARDS
from scorer.games.koikoi.texts import text
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import verbatim

_CAPTURED = text("captured")
_CAPTURED_HELP = text("captured_help")
_ENDING = "ended_by+caller"
_DEAL = (None, None)
"""The answer about the end of a round that was not played: only the deal is asked about."""


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled, by the house rules in force."""
    options, names = table.options, table.seats
    piles = tuple(
        Prompt(f"piles.{seat}", PromptKind.CARDS, _CAPTURED, _CAPTURED_HELP, seat=seat, maximum=PACK_SIZE)
        for seat in range(2)
    )
    calls = Prompt(
        "calls",
        PromptKind.SEQUENCE,
        text("prompts.calls.label"),
        text("prompts.calls.help"),
        maximum=1 if options["max_calls"] == 1 else 0,
        values=(0, 1),
        value_labels=tuple(verbatim(name) for name in names),
        default=(),
    )
    ending = Prompt(
        _ENDING,
        PromptKind.CHOICE,
        text("prompts.ending.label"),
        values=(("shobu", 0), ("shobu", 1), ("empty", None), _DEAL),
        value_labels=(
            *(text("prompts.ending.shobu", name=name) for name in names),
            text("prompts.ending.hands_ran_out"),
            text("prompts.ending.only_dealt"),
        ),
    )
    return (*piles, calls, ending, *_table_cards(table), *_dealt_hands())


def _table_cards(table: Table) -> tuple[Prompt, ...]:
    """The field as left, where it spoils the viewing; the month; the opening field, where it must be known."""
    options = table.options
    prompts = []
    if options["viewing_weather"] == "field":
        prompts.append(
            Prompt(
                "field",
                PromptKind.CARDS,
                text("prompts.field.label"),
                text("prompts.field.help"),
                maximum=PACK_SIZE,
            )
        )
    if options["tsukifuda"]:
        prompts.append(
            Prompt(
                "month",
                PromptKind.CHOICE,
                text("prompts.month.label"),
                values=tuple(range(1, 13)),
                value_labels=tuple(text("prompts.month.value", month=month) for month in range(1, 13)),
                default=table.extra.get("month", 1),
            )
        )
    is_needed = options["field_multiplier"] != "off"
    prompts.append(
        Prompt(
            "opening",
            PromptKind.CARDS,
            text("prompts.opening.label"),
            text("prompts.opening.help"),
            minimum=DEALT_CARDS if is_needed else 0,
            maximum=DEALT_CARDS,
            optional=not is_needed,
            only_with=None if is_needed else (_ENDING, _DEAL),
        )
    )
    return tuple(prompts)


def _dealt_hands() -> tuple[Prompt, ...]:
    return tuple(
        Prompt(
            f"hands.{seat}",
            PromptKind.CARDS,
            text("prompts.hands.label"),
            text("prompts.hands.help"),
            seat=seat,
            maximum=DEALT_CARDS,
            optional=True,
            only_with=(_ENDING, _DEAL),
        )
        for seat in range(2)
    )
