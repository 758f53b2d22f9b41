"""一行 ichigyo: one line of the ledger, the same in the database, in its second copy and in memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger. `version` counts within its evening from 1, `sequence` over the whole ledger.

    `body` holds its "kind" too. `at` is the wall clock of that moment, only a label: order is the sequence. `key` names
    the request that wrote it.
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
        """A number that another entry, or this one damaged, hardly has."""
        return crc32(json.dumps(asdict(self), ensure_ascii=False).encode(errors="surrogatepass"))


def entry_from_fields(data: Mapping[str, Any]) -> Entry:
    """The entry with these fields; ValueError when they are not those of one."""
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
