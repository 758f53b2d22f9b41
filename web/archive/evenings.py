"""The evenings of the ledger, each folded when somebody looks at it.

What was folded is remembered for as long as the evening does not change.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from scorer.errors import Refusal
from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from scorer.session.state import Session
from scorer.texts import Text
from web.archive.records import EveningRecord, record_evening
from web.ledger.store import Entry, EveningHead, Store

PAGE_EVENINGS = 20
"""Evenings of one page of the list."""
_MOST_SESSIONS = 4
"""Whole evenings that are remembered: of the one that is looked at, page and files are fetched."""

T = TypeVar("T")


class EveningArchive:
    """Every evening of a ledger, the one under way too. Safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._records: dict[int, tuple[int, EveningRecord | None]] = {}
        self._sessions: OrderedDict[tuple[int, int], Session] = OrderedDict()

    def session(self, evening: int) -> Session:
        """The evening as it stands at its end. Raises `not_found` without one that can be folded."""
        head = next((head for head in self._store.evening_heads() if head.id == evening), None)
        if head is None:
            raise Refusal("not_found", Text("There is no such evening.", "その会はありません。"))
        with self._lock:
            key = (head.id, head.version)
            if key not in self._sessions:
                self._sessions[key] = _fold(self._store.entries(evening))
                while len(self._sessions) > _MOST_SESSIONS:
                    self._sessions.popitem(last=False)
            return self._sessions[key]

    def page(self, before: int | None = None) -> tuple[list[EveningRecord], bool]:
        """The newest evenings before the one of that ID, newest first, and whether there are earlier ones."""
        heads = [head for head in reversed(self._store.evening_heads()) if before is None or head.id < before]
        records = [record for head in heads[:PAGE_EVENINGS] if (record := self._record(head)) is not None]
        return records, len(heads) > PAGE_EVENINGS

    def records(self) -> list[EveningRecord]:
        """Every evening, oldest first."""
        return [record for head in self._store.evening_heads() if (record := self._record(head)) is not None]

    def _record(self, head: EveningHead) -> EveningRecord | None:
        """What is remembered of an evening, None where it cannot be folded."""
        with self._lock:
            known = self._records.get(head.id)
            if known is None or known[0] != head.version:
                known = head.version, _try(lambda: record_evening(head, _fold(self._store.entries(head.id))))
                self._records[head.id] = known
            return known[1]


def _fold(entries: Sequence[Entry]) -> Session:
    return replay(event_from_json(entry.body) for entry in entries)


def _try(make: Callable[[], T]) -> T | None:
    """The result, None for an evening that an older or newer program wrote and this one cannot follow."""
    try:
        return make()
    except (Refusal, KeyError, TypeError, ValueError):
        return None
