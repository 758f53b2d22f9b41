"""Tasks of the drills that only one game has, and their solutions.

They are separate so that a test can give the same task to the rules again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.odds import Odds
from scorer.texts import Name, Text


@dataclass(frozen=True, slots=True)
class Task:
    """Cards to look at and the question about them. `context` is what else the rules must know.

    `rows` are further cards to look at, such as those on the field, each row with its label.
    """

    cards: tuple[str, ...]
    question: Text
    context: Mapping[str, Any] = field(default_factory=dict)
    rows: tuple[tuple[Text, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """The right answer, wrong ones (nearest first, of which a few are shown) and the explanation, line by line."""

    right: Name
    wrong: tuple[Name, ...]
    explanation: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """One thing the learner may do now: its key, its wording and, where it is a card to play, that card."""

    key: str
    label: Text
    card: str = ""


@dataclass(frozen=True, slots=True)
class PracticeRound:
    """A round against the table's own hands, as far as the learner has played it.

    `seat` is the learner's, as `settle` counts seats; of a pair it is the pair's. `hand` are the learner's cards,
    `piles` what else lies open, with its label. `lines` tell what has happened, oldest first; of a long round only the
    latest turns. `choices` is empty at the end; `finished` is then the round as `settle` takes it.
    """

    hand: tuple[str, ...]
    piles: tuple[tuple[Text, tuple[str, ...]], ...]
    lines: tuple[Text, ...]
    question: Text
    choices: tuple[PracticeChoice, ...] = ()
    odds: Odds | None = None
    finished: Mapping[str, Any] | None = None
    seat: int = 1


REST = PracticeChoice("rest", Text("Let the table play the rest", "残りは任せる"))
"""The choice by which the learner has the rest of a long round played by the table."""
