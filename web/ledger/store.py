"""帳面 chomen: the ledger on disk, append-only; the only place that speaks SQL.

Portable SQLAlchemy Core: SQLite by default, any other database by URL. An entry is acknowledged only after its commit.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, case, create_engine, delete, func, select
from sqlalchemy.exc import DatabaseError, IntegrityError

from scorer.errors import Refusal
from scorer.texts import Text
from web.ledger.entry import Entry as Entry  # noqa: PLC0414  what is kept, named where it is kept
from web.ledger.migrations import upgrade
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS
from web.ledger.sqlite_file import NOTICE_SETTING, SqliteLedger, insert_entries, upsert_setting

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written: what, by whom, when; as it was elsewhere when it is brought from there."""

    body: Mapping[str, Any]
    author: str
    timestamp: str


def stale_refusal() -> Refusal:
    """Somebody else wrote first: what the host saw is no longer the newest state."""
    return Refusal(
        "stale",
        Text(
            "the table has moved on since this was shown; look again and repeat what still needs doing",
            "表示のあとに場が進みました。もう一度確かめてからやり直してください",
        ),
    )


class Store:
    """The ledger of one table. Safe to call from any thread; writes go one at a time.

    A SQLite ledger goes on in memory while the disk takes no writing, and goes home by itself
    (`web.ledger.sqlite_file`). One on a
    server does not: which of several tables wrote first could not be known.
    """

    def __init__(self, url: str) -> None:
        self._write_lock = threading.RLock()
        server = create_engine(url)
        own = server.url.get_backend_name() == "sqlite"
        self._sqlite = SqliteLedger(Path(str(server.url.database))) if own else None
        self._server_engine = server
        if not own:
            with server.begin() as connection:
                upgrade(connection)

    def close(self) -> None:
        """Lets go of the database."""
        if self._sqlite is not None:
            self._sqlite.close()
        self._server_engine.dispose()

    @property
    def notice(self) -> Text | None:
        """What happened to the ledger and everybody should know; None when nothing did."""
        return self._sqlite.notice if self._sqlite else None

    def post_notice(self, notice: Text) -> None:
        """Has everybody know something about the ledger until the next evening."""
        if self._sqlite is not None:
            self._sqlite.post_notice(notice)

    @property
    def is_saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._sqlite is None or self._sqlite.is_saved

    @property
    def file(self) -> Path | None:
        """The file of a ledger that is one."""
        return self._sqlite.file if self._sqlite else None

    def fail_back(self) -> bool:
        """Brings what is only in memory onto the disk, if it takes it now; whether nothing is in memory only."""
        return self._sqlite is None or self._sqlite.fail_back()

    @property
    def _engine(self) -> Engine:
        return self._sqlite.engine if self._sqlite else self._server_engine

    def _with_failover(self, operation: Callable[[], T]) -> T:
        """Does what needs the database, and once more in memory where the disk fails; `not_saved` if that fails."""
        try:
            return operation()
        except IntegrityError:
            raise stale_refusal() from None
        except (DatabaseError, OSError) as fault:
            try:
                if self._sqlite is not None and self._sqlite.fail_over(fault):
                    return operation()
            except IntegrityError:
                raise stale_refusal() from None
            except (DatabaseError, OSError):
                pass
            raise Refusal(
                "not_saved",
                Text(
                    "the ledger could not be reached (is the disk full?): nothing was booked",
                    "帳面を読み書きできません(空き容量を確かめてください)。何も記録していません",
                ),
            ) from None

    def open_evening(self, body: Mapping[str, Any], author: str, key: str) -> Entry:
        """Starts a new evening with its first entry."""
        return self._write(None, 1, [NewEntry(body, author, _utc_now_iso())], key)

    def append(self, evening: int, version: int, body: Mapping[str, Any], author: str, key: str) -> Entry:
        """Writes the entry that follows `version`; `stale` when another one was written first."""
        return self._write(evening, version + 1, [NewEntry(body, author, _utc_now_iso())], key)

    def import_entries(self, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """Writes a whole evening in one piece, as a new one; its last entry."""
        return self._write(None, 1, new_entries, key)

    def _write(self, evening: int | None, version: int, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """Writes entries in one piece, the last one under `key`, and returns that."""
        with self._write_lock:
            self.fail_back()
            return self._with_failover(lambda: self._write_transaction(evening, version, new_entries, key))

    def _write_transaction(self, evening: int | None, version: int, new_entries: Sequence[NewEntry], key: str) -> Entry:
        """One transaction, and before its commit the second copy; both or, as far as the disk can be had, none."""
        journal = self._sqlite.journal if self._sqlite and self._sqlite.is_saved else None
        start = None
        try:
            with self._engine.begin() as connection:
                if evening is None:
                    evening = (connection.execute(select(func.max(EVENINGS.c.id))).scalar() or 0) + 1
                    connection.execute(delete(SETTINGS).where(SETTINGS.c.name == NOTICE_SETTING))
                entries = _insert_new_entries(connection, evening, version, new_entries, key)
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
            with self._engine.connect() as connection:
                return query(connection)

        return self._with_failover(_run)

    def last_evening(self) -> int | None:
        """The evening opened last, None before the first."""
        return self._query(lambda connection: connection.execute(select(func.max(EVENINGS.c.id))).scalar())

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order."""
        chosen = select(ENTRIES).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        return self._query(lambda connection: tuple(_to_entry(row) for row in connection.execute(chosen)))

    def entry_headers(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order, those of booked rounds without their long bodies."""
        short = case((ENTRIES.c.kind == "settled", '{"kind":"settled"}'), else_=ENTRIES.c.body).label("body")
        columns = [each for each in ENTRIES.c if each.name != "body"]
        chosen: Select[Any] = select(*columns, short).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        return self._query(lambda connection: tuple(_to_entry(row) for row in connection.execute(chosen)))

    def count_entries(self, kind: str) -> int:
        """How many entries of a kind there are in the whole ledger."""
        chosen = select(func.count()).where(ENTRIES.c.kind == kind)
        return self._query(lambda connection: connection.execute(chosen).scalar_one())

    def find_by_key(self, key: str) -> Entry | None:
        """The entry that the request of that key wrote, if it did."""
        row = self._query(lambda connection: connection.execute(select(ENTRIES).where(ENTRIES.c.key == key)).first())
        return None if row is None else _to_entry(row)

    def get_setting(self, name: str) -> Any:
        """A remembered value, None when there is none."""
        chosen = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        found = self._query(lambda connection: connection.execute(chosen).scalar())
        return None if found is None else json.loads(found)

    def set_setting(self, name: str, value: Any) -> None:
        """Keeps a value under a name."""
        text = json.dumps(value, ensure_ascii=False)

        def _write_setting() -> None:
            with self._engine.begin() as connection:
                upsert_setting(connection, name, text)

        with self._write_lock:
            self.fail_back()
            self._with_failover(_write_setting)


def _insert_new_entries(
    connection: Connection, evening: int, version: int, new_entries: Sequence[NewEntry], key: str
) -> list[Entry]:
    last = connection.execute(select(func.max(ENTRIES.c.sequence))).scalar() or 0
    keys = [*(f"{key}.{left}" for left in range(len(new_entries) - 1, 0, -1)), key]
    entries = [
        Entry(last + 1 + at, evening, version + at, dict(line.body), line.author, line.timestamp, keys[at])
        for at, line in enumerate(new_entries)
    ]
    insert_entries(connection, entries)
    return entries


def _to_entry(row: Row[Any]) -> Entry:
    return Entry(row.sequence, row.evening, row.version, json.loads(row.body), row.who, row.at, row.key)


def _utc_now_iso() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
