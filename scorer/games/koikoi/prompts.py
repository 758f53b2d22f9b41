"""Prompts of Koi-Koi: two piles, the calls, the end, a deal alone."""

from __future__ import annotations

from scorer.families.captures.cards import PACK_SIZE
from scorer.games.koikoi.settlement import DEALT_CARDS
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import Text

_CAPTURED = Text("Captured", "取札")
_CAPTURED_HELP = Text(
    "The cards that count are enough; chaff that makes no yaku may stay out.",
    "役に関わる札だけでかまいません。役にならないカスは省けます。",
)
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
        Text("Koi-koi", "こいこい"),
        Text("Who called it, in order.", "言った人を、言った順に。"),
        maximum=1 if options["max_calls"] == 1 else 0,
        values=(0, 1),
        value_labels=tuple(Text(name, name) for name in names),
        default=(),
    )
    ending = Prompt(
        _ENDING,
        PromptKind.CHOICE,
        Text("How did the round end?", "局の終わり方"),
        values=(("shobu", 0), ("shobu", 1), ("empty", None), _DEAL),
        value_labels=(
            *(Text(f"{name}: shobu", f"{name}：勝負") for name in names),
            Text("the hands ran out", "手札が尽きた"),
            Text("only dealt: misdeal, teshi or kuttsuki", "配っただけ（配り直し・手四・くっつき）"),
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
                Text("Left on the field", "場に残った札"),
                Text("A willow spoils hanami, a paulownia tsukimi.", "柳があれば花見、桐があれば月見が流れます。"),
                maximum=PACK_SIZE,
            )
        )
    if options["tsukifuda"]:
        prompts.append(
            Prompt(
                "month",
                PromptKind.CHOICE,
                Text("The month being played", "いま打っている月"),
                values=tuple(range(1, 13)),
                value_labels=tuple(Text(str(month), f"{month}月") for month in range(1, 13)),
                default=table.extra.get("month", 1),
            )
        )
    is_needed = options["field_multiplier"] != "off"
    prompts.append(
        Prompt(
            "opening",
            PromptKind.CARDS,
            Text("Opening field", "はじめの場札"),
            Text("The eight cards as dealt.", "はじめに場に出した8枚。"),
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
            Text("Hand as dealt", "配られた手"),
            Text("Where teshi or kuttsuki is shown.", "手四・くっつきを見せたとき。"),
            seat=seat,
            maximum=DEALT_CARDS,
            optional=True,
            only_with=(_ENDING, _DEAL),
        )
        for seat in range(2)
    )
