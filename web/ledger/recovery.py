"""Recovery of a damaged ledger from its file, journal and backups.

The files are only read, but for `quarantine`, which renames them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, count
from operator import attrgetter
from pathlib import Path
from typing import Any

from scorer.json_input import parse_json
from web.ledger.backups import connect_read_only
from web.ledger.entry import Entry, checksum_of, entry_from_fields
from web.ledger.journal import Journal
from web.ledger.migrations import LATEST_REVISION
from web.ledger.schema import METADATA

READ_ERRORS = (sqlite3.Error, OSError, ValueError, OverflowError, MemoryError)
"""What reading may raise. A damaged file has text that cannot be decoded and lengths beyond all memory."""

SQLITE_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the files of one SQLite database."""

_KNOWN_TABLES = frozenset({*METADATA.tables, "alembic_version"})
_ENTRY_COLUMNS = "sequence, evening, version, body, who, at, key"
_BUSY_TIMEOUT_S = 5.0
"""Seconds to wait for a database that another process has locked."""


@dataclass
class SalvagedFile:
    """What a SQLite file contains besides entries: settings as JSON text, and whether it is undamaged (`is_intact`)."""

    settings: dict[str, str] = field(default_factory=dict)
    is_intact: bool = True


def read_salvageable(file: Path, on_entry: Callable[[Entry, int], None]) -> SalvagedFile:
    """Read as much of a ledger as possible and call `on_entry` with each undamaged entry and its checksum.

    The file may come from anybody. Nothing in it is executed.
    """
    salvaged = SalvagedFile()
    try:
        if not file.exists() or not file.stat().st_size:
            return salvaged
        with closing(connect_salvageable(file)) as ledger:
            salvaged.is_intact = is_sane(ledger)
            has_checksum = ledger.execute("SELECT 1 FROM pragma_table_info('entries') WHERE name = 'sum'").fetchone()
            columns = f"{_ENTRY_COLUMNS}, sum" if has_checksum else _ENTRY_COLUMNS  # revision 0002 added checksums
            for row in _salvage_rows(ledger, columns, "entries", "sequence", salvaged):
                try:
                    on_entry(*_entry_from_row(columns, row))
                except (TypeError, ValueError):
                    salvaged.is_intact = False
            for name, value in _salvage_rows(ledger, "name, value", "settings", "name", salvaged):
                try:
                    parse_json(value, any_text=True)
                    salvaged.settings[str(name)] = value
                except (TypeError, ValueError):
                    salvaged.is_intact = False
    except READ_ERRORS:
        salvaged.is_intact = False
    return salvaged


def select_salvageable(file: Path, sequences: Collection[int]) -> list[Entry]:
    """The undamaged entries of a ledger with these sequences, in order."""
    found: list[Entry] = []
    read_salvageable(file, lambda entry, _: found.append(entry) if entry.sequence in sequences else None)
    return sorted(found, key=attrgetter("sequence"))


def read_entries(ledger: sqlite3.Connection, after: int, until: int, count: int) -> list[Entry]:
    """The first `count` entries after sequence `after` up to `until`. `ValueError` for a damaged one."""
    columns = f"{_ENTRY_COLUMNS}, sum"
    query = f"SELECT {columns} FROM entries WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?"  # noqa: S608  fixed names
    return [_entry_from_row(columns, row)[0] for row in ledger.execute(query, (after, until, count))]


def _entry_from_row(columns: str, row: tuple[Any, ...]) -> tuple[Entry, int]:
    """The entry in a row of these columns, and its checksum. `ValueError` or `TypeError` if it is damaged."""
    fields: dict[str, Any] = dict(zip(columns.split(", "), row, strict=True))
    checksum = fields.pop("sum", None)
    entry = entry_from_fields(fields | {"body": parse_json(fields["body"], any_text=True)})
    if checksum is not None and _checksum_of_row(fields) == checksum:
        return entry, checksum
    # A body that is not written as we write it: the entry is written anew, which takes longer.
    if "sum" in columns and entry.checksum != checksum:
        raise ValueError("a damaged entry")
    return entry, entry.checksum


def _checksum_of_row(fields: Mapping[str, Any]) -> int:
    """The checksum of an entry whose body is the JSON text that the database holds."""
    numbers = json.dumps({name: fields[name] for name in ("sequence", "evening", "version")})
    texts = json.dumps({name: fields[name] for name in ("who", "at", "key")}, ensure_ascii=False)
    return checksum_of(f'{numbers[:-1]}, "body": {fields["body"]}, {texts[1:]}')


def connect_salvageable(file: Path) -> sqlite3.Connection:
    """A read-only connection. If the log cannot be opened it is left out, because the journal has the rest."""
    for without_log in (False, True):
        try:
            ledger = connect_read_only(file, _BUSY_TIMEOUT_S, without_log=without_log)
        except READ_ERRORS as error:
            last_error = error
            continue
        try:
            ledger.text_factory = lambda raw: raw.decode(errors="replace")
            ledger.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except READ_ERRORS as error:
            ledger.close()
            last_error = error
        else:
            return ledger
    raise last_error


def is_sane(ledger: sqlite3.Connection) -> bool:
    """Whether SQLite finds every page sound and the file has only our tables, at a known revision."""
    try:
        return ledger.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",) and has_known_schema(ledger)
    except READ_ERRORS:
        return False


def has_known_schema(ledger: sqlite3.Connection) -> bool:
    """Whether the file has only our tables, at a known revision."""
    try:
        objects = ledger.execute("SELECT type, name FROM sqlite_master").fetchall()
        if any(
            kind not in {"table", "index"} or (kind == "table" and name not in _KNOWN_TABLES) for kind, name in objects
        ):
            return False
        (revision,) = ledger.execute("SELECT version_num FROM alembic_version").fetchall()
        return isinstance(revision[0], str) and revision[0].isdigit() and revision[0] <= LATEST_REVISION
    except READ_ERRORS:
        return False


def _salvage_rows(
    ledger: sqlite3.Connection, columns: str, table: str, order_by: str, salvaged: SalvagedFile
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, read from both ends as far as possible. A row may come twice."""
    for direction in ("ASC", "DESC"):
        try:
            kind = ledger.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            if kind != ("table",):  # a view may run any query
                salvaged.is_intact = False
                return
            yield from ledger.execute(f"SELECT {columns} FROM {table} ORDER BY {order_by} {direction}")  # noqa: S608  fixed names
        except READ_ERRORS:
            salvaged.is_intact = False
        else:
            return


@dataclass(frozen=True)
class RecoveredLedger:
    """The ledger put together from all copies: entries in order and settings as JSON text.

    `missing_ranges`: first and last sequence of each gap. `is_end_known`: whether one copy is undamaged, so that no
    entry followed its last one. Otherwise the number of entries is unknown.
    """

    entries: tuple[Entry, ...]
    settings: Mapping[str, str]
    missing_ranges: tuple[tuple[int, int], ...]
    is_end_known: bool


def recover_ledger(file: Path, journal: Journal, backup_dir: Path) -> RecoveredLedger:
    """The ledger from its journal, its intact backups and the readable part of the file, trusted in that order.

    Play cannot continue from an entry after a gap in its evening, so it counts as missing too. It stays in the files.
    """
    entries, settings, is_end_known = _gather_copies(file, journal, backup_dir)
    usable, missing = _split_at_gaps(entries)
    return RecoveredLedger(tuple(usable), settings, tuple(missing), is_end_known)


def _gather_copies(file: Path, journal: Journal, backup_dir: Path) -> tuple[dict[int, Entry], dict[str, str], bool]:
    """Every entry that some copy has, by sequence, the settings, and whether the last entry is surely among them."""
    entries: dict[int, Entry] = {}
    settings: dict[str, str] = {}

    def _add_entry(entry: Entry, _checksum: int = 0) -> None:
        entries[entry.sequence] = entry

    database = read_salvageable(file, _add_entry)
    is_end_known = (database.is_intact and bool(entries)) or journal.is_intact()
    for backup in sorted(backup_dir.glob("*.db"), key=lambda backup: backup.stat().st_mtime_ns):
        backup_entries: list[Entry] = []
        salvaged = read_salvageable(backup, lambda entry, _: backup_entries.append(entry))  # noqa: B023  used at once
        if salvaged.is_intact:
            entries |= {entry.sequence: entry for entry in backup_entries}
            settings |= salvaged.settings
    settings |= database.settings
    for entry in journal.entries():
        _add_entry(entry)
    return entries, settings, is_end_known


def _split_at_gaps(entries: Mapping[int, Entry]) -> tuple[list[Entry], list[tuple[int, int]]]:
    """The entries that follow from those before them in their evening, and the first and last sequence of each gap."""
    versions: dict[int, int] = {}
    keys, usable, missing, previous = set(), [], [], 0
    for sequence, entry in sorted(entries.items()):
        if entry.version == versions.get(entry.evening, 0) + 1 and entry.key not in keys:
            versions[entry.evening] = entry.version
            keys.add(entry.key)
            usable.append(entry)
            if sequence > previous + 1:
                missing.append((previous + 1, sequence - 1))
            previous = sequence
    last = max(entries, default=0)
    if last > previous:
        missing.append((previous + 1, last))
    return usable, missing


def free_name(file: Path, label: str) -> Path:
    """A path beside a database, with `label` and the time, at which neither a database nor its log files are."""
    timestamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    numbers = chain([""], (f"-{n}" for n in count(1)))
    targets = (file.with_name(f"{file.name}.{label}.{timestamp}{number}") for number in numbers)
    return next(
        target
        for target in targets
        if not any(target.with_name(target.name + suffix).exists() for suffix in SQLITE_SUFFIXES)
    )


def quarantine(file: Path, label: str = "corrupt") -> Path | None:
    """Rename a damaged database with its log files and return its new path, None if it was missing. Deletes nothing."""
    free, renamed = free_name(file, label), None
    for suffix in SQLITE_SUFFIXES:
        part = file.with_name(file.name + suffix)
        with suppress(FileNotFoundError):
            part.rename(free.with_name(free.name + suffix))
            renamed = free
    return renamed
