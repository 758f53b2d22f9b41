"""Koi-Koi at the table: what it asks, and what it tells each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.captures.cards import MONTH_NAMES, PACK_SIZE
from scorer.games.koikoi.settlement import DEALT_CARDS
from scorer.games.koikoi.texts import OPTIONS, because, text
from scorer.rules.options import OptionValue, amounts_of
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import Reason
from scorer.texts import verbatim


def seat_advice(table: Table, seat: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the player in `seat` under `options`."""
    return tuple(_advice_reasons(table, seat, options))


def _advice_reasons(table: Table, seat: int, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    yield _DEALS if seat == 0 else _WAITS
    yield _TURN
    yield _ONCE if options["max_calls"] == 1 else _ANY_NUMBER
    yield because(f"risk.{options['call_multiplier']}", "koikoi 4.2")
    if options["seven_double"]:
        yield _SEVEN
    if amounts_of(options):
        worth = next(option for option in OPTIONS if option.key == "worth").word(options["worth"])
        yield because("worth", "more-house-rules 1", worth=worth)
    if options["tsukifuda"] == "any":
        yield _ANY_MONTH
    elif options["tsukifuda"]:
        name = MONTH_NAMES[table.extra.get("month", 1) - 1]
        yield because("month", "koikoi 3", name=name)
    if options["viewing"] != "on":
        yield because(f"viewing.{options['viewing']}", "koikoi 5")
    if options["viewing_weather"] != "off":
        yield because(f"weather.{options['viewing_weather']}", "koikoi 5")
    if options["exhausted"] != "draw":
        yield because(f"exhausted.advice_{options['exhausted']}", "more-house-rules 2")
    if options["dealt_hands"] != "off":
        yield _DEALT[str(options["dealt_hands"])]
    yield _LAST_CARD


_ANY_MONTH = because("any_month", "more-house-rules 7")
_DEALS = because("deals", "koikoi 2.1")
_WAITS = because("second", "koikoi 2.1")
_TURN = because("turn", "koikoi 2.5")
_ONCE = because("once", "koikoi 2.6")
_ANY_NUMBER = because("any_number", "koikoi 5")
_SEVEN = because("seven.seven_doubles", "koikoi 4.1")
_DEALT = {
    "six": because("dealt.six", "koikoi 2.4"),
    "redeal": because("dealt.redeal", "koikoi 5"),
}
_LAST_CARD = because("last_card", "koikoi 2.6")


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
    if options["tsukifuda"] is True:
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
