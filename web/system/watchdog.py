"""脈 myaku: asks the page for its health as a phone would, and tells systemd and the count of starts what it hears.

A page that hangs, whatever the reason, does not answer itself either: then systemd hears nothing and starts it anew.
"""

from __future__ import annotations

import http.client
import os
import threading
import time
from contextlib import closing

from scanner.picamera_daemon.sd_notify import sd_notify
from web.system.safe_mode import CrashLoopGuard

CHECK_INTERVAL_S = 10.0
_STARTUP_INTERVAL_S = 0.1  # between questions until the first answer
_HEALTH_TIMEOUT_S = 5.0
_LOOPBACK_OF = {"*": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  not bound, only asked


class Watchdog(threading.Thread):
    """Runs until `stop` is set; `host` and `port` as the server listens on them."""

    def __init__(self, host: str, port: int, crash_guard: CrashLoopGuard, stop: threading.Event) -> None:
        super().__init__(name="pulse", daemon=True)
        self._address = (_LOOPBACK_OF.get(host, host), port)
        self._crash_guard, self._stop_event = crash_guard, stop
        self._interval = min(CHECK_INTERVAL_S, (watchdog_timeout() or 3 * CHECK_INTERVAL_S) / 3)

    def run(self) -> None:
        """One question after another; READY=1 after the first answer, WATCHDOG=1 after every one."""
        ready: float | None = None
        while not self._stop_event.wait(_STARTUP_INTERVAL_S if ready is None else self._interval):
            if not self._is_healthy():
                continue
            if ready is None:
                ready = time.monotonic()
                sd_notify("READY=1", f"STATUS=Pages are served on port {self._address[1]}.")
            sd_notify("WATCHDOG=1")
            if time.monotonic() - ready >= self._crash_guard.healthy_after:
                self._crash_guard.mark_healthy()
        sd_notify("STOPPING=1")

    def _is_healthy(self) -> bool:
        with closing(http.client.HTTPConnection(*self._address, timeout=_HEALTH_TIMEOUT_S)) as asked:
            try:
                asked.request("GET", "/health")
                return asked.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                return False


def is_logged_to_journal() -> bool:
    """Whether what this process prints goes to the journal, which many may read and which stays."""
    try:
        out = os.fstat(1)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def watchdog_timeout() -> float | None:
    """Seconds after which systemd takes this process for hung unless it is told otherwise; None: it does not watch."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    told = os.environ.get("WATCHDOG_USEC", "")
    return int(told) / 1_000_000 if told.isdecimal() and int(told) else None
