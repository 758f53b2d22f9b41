"""課題 kadai: the questions only one game asks, as its own file says them: what is put, and what the rules answer.

The two halves are apart so that a test can put the same task to the rules again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorer.texts import Name, Text

if TYPE_CHECKING:
    from scorer.rules.game import Game
    from scorer.rules.prompts import Table


@dataclass(frozen=True, slots=True)
class Task:
    """問題 mondai: cards to look at and what is asked of them. `told`: what else the rules must know."""

    cards: tuple[str, ...]
    ask: Text
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solved:
    """答え kotae: the right answer, wrong ones (nearest first; a few are shown), and why, line by line."""

    right: Name
    wrong: tuple[Name, ...]
    why: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Practice:
    """稽古 keiko: one kind of question of one game, for `Game.practice`.

    `key` is its own among all drills of the game. `tasks` puts questions from a shuffled pack to a table about to
    play, none where the house rules leave nothing to ask. `solve` asks the rules, under the table's house rules.
    """

    key: str
    label: Text
    tasks: Callable[[Game, Table, Sequence[str]], Iterator[Task]]
    solve: Callable[[Game, Table, Task], Solved]
