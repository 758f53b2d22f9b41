"""Processor time by client, in a bucket that fills again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

BURST_S = 10.0
"""Seconds of processor time a client may use at once: about a hundred pages on a Raspberry Pi."""
SHARE = 0.5
"""Processors a client may keep busy for as long as it wants. A Pi has four, of which Python's lock gives us one."""
_MAX_CLIENTS = 4096
"""Maximum number of clients remembered, so that many addresses cannot fill the memory."""


class ProcessorBudget:
    """What each client has left of its processor time. Not thread-safe."""

    def __init__(
        self, burst_s: float = BURST_S, share: float = SHARE, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst_s = burst_s
        self._share = share
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def left_s(self, client: str) -> float:
        """Seconds of processor time that the client may still use, at most 0 when it has to wait."""
        owed_s = max(0.0, self._full_at.get(client, 0.0) - self._clock()) * self._share
        return self._burst_s - owed_s

    def charge(self, client: str, used_s: float) -> None:
        """Take `used_s` seconds from what the client has left."""
        start = max(self._full_at.pop(client, 0.0), self._clock())
        self._full_at[client] = start + used_s / self._share
        if len(self._full_at) > _MAX_CLIENTS:
            self._full_at.popitem(last=False)
