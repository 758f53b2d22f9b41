"""救い sukui: what can still be read of a ledger: the file, its second copy, its backups. Files are only read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from web.ledger.entry import Entry, entry_from
from web.ledger.journal import Journal
from web.ledger.migrations import NEWEST
from web.ledger.schema import METADATA

# A damaged file makes sqlite3 raise these, too: its messages quote what is no text, its lengths are beyond all memory.
_FAULTS = (sqlite3.Error, OSError, ValueError, OverflowError, MemoryError)
_PARTS = ("", "-wal", "-shm")
_TABLES = frozenset({*METADATA.tables, "alembic_version"})
_COLUMNS = "sequence, evening, version, body, who, at, key"


@dataclass
class Kept:
    """What a SQLite file holds besides entries: settings as JSON text; `whole` if nothing in the file is amiss."""

    settings: dict[str, str] = field(default_factory=dict)
    whole: bool = True


def kept(file: Path, take: Callable[[Entry], None]) -> Kept:
    """Reads a ledger as far as it can be read, whoever wrote it: nothing in it is run. `take` is given each entry."""
    found = Kept()
    try:
        if not file.exists() or not file.stat().st_size:
            return found
        with closing(_connect(file)) as ledger:
            found.whole = _sane(ledger)
            summed = ledger.execute("SELECT 1 FROM pragma_table_info('entries') WHERE name = 'sum'").fetchone()
            columns = f"{_COLUMNS}, sum" if summed else _COLUMNS  # before the second step there were none
            for row in _rows(ledger, columns, "entries", "sequence", found):
                try:
                    fields: dict[str, Any] = dict(zip(columns.split(", "), row, strict=True))
                    told = fields.pop("sum", None)
                    entry = entry_from(fields | {"body": json.loads(fields["body"])})
                    if summed and entry.sum != told:
                        raise ValueError("a damaged entry")
                    take(entry)
                except (TypeError, ValueError, RecursionError):
                    found.whole = False
            for name, value in _rows(ledger, "name, value", "settings", "name", found):
                try:
                    json.loads(value)
                    found.settings[str(name)] = value
                except (TypeError, ValueError, RecursionError):
                    found.whole = False
    except _FAULTS:
        found.whole = False
    return found


def _connect(file: Path) -> sqlite3.Connection:
    """A reader's connection. Where no log can be opened, to the file without it; the second copy has the rest."""
    where = file.resolve().as_uri()
    for more in ("mode=ro", "mode=ro&immutable=1"):
        ledger = sqlite3.connect(f"{where}?{more}", uri=True, timeout=5.0)
        try:
            for pragma in ("trusted_schema=OFF", "cell_size_check=ON"):
                ledger.execute(f"PRAGMA {pragma}")
            ledger.text_factory = lambda raw: raw.decode(errors="replace")
            ledger.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except _FAULTS as wrong:
            ledger.close()
            fault = wrong
        else:
            return ledger
    raise fault


def _sane(ledger: sqlite3.Connection) -> bool:
    """Whether SQLite finds every page in order, and only tables of ours at a step we know."""
    try:
        if ledger.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            return False
        objects = ledger.execute("SELECT type, name FROM sqlite_master").fetchall()
        if any(kind not in {"table", "index"} or (kind == "table" and name not in _TABLES) for kind, name in objects):
            return False
        (step,) = ledger.execute("SELECT version_num FROM alembic_version").fetchall()
        return isinstance(step[0], str) and step[0].isdigit() and step[0] <= NEWEST
    except _FAULTS:
        return False


def _rows(ledger: sqlite3.Connection, columns: str, table: str, by: str, found: Kept) -> Iterator[tuple[Any, ...]]:
    """The rows of a table from both of its ends, as far as each way goes."""
    for way in ("ASC", "DESC"):
        try:
            kind = ledger.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            if kind != ("table",):  # a view may be anything
                found.whole = False
                return
            yield from ledger.execute(f"SELECT {columns} FROM {table} ORDER BY {by} {way}")  # noqa: S608  our own words
        except _FAULTS:
            found.whole = False
        else:
            return


@dataclass(frozen=True)
class Rescued:
    """The ledger put together from every copy: entries in order, settings, first and last of the sequences missing.

    `ends`: some copy is whole, so nothing came after its last. Else nobody can know how many entries there were.
    """

    entries: tuple[Entry, ...]
    settings: Mapping[str, str]
    missing: tuple[tuple[int, int], ...]
    ends: bool


def rescued(file: Path, journal: Journal, backups: Path) -> Rescued:
    """The ledger from its second copy, its backups and what the file still holds, each trusted in that order.

    An entry after a gap in its evening cannot be played on and counts as missing, too; it stays in the files.
    """
    entries: dict[int, Entry] = {}
    settings: dict[str, str] = {}

    def take(entry: Entry) -> None:
        entries[entry.sequence] = entry

    found = kept(file, take)
    ends = (found.whole and bool(entries)) or journal.whole()
    for copy in sorted(backups.glob("*.db"), key=lambda copy: copy.stat().st_mtime_ns):
        theirs: list[Entry] = []
        saved = kept(copy, theirs.append)
        if saved.whole:
            entries |= {entry.sequence: entry for entry in theirs}
            settings |= saved.settings
    settings |= found.settings
    for entry in journal.entries():
        take(entry)
    versions: dict[int, int] = {}
    keys, good, missing, before = set(), [], [], 0
    for number, entry in sorted(entries.items()):
        if entry.version == versions.get(entry.evening, 0) + 1 and entry.key not in keys:
            versions[entry.evening] = entry.version
            keys.add(entry.key)
            good.append(entry)
            if number > before + 1:
                missing.append((before + 1, number - 1))
            before = number
    last = max(entries, default=0)
    if last > before:
        missing.append((before + 1, last))
    return Rescued(tuple(good), settings, tuple(missing), ends)


def put_aside(file: Path) -> Path | None:
    """Renames a damaged file and what belongs to it; nothing is deleted. Its new name, None if there was none."""
    moment = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (file.with_name(f"{file.name}.corrupt.{moment}{more}") for more in chain([""], (f"-{n}" for n in count(1))))
    aside = next(name for name in names if not any(name.with_name(name.name + part).exists() for part in _PARTS))
    moved = None
    for ending in _PARTS:
        part = file.with_name(file.name + ending)
        with suppress(FileNotFoundError):
            part.rename(aside.with_name(aside.name + ending))
            moved = aside
    return moved
