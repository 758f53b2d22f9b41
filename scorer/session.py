"""一夜 ichiya: an evening as a pure fold over its ledger of events; the same ledger always gives the same evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce, singledispatch
from types import MappingProxyType
from typing import Any

from scorer.asks import Table
from scorer.discover import game
from scorer.errors import Refusal
from scorer.events import (
    Closed,
    Event,
    Joined,
    Left,
    Opened,
    Redone,
    Settled,
    Swapped,
    Undone,
    bad_event,
    event_from_json,
)
from scorer.game import Game, Seating
from scorer.history import History, Played
from scorer.options import Value
from scorer.results import most
from scorer.texts import Text

__all__ = [
    "Closed",
    "Event",
    "Joined",
    "Left",
    "Opened",
    "Played",
    "Redone",
    "Session",
    "Settled",
    "Swapped",
    "Undone",
    "after",
    "event_from_json",
    "replay",
]


@dataclass(frozen=True, slots=True)
class Session:
    """The state of an evening. `players`: everybody who ever sat down, in counter-clockwise seat order.

    `stones` and `dealer` go by that order. `events` counts the ledger so far. `round_number` is the round about to be
    played, from 1; `pot` lies on the table from earlier rounds; `away` have left; `redoable` are the rounds taken back
    that can still count again, the next one last.
    """

    game: str
    deck: str
    options: Mapping[str, Value]
    players: tuple[str, ...]
    stones: tuple[int, ...]
    dealer: int = 0
    events: int = 1
    round_number: int = 1
    pot: int = 0
    over: bool = False
    closed: bool = False
    game_winners: tuple[int, ...] = ()
    away: frozenset[str] = frozenset()
    history: History = field(default_factory=History)
    redoable: tuple[int, ...] = ()

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
    def undoable(self) -> int | None:
        """The number of the round that can be taken back, None when there is none."""
        return next((played.number for played in reversed(self.history) if not played.undone), None)

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


def replay(events: Iterable[Event]) -> Session:
    """The evening that the ledger tells, its first event opening it; `bad_event` for one that cannot follow."""
    ledger = iter(events)
    first = next(ledger, None)
    if not isinstance(first, Opened):
        raise bad_event("the ledger must begin by opening an evening", "帳面は開始の記録から始まるはずです")
    return reduce(after, ledger, _opened(first))


def after(session: Session, event: Event) -> Session:
    """The evening one event later; `bad_event` when the event cannot follow. A refused event changes nothing."""
    if session.closed:
        raise bad_event("the evening is closed", "この会はもう終わりました")
    return _dealt(_step(event, replace(session, events=session.events + 1)))


def _opened(event: Opened) -> Session:
    rules = game(event.game)
    names = event.players
    options = rules.agreed(rules.for_players(event.options, len(names)))
    if len(set(names)) != len(names) or not all(name.strip() for name in names):
        raise bad_event("every player needs a name of his own", "名前は一人ずつ違うものにしてください")
    if event.deck not in rules.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{rules.name.en} is not played with that deck", f"{rules.name.ja}にその札は使いません"),
        )
    stones = event.stones or (rules.start_stones(options),) * len(names)
    if len(names) not in rules.seats_for(options) or len(stones) != len(names) or event.dealer not in range(len(names)):
        raise Refusal(
            "bad_count", Text("players, stones and dealer do not fit together", "人数と持ち石と親が合いません")
        )
    return _dealt(Session(rules.key, event.deck, MappingProxyType(options), names, stones, event.dealer))


def _dealt(session: Session) -> Session:
    """With the deal at somebody who plays: from one who rests or has left it goes on to the right."""
    order, count = session.seat_order, len(session.players)
    if session.dealer in order or not order:
        return session
    turn = (at % count for at in range(session.dealer, session.dealer + count))
    return replace(session, dealer=next(at for at in turn if at in order))


@singledispatch
def _step(event: Event, session: Session) -> Session:
    """The evening with `event` counted, one function a kind of event."""
    del session
    raise bad_event(f"{event.kind} cannot follow", "この記録はここに来られません")


@_step.register
def _(event: Settled, session: Session) -> Session:
    if session.over:
        raise bad_event("the game is over: no round can follow", "終局のあとに局は続きません")
    played = Played(
        number=session.events,
        players=_seated(event, session),
        round=event.round,
        settlement=event.settlement,
        dealer=session.players[session.dealer],
        round_number=session.round_number,
        pot=session.pot,
    )
    return _counted(replace(session, history=session.history.added(played), redoable=()), played)


@_step.register
def _(event: Undone, session: Session) -> Session:
    if event.of != session.undoable:
        raise bad_event("only the last standing round can be undone", "取り消せるのは最後の局だけです")
    played = session.history.numbered(event.of)
    return replace(
        session,
        stones=_moved(session, played, -1),
        dealer=session.players.index(played.dealer),
        round_number=played.round_number,
        pot=played.pot,
        over=False,
        game_winners=(),
        history=session.history.marked(event.of, undone=True),
        redoable=(*session.redoable, event.of),
    )


@_step.register
def _(event: Redone, session: Session) -> Session:
    if session.redoable[-1:] != (event.of,):
        raise bad_event("only the round undone last can be redone", "やり直せるのは最後に取り消した局だけです")
    history = session.history.marked(event.of, undone=False)
    again = replace(session, history=history, redoable=session.redoable[:-1])
    return _counted(again, history.numbered(event.of))


@_step.register
def _(event: Joined, session: Session) -> Session:
    if event.player in session.away:
        at = session.players.index(event.player)
        stones = tuple(held + (event.stones if at == place else 0) for place, held in enumerate(session.stones))
        return replace(session, away=session.away - {event.player}, stones=stones)
    place = len(session.players) if event.place is None else event.place
    if event.player in session.players or not event.player.strip() or place not in range(len(session.players) + 1):
        raise bad_event("who joins needs a new name and a place at the table", "新しい人には別の名前と席が要ります")
    if len(session.present) >= session.rules.seats_for(session.options)[-1]:
        raise Refusal("bad_count", Text("the table is full", "席がいっぱいです"))
    return _ordered(
        replace(session, players=(*session.players, event.player), stones=(*session.stones, event.stones)),
        (*session.players[:place], event.player, *session.players[place:]),
    )


@_step.register
def _(event: Left, session: Session) -> Session:
    if event.player in session.away or event.player not in session.players:
        raise bad_event("only somebody at the table can leave it", "席にいない人は抜けられません")
    return replace(session, away=session.away | {event.player})


@_step.register
def _(event: Swapped, session: Session) -> Session:
    if event.one not in session.players or event.other not in session.players:
        raise bad_event("only players at the table change seats", "席にいない人とは替われません")
    other = {event.one: event.other, event.other: event.one}
    return _ordered(session, tuple(other.get(name, name) for name in session.players))


@_step.register
def _(event: Closed, session: Session) -> Session:
    del event
    return replace(session, over=True, closed=True, game_winners=session.game_winners or most(session.stones))


def _ordered(session: Session, names: tuple[str, ...]) -> Session:
    """With the players in the order `names`; deal, stones and wins go with the person."""
    was = [session.players.index(name) for name in names]
    return replace(
        session,
        players=names,
        stones=tuple(session.stones[at] for at in was),
        dealer=was.index(session.dealer),
        game_winners=tuple(sorted(was.index(at) for at in session.game_winners)),
    )


def _seated(event: Settled, session: Session) -> tuple[str, ...]:
    """Who sat in the settled round's seats; `bad_event` unless round and settlement fit the players."""
    names: Any = event.round.get("seats")
    settled = event.settlement
    seats = range(len(names) if isinstance(names, list) else 0)
    wide = range(-(10**15), 10**15)
    if not (
        seats
        and all(name in session.players for name in names)
        and len(set(names)) == len(seats)
        and _whole_numbers(settled.get("net"), wide, len(seats))
        and _whole_numbers(settled.get("game_winners", []), seats)
        and _whole_numbers([settled.get("carried", 0)], wide)
        and _whole_numbers([settled.get("next_dealer") or 0], seats)
    ):
        raise bad_event("the settled round does not fit the players", "この局の記録は席の人と合いません")
    return tuple(names)


def _whole_numbers(given: Any, within: range, count: int | None = None) -> bool:
    """Whether `given` is a list of `count` (None: any number of) whole numbers `within` bounds."""
    return (
        isinstance(given, list)
        and count in {None, len(given)}
        and all(type(each) is int and each in within for each in given)
    )


def _counted(session: Session, played: Played) -> Session:
    """With `played` counted: balances, dealer, pot, round number, end of the game."""
    settled = played.settlement
    at = [session.players.index(name) for name in played.players]
    dealer = settled.get("next_dealer")
    counted = replace(
        session,
        stones=_moved(session, played, 1),
        dealer=session.dealer if dealer is None else at[dealer],
        pot=settled.get("carried", 0),
        round_number=session.round_number + (settled.get("outcome") not in session.rules.again),
        over=settled.get("over") is True,
        game_winners=tuple(sorted(at[seat] for seat in settled.get("game_winners", ()))),
    )
    if counted.over or len(counted.seat_order) >= session.rules.seats_for(session.options)[0]:
        return counted
    return replace(counted, over=True, game_winners=most(counted.stones))


def _moved(session: Session, played: Played, sign: int) -> tuple[int, ...]:
    """The balances with the stones of `played` moved, or moved back."""
    change = dict(zip(played.players, played.settlement["net"], strict=True))
    return tuple(held + sign * change.get(name, 0) for name, held in zip(session.players, session.stones, strict=True))
