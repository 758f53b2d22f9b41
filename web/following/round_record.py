"""The record of a followed round: what lay where when, and who did what.

It is stored with the round. In the ledger it is packed: compact JSON, deflated, in base64, about 2 kB. Files that leave
the table hold it unpacked.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.errors import Refusal
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import SeenCard
from scorer.json_input import parse_json
from web.openapi.components import MAX_RECORD_LINES, RECORD, RECORD_FORMAT
from web.openapi.validation import find_fault

MAX_PACKED_BYTES = 16 * 1024
"""Letters of a packed record: four times the longest that was measured."""
MAX_UNPACKED_BYTES = 256 * 1024
"""Bytes of a record once it is inflated, so that a small file cannot fill the memory."""
_FIELDS = {"table": ("t", "number", "seat", "card", "gone"), "moves": ("t", "event", "seat", "card", "note")}


def make_record(
    tables: Iterable[tuple[float, Sequence[SeenCard]]], moves: Iterable[PlayEvent]
) -> dict[str, Any] | None:
    """The record of tables, each with its seconds, and of moves. None where nothing happened."""
    lines: list[dict[str, Any]] = []
    now: dict[int, tuple[int | None, str | None]] = {}
    start_s: float | None = None
    for time_s, cards in tables:
        start_s = time_s if start_s is None else start_s
        after = {card.track: (card.zone, card.names[0][0] if card.names else None) for card in cards}
        at = round(time_s - start_s, 1)
        for number in [number for number in now if number not in after]:
            seat, code = now.pop(number)
            lines.append({"t": at, "number": number, "seat": seat, "card": code, "gone": True})
        for number, (seat, code) in after.items():
            if now.get(number) != (seat, code):
                now[number] = (seat, code)
                lines.append({"t": at, "number": number, "seat": seat, "card": code, "gone": False})
    if start_s is None or not lines:
        return None
    return {
        "format": RECORD_FORMAT,
        "table": lines[:MAX_RECORD_LINES],
        "moves": [_move_line(move, start_s) for move in moves][:MAX_RECORD_LINES],
    }


def pack_record(record: Mapping[str, Any]) -> dict[str, str]:
    """The record as the ledger holds it."""
    lines = {name: [[line[field] for field in fields] for line in record[name]] for name, fields in _FIELDS.items()}
    text = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
    return {"packed": base64.b64encode(zlib.compress(text.encode(), 9)).decode()}


def unpack_record(packed: object) -> dict[str, Any] | None:
    """The record that `pack_record` packed, or one that is not packed. None for anything else."""
    if not isinstance(packed, Mapping):
        return None
    record = _inflate(packed["packed"]) if isinstance(packed.get("packed"), str) else dict(packed)
    return None if record is None or find_fault(record, RECORD, {}) else record


def without_notes(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a file that somebody else wrote: its notes are left out, because the rules write them."""
    return {**record, "moves": [{**move, "note": None} for move in record["moves"]]}


def _inflate(packed: str) -> dict[str, Any] | None:
    if len(packed) > MAX_PACKED_BYTES:
        return None
    try:
        inflater = zlib.decompressobj()
        data = inflater.decompress(base64.b64decode(packed, validate=True), MAX_UNPACKED_BYTES)
        body: Any = parse_json(data) if inflater.eof else None
        lists = {
            name: [dict(zip(fields, line, strict=True)) for line in body[name]] for name, fields in _FIELDS.items()
        }
    except (binascii.Error, zlib.error, Refusal, KeyError, TypeError, ValueError):
        return None
    return {"format": RECORD_FORMAT, **lists}


def _move_line(move: PlayEvent, start_s: float) -> dict[str, Any]:
    return {
        "t": max(0.0, round(move.time_s - start_s, 1)),
        "event": move.event,
        "seat": move.seat,
        "card": move.card,
        "note": move.note and move.note.as_json(),
    }
