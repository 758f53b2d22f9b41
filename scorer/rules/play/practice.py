"""Tasks of the drills that only one game has, and their solutions.

They are separate so that a test can give the same task to the rules again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from scorer.rules import text
from scorer.rules.odds import Odds
from scorer.rules.play.moves import Move, Step
from scorer.rules.prompts import Table
from scorer.texts import Name, Text

if TYPE_CHECKING:
    from scorer.rules.play.playout import Decision, Playout


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


REST = PracticeChoice("rest", text("let_the_table_play"))
"""The choice by which the learner has the rest of a long round played by the table."""


@dataclass(frozen=True, slots=True)
class PracticeQuestion:
    """What the learner is asked at a decision: the question, notes before it, and the odds."""

    question: Text
    notes: tuple[Text, ...] = ()
    odds: Odds | None = None


class Narrator(Protocol):
    """What a learner is told of a round in which one player is the learner. Pure functions of positions and steps.

    `player`: the learner, as the hands of `Playable.deal` are numbered. `can_rest`: the learner may have the rest of
    the round played by the table. `may_call`: the learner may be asked to say something, though not in every round.
    """

    player: int
    can_rest: bool = False
    may_call: bool = True

    def seat(self, position: Any) -> int:
        """The learner's seat, as `settle` counts seats. Default: the player's number."""
        del position
        return self.player

    def table(self, table: Table) -> Table:
        """The table of the round: where a house rule leaves nothing to practise, another one. Default: as it is."""
        return table

    def choices(self, decision: Decision) -> tuple[Move, ...]:
        """What is offered of what may be done. Default: everything."""
        return decision.moves

    def opening(self, position: Any) -> tuple[Text, ...]:
        """What is said before the first decision, and stays."""

    def narrate(self, step: Step) -> tuple[Text, ...]:
        """What is said of one move; () for one that speaks for itself."""

    def ask(self, decision: Decision) -> PracticeQuestion:
        """The question at one of the learner's decisions."""

    def label(self, decision: Decision, move: Move) -> Text:
        """What one of the moves is called as a choice."""

    def piles(self, position: Any) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        """What lies open beside the learner's hand, with its label."""

    def hand(self, decision: Decision) -> tuple[str, ...]:
        """The learner's cards in the order in which they are shown. Default: as they are held."""
        return decision.hand

    def ending(self, playout: Playout, table: Table) -> tuple[tuple[Text, ...], Text, tuple[str, ...]]:
        """At the end: the last lines, what stands in place of a question, and the cards the learner is left with."""


def choice_key(move: Move) -> str:
    """The key by which a learner chooses a move: what is said, else the card.

    >>> choice_key(Move("laid", 1, "KD", ("hand", 1), ("middle", None)))
    'KD'
    """
    return move.call or move.card or move.event
