# ruff: noqa: INP001  a script on its own, not a package
"""控え hikae: a nightly copy of the ledger, and the way back, with the standard library alone.

backup.py copy DATA           writes DATA/backups/ledger-<UTC time>.db, checked, and keeps the newest seven
backup.py restore DATA FILE   puts a copy back; the ledger that was there is kept beside it (stop the companion first)
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

KEPT = 7
_BUSY_SECONDS = 30.0


def sound(file: Path) -> bool:
    """Whether SQLite finds every page of `file` in order; the file is only read."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)) as ledger:
            ledger.execute("PRAGMA trusted_schema=OFF")
            return ledger.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error:
        return False


def _settle(file: Path) -> None:
    """Has the disk keep the file and its name, whatever happens to the power."""
    for path in (file, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _duplicate(source: Path, target: Path) -> None:
    """Copies a ledger that may be in use; the target appears whole or not at all. SystemExit when it is not sound."""
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        with closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
        ) as ledger:
            ledger.execute("PRAGMA trusted_schema=OFF")
            ledger.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as wrong:
        part.unlink(missing_ok=True)
        raise SystemExit(f"{source} cannot be copied: {wrong}") from None
    if not sound(part):
        raise SystemExit(f"{source} is damaged; what could be copied is {part}")
    _settle(part)
    part.rename(target)
    _settle(target)


def copy(data: Path) -> Path:
    """Copies DATA/ledger.db and drops all but the newest copies; a damaged ledger drops none."""
    folder = data / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"ledger-{datetime.now(UTC):%Y%m%dT%H%M%S}.db"
    _duplicate(data / "ledger.db", target)
    # By when they were written on this disk, not by name: without a network the clock starts anywhere.
    copies = sorted(folder.glob("ledger-*.db"), key=lambda file: (file != target, -file.stat().st_mtime_ns))
    for old in copies[KEPT:]:
        old.unlink()
    return target


def restore(data: Path, file: Path) -> Path:
    """Puts a copy back as DATA/ledger.db; returns where the ledger that was there is kept."""
    if not sound(file):
        raise SystemExit(f"{file} is damaged itself; nothing was changed")
    ledger = data / "ledger.db"
    whole = data / "ledger.restored"
    _duplicate(file, whole)
    kept = data / f"ledger-before-{datetime.now(UTC):%Y%m%dT%H%M%S}"
    kept.mkdir(mode=0o700)
    for name in ("ledger.db", "ledger.db-wal", "ledger.db-shm"):
        if (data / name).exists():
            (data / name).rename(kept / name)
    whole.rename(ledger)
    _settle(ledger)
    return kept


def main(words: list[str]) -> None:
    """Runs one of the two."""
    match words:
        case ["copy", data]:
            print(copy(Path(data)))
        case ["restore", data, file]:
            print(f"the ledger that was there is in {restore(Path(data), Path(file))}")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
