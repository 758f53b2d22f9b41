"""The checkpoint: how far the ledger was sound, and the evening then.

A start reads it and only the entries that followed, so it takes as long after ten thousand rounds as after ten. It is a
cache in a file of its own. After an upgrade only the evening under way is folded anew. When it is missing, damaged or
of another format, a start reads the evening under way and takes what came before on trust until it is checked beside
the play; a short past is read at once. When the ledger is not as it says, everything is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, select

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.ledger.entry import Entry
from web.ledger.journal import Journal
from web.ledger.migrations import LATEST_REVISION, current_revision
from web.ledger.recovery import READ_ERRORS, connect_salvageable, has_known_schema
from web.ledger.rows import to_entry
from web.ledger.schema import ENTRIES
from web.openapi.schema import COUNT, STRING, Schema, by_key, nullable, obj
from web.openapi.validation import find_fault

CHECKPOINT_FILE_NAME = "ledger.checkpoint"
"""File of the checkpoint, beside the database."""

_FORMAT = 4
"""Raised whenever the fold, or what is written of it, changes. Before 4 the evening may be another process's."""
_MAX_BYTES = 8 * 1024 * 1024
"""Bytes of the largest checkpoint that is read: an evening of many games with their last rounds is far smaller."""
_SHORT_BYTES = 4 * 1024 * 1024
"""Bytes of a journal that is read at once: some two thousand rounds, two seconds of a Pi's processor."""
_SCHEMA: Schema = obj(
    format=COUNT,
    program=STRING,
    sequence=COUNT,
    checksum=COUNT,
    evening=COUNT,
    version=COUNT,
    journal_bytes=COUNT,
    rounds=COUNT,
    session=nullable(by_key({})),
)


Tip = tuple[int, int]
"""Sequence and checksum of the newest entry of a ledger, which tell it from any other; zeros without an entry."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The ledger up to the entry `sequence`, whose `checksum`, `evening` and `version` tell it from any other.

    `journal_bytes`: where the journal's lines after that entry begin. `rounds`: booked rounds in the whole ledger.
    `session`: the evening as JSON, None where it could not be played on.
    """

    sequence: int
    checksum: int
    evening: int
    version: int
    journal_bytes: int
    rounds: int
    session: dict[str, Any] | None


def write_current_checkpoint(
    file: Path, connection: Connection, journal: Journal, tip: Tip, rounds: int, session: dict[str, Any] | None
) -> bool:
    """Write a checkpoint of the ledger whose newest entry is `tip`, the one on which `session` stands.

    False where the newest is another: somebody else wrote it, so the session is not that of the ledger. `OSError` when
    the disk takes none.
    """
    last = connection.execute(select(ENTRIES).order_by(ENTRIES.c.sequence.desc()).limit(1)).first()
    if last is None or (last.sequence, last.sum) != tip:
        return False
    write_checkpoint(
        file, Checkpoint(last.sequence, last.sum, last.evening, last.version, journal.size(), rounds, session)
    )
    return True


def write_checkpoint(file: Path, checkpoint: Checkpoint) -> None:
    """Write the checkpoint in place of the last. `OSError` when the disk takes none.

    It is not flushed to the disk: its checksum tells half a file from a whole one.
    """
    # `asdict` copies the evening deep, which takes four times as long as writing it.
    known = {each.name: getattr(checkpoint, each.name) for each in fields(checkpoint)}
    body = {"format": _FORMAT, "program": version("fudayomi"), **known}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    part = file.with_suffix(".part")
    part.write_bytes(b"%08x %s\n" % (crc32(text), text))
    part.replace(file)


def read_checkpoint(file: Path) -> Checkpoint | None:
    """The checkpoint in the file, None for anything else.

    That of another program says how far the ledger was sound, but another program may fold the evening otherwise.
    """
    try:
        if file.stat().st_size > _MAX_BYTES:
            return None
        checksum, _, text = file.read_bytes().rstrip(b"\n").partition(b" ")
        body: Any = parse_json(text, any_text=True) if checksum == b"%08x" % crc32(text) else None
    except (OSError, Refusal):
        return None
    if find_fault(body, _SCHEMA, {}) or body.pop("format") != _FORMAT:
        return None
    if body.pop("program") != version("fudayomi"):
        body["session"] = None
    with suppress(TypeError):
        return Checkpoint(**body)
    return None


def assume_checkpoint(file: Path, journal: Journal) -> Checkpoint | None:
    """A checkpoint before the evening under way, for a start that has none. None to read everything.

    Nobody has looked at what came before it: that is checked beside the play, as after every start.
    """
    try:
        if journal.size() < _SHORT_BYTES:
            return None
        with closing(connect_salvageable(file)) as ledger:
            found = ledger.execute(_LAST_BEFORE_EVENING).fetchone() if has_known_schema(ledger) else None
            if found is None:
                return None
            last, checksum, evening, number = found
            (rounds,) = ledger.execute(_ROUNDS_UNTIL, (last,)).fetchone()
            start = journal.find_line(last + 1)
        return None if start is None else Checkpoint(last, checksum, evening, number, start, rounds, None)
    except READ_ERRORS:
        return None


_LAST_BEFORE_EVENING = """
    SELECT sequence, sum, evening, version FROM entries WHERE sequence < (
        SELECT sequence FROM entries WHERE version = 1 AND evening = (
            SELECT evening FROM entries ORDER BY sequence DESC LIMIT 1))
    ORDER BY sequence DESC LIMIT 1"""
_ROUNDS_UNTIL = "SELECT count(*) FROM entries WHERE sequence <= ? AND kind = 'settled'"


def entries_since(checkpoint: Checkpoint, connection: Connection, journal: Journal) -> Sequence[Entry] | None:
    """The entries after the checkpoint, None unless database and journal agree on them and on the checkpoint."""
    if current_revision(connection) != LATEST_REVISION:
        return None
    statement = select(ENTRIES).where(ENTRIES.c.sequence >= checkpoint.sequence).order_by(ENTRIES.c.sequence)
    rows = connection.execute(statement).all()
    entries = [to_entry(row) for row in rows]
    if not entries or any(entry.checksum != row.sum for entry, row in zip(entries, rows, strict=True)):
        return None
    first, *later = entries
    found = (first.sequence, first.checksum, first.evening, first.version)
    if found != (checkpoint.sequence, checkpoint.checksum, checkpoint.evening, checkpoint.version):
        return None
    versions = {first.evening: first.version}
    for number, entry in enumerate(later, first.sequence + 1):
        if entry.sequence != number or entry.version != versions.get(entry.evening, 0) + 1:
            return None
        versions[entry.evening] = entry.version
    return later if journal.entries_from(checkpoint.journal_bytes) == later else None
