"""Prompts of Hana-Awase: a pile a seat, and the field of a misdeal."""

from __future__ import annotations

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.hana_awase.settlement import field_size
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import Text


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    every_card = table.options["scoring"] == "zero_sum"
    piles = tuple(
        Prompt(
            f"piles.{seat}",
            PromptKind.CARDS,
            Text("Captured", "取札"),
            Text("All cards, chaff too.", "カスも含めて全部。")
            if every_card
            else Text("Every card counts.", "取った札を全部。"),
            seat=seat,
            maximum=PACK_SIZE,
            shares="piles",
        )
        for seat in range(len(table.seats))
    )
    opening = Prompt(
        "opening",
        PromptKind.CARDS,
        Text("Opening field", "はじめの場札"),
        Text("Only when four cards of a month lie there.", "同じ月が4枚そろったときだけ。"),
        maximum=field_size(len(table.seats)),
        optional=True,
    )
    return (*piles, opening)
