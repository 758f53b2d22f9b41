"""写し utsushi: the ledger's second copy, one line of text an entry, from which a damaged database is rebuilt."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from web.ledger.entry import Entry, entry_from_fields

JOURNAL_FILE_NAME = "rounds.log"


class Journal:
    """Lines of JSON in one file, each on the disk before the next thing happens, each with a sum to tell damage by."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def append(self, entries: Iterable[Entry]) -> int:
        """Writes entries at the end; where they begin. `OSError` when the disk does not take them, and none is left."""
        text = "".join(f"{_encode_line(entry)}\n" for entry in entries).encode()
        handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            start = os.fstat(handle).st_size
            # A line cut off by a power failure must not swallow the next one.
            if start and os.pread(handle, 1, start - 1) != b"\n":
                text = b"\n" + text
            try:
                while text:
                    text = text[os.write(handle, text) :]
                os.fsync(handle)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(handle, start)
                raise
        finally:
            os.close(handle)
        return start

    def truncate(self, start: int) -> None:
        """Takes back what the last `add` wrote, if the disk lets us: what was never acknowledged must not come back."""
        with suppress(OSError):
            os.truncate(self.file, start)

    def entries(self) -> Iterator[Entry]:
        """The entries whose lines are whole. Of two with the same sequence the later one took the other's place."""
        with suppress(OSError), self.file.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                with suppress(ValueError, RecursionError):
                    yield _decode_line(line)

    def is_intact(self) -> bool:
        """Whether there is such a file and nothing in it is amiss: then its last line is the last that was written."""
        try:
            with self.file.open(encoding="utf-8") as lines:
                last = ""
                for last in lines:
                    _decode_line(last)
        except (OSError, ValueError, RecursionError):
            return False
        return last.endswith("\n")

    def checksums(self) -> dict[int, int]:
        """The sum of each entry by its sequence."""
        return {entry.sequence: entry.checksum for entry in self.entries()}


def _encode_line(entry: Entry) -> str:
    return json.dumps(asdict(entry) | {"sum": entry.checksum}, ensure_ascii=False)


def _decode_line(line: str) -> Entry:
    fields = json.loads(line)
    told = fields.pop("sum", None) if isinstance(fields, dict) else None
    if told is None or (entry := entry_from_fields(fields)).checksum != told:
        raise ValueError("a damaged line")
    return entry
