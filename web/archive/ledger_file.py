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
from itertools import pairwise
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from scorer.texts import Text
from web.ledger.entry import Entry
from web.ledger.journal import decode_line, encode_line
from web.ledger.store import Store

LEDGER_FORMAT = "fudayomi-ledger-1"
"""Value of `format` in the first line."""
BACKED_UP_SETTINGS = ("house_rules", "demo", "reading")
"""Settings that belong to the evenings and go along with them."""

_MAX_LINE_BYTES = 4 * 1024 * 1024
"""Bytes of the longest line: an edit of a very long evening holds every later round."""
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

    Raises `bad_backup` unless every line is whole and every evening can be followed from its first entry.
    """
    try:
        lines = _lines(content)
        head = parse_json(next(lines, b""))
        if not (isinstance(head, dict) and head.get("format") == LEDGER_FORMAT):
            raise _bad_backup("this is no backup of a ledger", "帳面の控えではありません")
        entries = [_decode(line, number) for number, line in enumerate(lines, 1)]
    except (OSError, EOFError, zlib.error, Refusal) as fault:
        if isinstance(fault, Refusal) and fault.code == "bad_backup":
            raise
        raise _bad_backup(
            "this is no backup of a ledger, or it was cut short", "控えではないか、途中で切れています"
        ) from None
    if not entries or head.get("entries") != len(entries):
        raise _bad_backup(
            f"it was cut short: {len(entries)} of {head.get('entries')} entries are there",
            f"途中で切れています（{head.get('entries')}件のうち{len(entries)}件）",
        )
    _check_order(entries)
    settings = head.get("settings")
    return entries, _settings_json(settings if isinstance(settings, dict) else {})


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
        raise _bad_backup(f"entry {number} is damaged", f"{number}番目の記録が壊れています") from None


def _check_order(entries: Sequence[Entry]) -> None:
    """Raise `bad_backup` unless the entries can be a ledger."""
    evenings: dict[int, list[Entry]] = {}
    keys = {entry.key for entry in entries}
    if len(keys) < len(entries) or any(earlier.sequence >= later.sequence for earlier, later in pairwise(entries)):
        raise _bad_backup("its entries are not in order", "記録の順番が正しくありません")
    for entry in entries:
        evening = evenings.setdefault(entry.evening, [])
        evening.append(entry)
        if entry.version != len(evening):
            raise _bad_backup(
                f"an entry of evening {entry.evening} is missing", f"{entry.evening}番の会の記録が足りません"
            )
    for number, evening in evenings.items():
        try:
            replay(event_from_json(entry.body) for entry in evening)
        except Refusal as refusal:
            raise _bad_backup(
                f"evening {number} cannot be followed: {refusal.message.en}",
                f"{number}番の会をたどれません：{refusal.message.ja}",
            ) from None


def _settings_json(settings: Mapping[str, Any]) -> dict[str, str]:
    return {name: json.dumps(settings[name], ensure_ascii=False) for name in BACKED_UP_SETTINGS if name in settings}


def _bad_backup(en: str, ja: str) -> Refusal:
    return Refusal(
        "bad_backup",
        Text(f"Nothing was restored: {en}. Try another copy.", f"何も戻していません。{ja}。別の控えを選んでください。"),
    )
