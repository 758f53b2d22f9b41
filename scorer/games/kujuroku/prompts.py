"""Prompts for a round of Kujuroku."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import Text

_ENDED_BY = Prompt(
    "ended_by",
    PromptKind.CHOICE,
    Text("How the round ended", "局の終わり方"),
    values=("empty", "yaku"),
    value_labels=(Text("the hands were empty", "手札が尽きた"), Text("by a dekiyaku", "出来役で上がり")),
    default="empty",
)
_ONI_TOOK = Prompt(
    "oni.took",
    PromptKind.CHOICE,
    Text("What Oni took", "鬼で取った数"),
    Text("The number of the card; leave it out if Oni took none.", "鬼で取った札の数。取っていなければそのままに。"),
    values=tuple(range(1, 11)),
    value_labels=tuple(Text(f"a {number}", f"{number}") for number in range(1, 11)),
    optional=True,
)
_ONI_LEFT_PLAY = Prompt(
    "oni.left_play",
    PromptKind.CHOICE,
    Text("Was Oni thrown away?", "鬼は捨てられましたか"),
    Text("On an empty field Oni captures nothing and leaves the game.", "場が空のとき、鬼は何も取れずに捨てられます。"),
    values=(False, True),
    value_labels=(Text("no", "いいえ"), Text("yes", "はい")),
    optional=True,
)
_MAKER = Prompt(
    "maker",
    PromptKind.CHOICE,
    Text("Who ended the round", "上がった人"),
    values=(0, 1, 2),
    value_labels=(Text("the dealer", "親"), Text("the 2nd player", "二番"), Text("the 3rd player", "三番")),
    optional=True,
)
_FIELD = Prompt(
    "field",
    PromptKind.CARDS,
    Text("Opening field (only for a misdeal)", "はじめの場札（配り直しのとき）"),
    Text(
        "Four cards of one number: the round is dealt again. Leave the piles empty.",
        "同じ数が4枚あれば配り直しです。取札は空のままにします。",
    ),
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
            Text("Captured", "取札"),
            Text(
                "Oni's leftover card may stay out: it is found by itself.",
                "鬼のために余った1枚は置かなくても分かります。",
            ),
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
