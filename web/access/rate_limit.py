"""加減 kagen: how often something may be tried, by address and by all together."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping

Windows = Mapping[float, int]
"""Seconds → how many within them."""

_ADDRESSES = 4096


class Limit:
    """Counts tries within sliding windows. `each`: per address, `everyone`: all addresses together."""

    def __init__(
        self, each: Windows, everyone: Windows | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each = each
        self._everyone = everyone or {}
        self._clock = clock
        self._tries: OrderedDict[str, list[float]] = OrderedDict()
        self._all: list[float] = []
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """True and counted when `address` may try now; False and not counted when it may not."""
        now = self._clock()
        with self._lock:
            mine = self._tries.setdefault(address, [])
            self._tries.move_to_end(address)
            if not (_room(mine, self._each, now) and _room(self._all, self._everyone, now)):
                return False
            mine.append(now)
            if self._everyone:
                self._all.append(now)
            if len(self._tries) > _ADDRESSES:
                self._tries.popitem(last=False)
            return True

    def forget(self, address: str) -> None:
        """A try that turned out right does not count against its address."""
        with self._lock:
            self._tries.pop(address, None)


def _room(tries: list[float], windows: Windows, now: float) -> bool:
    """Whether every window has room; drops what is older than the longest."""
    if not windows:
        return True
    oldest = now - max(windows)
    tries[:] = [at for at in tries if at > oldest]
    return all(sum(at > now - span for at in tries) < count for span, count in windows.items())
