"""Drill on payments: how many stones do the winners get?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.games.kakeya.texts import name, text
from scorer.rules.game import Game, Practice
from scorer.rules.play.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name

_MAX_STONES_PAID = 4
"""The most stones that any payment table pays for a deal, and so the largest wrong answer."""


def _deal_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """Four deals of one pack, each begun at another quarter: other trumps, other winners, other payments."""
    for start in range(0, 52, 13):
        round_ = game.simulate_round([*pack[start:], *pack[:start]], table)
        # Without balances the losers always pay in full.
        yield _deal_task(game, {key: value for key, value in round_.items() if key != "stones"})


def _deal_task(game: Game, round_: dict[str, Any]) -> Task:
    """A deal asked from the side of its winners."""
    winner = round_["active"].index(game.settle(round_).winners[0])
    trump, aces = SUIT_NAMES[round_["trump"]], tuple(map(format_card, round_["aces"][winner]))
    question = text("stones_question", trump=trump, aces=aces) if aces else text("stones_without_ace", trump=trump)
    return Task(tuple(round_["captured"][winner]), question, {"round": round_})


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """The payment by the table in force."""
    del table
    settlement = game.settle(task.context["round"])
    (payment,) = settlement.transfers
    wrong = tuple(_stones_name(count) for count in range(1, _MAX_STONES_PAID + 1) if count != payment.stones)
    return Solution(_stones_name(payment.stones), wrong, tuple(reason.text for reason in settlement.reasons[:2]))


def _stones_name(count: int) -> Name:
    return name("stones", count=count)


STONES_PRACTICE = Practice("stones", text("practice.stones"), _deal_tasks, _solve)
