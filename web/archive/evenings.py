"""The evenings of the ledger, each folded once.

What is remembered of an evening stays in the cache of folds until the evening changes.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from scorer.errors import Refusal
from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from scorer.session.state import Session
from scorer.texts import Text
from web.archive.people import merge_people
from web.archive.records import (
    RECORD_FORMAT,
    EveningRecord,
    PersonRecord,
    record_evening,
    record_from_json,
    record_to_json,
)
from web.ledger.notices import unreadable_refusal
from web.ledger.store import Entry, EveningHead, Store
from web.session.history import is_readable

PAGE_EVENINGS = 20
"""Evenings of one page of the list."""
_MOST_SESSIONS = 4
"""Whole evenings that are remembered: of the one that is looked at, page and files are fetched."""

_MOST_RECORDS = 64
"""Records that are remembered unpacked: of three pages of the list."""
_PAUSE_S = 1.0
"""Seconds between evenings that are folded beside the play: one takes about a third of a second."""

_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class EveningArchive:
    """Every evening of a ledger, the one under way too. Safe from any thread."""

    def __init__(self, store: Store, current: Callable[[], tuple[int | None, Session | None, int]]) -> None:
        """`current` gives the evening under way: its ID, its session, the checksum of its last entry."""
        self._store = store
        self._current = current
        self._lock = threading.Lock()
        self._unreadable: set[int] = set()
        self._records: OrderedDict[int, EveningRecord] = OrderedDict()
        self._heads: dict[int, EveningHead] = {}
        self._sessions: OrderedDict[EveningHead, Session] = OrderedDict()
        self._past_people: tuple[Sequence[EveningHead], Sequence[PersonRecord]] = ((), ())

    def session(self, evening: int) -> Session:
        """The evening as it stands at its end. Raises `not_found` without one, `unreadable` if it cannot be folded."""
        number, session, checksum = self._current()
        head = self._store.evening_head(evening)
        if session is not None and _is_of(head, number, session, checksum):
            return session
        if head is None:
            raise Refusal("not_found", Text("There is no such evening.", "その会はありません。"))
        with self._lock:
            if head not in self._sessions:
                self._sessions[head] = self._read(evening)
                while len(self._sessions) > _MOST_SESSIONS:
                    self._sessions.popitem(last=False)
            return self._sessions[head]

    def unreadable(self) -> list[int]:
        """The IDs of the evenings that could not be read at the start, or when they were folded or looked at."""
        number, session, _ = self._current()
        return sorted(self._unreadable | ({number} if session is None and number is not None else set()))

    def forget_unreadable(self) -> None:
        """The ledger is another one: what could not be read before may be readable."""
        self._unreadable.clear()

    def _read(self, evening: int) -> Session:
        session = _try(lambda: _fold(self._store.entries(evening)))
        if session is None:
            self._unreadable.add(evening)
            raise unreadable_refusal(evening)
        return session

    def page(self, before: int | None = None) -> tuple[list[EveningRecord], bool]:
        """The newest evenings before the one of that ID, newest first, and whether there are earlier ones."""
        heads = self._store.evening_heads(before=before, newest=PAGE_EVENINGS + 1)
        shown = heads[::-1][:PAGE_EVENINGS]
        return [self._record(head) for head in shown], len(heads) > PAGE_EVENINGS

    def recent(self, count: int) -> list[EveningRecord]:
        """The newest evenings, newest first."""
        heads = self._store.evening_heads(newest=count)
        return [record for head in heads[::-1] if (record := self._record(head)) is not None]

    def records(self) -> list[EveningRecord]:
        """Every evening, oldest first."""
        return [self._record(head) for head in self._store.evening_heads()]

    def people(self) -> list[PersonRecord]:
        """Everybody's part over all evenings. Only the evening under way is summed up again each time."""
        heads, number = self._store.evening_heads(), self._current()[0]
        past = tuple(head for head in heads if head.id != number)
        if self._past_people[0] != past:
            self._past_people = past, merge_people(part for head in past for part in self._record(head).people)
        now = [self._record(head) for head in heads if head.id == number]
        return merge_people([*self._past_people[1], *(part for record in now for part in record.people)])

    def remember_past(self, stop: threading.Event, pause_s: float = _PAUSE_S) -> None:
        """Fold every evening that is not in the cache yet, the newest first, with pauses, until `stop`."""
        (number, session, _), heads = self._current(), self._store.evening_heads()
        current = None if session is None else number
        for head in reversed(heads):
            if stop.is_set():
                return
            if head.id != current and not self._is_remembered(head):
                with suppress(_StoppedError):
                    self._record(head, stop)
                stop.wait(pause_s)

    def _is_remembered(self, head: EveningHead) -> bool:
        folds = self._store.folds
        return folds is None or folds.record(head.id, _state_of(head)) is not None

    def _record(self, head: EveningHead, stop: threading.Event | None = None) -> EveningRecord:
        """What is remembered of an evening, also of one that cannot be folded. `_StoppedError` once `stop` is set."""
        number, session, checksum = self._current()
        if session is not None and _is_of(head, number, session, checksum):
            return _try(lambda: record_evening(head, session)) or _unreadable_record(head)
        with self._lock:
            if self._heads.get(head.id) != head:
                self._records[head.id], self._heads[head.id] = self._load(head, stop), head
            self._records.move_to_end(head.id)
            while len(self._records) > _MOST_RECORDS:
                del self._heads[self._records.popitem(last=False)[0]]
            return self._records[head.id]

    def _load(self, head: EveningHead, stop: threading.Event | None) -> EveningRecord:
        """The record from the cache, else folded and put there."""
        folds = self._store.folds
        body = folds.record(head.id, _state_of(head)) if folds else None
        record = None if body is None else _try(lambda: record_from_json(head, body))
        if record is None:
            entries = _until_stopped(self._store.iter_entries(head.id), stop)
            record = _try(lambda: record_evening(head, _fold(entries)))
            if record is None:
                self._unreadable.add(head.id)
                return _unreadable_record(head)
            self._unreadable.discard(head.id)
            if folds is not None:
                folds.put_record(head.id, _state_of(head), record_to_json(record))
        return record


def _is_of(head: EveningHead | None, number: int | None, session: Session, checksum: int) -> bool:
    """Whether a session stands on the last entry of that evening. Else another process has written since."""
    return head is not None and (number, session.event_count, checksum) == (head.id, head.version, head.checksum)


def _unreadable_record(head: EveningHead) -> EveningRecord:
    return EveningRecord(head, closed=True, games=(), ranking=(), people=(), readable=False)


def _state_of(head: EveningHead) -> str:
    """What tells the evening as it is now from any other."""
    return f"{RECORD_FORMAT} {head.version} {head.checksum}"


class _StoppedError(Exception):
    """The table stops before an evening was folded."""


def _until_stopped(entries: Iterable[Entry], stop: threading.Event | None) -> Iterator[Entry]:
    """The entries, until `stop` is set: a table that is switched off must not wait for a long evening."""
    for entry in entries:
        if stop is not None and stop.is_set():
            raise _StoppedError
        yield entry


def _fold(entries: Iterable[Entry]) -> Session:
    session = replay(event_from_json(entry.body) for entry in entries)
    if not is_readable(session):
        raise ValueError("its pages cannot be made")
    return session


def _try(make: Callable[[], T]) -> T | None:
    """The result, None for an evening that an older or newer program or a stranger wrote and this one cannot follow."""
    try:
        return make()
    except _StoppedError:
        raise
    except Exception as fault:
        if isinstance(fault, Refusal) and fault.code == "not_saved":  # the ledger could not be reached just now
            raise
        _LOG.warning("an evening cannot be read: %r", fault)
        return None
