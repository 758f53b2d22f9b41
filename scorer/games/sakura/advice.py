"""Sakura at the table: what it asks, and what it tells each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.sakura.settlement import FIELD_SIZES, HAND_SIZES, players_at
from scorer.games.sakura.texts import because, text
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(seat: int, table: Table, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What the player or the side in `seat` may or must do (sakura 2 to 5)."""
    return tuple(_advice_reasons(seat, table, options))


def _advice_reasons(seat: int, table: Table, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    players = players_at(len(table.seats), options)
    if seat == 0:
        yield because("deals", "sakura 2.2", hand=HAND_SIZES[players], field=FIELD_SIZES[players])
        yield because("hiki.advice", "sakura 2.3")
    if options["team_size"] != 1:
        yield because("side", "sakura 2.1", count=int(options["team_size"]))
    yield because("turn", "sakura 2.4")
    yield because(f"gaji.{options['gaji_left']}", "sakura 2.5")
    yield because(f"yaku.{options['yaku_count']}", "sakura 5.1")
    if options["scoring"] == "victories":
        yield because(f"victory.{options['margin']}", "sakura 5.4")


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    cards, players = PromptKind.CARDS, players_at(len(table.seats), table.options)
    return (
        *(
            Prompt(f"piles.{seat}", cards, *_worded("piles"), seat=seat, maximum=PACK_SIZE)
            for seat in range(len(table.seats))
        ),
        Prompt("gaji.took", cards, *_worded("gaji"), maximum=1, optional=True),
        Prompt("field", cards, *_worded("field"), maximum=PACK_SIZE, optional=True),
        Prompt("opening", cards, *_worded("opening"), maximum=FIELD_SIZES[players], optional=True),
    )


def _worded(key: str) -> tuple[Text, Text]:
    """The label of a prompt, and its help."""
    return text(f"prompts.{key}.label"), text(f"prompts.{key}.help")
