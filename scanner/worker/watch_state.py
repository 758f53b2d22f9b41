"""State of the table watch, shared by the page and the supervisor."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

from scanner.play_area import Polygon
from scanner.process.messages import Message
from scanner.tracking.table_state import TableState
from scanner.worker.rest_codec import rest_from_json
from scorer.following.sighting import Rest

BUSY_POLL_INTERVAL_S = 0.25
"""Seconds between polls while something moves or is being read."""

IDLE_POLL_INTERVAL_S = 0.8
"""Seconds between polls while the table is at rest, which spares the processor."""

FOLLOW_POLL_INTERVAL_S = 0.2
"""Seconds between polls while a round is followed card by card: five pictures a second, as the films have."""

_MAX_RESTS = 1000
"""Rests that wait for the page, at most: more than a whole round has, so that none is lost while the page is busy."""


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


@dataclass(frozen=True, slots=True)
class FollowTarget:
    """The round to follow card by card. `round`: which one; another round begins with no card known.

    `zones`: a polygon for each place that lays cards, that of the middle last, in fractions of the picture.
    """

    round: str
    zones: tuple[tuple[tuple[float, float], ...], ...]

    def as_json(self) -> dict[str, Any]:
        """For the request to the worker."""
        return {"round": self.round, "zones": [[list(point) for point in zone] for zone in self.zones]}


@dataclass(frozen=True, slots=True)
class ArrivedRest:
    """A rest as the worker reported it. `is_first`: of this worker, whose tracker knows none of the cards yet."""

    rest: Rest
    is_first: bool


class WatchState:
    """What to watch and what is known of it; thread-safe.

    The page requests what to watch. The supervisor's thread polls the worker and applies its answers.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._deck: str | None = None
        self._play_area: list[list[float]] | None = None
        self._target: FollowTarget | None = None
        self._rests: deque[ArrivedRest] = deque(maxlen=_MAX_RESTS)
        self._is_first_rest = True
        self._live_requested = False
        self._known_version = 0
        self._version = 0
        self._is_busy = True
        self.snapshot: WatchSnapshot | None = None
        self.live_jpeg = b""
        self.last_frame_at = 0.0
        """Monotonic time of the last new picture, in seconds."""

    def request(
        self,
        deck: str | None,
        *,
        live: bool,
        play_area: Polygon | None = None,
        target: FollowTarget | None = None,
    ) -> bool:
        """Set the deck to watch (None for none), live pictures and the play area; return whether anything changed.

        `target`: the round to follow card by card, None to watch the whole table.
        """
        area = None if play_area is None else [list(point) for point in play_area]
        with self._lock:
            before = (self._deck, self._play_area, self._target)
            is_changed = (deck, area, target) != before or live != self._live_requested
            if (deck, area, target) != before:
                self.snapshot, self.live_jpeg, self._known_version, self._is_busy = None, b"", 0, True
                self._rests.clear()
                self._is_first_rest = True
            self._deck, self._live_requested, self._play_area, self._target = deck, live, area, target
            return is_changed

    def take_rests(self) -> tuple[ArrivedRest, ...]:
        """The rests reported since the last call, oldest first."""
        with self._lock:
            arrived = tuple(self._rests)
            self._rests.clear()
            return arrived

    def poll_interval(self, default: float) -> float:
        """Seconds until the worker should be polled again; `default` when no table is watched."""
        if self._deck is None:
            return default
        if self._target is not None:
            return FOLLOW_POLL_INTERVAL_S
        return BUSY_POLL_INTERVAL_S if self._is_busy else IDLE_POLL_INTERVAL_S

    def next_request(self) -> dict[str, Any]:
        """The request to send now, without its id: a poll of the watch, or a ping when no table is watched."""
        with self._lock:
            if self._deck is None:
                return {"op": "ping"}
            if self._target is not None:
                common = {"deck": self._deck, "live": self._live_requested, "cloth": self._play_area}
                return {"op": "follow", **common, **self._target.as_json()}
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
        if "refusal" in header:
            return
        if request["op"] == "follow":
            self._apply_rests(request, header, jpeg)
        if request["op"] != "glance":
            return
        with self._lock:
            if (request["deck"], request["cloth"], None) != (self._deck, self._play_area, self._target):
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
                self.snapshot = replace(self.snapshot, is_still=is_still)

    def _apply_rests(self, request: dict[str, Any], header: dict[str, Any], jpeg: bytes) -> None:
        """Keep the rests of a poll that followed the table; KeyError, TypeError or ValueError when malformed."""
        rests = [rest_from_json(rest) for rest in header["rests"]]
        with self._lock:
            target = self._target
            wanted = (self._deck, self._play_area, target and target.as_json())
            followed = {"round": request["round"], "zones": request["zones"]}
            if (request["deck"], request["cloth"], followed) != wanted:
                return
            if header["fresh"]:
                self.last_frame_at = time.monotonic()
            self.live_jpeg = jpeg or self.live_jpeg
            for rest in rests:
                self._rests.append(ArrivedRest(rest, self._is_first_rest))
                self._is_first_rest = False

    def reset(self) -> None:
        """Forget what a lost worker reported: it may no longer be true, and the next worker knows no version.

        Rests of a followed round have happened, and stay.
        """
        with self._lock:
            self._is_first_rest = True
            self._known_version, self._is_busy = 0, True
            self.snapshot, self.live_jpeg = None, b""
