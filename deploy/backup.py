# ruff: noqa: INP001  a script on its own, not a package
"""控え hikae: a nightly copy of the ledger, and the way back, with the standard library alone.

backup.py copy DATA           writes DATA/backups/ledger-<UTC time>.db, checked, and keeps the newest seven
backup.py restore DATA FILE   puts a copy back; the ledger that was there is kept beside it (stop the companion first)
backup.py drill DATA          restores the newest copy into a folder of its own, compares, and throws that away again
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

KEPT = 7
_FILES = ("ledger.db", "ledger.db-wal", "ledger.db-shm")
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
    kept = Path(tempfile.mkdtemp(prefix=f"ledger-before-{datetime.now(UTC):%Y%m%dT%H%M%S}-", dir=data))
    for name in _FILES:
        if (data / name).exists():
            os.link(data / name, kept / name)
    _settle(kept)
    # At no moment is there no ledger: a fresh one would be begun in silence. The old one's log must not be taken for
    # the copy's, so it goes first; what it held is kept beside.
    for name in _FILES[1:]:
        (data / name).unlink(missing_ok=True)
    whole.replace(ledger)
    _settle(ledger)
    return kept


def rows(file: Path) -> int:
    """How many rows all tables of a ledger hold together."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)) as ledger:
        names = [name for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        quoted = (name.replace('"', '""') for name in names)
        return sum(ledger.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in quoted)  # noqa: S608


def drill(data: Path) -> tuple[Path, int, int]:
    """The newest copy, how many rows come back from it, and how many the ledger has now; SystemExit when it fails."""
    copies = sorted((data / "backups").glob("ledger-*.db"), key=lambda file: file.stat().st_mtime_ns)
    if not copies:
        raise SystemExit("there is no copy yet")
    with tempfile.TemporaryDirectory(dir=data, prefix="drill-") as folder:
        restore(Path(folder), copies[-1])
        back = rows(Path(folder) / "ledger.db")
    return copies[-1], back, rows(data / "ledger.db") if (data / "ledger.db").exists() else 0


def main(words: list[str]) -> None:
    """Runs one of the three."""
    match words:
        case ["copy", data]:
            print(copy(Path(data)))
        case ["restore", data, file]:
            print(f"the ledger that was there is in {restore(Path(data), Path(file))}")
        case ["drill", data]:
            newest, back, now = drill(Path(data))
            print(f"{newest.name} comes back whole: {back} rows; the ledger has {now} now")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
