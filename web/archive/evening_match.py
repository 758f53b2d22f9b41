"""Whether an evening of a file is in the ledger already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from web.ledger.entry import NewEntry
from web.ledger.store import Store


def find_same_evening(store: Store, lines: Sequence[NewEntry]) -> int | None:
    """The ID of the evening that begins with these entries, None if there is none.

    Times are kept to the second. Records and texts may differ: they are made anew when a file is read.
    """
    wanted = [_outline(line.timestamp, line.body) for line in lines]
    for head in store.evening_heads():
        if head.version >= len(lines) and head.began_at[:19] == lines[0].timestamp[:19]:
            entries = store.entries(head.id, limit=len(lines))
            if [_outline(entry.at, entry.body) for entry in entries] == wanted:
                return head.id
    return None


def _outline(at: str, body: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells an entry from every other: when, of which kind, and who played what."""
    return at[:19], body.get("kind"), body.get("players"), body.get("player"), body.get("round"), body.get("of")
