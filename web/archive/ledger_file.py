"""The whole ledger as one file to take home, and back from it.

The file is gzip: a line that says what it is, then the lines of the journal, each with its checksum. Secrets of the
table, such as the PIN, are not in it.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.session.reducer import apply, replay
from scorer.session.state import Session
from scorer.texts import Text
from web.archive.importer import check_entry
from web.ledger.entry import Entry
from web.ledger.journal import decode_line, encode_line
from web.ledger.store import Store
from web.openapi.schema import LAST_ID

LEDGER_FORMAT = "fudayomi-ledger-1"
"""Value of `format` in the first line."""
BACKED_UP_SETTINGS = ("house_rules", "demo", "reading")
"""Settings that belong to the evenings and go along with them."""

_MAX_LINE_BYTES = 4 * 1024 * 1024
"""Bytes of the longest line: an edit of a very long evening holds every later round."""
_MOST_ID = LAST_ID - 10_000_000
"""The largest number of an entry or evening. More entries can follow it than a table ever writes."""
_UNREADABLE = Text("It cannot be read", "読めない記録です")
_MAX_KEY_LENGTH = 80
"""Characters of the longest key, as the database keeps it."""
_MAX_BYTES = 512 * 1024 * 1024
"""Bytes of a whole file once unpacked: some hundred thousand rounds."""


def write_ledger_file(store: Store) -> bytes:
    """The ledger with every evening, and the settings that belong to them."""
    entries = [entry for head in store.evening_heads() for entry in store.entries(head.id)]
    entries.sort(key=lambda entry: entry.sequence)
    settings = {name: value for name in BACKED_UP_SETTINGS if (value := store.get_setting(name)) is not None}
    head = {"format": LEDGER_FORMAT, "entries": len(entries), "settings": settings}
    lines = (json.dumps(head, ensure_ascii=False), *map(encode_line, entries))
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(errors="surrogatepass"), mtime=0)


def read_ledger_file(content: bytes) -> tuple[list[Entry], dict[str, str]]:
    """The entries of the file, and its settings as JSON text.

    Raises `bad_backup` unless every line is whole, every evening can be followed from its first entry, and the rules
    agree on every stone of it. Texts are those of the rules, never of the file.
    """
    try:
        lines = _lines(content)
        head = parse_json(next(lines, b""))
        if not (isinstance(head, dict) and head.get("format") == LEDGER_FORMAT):
            raise bad_backup("this is no backup of a ledger", "帳面の控えではありません")
        entries = [_decode(line, number) for number, line in enumerate(lines, 1)]
    except (OSError, EOFError, zlib.error, Refusal) as fault:
        if isinstance(fault, Refusal) and fault.code == "bad_backup":
            raise
        raise bad_backup(
            "this is no backup of a ledger, or it was cut short", "控えではないか、途中で切れています"
        ) from None
    if not entries or head.get("entries") != len(entries):
        raise bad_backup(
            f"it was cut short: {len(entries)} of {head.get('entries')} entries are there",
            f"途中で切れています（{head.get('entries')}件のうち{len(entries)}件）",
        )
    settings = head.get("settings")
    return list(_checked(entries)), _settings_json(settings if isinstance(settings, dict) else {})


def _lines(content: bytes) -> Iterator[bytes]:
    """The lines of a gzip file, as far as they are no longer than they may be."""
    total = 0
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        while line := file.readline(_MAX_LINE_BYTES):
            total += len(line)
            if not line.endswith(b"\n") or total > _MAX_BYTES:
                raise EOFError
            yield line


def _decode(line: bytes, number: int) -> Entry:
    try:
        return decode_line(line.decode(errors="surrogatepass"))[0]
    except ValueError:
        raise bad_backup(f"entry {number} is damaged", f"{number}番目の記録が壊れています") from None


def _checked(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, each settled again by the rules. Raises `bad_backup` unless they can be a ledger."""
    if len({entry.key for entry in entries}) < len(entries) or any(
        earlier.sequence >= later.sequence for earlier, later in pairwise(entries)
    ):
        raise bad_backup("its entries are not in order", "記録の順番が正しくありません")
    evenings: dict[int, Session] = {}
    for number, entry in enumerate(entries, 1):
        known = evenings.get(entry.evening)
        if entry.version != (known.event_count if known else 0) + 1:
            raise bad_backup(
                f"an entry of evening {entry.evening} is missing", f"{entry.evening}番の会の記録が足りません"
            )
        if max(entry.sequence, entry.evening) > _MOST_ID:
            raise bad_backup(f"entry {number}: its number is too large", f"{number}番目の記録：番号が大きすぎます")
        if not (0 < len(entry.key) <= _MAX_KEY_LENGTH and entry.key.isprintable()):
            raise bad_backup(f"entry {number}: its key cannot be", f"{number}番目の記録：鍵の書き方が違います")
        try:
            event, line = check_entry(entry.body, entry.who, entry.at, with_notes=True)
            evenings[entry.evening] = apply(known, event) if known else replay([event])
        except Exception as fault:
            message = fault.message if isinstance(fault, Refusal) else _UNREADABLE
            raise bad_backup(
                f"entry {number} of evening {entry.evening}: {message.en}",
                f"{entry.evening}番の会の{number}番目の記録：{message.ja}",
            ) from None
        yield replace(entry, body=dict(line.body), who=line.author, at=line.timestamp)


def _settings_json(settings: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(settings[name], ensure_ascii=False) for name in BACKED_UP_SETTINGS if name in settings}


def bad_backup(en: str, ja: str) -> Refusal:
    """Refusal of a backup, with what is wrong with it. Nothing was restored."""
    return Refusal(
        "bad_backup",
        Text(f"Nothing was restored: {en}. Try another copy.", f"何も戻していません。{ja}。別の控えを選んでください。"),
    )
