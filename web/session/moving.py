"""席替え sekigae: who sits down, gets up or changes seats, checked at the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.errors import Refusal
from scorer.session.reducer import Event, Joined, Left, Session, Swapped
from scorer.texts import Text
from web.session.names import name
from web.session.validators import MOST_STONES


def joining(session: Session, data: Mapping[str, Any]) -> Event:
    """`player` sits down with `stones` (left out: what the game begins with) at `place` in the order of players (left
    out: at its end); who has left comes back to his own seat, and brings nothing unless told.
    """
    who = name(data.get("player"))
    stones, place = data.get("stones"), data.get("place")
    back = who in session.away
    if stones is None:
        stones = 0 if back else session.rules.start_stones(session.options)
    if not (type(stones) is int and 0 <= stones <= MOST_STONES):
        raise Refusal(
            "bad_count", Text(f"stones are a number from 0 to {MOST_STONES}", f"石は0から{MOST_STONES}までの数です")
        )
    if not (place is None or type(place) is int):
        raise Refusal("bad_count", Text("a place is the number of a seat", "席は番号で選んでください"))
    if not back and who.casefold() in {one.casefold() for one in session.players}:
        raise Refusal("bad_name", Text("somebody of that name sits here", "同じ名前の人がいます"))
    return Joined(who, stones, place)


def leaving(session: Session, data: Mapping[str, Any]) -> Event:
    """`player` gets up and takes his stones along; they stay written as his."""
    del session
    return Left(name(data.get("player")))


def swapping(session: Session, data: Mapping[str, Any]) -> Event:
    """`one` and `other` change seats; deal and stones go with the person."""
    del session
    one, other = name(data.get("one")), name(data.get("other"))
    if one == other:
        raise Refusal("bad_name", Text("choose two people", "二人を選んでください"))
    return Swapped(one, other)


MOVES = {"join": joining, "leave": leaving, "swap": swapping}
