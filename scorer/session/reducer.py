"""一夜 ichiya: an evening as a pure fold over its ledger of events; the same ledger always gives the same evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce, singledispatch
from operator import add
from types import MappingProxyType
from typing import Any

from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.results import richest_seats
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    Event,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    SeatsSwapped,
    bad_event,
)
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from scorer.texts import Text


def replay(events: Iterable[Event]) -> Session:
    """The evening that the ledger tells, its first event opening it; `bad_event` for one that cannot follow."""
    ledger = iter(events)
    first = next(ledger, None)
    if not isinstance(first, EveningOpened) or isinstance(first, GameBegun):
        raise bad_event("the ledger must begin by opening an evening", "帳面は開始の記録から始まるはずです")
    return reduce(apply, ledger, start_game(first))


def start_game(event: EveningOpened) -> Session:
    """A game about to play its first round, by the event that opens it."""
    rules = game(event.game)
    names = event.players
    options = rules.resolve_options(rules.options_for_players(event.options, len(names)))
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
    return _with_active_dealer(
        Session(rules.key, event.deck, MappingProxyType(options), names, stones, event.dealer, buy_ins=stones)
    )


def apply(session: Session, event: Event) -> Session:
    """The evening one event later; `bad_event` when the event cannot follow. A refused event changes nothing."""
    if session.closed:
        raise bad_event("the evening is closed", "この会はもう終わりました")
    return _with_active_dealer(_apply(event, replace(session, event_count=session.event_count + 1)))


def _with_active_dealer(session: Session) -> Session:
    """With the deal at somebody who plays: from one who rests or has left it goes on to the right."""
    order, count = session.seat_order, len(session.players)
    if session.dealer in order or not order:
        return session
    turn = (at % count for at in range(session.dealer, session.dealer + count))
    return replace(session, dealer=next(at for at in turn if at in order))


@singledispatch
def _apply(event: Event, session: Session) -> Session:
    """The evening with `event` counted, one function a kind of event."""
    del session
    raise bad_event(f"{event.kind} cannot follow", "この記録はここに来られません")


@_apply.register
def _apply_game_begun(event: GameBegun, session: Session) -> Session:
    past = (*session.past_games, replace(session, event_count=session.event_count - 1, past_games=()))
    return replace(
        start_game(event), event_count=session.event_count, opening_event=session.event_count, past_games=past
    )


@_apply.register
def _apply_settled(event: RoundSettled, session: Session) -> Session:
    if session.over:
        raise bad_event("the game is over: no round can follow", "終局のあとに局は続きません")
    played = PlayedRound(
        event_number=session.event_count,
        players=require_players(event.round, event.settlement, session),
        round=event.round,
        settlement=event.settlement,
        dealer=session.players[session.dealer],
        round_number=session.round_number,
        pot=session.pot,
    )
    return _count_round(replace(session, history=session.history.with_round(played), redoable_events=()), played)


@_apply.register
def _apply_undone(event: RoundUndone, session: Session) -> Session:
    if event.of != replace(session, event_count=session.event_count - 1).undoable_event:
        raise bad_event("only the last standing round can be undone", "取り消せるのは最後の局だけです")
    if event.of == session.opening_event:
        return replace(session.past_games[-1], past_games=session.past_games[:-1], event_count=session.event_count)
    played = session.history.by_event_number(event.of)
    return replace(
        session,
        stones=_moved_stones(session, played, -1),
        dealer=session.players.index(played.dealer),
        round_number=played.round_number,
        pot=played.pot,
        over=False,
        game_winners=(),
        history=session.history.with_undone(event.of, undone=True),
        redoable_events=(*session.redoable_events, event.of),
    )


@_apply.register
def _apply_redone(event: RoundRedone, session: Session) -> Session:
    if session.redoable_events[-1:] != (event.of,):
        raise bad_event("only the round undone last can be redone", "やり直せるのは最後に取り消した局だけです")
    history = session.history.with_undone(event.of, undone=False)
    again = replace(session, history=history, redoable_events=session.redoable_events[:-1])
    return _count_round(again, history.by_event_number(event.of))


@_apply.register
def _apply_edited(event: RoundEdited, session: Session) -> Session:
    was = tuple(played for played in session.valid_rounds if played.event_number >= event.of)
    told = event.rounds
    if (
        not was
        or was[0].event_number != event.of
        or [one.get("of") for one in told] != [played.event_number for played in was]
    ):
        raise bad_event("an edit tells a standing round and every later one", "直せるのは残っている局とその後の局です")
    now = replace(session, round_number=was[0].round_number, pot=was[0].pot, redoable_events=())
    for played in was:
        now = replace(now, stones=_moved_stones(now, played, -1))
    fresh: dict[int, PlayedRound] = {}
    for played, one in zip(was, told, strict=True):
        round_, settlement = one.get("round"), one.get("settlement")
        if not (isinstance(round_, dict) and isinstance(settlement, dict)):
            raise bad_event("an edit tells rounds and settlements", "局の記録の書き方が違います")
        if require_players(round_, settlement, now) != played.players or (settlement.get("over") is True) > (
            played is was[-1]
        ):
            raise bad_event("the edited round does not fit the evening", "直した局が前後の局と合いません")
        again = played.with_settlement(round_, settlement, now.round_number, now.pot, session.event_count)
        fresh[played.event_number] = again
        now = _advance_round(now, again)
    last, before = fresh[was[-1].event_number], was[-1].settlement.get("next_dealer")
    deals = last.settlement.get("next_dealer")
    # Who deals now is as it was, unless the last round now says somebody else.
    dealer = (
        session.dealer
        if deals == before
        else session.players.index(last.dealer if deals is None else last.players[deals])
    )
    return _end_if_too_few(replace(now, dealer=dealer, history=session.history.with_replaced(fresh)))


@_apply.register
def _apply_joined(event: PlayerJoined, session: Session) -> Session:
    if len(session.present) >= session.rules.seats_for(session.options)[-1]:
        raise Refusal("bad_count", Text("the table is full", "席がいっぱいです"))
    if event.player in session.away:
        more = [event.stones if name == event.player else 0 for name in session.players]
        return replace(
            session,
            away=session.away - {event.player},
            stones=tuple(map(add, session.stones, more)),
            buy_ins=tuple(map(add, session.buy_ins, more)),
        )
    place = len(session.players) if event.place is None else event.place
    if event.player in session.players or not event.player.strip() or place not in range(len(session.players) + 1):
        raise bad_event("who joins needs a new name and a place at the table", "新しい人には別の名前と席が要ります")
    return _with_player_order(
        replace(
            session,
            players=(*session.players, event.player),
            stones=(*session.stones, event.stones),
            buy_ins=(*session.buy_ins, event.stones),
        ),
        (*session.players[:place], event.player, *session.players[place:]),
    )


@_apply.register
def _apply_left(event: PlayerLeft, session: Session) -> Session:
    if event.player in session.away or event.player not in session.players:
        raise bad_event("only somebody at the table can leave it", "席にいない人は抜けられません")
    return replace(session, away=session.away | {event.player})


@_apply.register
def _apply_swapped(event: SeatsSwapped, session: Session) -> Session:
    if event.one not in session.players or event.other not in session.players:
        raise bad_event("only players at the table change seats", "席にいない人とは替われません")
    other = {event.one: event.other, event.other: event.one}
    return _with_player_order(session, tuple(other.get(name, name) for name in session.players))


@_apply.register
def _apply_closed(event: EveningClosed, session: Session) -> Session:
    del event
    return replace(session, over=True, closed=True, game_winners=session.game_winners or richest_seats(session.stones))


def _with_player_order(session: Session, names: tuple[str, ...]) -> Session:
    """With the players in the order `names`; deal, stones and wins go with the person."""
    was = [session.players.index(name) for name in names]
    return replace(
        session,
        players=names,
        stones=tuple(session.stones[at] for at in was),
        buy_ins=tuple(session.buy_ins[at] for at in was),
        dealer=was.index(session.dealer),
        game_winners=tuple(sorted(was.index(at) for at in session.game_winners)),
    )


def _count_round(session: Session, played: PlayedRound) -> Session:
    """With `played` counted: balances, dealer, pot, round number, end of the game."""
    dealer = played.settlement.get("next_dealer")
    deals = session.dealer if dealer is None else session.players.index(played.players[dealer])
    return _end_if_too_few(replace(_advance_round(session, played), dealer=deals))


def _advance_round(session: Session, played: PlayedRound) -> Session:
    """One round later, but for who deals and whether enough are left to play."""
    settled = played.settlement
    at = [session.players.index(name) for name in played.players]
    return replace(
        session,
        stones=_moved_stones(session, played, 1),
        pot=settled.get("carried", 0),
        round_number=session.round_number + (settled.get("outcome") not in session.rules.replay_outcomes),
        over=settled.get("over") is True,
        game_winners=tuple(sorted(at[seat] for seat in settled.get("game_winners", ()))),
    )


def _end_if_too_few(session: Session) -> Session:
    """With the game over when fewer are left than it needs."""
    if session.over or len(session.seat_order) >= session.rules.seats_for(session.options)[0]:
        return session
    return replace(session, over=True, game_winners=richest_seats(session.stones))


def _moved_stones(session: Session, played: PlayedRound, sign: int) -> tuple[int, ...]:
    """The balances with the stones of `played` moved, or moved back."""
    change = dict(zip(played.players, played.settlement["net"], strict=True))
    return tuple(held + sign * change.get(name, 0) for name, held in zip(session.players, session.stones, strict=True))


def require_players(round_: Mapping[str, Any], settlement: Mapping[str, Any], session: Session) -> tuple[str, ...]:
    """Who sat in the settled round's seats; `bad_event` unless round and settlement fit the players and the pot."""
    names: Any = round_.get("seats")
    seats = range(len(names) if isinstance(names, list) else 0)
    wide = range(-(10**15), 10**15)
    if not (
        seats
        and round_.get("game") == session.game
        and all(name in session.players for name in names)
        and len(set(names)) == len(seats)
        and _is_int_list(settlement.get("net"), wide, len(seats))
        and _is_int_list(settlement.get("game_winners", []), seats)
        and _is_int_list([settlement.get("carried", 0), settlement.get("house", 0)], wide)
        and _is_int_list([settlement.get("next_dealer") or 0], seats)
        and sum(settlement["net"]) + settlement.get("carried", 0) + settlement.get("house", 0) == session.pot
    ):
        raise bad_event("the settled round does not fit the players", "この局の記録は席の人と合いません")
    return tuple(names)


def _is_int_list(values: Any, allowed: range, count: int | None = None) -> bool:
    """Whether `given` is a list of `count` (None: any number of) whole numbers `within` bounds."""
    return (
        isinstance(values, list)
        and count in {None, len(values)}
        and all(type(each) is int and each in allowed for each in values)
    )
