"""The session of an evening, from the checkpoint or from all entries."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from scorer.games import game
from scorer.rules.prompts import Prompt
from scorer.session.events import Event, RoundSettled, event_from_json
from scorer.session.reducer import apply, replay
from scorer.session.session_json import session_from_json
from scorer.session.state import Session
from web.ledger.notices import unreadable_notice
from web.ledger.store import Entry, Store
from web.session.history import is_readable

_LOG = logging.getLogger(__name__)


def load_session(store: Store, evening: int | None) -> tuple[Session | None, int]:
    """The session of the evening, and the number of booked rounds in the whole ledger.

    The session is None without an evening, and with a notice when it cannot be read: a table starts with any ledger.
    """
    checkpoint = store.checkpoint
    if checkpoint is None:
        return _replay_all(store, evening), store.count_entries(RoundSettled.kind)
    rounds = checkpoint.rounds + store.count_entries(RoundSettled.kind, after=checkpoint.sequence)
    if evening is not None and evening == checkpoint.evening and checkpoint.session is not None:
        try:
            load = earlier_games(store, evening, checkpoint.version)
            session = session_from_json(checkpoint.session, load, store.folds)
            later = store.entries(evening, after=checkpoint.version)
            return reduce(apply, _events(later), session), rounds
        except Exception as fault:  # it fits the ledger, but not this program
            _LOG.warning("the evening is read from its first entry: %s", type(fault).__name__)
    return _replay_all(store, evening), rounds


def earlier_games(store: Store, evening: int, version: int) -> Callable[[], Sequence[Session]]:
    """A function that gives the games of the evening as they stood at that version, folded when it is first called."""
    folded: list[Session] = []

    def load() -> Sequence[Session]:
        if not folded:
            folded.extend(replay(_events(store.entries(evening, until=version))).games)
        return folded

    return load


def prompts_for(session: Session | None) -> tuple[Prompt, ...]:
    """What the coming round asks for. Empty when there is none."""
    if session is None or not session.is_playable:
        return ()
    return game(session.game).prompts(session.table())


def _replay_all(store: Store, evening: int | None) -> Session | None:
    if evening is None:
        return None
    try:
        session = replay(_events(store.entries(evening)))
        if is_readable(session):
            return session
    except Exception as fault:
        _LOG.exception("evening %d cannot be read", evening, exc_info=fault)
    store.post_notice(unreadable_notice(evening))
    return None


def _events(entries: Iterable[Entry]) -> Iterable[Event]:
    return (event_from_json(entry.body) for entry in entries)


def essence(session: Session) -> list[tuple[object, ...]]:
    """What tells an evening from another: of each game who played, what they have, and how many rounds count."""
    return [
        (game.game, game.players, game.stones, game.event_count, game.valid_round_count, game.over)
        for game in session.games
    ]
