"""加減 kagen: how often something may be tried, by address and by all together."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

Windows = Mapping[float, int]
"""Seconds → how many within them."""

_MAX_ADDRESSES = 4096


class RateLimiter:
    """Counts tries within sliding windows. `each`: per address, `everyone`: all addresses together."""

    def __init__(
        self, per_address: Windows, overall: Windows | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_address = per_address
        self._overall = overall or {}
        self._clock = clock
        self._attempts: OrderedDict[str, list[float]] = OrderedDict()
        self._all_attempts: list[float] = []
        self._lock = threading.Lock()

    def allow(self, address: str) -> bool:
        """True and counted when `address` may try now; False and not counted when it may not."""
        now = self._clock()
        with self._lock:
            mine = self._attempts.setdefault(address, [])
            self._attempts.move_to_end(address)
            if not (_has_room(mine, self._per_address, now) and _has_room(self._all_attempts, self._overall, now)):
                return False
            mine.append(now)
            if self._overall:
                self._all_attempts.append(now)
            if len(self._attempts) > _MAX_ADDRESSES:
                self._attempts.popitem(last=False)
            return True

    def forget(self, address: str) -> None:
        """A try that turned out right does not count against its address."""
        with self._lock:
            self._attempts.pop(address, None)


def _has_room(attempts: list[float], windows: Windows, now: float) -> bool:
    """Whether every window has room; drops what is older than the longest."""
    if not windows:
        return True
    oldest = now - max(windows)
    attempts[:] = [at for at in attempts if at > oldest]
    return all(sum(at > now - span for at in attempts) < count for span, count in windows.items())
