"""九十六の問い: what the table must tell before a round of Kujuroku can be settled."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.prompts import Ask, AskKind, Table
from scorer.texts import Text

_ENDED = Ask(
    "ended_by",
    AskKind.CHOICE,
    Text("How the round ended", "局の終わり方"),
    values=("empty", "yaku"),
    says=(Text("the hands were empty", "手札が尽きた"), Text("by a dekiyaku", "出来役で上がり")),
    default="empty",
)
_TOOK = Ask(
    "oni.took",
    AskKind.CHOICE,
    Text("What Oni took", "鬼で取った数"),
    Text("The number of the card; leave it out if Oni took none.", "鬼で取った札の数。取っていなければそのままに。"),
    values=tuple(range(1, 11)),
    says=tuple(Text(f"a {number}", f"{number}") for number in range(1, 11)),
    optional=True,
)
_LEFT = Ask(
    "oni.left_play",
    AskKind.CHOICE,
    Text("Was Oni thrown away?", "鬼は捨てられましたか"),
    Text("On an empty field Oni captures nothing and leaves the game.", "場が空のとき、鬼は何も取れずに捨てられます。"),
    values=(False, True),
    says=(Text("no", "いいえ"), Text("yes", "はい")),
    optional=True,
)
_MAKER = Ask(
    "maker",
    AskKind.CHOICE,
    Text("Who ended the round", "上がった人"),
    values=(0, 1, 2),
    says=(Text("the dealer", "親"), Text("the 2nd player", "二番"), Text("the 3rd player", "三番")),
    optional=True,
)
_FIELD = Ask(
    "field",
    AskKind.CARDS,
    Text("Opening field (only for a misdeal)", "はじめの場札（配り直しのとき）"),
    Text(
        "Four cards of one number: the round is dealt again. Leave the piles empty.",
        "同じ数が4枚あれば配り直しです。取札は空のままにします。",
    ),
    least=6,
    most=6,
    optional=True,
)


def asks(table: Table) -> tuple[Ask, ...]:
    """What the table must tell: how it ended, three piles, what became of Oni."""
    piles = tuple(
        Ask(
            f"piles.{seat}",
            AskKind.CARDS,
            Text("Captured", "取札"),
            Text(
                "Oni's leftover card may stay out: it is found by itself.",
                "鬼のために余った1枚は置かなくても分かります。",
            ),
            seat=seat,
            most=42,
        )
        for seat in range(3)
    )
    ended: tuple[Ask, ...]
    if table.options.get("yaku_mode") == "settle_at_end":
        ended = (replace(_ENDED, values=_ENDED.values[:1], says=_ENDED.says[:1]),)
    else:
        ended = (_ENDED, _MAKER) if table.options.get("yaku_check") == "may_continue" else (_ENDED,)
    return (*ended, *piles, _TOOK, _LEFT, _FIELD)
