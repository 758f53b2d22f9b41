"""見守りの控え mimamori no hikae: what the page wants watched, and what was seen; between the eyes and everybody."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scanner.process.messages import Message
from scanner.tracking.table_state import TableState

BUSY_POLL_INTERVAL_S = 0.25  # between glances while something moves or is being read
IDLE_POLL_INTERVAL_S = 0.8


@dataclass(frozen=True, slots=True)
class WatchSnapshot:
    """The table as last seen. `version` grows with every change, whichever worker saw it, and names `jpeg`.

    `still`: at rest when last looked at. `offset`: seconds to add to the times of `table` for this process's clock.
    """

    version: int
    table: TableState
    jpeg: bytes
    is_still: bool
    clock_offset: float


class WatchState:
    """Thread-safe: the page says what to watch, the eyes' thread asks the worker and hands in what it answers."""

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
        """Monotonic second of the last fresh picture."""

    def request(self, deck: str | None, *, live: bool, play_area: Sequence[Sequence[float]] | None = None) -> bool:
        """Sets the deck to watch for (None: not at all) and where the cloth lies; whether that is news."""
        within = None if play_area is None else [list(point) for point in play_area]
        with self._lock:
            news = (deck, live, within) != (self._deck, self._live_requested, self._play_area)
            if (deck, within) != (self._deck, self._play_area):
                self.snapshot, self.live_jpeg, self._known_version, self._is_busy = None, b"", 0, True
            self._deck, self._live_requested, self._play_area = deck, live, within
            return news

    def poll_interval(self, default: float) -> float:
        """Seconds until the worker should be asked again."""
        if self._deck is None:
            return default
        return BUSY_POLL_INTERVAL_S if self._is_busy else IDLE_POLL_INTERVAL_S

    def next_request(self) -> dict[str, Any]:
        """What to ask the worker now, without a number: a glance, or only whether it is there."""
        with self._lock:
            if self._deck is None:
                return {"op": "ping"}
            asked = {
                "deck": self._deck,
                "known": self._known_version,
                "live": self._live_requested,
                "cloth": self._play_area,
            }
            return {"op": "glance", **asked}

    def apply(self, request: dict[str, Any], answer: Message) -> None:
        """Takes the answer; KeyError, TypeError or ValueError when it is none."""
        header, jpeg = answer
        if request["op"] != "glance" or "refusal" in header:
            return
        with self._lock:
            if (request["deck"], request["cloth"]) != (self._deck, self._play_area):
                return
            fresh, still = bool(header["fresh"]), bool(header["still"])
            self._is_busy = fresh and not still
            if fresh:
                self.last_frame_at = time.monotonic()
            if "table" in header:
                table = TableState.from_json(header["table"])
                self._known_version, self._version = table.version, self._version + 1
                self.snapshot = WatchSnapshot(
                    self._version, table, jpeg, still, time.monotonic() - float(header["now"])
                )
                self.live_jpeg = jpeg
            elif jpeg:
                self.live_jpeg = jpeg
            if self.snapshot is not None and self.snapshot.is_still != still:
                kept = self.snapshot
                self.snapshot = WatchSnapshot(kept.version, kept.table, kept.jpeg, still, kept.clock_offset)

    def reset(self) -> None:
        """The worker is gone: the next one knows nothing, and what was seen is no longer what is there."""
        with self._lock:
            self._known_version, self._is_busy = 0, True
            self.snapshot, self.live_jpeg = None, b""
