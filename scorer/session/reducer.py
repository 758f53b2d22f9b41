"""The reducer: an evening as a pure fold over its ledger of events.

The same ledger always gives the same evening.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce, singledispatch
from types import MappingProxyType

from scorer.errors import Refusal
from scorer.games import game
from scorer.nearest_name import with_nearest
from scorer.session import text
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    EveningReopened,
    Event,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    SeatsSwapped,
    StonesBought,
    bad_event,
)
from scorer.session.history import PlayedRound
from scorer.session.purchases import (
    buy_stones,
    end_if_too_few,
    find_purchase,
    leaders,
    return_stones,
    take_stones,
    winners_of,
    with_end_of_last_round,
    with_stones_brought,
)
from scorer.session.round_check import require_players
from scorer.session.state import Session


def replay(events: Iterable[Event]) -> Session:
    """The evening of a ledger that begins by opening it. Raises `bad_event` for an event that cannot follow."""
    ledger = iter(events)
    first = next(ledger, None)
    if not isinstance(first, EveningOpened) or isinstance(first, GameBegun):
        raise bad_event(text("not_opened"))
    return reduce(apply, ledger, start_game(first))


def start_game(event: EveningOpened) -> Session:
    """A game about to play its first round, from the event that opens it. Raises `Refusal`."""
    rules = game(event.game)
    names = event.players
    options = rules.resolve_options(rules.options_for_players(event.options, len(names)))
    if len(set(names)) != len(names) or not all(name.strip() for name in names):
        raise bad_event(text("name_twice"))
    if event.deck not in rules.decks:
        raise Refusal(
            "wrong_deck",
            with_nearest(text("wrong_deck", game=rules.name), event.deck, rules.decks),
        )
    stones = event.stones or (rules.start_stones(options),) * len(names)
    if len(names) not in rules.seats_for(options) or len(stones) != len(names) or event.dealer not in range(len(names)):
        raise Refusal("bad_count", text("no_match"))
    return _with_active_dealer(
        Session(rules.key, event.deck, MappingProxyType(options), names, stones, event.dealer, buy_ins=stones)
    )


def apply(session: Session, event: Event) -> Session:
    """The evening after one more event. Raises `bad_event` if it cannot follow. A refused event changes nothing."""
    if session.closed and not isinstance(event, EveningReopened):
        raise bad_event(text("evening_closed"))
    number = session.event_count + 1
    counted = replace(session, event_count=number)
    if isinstance(event, RoundUndone | RoundRedone | RoundEdited) and event.of < session.opening_event:
        return _apply_to_past_game(event, counted)
    return _with_active_dealer(replace(_apply(event, counted), last_event=number))


def _apply_to_past_game(event: RoundUndone | RoundRedone | RoundEdited, session: Session) -> Session:
    """The evening with a round of an earlier game changed. The games after it stay: each has stones of its own."""
    index, games = session.game_at(event.of), session.past_games
    if index < 0:
        raise bad_event(text("no_such_round"))
    changed = _with_active_dealer(_apply(event, replace(games[index], event_count=session.event_count)))
    changed = replace(changed, event_count=games[index].event_count)
    return replace(session, past_games=(*games[:index], changed, *games[index + 1 :]))


def _with_active_dealer(session: Session) -> Session:
    """The evening with the deal at somebody who plays. It moves to the right past anybody who rests or has left."""
    order, count = session.seat_order, len(session.players)
    if session.dealer in order or not order:
        return session
    candidates = (player % count for player in range(session.dealer, session.dealer + count))
    return replace(session, dealer=next(player for player in candidates if player in order))


@singledispatch
def _apply(event: Event, session: Session) -> Session:
    """The evening with `event` applied, by one function for each kind of event."""
    del session
    raise bad_event(text("apply.cannot_follow", kind=event.kind))


@_apply.register
def _apply_game_begun(event: GameBegun, session: Session) -> Session:
    number = session.event_count
    past_games = (*session.past_games, replace(session, event_count=number - 1, past_games=()))
    return replace(start_game(event), event_count=number, opening_event=number, past_games=past_games)


@_apply.register
def _apply_settled(event: RoundSettled, session: Session) -> Session:
    if session.over:
        raise bad_event(text("round_after_the_end"))
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
    if event.of != session.undoable_event:
        raise bad_event(text("not_the_last_round"))
    if event.of == session.opening_event:
        return replace(session.past_games[-1], past_games=session.past_games[:-1], event_count=session.event_count)
    if purchase := find_purchase(session, event.of):
        return return_stones(replace(session, redoable_events=(*session.redoable_events, event.of)), purchase)
    played = session.history.by_event_number(event.of)
    return replace(
        session,
        stones=_move_stones(session, played, -1),
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
        raise bad_event(text("not_undone_last"))
    session = replace(session, redoable_events=session.redoable_events[:-1])
    if purchase := find_purchase(session, event.of):
        return take_stones(session, purchase)
    history = session.history.with_undone(event.of, undone=False)
    redone = replace(session, history=history)
    return _count_round(redone, history.by_event_number(event.of))


@_apply.register
def _apply_edited(event: RoundEdited, session: Session) -> Session:
    originals = tuple(played for played in session.history.since(event.of) if not played.undone)
    numbers = [played.event_number for played in originals]
    if numbers[:1] != [event.of] or [edit.get("of") for edit in event.rounds] != numbers:
        raise bad_event(text("edit_out_of_place"))
    now = replace(session, round_number=originals[0].round_number, pot=originals[0].pot, redoable_events=())
    for played in originals:
        now = replace(now, stones=_move_stones(now, played, -1))
    replacements: dict[int, PlayedRound] = {}
    for played, edit in zip(originals, event.rounds, strict=True):
        round_, settlement = edit.get("round"), edit.get("settlement")
        if not (isinstance(round_, dict) and isinstance(settlement, dict)):
            raise bad_event(text("edit_without_rounds"))
        ends = settlement.get("over") is True and not (played is originals[-1] or _goes_on_after(session, played))
        if ends or require_players(round_, settlement, now) != played.players:
            raise bad_event(text("edit_does_not_fit"))
        edited = played.with_settlement(round_, settlement, now.round_number, now.pot, session.event_count)
        replacements[played.event_number] = edited
        now = _advance_round(now, edited)
    last, seat_before = replacements[numbers[-1]], originals[-1].settlement.get("next_dealer")
    seat = last.settlement.get("next_dealer")
    # The dealer changes only if the edit changes whom the last round names as the next dealer.
    dealer = (
        session.dealer
        if seat == seat_before
        else session.players.index(last.dealer if seat is None else last.players[seat])
    )
    return with_end_of_last_round(replace(now, dealer=dealer, history=session.history.with_replaced(replacements)))


@_apply.register
def _apply_joined(event: PlayerJoined, session: Session) -> Session:
    if len(session.present) >= session.rules.seats_for(session.options)[-1]:
        raise Refusal("bad_count", text("table_full"))
    if event.player in session.away:
        back = with_stones_brought(session, event.player, event.stones)
        return replace(back, away=session.away - {event.player})
    place = len(session.players) if event.place is None else event.place
    if event.player in session.players or not event.player.strip() or place not in range(len(session.players) + 1):
        raise bad_event(text("cannot_join"))
    seated = replace(
        session,
        players=(*session.players, event.player),
        stones=(*session.stones, event.stones),
        buy_ins=(*session.buy_ins, event.stones),
    )
    return seated.with_player_order((*session.players[:place], event.player, *session.players[place:]))


@_apply.register
def _apply_left(event: PlayerLeft, session: Session) -> Session:
    if event.player in session.away or event.player not in session.players:
        raise bad_event(text("cannot_leave"))
    return replace(session, away=session.away | {event.player})


@_apply.register
def _apply_bought(event: StonesBought, session: Session) -> Session:
    return buy_stones(session, event)


@_apply.register
def _apply_swapped(event: SeatsSwapped, session: Session) -> Session:
    if event.one not in session.players or event.other not in session.players:
        raise bad_event(text("cannot_change_seats"))
    swaps = {event.one: event.other, event.other: event.one}
    return session.with_player_order(tuple(swaps.get(name, name) for name in session.players))


@_apply.register
def _apply_closed(event: EveningClosed, session: Session) -> Session:
    del event
    winners = session.game_winners or leaders(session)
    return replace(session, over=True, closed=True, was_over=session.over, game_winners=winners)


@_apply.register
def _apply_reopened(event: EveningReopened, session: Session) -> Session:
    del event
    winners = session.game_winners if session.was_over or not session.closed else ()
    over = session.was_over if session.closed else session.over
    return replace(session, over=over, closed=False, was_over=False, game_winners=winners)


def _count_round(session: Session, played: PlayedRound) -> Session:
    """The evening with `played` counted: balances, dealer, pot, round number, end of the game."""
    seat = played.settlement.get("next_dealer")
    dealer = session.dealer if seat is None else session.players.index(played.players[seat])
    return end_if_too_few(replace(_advance_round(session, played), dealer=dealer))


def _goes_on_after(session: Session, played: PlayedRound) -> bool:
    """Whether stones were taken between `played` and the next round, so that the game could go on."""
    later = [each.event_number for each in session.valid_rounds if each.event_number > played.event_number]
    between = range(played.event_number, min(later, default=session.event_count) + 1)
    return any(each.event_number in between and not each.undone for each in session.purchases)


def _advance_round(session: Session, played: PlayedRound) -> Session:
    """The evening one round later, but with the old dealer and without the check for enough players."""
    settlement = played.settlement
    after = replace(
        session,
        stones=_move_stones(session, played, 1),
        pot=settlement.get("carried", 0),
        round_number=session.round_number + (settlement.get("outcome") not in session.rules.replay_outcomes),
        over=settlement.get("over") is True,
    )
    return replace(after, game_winners=winners_of(after, played))


def _move_stones(session: Session, played: PlayedRound, sign: int) -> tuple[int, ...]:
    """The balances with the net of `played` added (`sign` 1) or taken back (`sign` -1)."""
    change = dict(zip(played.players, played.settlement["net"], strict=True))
    balances = zip(session.players, session.stones, strict=True)
    return tuple(balance + sign * change.get(name, 0) for name, balance in balances)
