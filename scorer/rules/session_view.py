"""What a game may know of the evening when it seats the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scorer.rules.options import OptionValue


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in the next round.

    `order` holds the index of the player in each seat, dealer first. `extra` goes into the round as it is. It is what a
    game carries from round to round beyond balances and dealer.
    """

    order: tuple[int, ...]
    extra: Mapping[str, Any]


class PastRound(Protocol):
    """One settled round of the evening, undone or not. `round` and `settlement` are as in the machine interfaces."""

    @property
    def players(self) -> tuple[str, ...]:
        """The player in each seat."""

    @property
    def round(self) -> Mapping[str, Any]:
        """The round as it was entered."""

    @property
    def settlement(self) -> Mapping[str, Any]:
        """The settlement of the round."""

    @property
    def undone(self) -> bool:
        """Whether the round no longer counts."""


class RoundEnd(NamedTuple):
    """How a round ended: its outcome, the seat of the next dealer if it names one, and the seats that won."""

    outcome: str | None
    next_dealer: int | None
    winners: tuple[int, ...]


class SessionView(Protocol):
    """The evening as a game sees it, implemented by `scorer.session.state.Session`. Players go by their index."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who ever sat down, in counter-clockwise seat order."""

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left."""

    @property
    def dealer(self) -> int:
        """The player who deals the next round."""

    @property
    def stones(self) -> tuple[int, ...]:
        """The balance of each player."""

    @property
    def pot(self) -> int:
        """Stones on the table from earlier rounds."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options in force."""

    @property
    def history(self) -> Sequence[PastRound]:
        """Every earlier round of this game, oldest first."""

    @property
    def round_ends(self) -> Mapping[RoundEnd, int]:
        """How often the rounds of this game that count ended in each way. It costs the same however many there were."""
