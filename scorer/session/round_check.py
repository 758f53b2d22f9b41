"""The check that a settled round fits its evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.session import text
from scorer.session.events import bad_event
from scorer.session.state import Session

_STONES_RANGE = range(-(10**15), 10**15)
"""Stones that a settled round may move. More is garbage, and adding it up only costs time."""


def require_players(round_: Mapping[str, Any], settlement: Mapping[str, Any], session: Session) -> tuple[str, ...]:
    """The players in a settled round's seats. Raises `bad_event` unless it fits the players and the pot."""
    names: Any = round_.get("seats")
    seats = range(len(names) if isinstance(names, list) else 0)
    if not (
        seats
        and round_.get("game") == session.game
        and all(name in session.players for name in names)
        and len(set(names)) == len(seats)
        and _is_int_list(settlement.get("net"), _STONES_RANGE, len(seats))
        and _is_int_list(settlement.get("game_winners", []), seats)
        and _is_int_list([settlement.get("carried", 0), settlement.get("house", 0)], _STONES_RANGE)
        and _is_int_list([settlement.get("next_dealer") or 0], seats)
        and sum(settlement["net"]) + settlement.get("carried", 0) + settlement.get("house", 0) == session.pot
    ):
        raise bad_event(text("round_of_others"))
    return tuple(names)


def _is_int_list(values: Any, allowed: range, count: int | None = None) -> bool:
    """Whether `values` is a list of `count` (None: any number of) whole numbers within `allowed`."""
    return (
        isinstance(values, list)
        and count in {None, len(values)}
        and all(type(value) is int and value in allowed for value in values)
    )
