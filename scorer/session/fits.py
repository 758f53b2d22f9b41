"""合い ai: whether a settled round as written fits the evening it is written into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.session.events import bad_event
from scorer.session.state import Session


def seated(round_: Mapping[str, Any], settled: Mapping[str, Any], session: Session) -> tuple[str, ...]:
    """Who sat in the settled round's seats; `bad_event` unless round and settlement fit the players and the pot."""
    names: Any = round_.get("seats")
    seats = range(len(names) if isinstance(names, list) else 0)
    wide = range(-(10**15), 10**15)
    if not (
        seats
        and round_.get("game") == session.game
        and all(name in session.players for name in names)
        and len(set(names)) == len(seats)
        and _whole_numbers(settled.get("net"), wide, len(seats))
        and _whole_numbers(settled.get("game_winners", []), seats)
        and _whole_numbers([settled.get("carried", 0), settled.get("house", 0)], wide)
        and _whole_numbers([settled.get("next_dealer") or 0], seats)
        and sum(settled["net"]) + settled.get("carried", 0) + settled.get("house", 0) == session.pot
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
