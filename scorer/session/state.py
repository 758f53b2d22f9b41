"""The state of an evening between two events of its ledger."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorer.games import game
from scorer.rules.game import Game, Seating
from scorer.rules.options import OptionValue
from scorer.rules.pairs import people_in
from scorer.rules.prompts import Table
from scorer.rules.session_view import RoundEnd
from scorer.session.history import History, PlayedRound


@dataclass(frozen=True, slots=True)
class Purchase:
    """Stones (> 0) that a player took from the bank in the middle of a game.

    `event_number` is the number of its event, from 1. `dealer` is the name of the dealer before it. `ended`: the
    game was over before it because stones had run out.
    """

    event_number: int
    player: str
    stones: int
    dealer: str
    ended: bool
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The state of an evening.

    `players` is everybody who ever sat down, in counter-clockwise seat order. `stones`, `buy_ins` (what each brought
    into this game) and `dealer` go by that order. `event_count` is the number of events in the ledger so far.
    `opening_event` is the number of the event that opened this game, from 1, `last_event` that of its newest one:
    corrections of an earlier game are none of this game's. `past_games` are the evening's earlier games as they stand,
    each with the `event_count` of its end. `round_number` is the round about to be played, from 1. `pot` is the number
    of stones on the table from earlier rounds. `was_over`: the game had ended before the evening was closed. `away`
    names the players who have left. `redoable_events` are the numbers of the rounds and purchases undone that can
    still count again, the next one last. `purchases` are those of this game, undone or not, in the order of their
    events; they are part of `stones` and `buy_ins`.
    """

    game: str
    deck: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    stones: tuple[int, ...]
    dealer: int = 0
    event_count: int = 1
    opening_event: int = 1
    last_event: int = 1
    round_number: int = 1
    pot: int = 0
    over: bool = False
    closed: bool = False
    was_over: bool = False
    game_winners: tuple[int, ...] = ()
    away: frozenset[str] = frozenset()
    history: History = field(default_factory=History)
    redoable_events: tuple[int, ...] = ()
    buy_ins: tuple[int, ...] = ()
    past_games: tuple[Session, ...] = ()
    purchases: tuple[Purchase, ...] = ()

    @property
    def rules(self) -> Game:
        """The game being played."""
        return game(self.game)

    @property
    def seating(self) -> Seating:
        """The game's seating of the round about to be played."""
        return self.rules.seating(self)

    @property
    def seat_order(self) -> tuple[int, ...]:
        """The player in each seat of the round about to be played."""
        return self.seating.order

    @property
    def present(self) -> tuple[int, ...]:
        """The players who have not left."""
        return tuple(player for player, name in enumerate(self.players) if name not in self.away)

    @property
    def people(self) -> tuple[tuple[str, ...], ...]:
        """The people who play under each name of `players`: one, or the two of a pair."""
        return tuple(people_in(name, self.rules.people_per_seat) for name in self.players)

    def player_of(self, person: str) -> int | None:
        """The player that this person is, or plays in as one of a pair. None for anybody else."""
        found = (seat for seat, names in enumerate(self.people) if person in (self.players[seat], *names))
        return next(found, None)

    @property
    def is_playable(self) -> bool:
        """Whether a round can be played now: the game goes on and has as many players as it needs."""
        return not (self.over or self.closed) and len(self.seat_order) in self.rules.seats_for(self.options)

    @property
    def undoable_event(self) -> int | None:
        """The event number of the round, purchase or game just begun that can be undone. None when there is none."""
        if self.past_games and self.last_event == self.opening_event:
            return self.opening_event
        played = self.last_valid_round
        bought = next((purchase.event_number for purchase in reversed(self.purchases) if not purchase.undone), 0)
        return max(played.event_number if played else 0, bought) or None

    @property
    def last_valid_round(self) -> PlayedRound | None:
        """The last round of this game that counts. None before the first."""
        return next((played for played in reversed(self.history) if not played.undone), None)

    @property
    def are_rounds_played(self) -> bool:
        """Whether the game is over because all the agreed rounds were played, and not because stones ran out."""
        count = self.rules.agreed_round_count(self.options)
        return self.over and count is not None and self.round_number > count

    @property
    def has_bank(self) -> bool:
        """Whether stones are brought to the game. Otherwise it counts points, and there is nothing to take."""
        return any(self.buy_ins)

    @property
    def round_ends(self) -> Mapping[RoundEnd, int]:
        """How often the rounds of this game that count ended in each way."""
        return self.history.count_ends()

    @property
    def valid_round_count(self) -> int:
        """The number of rounds of this game that count."""
        return sum(len(summary.numbers) for summary in self.history.summaries())

    @property
    def valid_rounds(self) -> tuple[PlayedRound, ...]:
        """The rounds of this game that count."""
        return tuple(played for played in self.history if not played.undone)

    @property
    def games(self) -> tuple[Session, ...]:
        """Every game of the evening, this one last."""
        return (*self.past_games, self)

    def game_at(self, event_number: int) -> int:
        """The index in `games` of the game in which the event of that number happened. -1 for what is no number."""
        return bisect_right([game.opening_event for game in self.games], event_number) - 1

    def table(self) -> Table:
        """The table of the round about to be played, for `Game.prompts`, `Game.simulate_round`, `Table.build_round`."""
        round_count, seating = self.rules.agreed_round_count(self.options), self.seating
        return Table(
            seats=tuple(self.players[player] for player in seating.order),
            options=self.options,
            stones=tuple(self.stones[player] for player in seating.order),
            rounds_left=None if round_count is None else max(round_count - self.round_number + 1, 1),
            extra=seating.extra,
        )

    def stones_bought(self, player: str, before: int | None = None) -> int:
        """Stones that `player` took in this game, by purchases that count, before event `before` (None: until now)."""
        return sum(
            purchase.stones
            for purchase in self.purchases
            if purchase.player == player and not purchase.undone and (before is None or purchase.event_number < before)
        )

    def with_player_order(self, names: tuple[str, ...]) -> Session:
        """The session with the players in the order `names`. Deal, stones and wins go with the person."""
        old_indices = [self.players.index(name) for name in names]
        return replace(
            self,
            players=names,
            stones=tuple(self.stones[index] for index in old_indices),
            buy_ins=tuple(self.buy_ins[index] for index in old_indices),
            dealer=old_indices.index(self.dealer),
            game_winners=tuple(sorted(old_indices.index(winner) for winner in self.game_winners)),
        )
