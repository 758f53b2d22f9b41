"""What the page needs of a decoder, and the rules' own decoder behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorer.following import decoder
from scorer.following.decoder import Followed
from scorer.following.sighting import Rest
from scorer.rules.game import Game
from scorer.rules.prompts import Table
from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class FollowedMove:
    """One line of what happened: seconds of the round, the event, the seat and the card where they are known.

    `event`: "laid", "turned", "taken", "moved", "retracted", "lost" or "found". `fault`: what is wrong with it by the
    rules, or where table and record disagree.
    """

    time_s: float
    event: str
    seat: int | None = None
    card: str | None = None
    fault: Text | None = None


@dataclass(frozen=True, slots=True)
class FollowedState:
    """What is known after the last rest.

    `round`: as `settle` takes it, as far as it is known. `asks`: path and question of what must still be told. `turn`:
    whose turn it is. `hints`: what that seat may do. `is_over`: no card can be laid any more. `may_end`: it is over if
    nothing more happens. `is_sure`: nothing speaks for another round. `lost`: where table and record disagree, None
    while they agree. `moves`: all that happened, oldest first, as it is understood now.
    """

    round: Mapping[str, Any]
    moves: tuple[FollowedMove, ...] = ()
    asks: tuple[tuple[str, Text], ...] = ()
    turn: int | None = None
    hints: tuple[Text, ...] = ()
    is_over: bool = False
    may_end: bool = False
    is_sure: bool = False
    lost: Text | None = None


class Decoder(Protocol):
    """Turns rests into a round. Its states are immutable: an earlier one may be gone on from again."""

    def begin(self, game: Game, table: Table, deck: str) -> Any:
        """The state when no card lies yet."""

    def follow(self, state: Any, rest: Rest) -> Any:
        """The state after a rest."""

    def describe(self, state: Any) -> FollowedState:
        """What the state amounts to."""


class RulesDecoder:
    """Follows every game that declares its play."""

    def begin(self, game: Game, table: Table, deck: str) -> Any:
        """The state when no card lies yet. Raises `bad_option` for a game without play rules."""
        return decoder.begin(game, table, deck)

    def follow(self, state: Any, rest: Rest) -> Any:
        """The state after a rest."""
        return decoder.follow(state, rest)[0]

    def describe(self, state: Followed) -> FollowedState:
        """What the state amounts to."""
        outcome = decoder.conclude(state)
        moves = tuple(
            FollowedMove(event.time_s, event.event, event.seat, event.card, event.note) for event in state.history
        )
        return FollowedState(
            outcome.round,
            moves,
            outcome.asks,
            state.turn,
            state.hints,
            state.is_over,
            state.may_end,
            outcome.sure,
            state.trouble,
        )
