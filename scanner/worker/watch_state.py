"""State of the table watch, shared by the page and the supervisor."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scanner.process.messages import Message
from scanner.tracking.table_state import TableState

BUSY_POLL_INTERVAL_S = 0.25
"""Seconds between polls while something moves or is being read."""

IDLE_POLL_INTERVAL_S = 0.8
"""Seconds between polls while the table is at rest, which spares the processor."""


@dataclass(frozen=True, slots=True)
class WatchSnapshot:
    """The watched table as last reported.

    `version` grows with every change, whichever worker reported it, and identifies `jpeg`. `is_still`: at rest at the
    last poll. `clock_offset`: seconds to add to the times of `table` for this process's clock.
    """

    version: int
    table: TableState
    jpeg: bytes
    is_still: bool
    clock_offset: float


class WatchState:
    """What to watch and what is known of it; thread-safe.

    The page requests what to watch. The supervisor's thread polls the worker and applies its answers.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._deck: str | None = None
        self._play_area: list[list[float]] | None = None
        self._live_requested = False
        self._known_version = 0
        self._version = 0
        self._is_busy = True
        self.snapshot: WatchSnapshot | None = None
        self.live_jpeg = b""
        self.last_frame_at = 0.0
        """Monotonic time of the last new picture, in seconds."""

    def request(self, deck: str | None, *, live: bool, play_area: Sequence[Sequence[float]] | None = None) -> bool:
        """Set the deck to watch (None for none), live pictures and the play area; return whether anything changed."""
        area = None if play_area is None else [list(point) for point in play_area]
        with self._lock:
            is_changed = (deck, live, area) != (self._deck, self._live_requested, self._play_area)
            if (deck, area) != (self._deck, self._play_area):
                self.snapshot, self.live_jpeg, self._known_version, self._is_busy = None, b"", 0, True
            self._deck, self._live_requested, self._play_area = deck, live, area
            return is_changed

    def poll_interval(self, default: float) -> float:
        """Seconds until the worker should be polled again; `default` when no table is watched."""
        if self._deck is None:
            return default
        return BUSY_POLL_INTERVAL_S if self._is_busy else IDLE_POLL_INTERVAL_S

    def next_request(self) -> dict[str, Any]:
        """The request to send now, without its id: a poll of the watch, or a ping when no table is watched."""
        with self._lock:
            if self._deck is None:
                return {"op": "ping"}
            fields = {
                "deck": self._deck,
                "known": self._known_version,
                "live": self._live_requested,
                "cloth": self._play_area,
            }
            return {"op": "glance", **fields}

    def apply(self, request: dict[str, Any], answer: Message) -> None:
        """Apply the worker's answer to `request`; KeyError, TypeError or ValueError when it is malformed."""
        header, jpeg = answer
        if request["op"] != "glance" or "refusal" in header:
            return
        with self._lock:
            if (request["deck"], request["cloth"]) != (self._deck, self._play_area):
                return
            is_new, is_still = bool(header["fresh"]), bool(header["still"])
            self._is_busy = is_new and not is_still
            if is_new:
                self.last_frame_at = time.monotonic()
            if "table" in header:
                table = TableState.from_json(header["table"])
                self._known_version, self._version = table.version, self._version + 1
                self.snapshot = WatchSnapshot(
                    self._version, table, jpeg, is_still, time.monotonic() - float(header["now"])
                )
                self.live_jpeg = jpeg
            elif jpeg:
                self.live_jpeg = jpeg
            if self.snapshot is not None and self.snapshot.is_still != is_still:
                snapshot = self.snapshot
                self.snapshot = WatchSnapshot(
                    snapshot.version, snapshot.table, snapshot.jpeg, is_still, snapshot.clock_offset
                )

    def reset(self) -> None:
        """Forget what a lost worker reported: it may no longer be true, and the next worker knows no version."""
        with self._lock:
            self._known_version, self._is_busy = 0, True
            self.snapshot, self.live_jpeg = None, b""
