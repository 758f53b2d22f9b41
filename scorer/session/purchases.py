"""Stones taken from the bank in the middle of a game.

What is taken counts as brought, so that nobody wins or loses by it. A game that ended because stones ran out goes on
when enough players can play again. A game that ended because the agreed rounds were played stays over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import add

from scorer.errors import Refusal
from scorer.rules.results import richest_seats
from scorer.rules.settlement import one_player_left
from scorer.session import text
from scorer.session.events import StonesBought, bad_event
from scorer.session.history import PlayedRound
from scorer.session.state import Purchase, Session


def buy_stones(session: Session, event: StonesBought) -> Session:
    """The session after the purchase. Raises `Refusal` where nobody can take stones."""
    if event.player in session.away or event.player not in session.players or event.stones <= 0:
        raise bad_event(
            text("no_stones_for_strangers"),
        )
    if not session.has_bank:
        raise bad_event(text("no_stones_in_this_game"))
    if session.are_rounds_played:
        raise Refusal("over", text("game_over"))
    purchase = Purchase(session.event_count, event.player, event.stones, session.players[session.dealer], session.over)
    return take_stones(replace(session, purchases=(*session.purchases, purchase), redoable_events=()), purchase)


def find_purchase(session: Session, event_number: int) -> Purchase | None:
    """The purchase of that event, undone or not. None if the event is none."""
    return next((purchase for purchase in session.purchases if purchase.event_number == event_number), None)


def take_stones(session: Session, purchase: Purchase) -> Session:
    """The session with `purchase` counted."""
    counted = _with_purchase(session, replace(purchase, undone=False), purchase.stones)
    return with_end_of_last_round(counted) if counted.over else counted


def return_stones(session: Session, purchase: Purchase) -> Session:
    """The session with `purchase` undone, and the deal where it was before."""
    undone = _with_purchase(session, replace(purchase, undone=True), -purchase.stones)
    undone = replace(undone, dealer=undone.players.index(purchase.dealer))
    return with_end_of_last_round(undone, check_players=purchase.ended)


def with_stones_brought(session: Session, player: str, stones: int) -> Session:
    """The session after `player` brought `stones`, or gave them back (< 0)."""
    brought = [stones if name == player else 0 for name in session.players]
    return replace(
        session, stones=tuple(map(add, session.stones, brought)), buy_ins=tuple(map(add, session.buy_ins, brought))
    )


def with_end_of_last_round(session: Session, *, check_players: bool = True) -> Session:
    """The session, over or not as its last round left it, unless stones taken since let it go on.

    With `check_players` it is over, too, where fewer are left than the game needs.
    """
    played = session.last_valid_round
    if played is not None and played.settlement.get("over") is True:
        ended = replace(session, over=True, game_winners=winners_of(session, played))
        bought = any(not each.undone and each.event_number > played.event_number for each in session.purchases)
        return replace(ended, over=False, game_winners=()) if bought and _can_go_on(ended) else ended
    going_on = replace(session, over=False, game_winners=())
    return end_if_too_few(going_on) if check_players else going_on


def end_if_too_few(session: Session) -> Session:
    """The session, with the game over if fewer players are left than it needs."""
    if session.over or len(session.seat_order) >= session.rules.seats_for(session.options)[0]:
        return session
    return replace(session, over=True, game_winners=leaders(session))


def leaders(session: Session) -> tuple[int, ...]:
    """The players who have won the most so far, without what they brought. Nobody before the first round."""
    return () if session.last_valid_round is None else _most_won(session, session.players)


def winners_of(session: Session, played: PlayedRound) -> tuple[int, ...]:
    """The players who won the game that `played` ended, nobody if it did not. `session` is the one after it.

    The settlement names who holds the most stones. Where somebody took some from the bank, who has won the most counts.
    """
    seats = played.settlement.get("game_winners", ())
    if seats and any(not each.undone for each in session.purchases):
        return _most_won(session, played.players)
    return tuple(sorted(session.players.index(played.players[seat]) for seat in seats))


def _most_won(session: Session, names: Sequence[str]) -> tuple[int, ...]:
    """Those of `names` who have won the most, as players."""
    players = sorted(map(session.players.index, names))
    won = [session.stones[player] - session.buy_ins[player] for player in players]
    return tuple(players[place] for place in richest_seats(won))


def _can_go_on(session: Session) -> bool:
    has_players = len(session.seat_order) >= session.rules.seats_for(session.options)[0]
    stones = [session.stones[player] for player in session.present]
    return has_players and not session.are_rounds_played and not one_player_left(stones)


def _with_purchase(session: Session, purchase: Purchase, stones: int) -> Session:
    """The session with `purchase` as it stands now, by which its player has `stones` more."""
    purchases = tuple(purchase if each.event_number == purchase.event_number else each for each in session.purchases)
    return with_stones_brought(replace(session, purchases=purchases), purchase.player, stones)
