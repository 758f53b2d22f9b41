"""Rate limits in sliding windows, per address and overall."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

from web.access.address_group import address_group

Windows = Mapping[float, int]
"""Window in seconds → how often something is allowed in it."""

_MAX_ADDRESSES = 4096
"""Maximum number of addresses remembered, so that a flood from many addresses cannot fill the memory."""


class RateLimiter:
    """Sliding-window limits: `per_address` for each address, `overall` for all of them together. Thread-safe.

    Addresses of one group (`web.access.address_group`) count as one. `spared`: how many requests of an address
    `overall` does not stop, so that nobody keeps others out.
    """

    def __init__(
        self,
        per_address: Windows,
        overall: Windows | None = None,
        *,
        spared: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_address = per_address
        self._overall = overall or {}
        self._spared = spared
        self._clock = clock
        self._requests: OrderedDict[str, list[float]] = OrderedDict()
        self._all_requests: list[float] = []
        self._lock = threading.Lock()

    def allow(self, address: str) -> bool:
        """Whether `address` may send a request now. Only an allowed request is counted."""
        now, address = self._clock(), address_group(address)
        with self._lock:
            times = self._requests.pop(address, [])
            has_own_room = _has_room(times, self._per_address, now)
            has_room = _has_room(self._all_requests, self._overall, now) or len(times) < self._spared
            is_allowed = has_own_room and has_room
            if is_allowed:
                times.append(now)
            if times:  # an address that was only refused leaves no trace
                self._requests[address] = times
            if not is_allowed:
                return False
            if self._overall:
                self._all_requests.append(now)
            if len(self._requests) > _MAX_ADDRESSES:
                self._requests.popitem(last=False)
            return True

    def forget(self, address: str) -> None:
        """Drop what is counted for `address`, for example after a success."""
        with self._lock:
            self._requests.pop(address_group(address), None)


def _has_room(times: list[float], windows: Windows, now: float) -> bool:
    """Whether every window allows one more request. Removes `times` older than the longest window."""
    if not windows:
        return True
    oldest = now - max(windows)
    times[:] = [sent for sent in times if sent > oldest]
    return all(sum(sent > now - window for sent in times) < limit for window, limit in windows.items())
