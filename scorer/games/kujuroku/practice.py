"""場の稽古: is an opening field dealt again, or does the dealer take something first? Here stand only fields to ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.discover import decks, kind_of
from scorer.rules.game import Game
from scorer.rules.practice import Practice, Solved, Task
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

_FIELD = 6


def _fields(game: Game, table: Table, pack: Sequence[str]) -> Iterator[Task]:
    """A field as dealt, and such with two, three and four cards of one number."""
    faces = decks()[kind_of(pack[0])].faces
    number = next(at for code in pack if (at := game.number_of(faces[code], table.options)))
    same = [code for code in pack if game.number_of(faces[code], table.options) == number]
    others = [code for code in pack if code not in same]
    for count in (None, 2, 3, 4):
        field = pack[:_FIELD] if count is None else (*same[:count], *others[: _FIELD - count])
        yield Task(tuple(sorted(field)), _ASK)


def _solve(game: Game, table: Table, task: Task) -> Solved:
    """By what the rules say of the field."""
    told = {"game": game.key, "options": dict(table.options), "seats": list(table.seats), "field": list(task.cards)}
    settled = game.settle(told)
    takes = any(reason.code == "dealer_takes" for reason in settled.reasons)
    right = _AGAIN if settled.outcome == "misdeal" else _TAKES if takes else _PLAY
    wrong = tuple(name for name in (_AGAIN, _TAKES, _PLAY) if name != right)
    return Solved(right, wrong, tuple(reason.text for reason in settled.reasons if reason.code != "next_dealer"))


_ASK = Text("Six cards lie on the opening field. What happens?", "はじめの場札六枚です。どうなりますか")
_AGAIN = Name("it is dealt again", "配り直す")
_TAKES = Name("the dealer takes cards first", "親がまず札を取る")
_PLAY = Name("play begins as it is", "そのまま始める")
FIELD = Practice("field", Text("The opening field", "はじめの場札"), _fields, _solve)
