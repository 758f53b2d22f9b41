"""Prompts of Hana-Awase: a pile a seat, and the field of a misdeal."""

from __future__ import annotations

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.hana_awase.settlement import field_size
from scorer.games.hana_awase.texts import text
from scorer.rules.prompts import Prompt, PromptKind, Table


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    every_card = table.options["scoring"] == "zero_sum"
    piles = tuple(
        Prompt(
            f"piles.{seat}",
            PromptKind.CARDS,
            text("prompts.piles.label"),
            text("prompts.piles.help") if every_card else text("prompts.piles.every_card_counts"),
            seat=seat,
            maximum=PACK_SIZE,
            shares="piles",
        )
        for seat in range(len(table.seats))
    )
    opening = Prompt(
        "opening",
        PromptKind.CARDS,
        text("prompts.opening.label"),
        text("prompts.opening.help"),
        maximum=field_size(len(table.seats)),
        optional=True,
    )
    return (*piles, opening)
