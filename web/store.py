"""帳面 chomen: the ledger on disk, append-only; the only place that speaks SQL.

Portable SQLAlchemy Core: SQLite by default, any other database by URL. An entry is acknowledged only after its commit.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, case, create_engine, event, func, insert, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from scorer.errors import Refusal
from scorer.texts import Text
from web.journal import Journal, put_aside, sound
from web.migrations import upgrade
from web.schema import ENTRIES, EVENINGS, SETTINGS


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger. `version` counts within its evening from 1, `sequence` over the whole ledger.

    `body` holds its "kind" too. `at` is the wall clock of that moment, only a label: order is the sequence. `key` names
    the request that wrote it.
    """

    sequence: int
    evening: int
    version: int
    body: dict[str, Any]
    who: str
    at: str
    key: str


@dataclass(frozen=True, slots=True)
class Line:
    """An entry to be written as it was elsewhere: what, by whom, when."""

    body: Mapping[str, Any]
    who: str
    at: str


def stale() -> Refusal:
    """Somebody else wrote first: what the host saw is no longer the newest state."""
    return Refusal(
        "stale",
        Text(
            "the table has moved on since this was shown; look again and repeat what still needs doing",
            "表示のあとに場が進みました。もう一度確かめてからやり直してください",
        ),
    )


class Store:
    """The ledger of one table. Safe to call from any thread; writes go one at a time."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url)
        self._writing = threading.Lock()
        self._journal: Journal | None = None
        self.notice: Text | None = None
        aside = None
        if self._engine.dialect.name == "sqlite":
            _careful_sqlite(self._engine)
            file = Path(str(self._engine.url.database))
            self._journal = Journal(file.with_suffix(".log"))
            aside = None if sound(file) else put_aside(file)
        with self._engine.begin() as connection:
            upgrade(connection)
        if aside is not None:
            self._rebuild(aside)
        elif self._journal is not None:
            self._catch_up(self._journal)

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()

    def open_evening(self, body: Mapping[str, Any], who: str, key: str) -> Entry:
        """Starts a new evening with its first entry."""
        return self._write(None, 1, [Line(body, who, _now())], key)

    def append(self, evening: int, version: int, body: Mapping[str, Any], who: str, key: str) -> Entry:
        """Writes the entry that follows `version`; `stale` when another one was written first."""
        return self._write(evening, version + 1, [Line(body, who, _now())], key)

    def take_in(self, lines: Sequence[Line], key: str) -> Entry:
        """Writes a whole evening at once, as a new one; its last entry."""
        return self._write(None, 1, lines, key)

    def _write(self, evening: int | None, version: int, lines: Sequence[Line], key: str) -> Entry:
        """Writes entries in one piece, the last one under `key`, and returns that."""
        try:
            with self._writing, self._engine.begin() as connection:
                if evening is None:
                    opened = connection.execute(insert(EVENINGS).values(opened_at=_now()))
                    evening = int(opened.inserted_primary_key[0])  # type: ignore[index]
                keys = [*(f"{key}.{left}" for left in range(len(lines) - 1, 0, -1)), key]
                entries = [_append(connection, evening, version + at, line, keys[at]) for at, line in enumerate(lines)]
                if self._journal is not None:
                    self._journal.add([asdict(entry) for entry in entries])
                return entries[-1]
        except IntegrityError:
            raise stale() from None
        except (DatabaseError, OSError):
            raise Refusal(
                "not_saved",
                Text(
                    "the ledger could not be written (is the disk full?): nothing was booked",
                    "帳面に書き込めません(空き容量を確かめてください)。何も記録していません",
                ),
            ) from None

    def _catch_up(self, journal: Journal) -> None:
        """Writes into the second copy what a power cut kept from it."""
        last = max((line.get("sequence", 0) for line in journal.lines()), default=0)
        with self._engine.connect() as connection:
            chosen = select(ENTRIES).where(ENTRIES.c.sequence > last).order_by(ENTRIES.c.sequence)
            missing = [asdict(_entry(row)) for row in connection.execute(chosen)]
        if missing:
            journal.add(missing)

    def _rebuild(self, aside: Path) -> None:
        """Fills the new database from the second copy, and says so."""
        entries = {}
        for line in self._journal.lines() if self._journal else ():
            with suppress(TypeError):
                entry = Entry(**line)
                entries[entry.sequence] = entry
        # Of an entry that was taken back before its commit, only the one that took its place is true.
        with self._engine.begin() as connection:
            for number in sorted({entry.evening for entry in entries.values()}):
                connection.execute(insert(EVENINGS).values(id=number, opened_at=_now()))
            for _, entry in sorted(entries.items()):
                body = json.dumps(entry.body, ensure_ascii=False)
                connection.execute(insert(ENTRIES).values(**asdict(entry) | {"body": body, "kind": entry.body["kind"]}))
        self.notice = Text(
            f"The ledger was damaged and has been rebuilt from its second copy; the old file is kept as {aside.name}.",
            f"帳面が壊れていたため、写しから作り直しました。元のファイルは {aside.name} として残してあります。",
        )

    def last_evening(self) -> int | None:
        """The evening opened last, None before the first."""
        with self._engine.connect() as connection:
            return connection.execute(select(func.max(EVENINGS.c.id))).scalar()

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order."""
        chosen = select(ENTRIES).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        with self._engine.connect() as connection:
            return tuple(_entry(row) for row in connection.execute(chosen))

    def marks(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order, those of booked rounds without their long bodies."""
        short = case((ENTRIES.c.kind == "settled", '{"kind":"settled"}'), else_=ENTRIES.c.body).label("body")
        columns = [each for each in ENTRIES.c if each.name != "body"]
        chosen: Select[Any] = select(*columns, short).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        with self._engine.connect() as connection:
            return tuple(_entry(row) for row in connection.execute(chosen))

    def count(self, kind: str) -> int:
        """How many entries of a kind there are in the whole ledger."""
        with self._engine.connect() as connection:
            return connection.execute(select(func.count()).where(ENTRIES.c.kind == kind)).scalar_one()

    def by_key(self, key: str) -> Entry | None:
        """The entry that the request of that key wrote, if it did."""
        with self._engine.connect() as connection:
            row = connection.execute(select(ENTRIES).where(ENTRIES.c.key == key)).first()
        return None if row is None else _entry(row)

    def setting(self, name: str) -> Any:
        """A remembered value, None when there is none."""
        with self._engine.connect() as connection:
            found = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == name)).scalar()
        return None if found is None else json.loads(found)

    def remember(self, name: str, value: Any) -> None:
        """Keeps a value under a name."""
        text = json.dumps(value, ensure_ascii=False)
        with self._writing, self._engine.begin() as connection:
            changed = connection.execute(update(SETTINGS).where(SETTINGS.c.name == name).values(value=text))
            if not changed.rowcount:
                connection.execute(insert(SETTINGS).values(name=name, value=text))


def _append(connection: Connection, evening: int, version: int, line: Line, key: str) -> Entry:
    values = {"evening": evening, "version": version, "kind": line.body["kind"]}
    values |= {"who": line.who, "at": line.at, "key": key}
    row = connection.execute(insert(ENTRIES).values(body=json.dumps(line.body, ensure_ascii=False), **values))
    sequence = int(row.inserted_primary_key[0])  # type: ignore[index]
    return Entry(sequence, evening, version, dict(line.body), line.who, line.at, key)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.sequence, row.evening, row.version, json.loads(row.body), row.who, row.at, row.key)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _careful_sqlite(engine: Engine) -> None:
    """Every commit reaches the disk before it is acknowledged; a foreign file cannot run code through its schema."""

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            "busy_timeout=5000",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "trusted_schema=OFF",
            "wal_autocheckpoint=200",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")
