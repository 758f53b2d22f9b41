"""One entry of the ledger, the same in database, journal and memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zlib import crc32


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the ledger. Field names are columns of the database and keys of the journal.

    `sequence` counts over the whole ledger from 1, `version` within the evening from 1. `body` includes the "kind".
    `who` is the author. `at` is the wall-clock time and only a label, because the sequence gives the order. `key`
    identifies the request that wrote the entry.
    """

    sequence: int
    evening: int
    version: int
    body: dict[str, Any]
    who: str
    at: str
    key: str

    @property
    def checksum(self) -> int:
        """CRC-32 of the entry as JSON, which detects damage."""
        return checksum_of(json.dumps(self.as_fields(), ensure_ascii=False))

    def as_receipt(self) -> dict[str, Any]:
        """What the author of the entry gets, and again for a repeated request."""
        return {"version": self.version, "sequence": self.sequence, "at": self.at, "entry": self.body}

    def as_fields(self) -> dict[str, Any]:
        """The fields by name, with the body itself: a copy of it takes longer than all else that is done with it."""
        return {name: getattr(self, name) for name in FIELD_NAMES}


FIELD_NAMES = ("sequence", "evening", "version", "body", "who", "at", "key")
"""The fields in the order in which they are written."""


def checksum_of(text: str) -> int:
    """CRC-32 of an entry that is written as JSON already."""
    return crc32(text.encode(errors="surrogatepass"))


@dataclass(frozen=True, slots=True)
class EveningHead:
    """One evening in the ledger: its ID, the version of its last entry, and when it began and was last changed.

    `checksum`: that of the last entry, which tells the evening from another of the same number.
    """

    id: int
    version: int
    began_at: str
    changed_at: str
    checksum: int = 0


def entry_from_fields(data: Mapping[str, Any]) -> Entry:
    """The entry with these fields. ValueError if names or types do not fit."""
    try:
        entry = Entry(**data)
    except TypeError:
        raise ValueError("other fields") from None
    counts = (entry.sequence, entry.evening, entry.version)
    texts = (entry.who, entry.at, entry.key)
    kind = entry.body.get("kind") if isinstance(entry.body, dict) else None
    if not all(type(count) is int and count > 0 for count in counts) or not all(
        isinstance(text, str) for text in (*texts, kind)
    ):
        raise ValueError("fields of other kinds")
    return entry


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written. Author and timestamp of an imported entry are those of its source."""

    body: Mapping[str, Any]
    author: str
    timestamp: str


def utc_now() -> str:
    """The wall clock of a table or hall, ISO 8601 to the second. It is a label: no order depends on it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
