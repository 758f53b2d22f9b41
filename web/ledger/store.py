"""Store of the append-only ledger.

The server writes SQL in this package only, as portable SQLAlchemy Core: SQLite by default, any other database by URL.
An entry is acknowledged only after its commit.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, create_engine, delete, func, select
from sqlalchemy.exc import DatabaseError, IntegrityError

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.ledger.checkpoint import Checkpoint, Tip
from web.ledger.engine import insert_new_entries, upsert_setting
from web.ledger.entry import Entry as Entry  # noqa: PLC0414  exported, because every user of the store needs it
from web.ledger.entry import EveningHead as EveningHead  # noqa: PLC0414
from web.ledger.entry import NewEntry, utc_now
from web.ledger.exchange.replacement import exchange
from web.ledger.folds.fold_cache import FoldCache
from web.ledger.migrations import upgrade
from web.ledger.notices import not_saved_refusal, stale_refusal
from web.ledger.rows import (
    is_undamaged,
    select_entries,
    select_evening_heads,
    select_newest_items,
    select_round_changes,
    select_tip,
    to_entry,
    to_header,
)
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS
from web.ledger.sqlite_file import NOTICE_SETTING, SqliteLedger
from web.openapi.schema import Schema
from web.openapi.validation import find_fault

T = TypeVar("T")
BATCH = 50
"""Entries read at once where an evening is read through: half a megabyte in memory."""


class Store:
    """The ledger of one table. Thread-safe. Writes are serialised. `alone`: `HeldError` if another process has it.

    A SQLite ledger fails over to memory while the disk accepts no writes, and fails back (`web.ledger.sqlite_file`).
    One on a database server does not, because the order of entries written by several tables would be unknown.
    """

    def __init__(self, url: str, *, alone: bool = False) -> None:
        self._write_lock = threading.RLock()
        engine = create_engine(url)
        is_sqlite = engine.url.get_backend_name() == "sqlite"
        self._sqlite = SqliteLedger(Path(str(engine.url.database)), alone=alone) if is_sqlite else None
        self._server_engine = engine
        if not is_sqlite:
            with engine.begin() as connection:
                upgrade(connection)

    def close(self) -> None:
        """Close the database."""
        if self._sqlite is not None:
            self._sqlite.close()
        self._server_engine.dispose()

    @property
    def notice(self) -> Text | None:
        """Notice about the ledger for every phone, None if nothing happened to it."""
        return self._sqlite.notice if self._sqlite else None

    def post_notice(self, notice: Text) -> None:
        """Show a notice about the ledger on every phone until the next evening."""
        if self._sqlite is not None:
            self._sqlite.post_notice(notice)

    @property
    def is_saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._sqlite is None or self._sqlite.is_saved

    @property
    def is_alone(self) -> bool:
        """Whether no other process can write this ledger."""
        return self._sqlite is None or self._sqlite.process_lock.is_kept

    @property
    def file(self) -> Path | None:
        """The SQLite file, None for a database server."""
        return self._sqlite.file if self._sqlite else None

    def fail_back(self) -> bool:
        """Move the ledger back to the disk if that accepts writes again, and return whether everything is saved."""
        return self._sqlite is None or self._sqlite.fail_back()

    @property
    def checkpoint(self) -> Checkpoint | None:
        """What this start trusted without reading the entries before, None if it read all of them."""
        return self._sqlite.checkpoint if self._sqlite else None

    @property
    def folds(self) -> FoldCache | None:
        """What was folded from this ledger, None where nothing can be kept now."""
        return self._sqlite.folds if self._sqlite and self._sqlite.is_saved else None

    def save_checkpoint(self, tip: Tip, rounds: int, session: dict[str, Any] | None) -> bool:
        """Write a checkpoint at the newest entry, and return whether there is one: not where another entry is newer."""
        with self._write_lock:
            return self._sqlite is not None and self._sqlite.save_checkpoint(tip, rounds, session)

    def is_past_intact(self, stop: threading.Event) -> bool:
        """Whether what this start did not read is sound. It takes minutes for a large ledger. True when stopped."""
        return self._sqlite is None or self._sqlite.is_past_intact(stop)

    def repair(self) -> None:
        """Open the ledger anew, reading all of it, and rebuild it from all copies where it is damaged."""
        with self._write_lock:
            if self._sqlite is not None:
                self._sqlite.repair()

    def replace(self, load: Callable[[], None]) -> None:
        """Put the ledger written beside this one in its place and `load` it. On any fault this one is back."""
        with self._write_lock:
            if self._sqlite is None:
                raise OSError("the ledger is on a database server")
            exchange(self._sqlite, load)

    @property
    def _engine(self) -> Engine:
        return self._sqlite.engine if self._sqlite else self._server_engine

    def _with_failover(self, operation: Callable[[], T]) -> T:
        """Run `operation`, and once more in memory if the disk fails.

        Refusal `not_saved` if that fails too, `stale` if another entry was written first.
        """
        try:
            try:
                return operation()
            except (DatabaseError, OSError) as fault:
                if isinstance(fault, IntegrityError) or not (self._sqlite and self._sqlite.fail_over(fault)):
                    raise
                return operation()
        except IntegrityError:
            raise stale_refusal() from None
        except (DatabaseError, OSError):
            raise not_saved_refusal() from None

    def open_evening(self, body: Mapping[str, Any], author: str, key: str) -> Entry:
        """Start a new evening with its first entry."""
        return self._write(None, 1, [NewEntry(body, author, utc_now())], key)

    def append(self, evening: int, version: int, body: Mapping[str, Any], author: str, key: str) -> Entry:
        """Write the entry that follows `version`. Refusal `stale` if another entry was written first."""
        return self._write(evening, version + 1, [NewEntry(body, author, utc_now())], key)

    def import_entries(self, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """Write a whole evening as a new one in one transaction, and return its last entry."""
        return self._write(None, 1, new_entries, key)

    def _write(self, evening: int | None, version: int, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """Write entries in one transaction, the last with `key`, and return the last."""
        with self._write_lock:
            self.fail_back()
            return self._with_failover(lambda: self._write_transaction(evening, version, new_entries, key))

    def _write_transaction(self, evening: int | None, version: int, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """Write the journal before the transaction is committed: both or, as far as the disk allows, neither."""
        journal = self._sqlite.journal if self._sqlite and self._sqlite.is_saved else None
        start = None
        try:
            with self._engine.begin() as connection:
                if evening is None:
                    evening = (connection.execute(select(func.max(EVENINGS.c.id))).scalar() or 0) + 1
                    connection.execute(delete(SETTINGS).where(SETTINGS.c.name == NOTICE_SETTING))
                entries = insert_new_entries(connection, evening, version, new_entries, key)
                start = journal.append(entries) if journal else None
        except DatabaseError:
            if journal is not None and start is not None:
                journal.truncate(start)
            raise
        if version == 1 and self._sqlite is not None:
            self._sqlite.notice = None
        return entries[-1]

    def _query(self, query: Callable[[Connection], T]) -> T:
        def _run() -> T:
            with self._sqlite.gate.passed() if self._sqlite else nullcontext(), self._engine.connect() as connection:
                return query(connection)

        return self._with_failover(_run)

    def last_evening(self) -> int | None:
        """Id of the evening of the last entry, None before the first: the one opened or continued last."""
        last = select(ENTRIES.c.evening).order_by(ENTRIES.c.sequence.desc()).limit(1)
        return self._query(lambda connection: connection.execute(last).scalar())

    def evening_heads(self, *, before: int | None = None, newest: int | None = None) -> tuple[EveningHead, ...]:
        """Every evening, the newest last. `before`: those before that ID. `newest`: only so many of them."""
        statement = select_evening_heads().limit(newest)
        if before is not None:
            statement = statement.where(EVENINGS.c.id < before)
        heads = self._query(lambda connection: [EveningHead(*row) for row in connection.execute(statement)])
        return tuple(reversed(heads))

    def evening_head(self, evening: int) -> EveningHead | None:
        """One evening, None if there is none of that ID."""
        statement = select_evening_heads().where(EVENINGS.c.id == evening)
        row = self._query(lambda connection: connection.execute(statement).first())
        return None if row is None else EveningHead(*row)

    def entries(
        self, evening: int, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> tuple[Entry, ...]:
        """The entries of an evening after version `after` up to `until`, in order, or the first `limit`."""
        statement = select_entries(evening, after, until).limit(limit)
        return self._query(lambda connection: tuple(to_entry(row) for row in connection.execute(statement)))

    def is_sound(self, evening: int) -> bool:
        """Whether each entry of an evening is as it was written. A start does not look at evenings of the past."""
        rows = self._query(lambda connection: connection.execute(select_entries(evening, 0, None)).all())
        return all(is_undamaged(row) for row in rows)

    def iter_entries(self, evening: int) -> Iterator[Entry]:
        """Every entry of an evening in order, at most `BATCH` in memory. Faults of later ones come while iterating."""
        first = self.entries(evening, limit=BATCH)
        return chain(first, self._entries_behind(evening, first))

    def _entries_behind(self, evening: int, batch: Sequence[Entry]) -> Iterator[Entry]:
        while len(batch) == BATCH:
            batch = self.entries(evening, after=batch[-1].version, limit=BATCH)
            yield from batch

    def tip(self) -> Tip:
        """Sequence and checksum of the newest entry of the whole ledger, zeros without one."""
        row = self._query(lambda connection: connection.execute(select_tip()).first())
        return (0, 0) if row is None else (row.sequence, row.sum)

    def last_sequence(self) -> int:
        """Sequence of the newest entry of the whole ledger, 0 without one."""
        return self.tip()[0]

    def entries_from(self, sequence: int, count: int) -> tuple[Entry, ...]:
        """At most `count` entries of the whole ledger from that sequence on, in order."""
        chosen = select(ENTRIES).where(ENTRIES.c.sequence >= sequence).order_by(ENTRIES.c.sequence).limit(count)
        return self._query(lambda connection: tuple(map(to_entry, connection.execute(chosen))))

    def newest_items(self, evening: int, before: int | None, count: int) -> tuple[Entry, ...]:
        """The newest entries before version `before`, newest first: of rounds the kind, no changes of rounds."""
        return self._headers(select_newest_items(evening, before).limit(count))

    def round_changes(self, evening: int, after: int) -> tuple[Entry, ...]:
        """The entries after version `after` that undo, redo or edit a round, in order, with `kind` and `of` as body.

        An edit is long, because it holds every later round, but both members stand at its beginning.
        """
        return self._headers(select_round_changes(evening, after))

    def _headers(self, statement: Select[Any]) -> tuple[Entry, ...]:
        return self._query(lambda connection: tuple(to_header(row) for row in connection.execute(statement)))

    def count_entries(self, kind: str, *, after: int = 0) -> int:
        """Number of entries of a kind in the whole ledger, after that sequence."""
        chosen = select(func.count()).where(ENTRIES.c.sequence > after, ENTRIES.c.kind == kind)
        return self._query(lambda connection: connection.execute(chosen).scalar_one())

    def find_by_key(self, key: str) -> Entry | None:
        """The entry written by the request with this key, None if there is none."""
        row = self._query(lambda found: found.execute(select(ENTRIES).where(ENTRIES.c.key == key)).first())
        return None if row is None else to_entry(row)

    def get_setting(self, name: str, schema: Schema | None = None) -> Any:
        """The value of a setting, None if it is not set or not of `schema`: a ledger may come from anybody."""
        statement = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        value = self._query(lambda connection: connection.execute(statement).scalar())
        try:
            setting = None if value is None else parse_json(value, any_text=True)
        except Refusal:
            setting = None
        return setting if schema is None or find_fault(setting, schema, {}) is None else None

    def set_setting(self, name: str, value: Any) -> None:
        """Write a setting. `value` must be JSON-serialisable."""
        text = json.dumps(value, ensure_ascii=False)

        def _write_setting() -> None:
            with self._engine.begin() as connection:
                upsert_setting(connection, name, text)

        with self._write_lock:
            self.fail_back()
            self._with_failover(_write_setting)
