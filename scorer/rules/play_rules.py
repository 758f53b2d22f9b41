"""What a game declares so that its rounds can be followed: places, moves, and how a round ends."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorer.rules.prompts import Table
from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player does with one card, in the game's terms.

    `event`: "laid", "turned", "taken", "moved" or "retracted". `seat`: who does it, None where nobody can tell.
    `card`: its code, None face down. `source` and `target`: places, a kind with the seat it belongs to, such as
    ("hand", 2), ("middle", None), ("pile", None), ("open", 1), ("captures", 0).
    """

    event: str
    seat: int | None
    card: str | None
    source: tuple[str, int | None]
    target: tuple[str, int | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A move judged: the position after it, and what is wrong with it by the rules, None if nothing is.

    A move that breaks a rule (a revoke, a card out of turn) stands, marked with `fault`, because the table let it stand.
    """

    position: Any
    fault: Text | None = None


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a position amounts to: the round as `settle` takes it as far as it is known, and what is still to be told.

    `asks`: pairs of a path in the round (as in `scorer.rules.prompts`) and the question in words.
    """

    round: Mapping[str, Any]
    asks: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a round that was played for a film: the move, and where its card lies then.

    `zone`: the seat in whose zone the card comes to lie, None for the middle. `face_up`: how it lies. `card`: the code
    of the physical card, also when it lies face down. `is_gone`: it is taken off the table (into a hand or a heap of captured
    cards off the picture).
    """

    move: Move
    card: str
    zone: int | None
    face_up: bool = True
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A whole round played at random within the rules: its steps in order and the round as `settle` takes it."""

    steps: tuple[ScriptStep, ...]
    round: Mapping[str, Any]


class PlayRules(Protocol):
    """The play of one game, as data and pure functions over positions of its own. No pixels, no clock."""

    def begin(self, table: Table, deck: str) -> Any:
        """The position when the first card may be laid."""

    def judge(self, position: Any, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""

    def turn(self, position: Any) -> int | None:
        """The seat whose turn it is, None where anybody may move or the round is over."""

    def is_over(self, position: Any) -> bool:
        """Whether the round is finished."""

    def conclude(self, position: Any) -> Conclusion:
        """The round that the position amounts to, and what must still be told."""

    def play_round(self, table: Table, deck: str, rng: random.Random) -> PlayedRound:
        """A round played at random within the rules, for films and tests."""
