"""The journal: a copy of the ledger as text, one line per entry.

A damaged database is rebuilt from it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from scorer.json_input import parse_json
from web.ledger.entry import Entry, checksum_of, entry_from_fields

JOURNAL_FILE_NAME = "rounds.log"
"""File of the journal, beside the database."""
_BLOCK_BYTES = 1024 * 1024
"""Bytes read at once when a line is looked for: an evening of some hundred rounds."""


class Journal:
    """JSON lines in one file. Each is flushed to the disk when written and has a checksum that detects damage."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def append(self, entries: Iterable[Entry]) -> int:
        """Append entries and return the offset in bytes at which they start.

        `OSError` if the disk does not accept them. Then none of them is left in the file.
        """
        data = "".join(f"{encode_line(entry)}\n" for entry in entries).encode()
        handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            start = os.fstat(handle).st_size
            # After a power failure the last line may be cut off. The next must not be joined to it.
            if start and os.pread(handle, 1, start - 1) != b"\n":
                data = b"\n" + data
            try:
                while data:
                    data = data[os.write(handle, data) :]
                os.fsync(handle)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(handle, start)
                raise
        finally:
            os.close(handle)
        return start

    def truncate(self, start: int) -> None:
        """Remove what the last `append` wrote from offset `start`, if the disk allows it.

        An entry that was not acknowledged must not reappear.
        """
        with suppress(OSError):
            os.truncate(self.file, start)

    def entries(self, until: int | None = None) -> Iterator[Entry]:
        """The entries of all undamaged lines, or of those that begin before the offset `until`, bytes.

        Of two with the same sequence the later one is valid.
        """
        return (entry for entry, _ in self._undamaged(until))

    def _undamaged(self, until: int | None = None) -> Iterator[tuple[Entry, int]]:
        """The entries of all undamaged lines with their checksums."""
        with suppress(OSError), self.file.open("rb") as lines:
            position = 0
            for line in lines:
                if until is not None and position >= until:
                    return
                position += len(line)
                with suppress(ValueError):
                    yield decode_line(line.decode(errors="replace"))

    def entries_from(self, start: int) -> list[Entry]:
        """The entries of the lines from offset `start`, bytes. `ValueError` if no line begins there or one is damaged.

        `OSError` if the file cannot be read.
        """
        with self.file.open("rb") as lines:
            lines.seek(max(start - 1, 0))
            if start and lines.read(1) != b"\n":
                raise ValueError("no line begins there")
            return [decode_line(line.decode())[0] for line in lines]

    def find_line(self, sequence: int) -> int | None:
        """Where the last line of that entry begins, bytes, looked for from the end. None without one.

        `OSError` if the file cannot be read.
        """
        begin = b'\n{"sequence": %d, ' % sequence
        with self.file.open("rb") as lines:
            end = lines.seek(0, os.SEEK_END)
            while end > 0:
                start = max(0, end - _BLOCK_BYTES)
                lines.seek(start)
                found = lines.read(end - start + len(begin)).rfind(begin)
                if found >= 0:
                    return start + found + 1
                end = start
        return None

    def size(self) -> int:
        """Bytes of the file, 0 without one."""
        return self.file.stat().st_size if self.file.exists() else 0

    def is_intact(self) -> bool:
        """Whether the file exists and every line is undamaged. Then its last line is the last that was written."""
        try:
            with self.file.open(encoding="utf-8") as lines:
                last = ""
                for last in lines:
                    decode_line(last)
        except (OSError, ValueError):
            return False
        return last.endswith("\n")

    def checksums(self) -> dict[int, int]:
        """The checksum of each entry by its sequence."""
        return {entry.sequence: checksum for entry, checksum in self._undamaged()}


def encode_line(entry: Entry) -> str:
    """The line of an entry, without its end."""
    text = json.dumps(entry.as_fields(), ensure_ascii=False)
    return f'{text[:-1]}, "sum": {checksum_of(text)}}}'


def decode_line(line: str) -> tuple[Entry, int]:
    """The entry of a line and its checksum. `ValueError` for a damaged line."""
    fields = parse_json(line, any_text=True)
    checksum = fields.pop("sum", None) if isinstance(fields, dict) else None
    if checksum is None:
        raise ValueError("a line without a checksum")
    entry = entry_from_fields(fields)
    # The line as we write it is summed up as it stands. Only another one is written anew for that, which takes longer.
    text, _, written = line.rstrip("\n").rpartition(', "sum": ')
    is_sound = written == f"{checksum}}}" and checksum_of(text + "}") == checksum
    if not is_sound and entry.checksum != checksum:
        raise ValueError("a damaged line")
    return entry, checksum
