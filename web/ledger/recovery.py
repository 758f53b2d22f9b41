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

from web.ledger.entry import Entry, entry_from_fields
from web.ledger.journal import Journal
from web.ledger.migrations import LATEST_REVISION
from web.ledger.schema import METADATA

# A damaged file makes sqlite3 raise these, too: its messages quote what is no text, its lengths are beyond all memory.
_READ_ERRORS = (sqlite3.Error, OSError, ValueError, OverflowError, MemoryError)
_SQLITE_SUFFIXES = ("", "-wal", "-shm")
_KNOWN_TABLES = frozenset({*METADATA.tables, "alembic_version"})
_ENTRY_COLUMNS = "sequence, evening, version, body, who, at, key"


@dataclass
class SalvagedFile:
    """What a SQLite file holds besides entries: settings as JSON text; `whole` if nothing in the file is amiss."""

    settings: dict[str, str] = field(default_factory=dict)
    is_intact: bool = True


def read_salvageable(file: Path, on_entry: Callable[[Entry], None]) -> SalvagedFile:
    """Reads a ledger as far as it can be read, whoever wrote it: nothing in it is run. `take` is given each entry."""
    found = SalvagedFile()
    try:
        if not file.exists() or not file.stat().st_size:
            return found
        with closing(_connect_read_only(file)) as ledger:
            found.is_intact = _is_sane(ledger)
            summed = ledger.execute("SELECT 1 FROM pragma_table_info('entries') WHERE name = 'sum'").fetchone()
            columns = f"{_ENTRY_COLUMNS}, sum" if summed else _ENTRY_COLUMNS  # before the second step there were none
            for row in _salvage_rows(ledger, columns, "entries", "sequence", found):
                try:
                    fields: dict[str, Any] = dict(zip(columns.split(", "), row, strict=True))
                    told = fields.pop("sum", None)
                    entry = entry_from_fields(fields | {"body": json.loads(fields["body"])})
                    if summed and entry.checksum != told:
                        raise ValueError("a damaged entry")
                    on_entry(entry)
                except (TypeError, ValueError, RecursionError):
                    found.is_intact = False
            for name, value in _salvage_rows(ledger, "name, value", "settings", "name", found):
                try:
                    json.loads(value)
                    found.settings[str(name)] = value
                except (TypeError, ValueError, RecursionError):
                    found.is_intact = False
    except _READ_ERRORS:
        found.is_intact = False
    return found


def _connect_read_only(file: Path) -> sqlite3.Connection:
    """A reader's connection. Where no log can be opened, to the file without it; the second copy has the rest."""
    where = file.resolve().as_uri()
    for more in ("mode=ro", "mode=ro&immutable=1"):
        ledger = sqlite3.connect(f"{where}?{more}", uri=True, timeout=5.0)
        try:
            for pragma in ("trusted_schema=OFF", "cell_size_check=ON"):
                ledger.execute(f"PRAGMA {pragma}")
            ledger.text_factory = lambda raw: raw.decode(errors="replace")
            ledger.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except _READ_ERRORS as wrong:
            ledger.close()
            fault = wrong
        else:
            return ledger
    raise fault


def _is_sane(ledger: sqlite3.Connection) -> bool:
    """Whether SQLite finds every page in order, and only tables of ours at a step we know."""
    try:
        if ledger.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            return False
        objects = ledger.execute("SELECT type, name FROM sqlite_master").fetchall()
        if any(
            kind not in {"table", "index"} or (kind == "table" and name not in _KNOWN_TABLES) for kind, name in objects
        ):
            return False
        (step,) = ledger.execute("SELECT version_num FROM alembic_version").fetchall()
        return isinstance(step[0], str) and step[0].isdigit() and step[0] <= LATEST_REVISION
    except _READ_ERRORS:
        return False


def _salvage_rows(
    ledger: sqlite3.Connection, columns: str, table: str, order_by: str, salvaged: SalvagedFile
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table from both of its ends, as far as each way goes."""
    for way in ("ASC", "DESC"):
        try:
            kind = ledger.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            if kind != ("table",):  # a view may be anything
                salvaged.is_intact = False
                return
            yield from ledger.execute(f"SELECT {columns} FROM {table} ORDER BY {order_by} {way}")  # noqa: S608  our own words
        except _READ_ERRORS:
            salvaged.is_intact = False
        else:
            return


@dataclass(frozen=True)
class RecoveredLedger:
    """The ledger put together from every copy: entries in order, settings, first and last of the sequences missing.

    `ends`: some copy is whole, so nothing came after its last. Else nobody can know how many entries there were.
    """

    entries: tuple[Entry, ...]
    settings: Mapping[str, str]
    missing_ranges: tuple[tuple[int, int], ...]
    is_end_known: bool


def recover_ledger(file: Path, journal: Journal, backup_dir: Path) -> RecoveredLedger:
    """The ledger from its second copy, its backups and what the file still holds, each trusted in that order.

    An entry after a gap in its evening cannot be played on and counts as missing, too; it stays in the files.
    """
    entries: dict[int, Entry] = {}
    settings: dict[str, str] = {}

    def _add_entry(entry: Entry) -> None:
        entries[entry.sequence] = entry

    found = read_salvageable(file, _add_entry)
    ends = (found.is_intact and bool(entries)) or journal.is_intact()
    for copy in sorted(backup_dir.glob("*.db"), key=lambda copy: copy.stat().st_mtime_ns):
        theirs: list[Entry] = []
        saved = read_salvageable(copy, theirs.append)
        if saved.is_intact:
            entries |= {entry.sequence: entry for entry in theirs}
            settings |= saved.settings
    settings |= found.settings
    for entry in journal.entries():
        _add_entry(entry)
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
    return RecoveredLedger(tuple(good), settings, tuple(missing), ends)


def quarantine(file: Path) -> Path | None:
    """Renames a damaged file and what belongs to it; nothing is deleted. Its new name, None if there was none."""
    moment = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (file.with_name(f"{file.name}.corrupt.{moment}{more}") for more in chain([""], (f"-{n}" for n in count(1))))
    aside = next(
        name for name in names if not any(name.with_name(name.name + part).exists() for part in _SQLITE_SUFFIXES)
    )
    moved = None
    for ending in _SQLITE_SUFFIXES:
        part = file.with_name(file.name + ending)
        with suppress(FileNotFoundError):
            part.rename(aside.with_name(aside.name + ending))
            moved = aside
    return moved
