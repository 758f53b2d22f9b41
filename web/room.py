"""座 za: the evening under way: the fold of its ledger, the round being told, and the one door through which it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from scorer.asks import Ask, Table
from scorer.discover import game
from scorer.errors import Refusal
from scorer.game import Game
from scorer.results import Settlement
from scorer.session import Closed, Event, Opened, Redone, Session, Settled, Undone, event_from_json, replay
from scorer.texts import Text
from web.draft import Draft
from web.store import Entry, Store, stale


class Change(Protocol):
    """Who asks for a change, on which version, under which key."""

    version: int
    key: str
    who: str


class Room:
    """One table's evening. Every method is safe from any thread; a change is told to `changed` after its commit."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self._store = store
        self._changed = changed
        self.lock = threading.RLock()
        self.evening = store.last_evening()
        entries = store.entries(self.evening) if self.evening is not None else ()
        self._events: tuple[Event, ...] = tuple(event_from_json(entry.body) for entry in entries)
        self.session: Session | None = replay(self._events) if self._events else None
        self.booked = store.count("settled")
        self.draft = Draft()
