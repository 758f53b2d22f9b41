"""Who sits in which zone of the picture: partners of a pair have one each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.rules.pairs import people_in
from scorer.session.state import Session


def zone_count(session: Session) -> int:
    """How many people lay cards at the table."""
    return len(session.players) * session.rules.people_per_seat


def seats_by_zone(session: Session) -> Mapping[int, int]:
    """The seats of the round under way by zone. Zones go by player, then by the players' partners.

    Where pairs play, seats beyond those of the round are the partners', in the same order. Zones of players who do not
    play are left out.
    """
    order, players = session.seat_order, len(session.players)
    return {
        player + member * players: seat + member * len(order)
        for member in range(session.rules.people_per_seat)
        for seat, player in enumerate(order)
    }


def people_by_seat(seats: Sequence[str], people_per_seat: int) -> tuple[str, ...]:
    """The names by seat, partners after the first of each pair."""
    people = [people_in(name, people_per_seat) for name in seats]
    return tuple(names[min(member, len(names) - 1)] for member in range(people_per_seat) for names in people)
