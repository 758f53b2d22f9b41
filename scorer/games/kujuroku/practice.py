"""Drill on opening fields: deal again, dealer first, or play on?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.decks import decks, kind_of
from scorer.rules.game import Game, Practice
from scorer.rules.practice import Solution, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_FIELD_SIZE = 6
"""Cards on an opening field (kujuroku 3.2)."""


def _field_tasks(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A field as dealt, and fields with two, three and four cards of one number."""
    faces = decks()[kind_of(pack[0])].faces
    number = next(rank for code in pack if (rank := game.number_of(faces[code], table.options)))
    same_number = [code for code in pack if game.number_of(faces[code], table.options) == number]
    others = [code for code in pack if code not in same_number]
    for count in (None, 2, 3, 4):
        field = pack[:_FIELD_SIZE] if count is None else (*same_number[:count], *others[: _FIELD_SIZE - count])
        yield Task(tuple(sorted(field)), _QUESTION)


def _solve(game: Game, table: Table, task: Task) -> Solution:
    """The rules' answer on the field."""
    round_ = {"game": game.key, "options": dict(table.options), "seats": list(table.seats), "field": list(task.cards)}
    settlement = game.settle(round_)
    dealer_takes = any(reason.code == "dealer_takes" for reason in settlement.reasons)
    right = _MISDEAL if settlement.outcome == "misdeal" else _DEALER_TAKES if dealer_takes else _PLAY_ON
    wrong = tuple(name for name in (_MISDEAL, _DEALER_TAKES, _PLAY_ON) if name != right)
    return Solution(right, wrong, tuple(reason.text for reason in settlement.reasons if reason.code != "next_dealer"))


_QUESTION = Text("Six cards lie on the opening field. What happens?", "はじめの場札六枚です。どうなりますか")
_MISDEAL = Name("it is dealt again", "配り直す")
_DEALER_TAKES = Name("the dealer takes cards first", "親がまず札を取る")
_PLAY_ON = Name("play begins as it is", "そのまま始める")
FIELD_PRACTICE = Practice("field", Text("The opening field", "はじめの場札"), _field_tasks, _solve)
