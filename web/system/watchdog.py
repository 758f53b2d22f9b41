"""脈 myaku: asks the page for its health as a phone would, and tells systemd and the count of starts what it hears.

A page that hangs, whatever the reason, does not answer itself either: then systemd hears nothing and starts it anew.
"""

from __future__ import annotations

import http.client
import threading
import time
from contextlib import closing

from scanner.picamera_daemon.sd_notify import tell
from web.system.safe_mode import Starts
from web.system.systemd import patience

EVERY = 10.0
_OPENING = 0.1  # between questions until the first answer
_ANSWER = 5.0
_HERE = {"*": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  not bound, only asked


class Pulse(threading.Thread):
    """Runs until `stop` is set; `host` and `port` as the server listens on them."""

    def __init__(self, host: str, port: int, starts: Starts, stop: threading.Event) -> None:
        super().__init__(name="pulse", daemon=True)
        self._where = (_HERE.get(host, host), port)
        self._starts, self._over = starts, stop
        self._every = min(EVERY, (patience() or 3 * EVERY) / 3)

    def run(self) -> None:
        """One question after another; READY=1 after the first answer, WATCHDOG=1 after every one."""
        ready: float | None = None
        while not self._over.wait(_OPENING if ready is None else self._every):
            if not self._answers():
                continue
            if ready is None:
                ready = time.monotonic()
                tell("READY=1", f"STATUS=Pages are served on port {self._where[1]}.")
            tell("WATCHDOG=1")
            if time.monotonic() - ready >= self._starts.proven:
                self._starts.well()
        tell("STOPPING=1")

    def _answers(self) -> bool:
        with closing(http.client.HTTPConnection(*self._where, timeout=_ANSWER)) as asked:
            try:
                asked.request("GET", "/health")
                return asked.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                return False
