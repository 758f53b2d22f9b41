"""A batch of ledger entries as a table sends it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scorer.errors import Refusal
from scorer.texts import Text
from web.ledger.entry import Entry, entry_from_fields
from web.openapi.schema import LAST_ID

MAX_BATCH_BYTES = 8 * 1024 * 1024
"""Bytes of the largest batch: one correction of an evening of a thousand rounds fits."""
MAX_BATCH_ENTRIES = 500
"""Entries of the largest batch, which bounds how long its transaction holds the table's row."""


def parse_batch(body: Mapping[str, Any]) -> list[Entry]:
    """The entries of a request, in order and without a gap between them. Refusal `bad_batch` for anything else."""
    rows: Any = body.get("entries")
    if not isinstance(rows, list) or not 0 < len(rows) <= MAX_BATCH_ENTRIES:
        raise _bad_batch(
            f"a batch has 1 to {MAX_BATCH_ENTRIES} entries", f"一度に送れるのは{MAX_BATCH_ENTRIES}件までです"
        )
    entries = []
    for row in rows:
        try:
            entries.append(entry_from_fields(row if isinstance(row, dict) else {}))
        except ValueError:
            raise _bad_batch("an entry has other fields", "記録の項目が違います") from None
    if [entry.sequence for entry in entries] != list(range(entries[0].sequence, entries[0].sequence + len(entries))):
        raise _bad_batch("the entries are not in order", "記録の順番が違います")
    if any(max(entry.sequence, entry.evening, entry.version) > LAST_ID for entry in entries):
        raise _bad_batch("a number is too large", "数が大きすぎます")
    return entries


def batch_to_json(entries: Sequence[Entry]) -> dict[str, Any]:
    """The request body of these entries."""
    return {"entries": [asdict(entry) for entry in entries]}


def entry_digest(entry: Entry) -> str:
    """What tells an entry from every other one that might stand in its place."""
    content = [entry.evening, entry.version, entry.body, entry.who, entry.at, entry.key]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _bad_batch(en: str, ja: str) -> Refusal:
    return Refusal("bad_batch", Text(en, ja))
