# ruff: noqa: INP001  a script on its own, not a package
"""Copy the ledger every night, and restore a copy; needs the standard library only.

backup.py copy DATA           writes DATA/backups/ledger-<UTC time>.db, checked, and keeps the newest seven
backup.py restore DATA FILE   puts a copy back; the ledger that was there is kept beside it (the companion must be off)
backup.py drill DATA          restores the newest copy into a folder of its own, compares, and throws that away again
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web.ledger.backups import copy, restore
from web.system.data_lock import DataLock, HeldError, require_free


def count_rows(file: Path) -> int:
    """How many rows all tables of a ledger hold together."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as ledger:
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
        back = count_rows(Path(folder) / "ledger.db")
    return copies[-1], back, count_rows(data / "ledger.db") if (data / "ledger.db").exists() else 0


def main(arguments: list[str]) -> None:
    """Run one of the three commands."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # the name of a folder that the terminal cannot show
    try:
        match arguments:
            case ["copy", data]:
                print(copy(Path(data)))
            case ["restore", data, file]:
                require_free(Path(data) / "ledger.db")
                with closing(DataLock(Path(data) / "ledger.db")):
                    print(f"the ledger that was there is in {restore(Path(data), Path(file))}")
            case ["drill", data]:
                newest, back, now = drill(Path(data))
                print(f"{newest.name} comes back whole: {back} rows; the ledger has {now} now")
            case _:
                raise SystemExit(__doc__)
    except HeldError as held:
        raise SystemExit(f"{held.folder} is in use by {held.holder}: stop that first; nothing was changed") from None
    except OSError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
