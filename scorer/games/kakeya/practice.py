"""払いの稽古: how many stones do the winners get? The rules say; here stand only deals to ask about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.families.egara.deal import SUIT_NAMES, glyph
from scorer.rules.game import Game
from scorer.rules.practice import Practice, Solved, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_MOST = 4


def _deals(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """The deal of a pack begun by each of the four: other trumps, other winners, other payments."""
    for turn in range(0, 52, 13):
        played = game.play_out([*pack[turn:], *pack[:turn]], table)
        # That the losers may have too few stones is left out.
        yield _asked(game, {key: told for key, told in played.items() if key != "stones"})


def _asked(game: Game, played: dict[str, Any]) -> Task:
    """A deal seen from the side that has won it."""
    winner = played["active"].index(game.settle(played).winners[0])
    name, aces = SUIT_NAMES[played["trump"]], " ".join(map(glyph, played["aces"][winner]))
    dealt = f"配られたエースは{aces}です" if aces else "エースは一枚も配られませんでした"
    ask = Text(
        f"Trumps are {name.en}. The winners took these picture cards and were dealt {aces or 'no ace'}: "
        "how many stones do they get?",
        f"切り札は{name.ja}です。勝った組が取った絵札はこれで、{dealt}。何個もらえますか",
    )
    return Task(tuple(played["captured"][winner]), ask, {"round": played})


def _solve(game: Game, table: Table, task: Task) -> Solved:
    """By the payment table in force."""
    del table
    settled = game.settle(task.told["round"])
    (paid,) = settled.transfers
    wrong = tuple(_stones(count) for count in range(1, _MOST + 1) if count != paid.stones)
    return Solved(_stones(paid.stones), wrong, tuple(reason.text for reason in settled.reasons[:2]))


def _stones(count: int) -> Name:
    return Name(str(count), f"{count}個")


STONES = Practice("stones", Text("What is paid", "何個の払いか"), _deals, _solve)
