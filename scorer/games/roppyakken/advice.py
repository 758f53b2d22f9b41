"""Roppyakken at the table: what it asks, and what it tells each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.roppyakken.deal import field_size, hand_size, most_captured
from scorer.games.roppyakken.texts import because, text
from scorer.games.roppyakken.yaku import table_under
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(seat: int, table: Table, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What the player in `seat` may or must do (roppyakken 2 to 5)."""
    return tuple(_advice_reasons(seat, table, options))


def _advice_reasons(seat: int, table: Table, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    players = len(table.seats)
    if seat == 0:
        hand, field = hand_size(players, options), field_size(players)
        yield because(f"deals.{options['four_in_hand']}", "roppyakken 2.2", hand=hand, field=field)
    yield because("turn", "roppyakken 2.4")
    if options["wild"] != "off":
        yield because(f"wild.{options['wild']}", "roppyakken 2.4")
    if options["lucky_hands"]:
        yield because("lucky_hands", "roppyakken 4")
    yield because("score.advice", "roppyakken 5.1", target=int(options["target"]))
    worth = {yaku.key for yaku in table_under(options)}
    if options["instant_win"] and worth & {"shiko", "nanatan"}:
        yield because("instant.advice", "roppyakken 5.4")
    if options["viewing_weather"] != "off":
        yield because("rain", "roppyakken 3.4")
    if options["fuke"] != "off":
        yield because("poor", "roppyakken 5.2", limit=int(options["fuke"]))


def round_prompts(table: Table) -> tuple[Prompt, ...]:
    """What the table is asked before a round is settled."""
    players, options = len(table.seats), table.options
    most = {"piles": most_captured(players, options)}
    if options["lucky_hands"]:
        most["hands"] = hand_size(players, options)
    asks = tuple(
        Prompt(f"{key}.{seat}", PromptKind.CARDS, *_worded(key), seat=seat, maximum=cards)
        for key, cards in most.items()
        for seat in range(players)
    )
    opening = Prompt("opening", PromptKind.CARDS, *_worded("opening"), maximum=field_size(players), optional=True)
    return (*asks, opening)


def _worded(key: str) -> tuple[Text, Text]:
    """The label of a prompt, and its help."""
    return text(f"prompts.{key}.label"), text(f"prompts.{key}.help")
