"""A session as JSON, so that a start need not fold the whole past again.

It is only a cache of the fold over the events. Of each history it holds the last rounds; the others are loaded from the
events when somebody looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from types import MappingProxyType
from typing import Any

from scorer.session.history import EarlierRounds, History, PlayedRound
from scorer.session.state import Purchase, Session

KEPT_ROUNDS = 8
"""Rounds of a game that are kept whole: a page shows the last two, and a few may be undone in a row."""

_TUPLES = ("players", "stones", "game_winners", "redoable_events", "buy_ins")
_PLAIN = ("game", "deck", "dealer", "event_count", "opening_event", "round_number", "pot", "over", "closed", "was_over")


def session_to_json(session: Session) -> dict[str, Any]:
    """The session as JSON."""
    recent = session.history[-KEPT_ROUNDS:]
    return {
        **{name: getattr(session, name) for name in _PLAIN},
        **{name: list(getattr(session, name)) for name in _TUPLES},
        "options": dict(session.options),
        "away": sorted(session.away),
        "earlier": len(session.history) - len(recent),
        "recent": [_round_to_json(played) for played in recent],
        "purchases": [asdict(purchase) for purchase in session.purchases],
        "past_games": [session_to_json(game) for game in session.past_games],
    }


def session_from_json(data: Mapping[str, Any], load_games: Callable[[], Sequence[Session]]) -> Session:
    """The session that `session_to_json` wrote. `KeyError`, `TypeError` or `ValueError` for anything else.

    `load_games` gives every game of the evening as it was then, folded from its events.
    """
    games = [
        _game_from_json(game, lambda index=index: load_games()[index].history)  # type: ignore[misc]
        for index, game in enumerate((*data["past_games"], data))
    ]
    return replace(games[-1], past_games=tuple(games[:-1]))


def _game_from_json(data: Mapping[str, Any], load: Callable[[], History]) -> Session:
    recent = [_round_from_json(played) for played in data["recent"]]
    plain: dict[str, Any] = {name: data[name] for name in _PLAIN}
    tuples: dict[str, Any] = {name: tuple(data[name]) for name in _TUPLES}
    return Session(
        **plain,
        **tuples,
        options=MappingProxyType(dict(data["options"])),
        away=frozenset(data["away"]),
        # Checkpoints of programs that knew no purchases have none.
        purchases=tuple(Purchase(**purchase) for purchase in data.get("purchases", ())),
        history=History(recent, len(recent), EarlierRounds(data["earlier"], load)),
    )


def _round_to_json(played: PlayedRound) -> dict[str, Any]:
    return {
        **{field.name: getattr(played, field.name) for field in fields(PlayedRound)},
        "earlier_versions": [_round_to_json(version) for version in played.earlier_versions],
    }


def _round_from_json(data: Mapping[str, Any]) -> PlayedRound:
    versions = tuple(_round_from_json(version) for version in data["earlier_versions"])
    return PlayedRound(**{**data, "players": tuple(data["players"]), "earlier_versions": versions})
