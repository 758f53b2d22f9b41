"""控え hikae: copies of the ledger after an evening and at night, and the way back; the standard library alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

BACKUP_DIR_NAME = "backups"
MAX_BACKUPS = 7
MIN_FREE_BYTES = 50_000_000
"""Bytes that stay free for the ledger itself: below it no copy is made, and old ones go."""

_BUSY_TIMEOUT_S = 30.0


def is_disk_nearly_full(data_dir: Path) -> bool:
    """Whether the disk is so full that only the ledger itself may still be written."""
    try:
        return shutil.disk_usage(data_dir).free < MIN_FREE_BYTES
    except OSError:
        return False


def prune(data_dir: Path, keep_count: int = 1, newest: Path | None = None) -> None:
    """Deletes all but the newest `keep` copies; `newest` is the one just made, whatever the clock says."""
    # By when they were written on this disk, not by name: without a network the clock starts anywhere.
    copies = (data_dir / BACKUP_DIR_NAME).glob("ledger-*.db")
    for old in sorted(copies, key=lambda file: (file != newest, -file.stat().st_mtime_ns))[keep_count:]:
        old.unlink()


def is_intact(file: Path) -> bool:
    """Whether SQLite finds every page of `file` in order and nothing in it that would run; it is only read."""
    try:
        with closing(_connect_read_only(file)) as ledger:
            if ledger.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return False
            return not ledger.execute("SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone()
    except sqlite3.Error:
        return False


def _connect_read_only(file: Path) -> sqlite3.Connection:
    ledger = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_TIMEOUT_S)
    ledger.execute("PRAGMA trusted_schema=OFF")
    ledger.execute("PRAGMA cell_size_check=ON")
    return ledger


def _fsync(file: Path) -> None:
    """Has the disk keep the file and its name, whatever happens to the power."""
    for path in (file, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _copy_database(source: Path, target: Path) -> None:
    """Copies a ledger that may be in use; the target appears whole or not at all. OSError when it is not sound."""
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        with closing(_connect_read_only(source)) as ledger:
            ledger.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as wrong:
        part.unlink(missing_ok=True)
        raise OSError(f"{source} cannot be copied: {wrong}") from None
    if not is_intact(part):
        raise OSError(f"{source} is damaged; what could be copied is {part}")
    _fsync(part)
    part.rename(target)
    _fsync(target)


def copy(data_dir: Path, ledger: str = "ledger.db") -> Path:
    """Copies the ledger of a data folder and drops all but the newest copies; a damaged ledger drops none. OSError."""
    folder = data_dir / BACKUP_DIR_NAME
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"ledger-{datetime.now(UTC):%Y%m%dT%H%M%S}.db"
    _copy_database(data_dir / ledger, target)
    prune(data_dir, MAX_BACKUPS, target)
    return target


def restore(data_dir: Path, file: Path) -> Path:
    """Puts a copy back as DATA/ledger.db; returns where the ledger that was there is kept. OSError, nothing changed."""
    if not is_intact(file):
        raise OSError(f"{file} is damaged itself, or no ledger; nothing was changed")
    ledger = data_dir / "ledger.db"
    whole = data_dir / "ledger.restored"
    _copy_database(file, whole)
    # To the microsecond: a guard may put back twice in a second.
    kept = data_dir / f"ledger-before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    kept.mkdir(mode=0o700)
    names = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
    for name in names:
        if (data_dir / name).exists():
            os.link(data_dir / name, kept / name)
    # At no moment is there no ledger: a fresh one would be begun in silence. The old one's log must not be taken for
    # the copy's, so it goes first; what it held is kept beside.
    for name in names[1:]:
        (data_dir / name).unlink(missing_ok=True)
    whole.replace(ledger)
    _fsync(ledger)
    return kept
