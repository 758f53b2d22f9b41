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
from web.ledger.sqlite_file import NOTICE, Vault, put, remember

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Line:
    """An entry to be written: what, by whom, when; as it was elsewhere when it is brought from there."""

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
    """The ledger of one table. Safe to call from any thread; writes go one at a time.

    A SQLite ledger goes on in memory while the disk takes no writing, and goes home by itself
    (`web.ledger.sqlite_file`). One on a
    server does not: which of several tables wrote first could not be known.
    """

    def __init__(self, url: str) -> None:
        self._writing = threading.RLock()
        server = create_engine(url)
        own = server.url.get_backend_name() == "sqlite"
        self._vault = Vault(Path(str(server.url.database))) if own else None
        self._server = server
        if not own:
            with server.begin() as connection:
                upgrade(connection)

    def close(self) -> None:
        """Lets go of the database."""
        if self._vault is not None:
            self._vault.close()
        self._server.dispose()

    @property
    def notice(self) -> Text | None:
        """What happened to the ledger and everybody should know; None when nothing did."""
        return self._vault.notice if self._vault else None

    def tell(self, notice: Text) -> None:
        """Has everybody know something about the ledger until the next evening."""
        if self._vault is not None:
            self._vault.tell(notice)

    @property
    def saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._vault is None or self._vault.saved

    @property
    def file(self) -> Path | None:
        """The file of a ledger that is one."""
        return self._vault.file if self._vault else None

    def resume(self) -> bool:
        """Brings what is only in memory onto the disk, if it takes it now; whether nothing is in memory only."""
        return self._vault is None or self._vault.resume()

    @property
    def _engine(self) -> Engine:
        return self._vault.engine if self._vault else self._server

    def _try(self, work: Callable[[], T]) -> T:
        """Does what needs the database, and once more in memory where the disk fails; `not_saved` if that fails."""
        try:
            return work()
        except IntegrityError:
            raise stale() from None
        except (DatabaseError, OSError) as fault:
            try:
                if self._vault is not None and self._vault.flee(fault):
                    return work()
            except IntegrityError:
                raise stale() from None
            except (DatabaseError, OSError):
                pass
            raise Refusal(
                "not_saved",
                Text(
                    "the ledger could not be reached (is the disk full?): nothing was booked",
                    "帳面を読み書きできません(空き容量を確かめてください)。何も記録していません",
                ),
            ) from None

    def open_evening(self, body: Mapping[str, Any], who: str, key: str) -> Entry:
        """Starts a new evening with its first entry."""
        return self._write(None, 1, [Line(body, who, _now())], key)

    def append(self, evening: int, version: int, body: Mapping[str, Any], who: str, key: str) -> Entry:
        """Writes the entry that follows `version`; `stale` when another one was written first."""
        return self._write(evening, version + 1, [Line(body, who, _now())], key)

    def take_in(self, lines: Sequence[Line], key: str) -> Entry:
        """Writes a whole evening in one piece, as a new one; its last entry."""
        return self._write(None, 1, lines, key)

    def _write(self, evening: int | None, version: int, lines: Sequence[Line], key: str) -> Entry:
        """Writes entries in one piece, the last one under `key`, and returns that."""
        with self._writing:
            self.resume()
            return self._try(lambda: self._written(evening, version, lines, key))

    def _written(self, evening: int | None, version: int, lines: Sequence[Line], key: str) -> Entry:
        """One transaction, and before its commit the second copy; both or, as far as the disk can be had, none."""
        journal = self._vault.journal if self._vault and self._vault.saved else None
        start = None
        try:
            with self._engine.begin() as connection:
                if evening is None:
                    evening = (connection.execute(select(func.max(EVENINGS.c.id))).scalar() or 0) + 1
                    connection.execute(delete(SETTINGS).where(SETTINGS.c.name == NOTICE))
                entries = _append(connection, evening, version, lines, key)
                start = journal.add(entries) if journal else None
        except DatabaseError:
            if journal is not None and start is not None:
                journal.cut(start)
            raise
        if version == 1 and self._vault is not None:
            self._vault.notice = None
        return entries[-1]

    def _ask(self, question: Callable[[Connection], T]) -> T:
        def asked() -> T:
            with self._engine.connect() as connection:
                return question(connection)

        return self._try(asked)

    def last_evening(self) -> int | None:
        """The evening opened last, None before the first."""
        return self._ask(lambda connection: connection.execute(select(func.max(EVENINGS.c.id))).scalar())

    def entries(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order."""
        chosen = select(ENTRIES).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        return self._ask(lambda connection: tuple(_entry(row) for row in connection.execute(chosen)))

    def marks(self, evening: int) -> tuple[Entry, ...]:
        """Every entry of an evening, in order, those of booked rounds without their long bodies."""
        short = case((ENTRIES.c.kind == "settled", '{"kind":"settled"}'), else_=ENTRIES.c.body).label("body")
        columns = [each for each in ENTRIES.c if each.name != "body"]
        chosen: Select[Any] = select(*columns, short).where(ENTRIES.c.evening == evening).order_by(ENTRIES.c.version)
        return self._ask(lambda connection: tuple(_entry(row) for row in connection.execute(chosen)))

    def count(self, kind: str) -> int:
        """How many entries of a kind there are in the whole ledger."""
        chosen = select(func.count()).where(ENTRIES.c.kind == kind)
        return self._ask(lambda connection: connection.execute(chosen).scalar_one())

    def by_key(self, key: str) -> Entry | None:
        """The entry that the request of that key wrote, if it did."""
        row = self._ask(lambda connection: connection.execute(select(ENTRIES).where(ENTRIES.c.key == key)).first())
        return None if row is None else _entry(row)

    def setting(self, name: str) -> Any:
        """A remembered value, None when there is none."""
        chosen = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        found = self._ask(lambda connection: connection.execute(chosen).scalar())
        return None if found is None else json.loads(found)

    def remember(self, name: str, value: Any) -> None:
        """Keeps a value under a name."""
        text = json.dumps(value, ensure_ascii=False)

        def kept() -> None:
            with self._engine.begin() as connection:
                remember(connection, name, text)

        with self._writing:
            self.resume()
            self._try(kept)


def _append(connection: Connection, evening: int, version: int, lines: Sequence[Line], key: str) -> list[Entry]:
    last = connection.execute(select(func.max(ENTRIES.c.sequence))).scalar() or 0
    keys = [*(f"{key}.{left}" for left in range(len(lines) - 1, 0, -1)), key]
    entries = [
        Entry(last + 1 + at, evening, version + at, dict(line.body), line.who, line.at, keys[at])
        for at, line in enumerate(lines)
    ]
    put(connection, entries)
    return entries


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.sequence, row.evening, row.version, json.loads(row.body), row.who, row.at, row.key)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
