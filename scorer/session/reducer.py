"""一夜 ichiya: an evening as a pure fold over its ledger of events; the same ledger always gives the same evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce, singledispatch
from operator import add
from types import MappingProxyType

from scorer.discover import game
from scorer.errors import Refusal
from scorer.rules.results import most
from scorer.session.events import (
    Began,
    Closed,
    Edited,
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
from scorer.session.fits import seated
from scorer.session.history import Played
from scorer.session.state import Session
from scorer.texts import Text

__all__ = [
    "Began",
    "Closed",
    "Edited",
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


def replay(events: Iterable[Event]) -> Session:
    """The evening that the ledger tells, its first event opening it; `bad_event` for one that cannot follow."""
    ledger = iter(events)
    first = next(ledger, None)
    if not isinstance(first, Opened) or isinstance(first, Began):
        raise bad_event("the ledger must begin by opening an evening", "帳面は開始の記録から始まるはずです")
    return reduce(after, ledger, opened(first))


def opened(event: Opened) -> Session:
    """A game about to play its first round, by the event that opens it."""
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
    return _dealt(
        Session(rules.key, event.deck, MappingProxyType(options), names, stones, event.dealer, brought=stones)
    )


def after(session: Session, event: Event) -> Session:
    """The evening one event later; `bad_event` when the event cannot follow. A refused event changes nothing."""
    if session.closed:
        raise bad_event("the evening is closed", "この会はもう終わりました")
    return _dealt(_step(event, replace(session, events=session.events + 1)))


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
def _(event: Began, session: Session) -> Session:
    past = (*session.past, replace(session, events=session.events - 1, past=()))
    return replace(opened(event), events=session.events, began=session.events, past=past)


@_step.register
def _(event: Settled, session: Session) -> Session:
    if session.over:
        raise bad_event("the game is over: no round can follow", "終局のあとに局は続きません")
    played = Played(
        number=session.events,
        players=seated(event.round, event.settlement, session),
        round=event.round,
        settlement=event.settlement,
        dealer=session.players[session.dealer],
        round_number=session.round_number,
        pot=session.pot,
    )
    return _counted(replace(session, history=session.history.added(played), redoable=()), played)


@_step.register
def _(event: Undone, session: Session) -> Session:
    if event.of != replace(session, events=session.events - 1).undoable:
        raise bad_event("only the last standing round can be undone", "取り消せるのは最後の局だけです")
    if event.of == session.began:
        return replace(session.past[-1], past=session.past[:-1], events=session.events)
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
def _(event: Edited, session: Session) -> Session:
    was = tuple(played for played in session.standing if played.number >= event.of)
    told = event.rounds
    if not was or was[0].number != event.of or [one.get("of") for one in told] != [played.number for played in was]:
        raise bad_event("an edit tells a standing round and every later one", "直せるのは残っている局とその後の局です")
    now = replace(session, round_number=was[0].round_number, pot=was[0].pot, redoable=())
    for played in was:
        now = replace(now, stones=_moved(now, played, -1))
    fresh: dict[int, Played] = {}
    for played, one in zip(was, told, strict=True):
        round_, settlement = one.get("round"), one.get("settlement")
        if not (isinstance(round_, dict) and isinstance(settlement, dict)):
            raise bad_event("an edit tells rounds and settlements", "局の記録の書き方が違います")
        if seated(round_, settlement, now) != played.players or (settlement.get("over") is True) > (played is was[-1]):
            raise bad_event("the edited round does not fit the evening", "直した局が前後の局と合いません")
        again = played.again(round_, settlement, now.round_number, now.pot, session.events)
        fresh[played.number] = again
        now = _moved_on(now, again)
    last, before = fresh[was[-1].number], was[-1].settlement.get("next_dealer")
    deals = last.settlement.get("next_dealer")
    # Who deals now is as it was, unless the last round now says somebody else.
    dealer = (
        session.dealer
        if deals == before
        else session.players.index(last.dealer if deals is None else last.players[deals])
    )
    return _ended(replace(now, dealer=dealer, history=session.history.changed(fresh)))


@_step.register
def _(event: Joined, session: Session) -> Session:
    if len(session.present) >= session.rules.seats_for(session.options)[-1]:
        raise Refusal("bad_count", Text("the table is full", "席がいっぱいです"))
    if event.player in session.away:
        more = [event.stones if name == event.player else 0 for name in session.players]
        return replace(
            session,
            away=session.away - {event.player},
            stones=tuple(map(add, session.stones, more)),
            brought=tuple(map(add, session.brought, more)),
        )
    place = len(session.players) if event.place is None else event.place
    if event.player in session.players or not event.player.strip() or place not in range(len(session.players) + 1):
        raise bad_event("who joins needs a new name and a place at the table", "新しい人には別の名前と席が要ります")
    return _ordered(
        replace(
            session,
            players=(*session.players, event.player),
            stones=(*session.stones, event.stones),
            brought=(*session.brought, event.stones),
        ),
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
        brought=tuple(session.brought[at] for at in was),
        dealer=was.index(session.dealer),
        game_winners=tuple(sorted(was.index(at) for at in session.game_winners)),
    )


def _counted(session: Session, played: Played) -> Session:
    """With `played` counted: balances, dealer, pot, round number, end of the game."""
    dealer = played.settlement.get("next_dealer")
    deals = session.dealer if dealer is None else session.players.index(played.players[dealer])
    return _ended(replace(_moved_on(session, played), dealer=deals))


def _moved_on(session: Session, played: Played) -> Session:
    """One round later, but for who deals and whether enough are left to play."""
    settled = played.settlement
    at = [session.players.index(name) for name in played.players]
    return replace(
        session,
        stones=_moved(session, played, 1),
        pot=settled.get("carried", 0),
        round_number=session.round_number + (settled.get("outcome") not in session.rules.again),
        over=settled.get("over") is True,
        game_winners=tuple(sorted(at[seat] for seat in settled.get("game_winners", ()))),
    )


def _ended(session: Session) -> Session:
    """With the game over when fewer are left than it needs."""
    if session.over or len(session.seat_order) >= session.rules.seats_for(session.options)[0]:
        return session
    return replace(session, over=True, game_winners=most(session.stones))


def _moved(session: Session, played: Played, sign: int) -> tuple[int, ...]:
    """The balances with the stones of `played` moved, or moved back."""
    change = dict(zip(played.players, played.settlement["net"], strict=True))
    return tuple(held + sign * change.get(name, 0) for name, held in zip(session.players, session.stones, strict=True))
