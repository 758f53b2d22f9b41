"""The thread that empties the outbox while the table plays."""

from __future__ import annotations

import random
import threading

from web.outbox.outbox import Outbox

FIRST_WAIT_S = 1.0
"""Seconds until a hall that does not answer is asked again. Each failure doubles it."""
MAX_WAIT_S = 60.0
"""Longest wait in seconds, so that a hall that comes back has everything a minute later."""
CHECK_S = 30.0
"""Seconds between two looks at the ledger when nobody reported a change."""


class OutboxSender:
    """Sends what the outbox holds, in order, until `close`. A hall that is away is asked again ever more rarely."""

    def __init__(self, outbox: Outbox, first_wait_s: float = FIRST_WAIT_S, max_wait_s: float = MAX_WAIT_S) -> None:
        self._outbox = outbox
        self._first_wait_s = first_wait_s
        self._max_wait_s = max_wait_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def close(self) -> None:
        """Stop. What is unsent is sent after the next start."""
        self._stop.set()
        self._outbox.wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        wait_s = self._first_wait_s
        while not self._stop.is_set():
            self._outbox.wake.clear()
            while self._outbox.send_next() and not self._stop.is_set():
                wait_s = self._first_wait_s
            if self._outbox.status.refusal is None:
                wait_s = self._first_wait_s
                self._outbox.wake.wait(CHECK_S)
                continue
            # Spread out, so that a hall that comes back is not asked by every table at once.
            self._stop.wait(wait_s * random.uniform(0.5, 1.0))  # noqa: S311  no secret
            wait_s = min(wait_s * 2, self._max_wait_s)
