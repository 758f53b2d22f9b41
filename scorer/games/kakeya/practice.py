"""払いの稽古: how many stones do the winners get? The rules say; here stand only deals to ask about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.rules.game import Game, Practice
from scorer.rules.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_MAX_STONES_PAID = 4


def _deal_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """The deal of a pack begun by each of the four: other trumps, other winners, other payments."""
    for turn in range(0, 52, 13):
        played = game.simulate_round([*pack[turn:], *pack[:turn]], table)
        # That the losers may have too few stones is left out.
        yield _deal_task(game, {key: told for key, told in played.items() if key != "stones"})


def _deal_task(game: Game, round_: dict[str, Any]) -> Task:
    """A deal seen from the side that has won it."""
    winner = round_["active"].index(game.settle(round_).winners[0])
    name, aces = SUIT_NAMES[round_["trump"]], " ".join(map(format_card, round_["aces"][winner]))
    dealt = f"配られたエースは{aces}です" if aces else "エースは一枚も配られませんでした"
    ask = Text(
        f"Trumps are {name.en}. The winners took these picture cards and were dealt {aces or 'no ace'}: "
        "how many stones do they get?",
        f"切り札は{name.ja}です。勝った組が取った絵札はこれで、{dealt}。何個もらえますか",
    )
    return Task(tuple(round_["captured"][winner]), ask, {"round": round_})


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """By the payment table in force."""
    del table
    settled = game.settle(task.context["round"])
    (paid,) = settled.transfers
    wrong = tuple(_stones_name(count) for count in range(1, _MAX_STONES_PAID + 1) if count != paid.stones)
    return Solution(_stones_name(paid.stones), wrong, tuple(reason.text for reason in settled.reasons[:2]))


def _stones_name(count: int) -> Name:
    return Name(str(count), f"{count}個")


STONES_PRACTICE = Practice("stones", Text("What is paid", "何個の払いか"), _deal_tasks, _solve)
