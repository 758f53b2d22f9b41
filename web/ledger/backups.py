"""Backup and restore of the ledger, with the standard library alone.

The server makes a backup after each evening, `deploy/backup.py` every night.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

BACKUP_DIR_NAME = "backups"
"""Folder of the backups in the data folder."""

MAX_BACKUPS = 7
"""Number of backups that are kept: a week of nights."""

MIN_FREE_BYTES = 50_000_000
"""Bytes reserved for the ledger itself. With less free space no backup is made and old ones are deleted."""

_BUSY_TIMEOUT_S = 30.0
"""Seconds to wait for a database that another process has locked, for example for a long checkpoint."""


def is_disk_nearly_full(data_dir: Path) -> bool:
    """Whether the disk has less than `MIN_FREE_BYTES` left, so that only the ledger may still be written."""
    try:
        return shutil.disk_usage(data_dir).free < MIN_FREE_BYTES
    except OSError:
        return False


def prune(data_dir: Path, keep_count: int = 1, newest: Path | None = None) -> None:
    """Delete all but the newest `keep_count` backups. `newest` is the one just made, which always stays."""
    # Sorted by the time of writing and not by name: without a network the clock may start at any date.
    backups = (data_dir / BACKUP_DIR_NAME).glob("ledger-*.db")
    for old in sorted(backups, key=lambda file: (file != newest, -file.stat().st_mtime_ns))[keep_count:]:
        old.unlink()


def is_intact(file: Path) -> bool:
    """Whether SQLite finds every page of `file` sound and no triggers or views in it. The file is only read."""
    try:
        with closing(connect_read_only(file, _BUSY_TIMEOUT_S)) as ledger:
            if ledger.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return False
            return not ledger.execute("SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index')").fetchone()
    except sqlite3.Error:
        return False


def connect_read_only(file: Path, timeout_s: float, *, without_log: bool = False) -> sqlite3.Connection:
    """A read-only connection to a file that may come from anybody: nothing in its schema is executed.

    `timeout_s`: seconds to wait for a lock. `without_log`: leave out the write-ahead log, which cannot be opened.
    """
    mode = "mode=ro&immutable=1" if without_log else "mode=ro"
    ledger = sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=timeout_s)
    try:
        ledger.execute("PRAGMA trusted_schema=OFF")
        ledger.execute("PRAGMA cell_size_check=ON")
    except BaseException:
        ledger.close()
        raise
    return ledger


def _fsync(file: Path) -> None:
    """Flush a file and its directory entry to the disk, so that they survive a power failure."""
    for path in (file, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _copy_database(source: Path, target: Path) -> None:
    """Copy a ledger that may be in use. `target` appears complete or not at all. OSError if the source is damaged."""
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        with closing(connect_read_only(source, _BUSY_TIMEOUT_S)) as ledger:
            ledger.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise OSError(f"{source} cannot be copied: {error}") from None
    if not is_intact(part):
        raise OSError(f"{source} is damaged; what could be copied is {part}")
    _fsync(part)
    part.rename(target)
    _fsync(target)


def copy(data_dir: Path, ledger: str = "ledger.db") -> Path:
    """Back up the ledger of a data folder, delete all but the newest `MAX_BACKUPS` and return the new backup.

    OSError if it cannot be written or the ledger is damaged. Then no backup is deleted.
    """
    folder = data_dir / BACKUP_DIR_NAME
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"ledger-{datetime.now(UTC):%Y%m%dT%H%M%S}.db"
    _copy_database(data_dir / ledger, target)
    prune(data_dir, MAX_BACKUPS, target)
    return target


def restore(data_dir: Path, file: Path) -> Path:
    """Restore a backup as DATA/ledger.db and return the folder that holds the replaced ledger.

    OSError if `file` is damaged or cannot be copied. Then nothing is changed.
    """
    if not is_intact(file):
        raise OSError(f"{file} is damaged itself, or no ledger; nothing was changed")
    ledger = data_dir / "ledger.db"
    restored = data_dir / "ledger.restored"
    _copy_database(file, restored)
    # To the microsecond, because a script may restore twice within a second.
    replaced = data_dir / f"ledger-before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    replaced.mkdir(mode=0o700)
    names = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
    for name in names:
        if (data_dir / name).exists():
            os.link(data_dir / name, replaced / name)
    # There is a ledger at every moment, because without one the server would silently create an empty one. The log of
    # the old ledger is removed first, so that SQLite does not apply it to the backup. A link to it is in `replaced`.
    for name in names[1:]:
        (data_dir / name).unlink(missing_ok=True)
    restored.replace(ledger)
    _fsync(ledger)
    return replaced
