"""The cache of folds: pages of rounds and records of evenings.

It is a file beside the ledger. Nothing in it is the only copy: what is missing, damaged or of another program is folded
from the ledger again.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from scorer.json_input import parse_json
from scorer.session.history import PlayedRound
from scorer.session.session_json import round_from_json, round_to_json
from scorer.session.sums.round_summary import RoundSummary, summary_from_json

FOLDS_FILE_NAME = "ledger.folds"
"""File of the cache, beside the database."""

_LOG = logging.getLogger(__name__)
_FORMAT = 2
"""Raised whenever what is written changes. Another program's folds may differ too, so its version goes with it.

Those before 2 may hold an evening that another process on the same ledger had folded.
"""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages
    (key TEXT PRIMARY KEY, rounds BLOB, rounds_sum INTEGER, summary TEXT, summary_sum INTEGER);
CREATE TABLE IF NOT EXISTS records (evening INTEGER PRIMARY KEY, state TEXT, body TEXT, sum INTEGER);
"""
_MOST_PAGES = 8
"""Pages that are remembered unpacked: of the history that is looked at, and of best hands."""
_SPARE_PAGES = 32
"""Pages that nobody needs any more before they are removed."""
_MAX_PAGE_BYTES = 16 * 1024 * 1024
"""Bytes of the largest page once unpacked: 128 rounds take half a megabyte."""

T = TypeVar("T")


class FoldCache:
    """Folds of one ledger in `file`. Safe from any thread. A disk that fails costs time only."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._pages: OrderedDict[str, Sequence[PlayedRound]] = OrderedDict()
        self._program = f"{_FORMAT} {version('fudayomi')}"

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def clear(self) -> None:
        """Remove the file: the ledger beside it is another one, or was damaged."""
        with self._lock:
            with suppress(sqlite3.Error):
                self.close()
            self._connection = None
            self._pages.clear()
            for ending in ("", "-journal"):
                with suppress(OSError):
                    self._file.with_name(self._file.name + ending).unlink(missing_ok=True)

    def put(self, rounds: Sequence[PlayedRound], summary: RoundSummary) -> str | None:
        """Keep a page of rounds and what they come to, and return its key. None where the disk does not take it."""
        text = json.dumps([round_to_json(played) for played in rounds], ensure_ascii=False, separators=(",", ":"))
        body, short = zlib.compress(text.encode(errors="surrogatepass"), 1), _to_json(summary.as_json())
        key = _digest(body) + _digest(short.encode())
        row = (key, body, crc32(body), short, _sum_of(short))
        stored = self._try(lambda ledger: ledger.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?)", row))
        return None if stored is None else key

    def rounds(self, key: str) -> Sequence[PlayedRound] | None:
        """The rounds of a page, None where they are lost."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
                return self._pages[key]
        found = self._read("SELECT rounds, rounds_sum FROM pages WHERE key = ?", key)
        rounds = None if found is None else _try(lambda: _rounds_of(key, *found))
        with self._lock:
            if rounds is not None:
                self._pages[key] = rounds
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        return rounds

    def summary(self, key: str) -> RoundSummary | None:
        """What the rounds of a page come to, None where that is lost."""
        found = self._read("SELECT summary, summary_sum FROM pages WHERE key = ?", key)
        return None if found is None else _try(lambda: summary_from_json(_summary_of(key, *found)))

    def keep_only(self, keys: Collection[str]) -> None:
        """Remove pages with other keys, once there are many of them."""
        found = self._read("SELECT count(*) FROM pages")
        if found is not None and found[0] > len(keys) + _SPARE_PAGES:
            self._try(lambda ledger: _remove_others(ledger, keys))

    def put_record(self, evening: int, state: str, body: object) -> None:
        """Keep the record of an evening as JSON. `state` tells the evening as it is now from any other."""
        text, of = _to_json(body), f"{self._program} {state}"
        row = (evening, of, text, _sum_of(f"{evening} {of} {text}"))
        self._try(lambda ledger: ledger.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)", row))

    def record(self, evening: int, state: str) -> Any:
        """The record of an evening in that state, None where there is none."""
        of = f"{self._program} {state}"
        found = self._read("SELECT state, body, sum FROM records WHERE evening = ?", evening)
        if found is None or found[0] != of or _sum_of(f"{evening} {of} {found[1]}") != found[2]:
            return None
        return _try(lambda: parse_json(found[1], any_text=True))

    def _read(self, query: str, *values: object) -> Any:
        """The first row of a query, None without one."""
        return self._try(lambda ledger: ledger.execute(query, values).fetchone())

    def _try(self, operation: Callable[[sqlite3.Connection], T]) -> T | None:
        """The result of an operation on the file, None if that fails. A damaged file is removed."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _open(self._file)
                with self._connection:
                    return operation(self._connection)
            except (sqlite3.Error, OSError) as fault:
                _LOG.warning("folds of the ledger are made anew: %s", fault)
                self.clear()
                return None


def _open(file: Path) -> sqlite3.Connection:
    """The file as a database. It is not flushed to the disk: checksums tell what a power cut left of it."""
    connection = sqlite3.connect(file, check_same_thread=False, timeout=1.0)
    try:
        for pragma in ("trusted_schema=OFF", "journal_mode=MEMORY", "synchronous=OFF", "cache_size=-256"):
            connection.execute(f"PRAGMA {pragma}")
        connection.executescript(_SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _remove_others(ledger: sqlite3.Connection, keys: Collection[str]) -> None:
    ledger.execute("CREATE TEMP TABLE needed (key TEXT PRIMARY KEY)")
    ledger.executemany("INSERT OR IGNORE INTO needed VALUES (?)", ((key,) for key in keys))
    ledger.execute("DELETE FROM pages WHERE key NOT IN (SELECT key FROM needed)")
    ledger.execute("DROP TABLE needed")


def _to_json(value: object) -> str:
    """Compact JSON in ASCII, because a text of SQLite holds no surrogates."""
    return json.dumps(value, separators=(",", ":"))


def _digest(part: bytes) -> str:
    """Half of a page's key: what names a part of the page by its content."""
    return sha256(part).hexdigest()[:16]


def _sum_of(text: str) -> int:
    return crc32(text.encode())


def _summary_of(key: str, text: str, checksum: int) -> Any:
    """What the rounds of the page `key` come to. `ValueError` where that is damaged or of another page."""
    if _sum_of(text) != checksum or not key.endswith(_digest(text.encode())):
        raise ValueError("the text is not that of the page")
    return parse_json(text, any_text=True)


def _rounds_of(key: str, body: bytes, checksum: int) -> Sequence[PlayedRound]:
    """The rounds of the packed page `key`. `ValueError` where it is damaged or another page."""
    inflater = zlib.decompressobj()
    if crc32(body) != checksum or not key.startswith(_digest(body)):
        raise ValueError("the page is damaged")
    text = inflater.decompress(body, _MAX_PAGE_BYTES).decode(errors="surrogatepass")
    return [round_from_json(item) for item in parse_json(text, any_text=True)]


def _try(make: Callable[[], T]) -> T | None:
    """What is made, None where it is of another form than this program writes."""
    try:
        return make()
    except (KeyError, TypeError, ValueError, AttributeError, zlib.error):
        return None
