"""今 ima: the state of an evening between two entries of its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.discover import game
from scorer.rules.game import Game, Seating
from scorer.rules.options import Value
from scorer.rules.prompts import Table
from scorer.session.history import History, Played


@dataclass(frozen=True, slots=True)
class Session:
    """The state of an evening. `players`: everybody who ever sat down, in counter-clockwise seat order.

    `stones`, `brought` (what each brought into this game) and `dealer` go by that order. `events` counts the ledger so
    far, `began` is the event that opened this game, `past` are the evening's earlier games as they stood at their end.
    `round_number` is the round about to be played, from 1; `pot` lies on the table from earlier rounds; `away` have
    left; `redoable` are the rounds taken back that can still count again, the next one last.
    """

    game: str
    deck: str
    options: Mapping[str, Value]
    players: tuple[str, ...]
    stones: tuple[int, ...]
    dealer: int = 0
    events: int = 1
    began: int = 1
    round_number: int = 1
    pot: int = 0
    over: bool = False
    closed: bool = False
    game_winners: tuple[int, ...] = ()
    away: frozenset[str] = frozenset()
    history: History = field(default_factory=History)
    redoable: tuple[int, ...] = ()
    brought: tuple[int, ...] = ()
    past: tuple[Session, ...] = ()

    @property
    def rules(self) -> Game:
        """The game being played."""
        return game(self.game)

    @property
    def seating(self) -> Seating:
        """Who sits where in the round about to be played, as the game has it."""
        return self.rules.seating(self)

    @property
    def seat_order(self) -> tuple[int, ...]:
        """The player in each seat of the round about to be played."""
        return self.seating.order

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left."""
        return tuple(at for at, name in enumerate(self.players) if name not in self.away)

    @property
    def playable(self) -> bool:
        """Whether a round can be played now: the game goes on and as many sit there as it needs."""
        return not (self.over or self.closed) and len(self.seat_order) in self.rules.seats_for(self.options)

    @property
    def undoable(self) -> int | None:
        """The number of the round, or of the game just begun, that can be taken back; None when there is none."""
        if self.past and self.events == self.began:
            return self.began
        return next((played.number for played in reversed(self.history) if not played.undone), None)

    @property
    def standing(self) -> tuple[Played, ...]:
        """The rounds of this game that count."""
        return tuple(played for played in self.history if not played.undone)

    @property
    def games(self) -> tuple[Session, ...]:
        """Every game of the evening, this one last."""
        return (*self.past, self)

    def table(self) -> Table:
        """The table of the round about to be played, for `Game.asks`, `Game.play_out` and `Table.round`."""
        agreed, seating = self.rules.rounds_agreed(self.options), self.seating
        return Table(
            seats=tuple(self.players[at] for at in seating.order),
            options=self.options,
            stones=tuple(self.stones[at] for at in seating.order),
            rounds_left=None if agreed is None else max(agreed - self.round_number + 1, 1),
            extra=seating.extra,
        )
