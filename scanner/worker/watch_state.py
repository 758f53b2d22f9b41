"""見守りの控え mimamori no hikae: what the page wants watched, and what was seen; between the eyes and everybody."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scanner.process.messages import Message
from scanner.tracking.table_state import TableState

BUSY_SECONDS = 0.25  # between glances while something moves or is being read
IDLE_SECONDS = 0.8


@dataclass(frozen=True, slots=True)
class Watched:
    """The table as last seen. `version` grows with every change, whichever worker saw it, and names `jpeg`.

    `still`: at rest when last looked at. `offset`: seconds to add to the times of `table` for this process's clock.
    """

    version: int
    table: TableState
    jpeg: bytes
    still: bool
    offset: float


class Following:
    """Thread-safe: the page says what to watch, the eyes' thread asks the worker and hands in what it answers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._deck: str | None = None
        self._cloth: list[list[float]] | None = None
        self._wants_live = False
        self._known = 0
        self._version = 0
        self._busy = True
        self.watched: Watched | None = None
        self.live = b""
        self.looked = 0.0
        """Monotonic second of the last fresh picture."""

    def want(self, deck: str | None, *, live: bool, cloth: Sequence[Sequence[float]] | None = None) -> bool:
        """Sets the deck to watch for (None: not at all) and where the cloth lies; whether that is news."""
        within = None if cloth is None else [list(point) for point in cloth]
        with self._lock:
            news = (deck, live, within) != (self._deck, self._wants_live, self._cloth)
            if (deck, within) != (self._deck, self._cloth):
                self.watched, self.live, self._known, self._busy = None, b"", 0, True
            self._deck, self._wants_live, self._cloth = deck, live, within
            return news

    def pace(self, otherwise: float) -> float:
        """Seconds until the worker should be asked again."""
        if self._deck is None:
            return otherwise
        return BUSY_SECONDS if self._busy else IDLE_SECONDS

    def question(self) -> dict[str, Any]:
        """What to ask the worker now, without a number: a glance, or only whether it is there."""
        with self._lock:
            if self._deck is None:
                return {"op": "ping"}
            asked = {"deck": self._deck, "known": self._known, "live": self._wants_live, "cloth": self._cloth}
            return {"op": "glance", **asked}

    def heard(self, question: dict[str, Any], answer: Message) -> None:
        """Takes the answer; KeyError, TypeError or ValueError when it is none."""
        header, jpeg = answer
        if question["op"] != "glance" or "refusal" in header:
            return
        with self._lock:
            if (question["deck"], question["cloth"]) != (self._deck, self._cloth):
                return
            fresh, still = bool(header["fresh"]), bool(header["still"])
            self._busy = fresh and not still
            if fresh:
                self.looked = time.monotonic()
            if "table" in header:
                table = TableState.from_json(header["table"])
                self._known, self._version = table.version, self._version + 1
                self.watched = Watched(self._version, table, jpeg, still, time.monotonic() - float(header["now"]))
                self.live = jpeg
            elif jpeg:
                self.live = jpeg
            if self.watched is not None and self.watched.still != still:
                kept = self.watched
                self.watched = Watched(kept.version, kept.table, kept.jpeg, still, kept.offset)

    def lost(self) -> None:
        """The worker is gone: the next one knows nothing, and what was seen is no longer what is there."""
        with self._lock:
            self._known, self._busy = 0, True
            self.watched, self.live = None, b""
