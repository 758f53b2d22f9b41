"""写し utsushi: the ledger's second copy, one line of text an entry, from which a damaged database is rebuilt."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any


class Journal:
    """Lines of JSON in one file, each on the disk before the next thing happens."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Writes entries at the end; `OSError` when the disk does not take them."""
        text = "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in entries)
        with self._file.open("a+b") as out:
            # A line cut off by a power failure must not swallow the next one.
            if out.tell() and os.pread(out.fileno(), 1, out.tell() - 1) != b"\n":
                out.write(b"\n")
            out.write(text.encode())
            out.flush()
            os.fsync(out.fileno())

    def lines(self) -> Iterator[dict[str, Any]]:
        """The entries that can be read; a line that was cut off is passed over."""
        if self._file.exists():
            for line in self._file.read_text(encoding="utf-8", errors="replace").splitlines():
                with suppress(ValueError):
                    entry = json.loads(line)
                    if isinstance(entry, dict):
                        yield entry


def sound(file: Path) -> bool:
    """Whether a SQLite file is missing, empty, or whole with every entry readable."""
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file)) as connection:
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                return False
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone():
                for (body,) in connection.execute("SELECT body FROM entries"):
                    json.loads(body)
    except (sqlite3.DatabaseError, ValueError):
        return False
    return True


def put_aside(file: Path) -> Path:
    """Renames a damaged database and what belongs to it; nothing is deleted. Returns its new name."""
    number = sum(1 for _ in file.parent.glob(f"{file.stem}.damaged-*{file.suffix}")) + 1
    aside = file.with_name(f"{file.stem}.damaged-{number}{file.suffix}")
    for ending in ("", "-wal", "-shm"):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
