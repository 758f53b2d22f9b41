"""Watchdog: checks /health over HTTP and reports to systemd.

A server that hangs does not answer itself either, whatever the reason. Then systemd gets no report and restarts it.
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
"""Seconds between health checks. Shorter if systemd's watchdog timeout is below three times as much."""

_STARTUP_INTERVAL_S = 0.1
"""Seconds between health checks until the first answer, so that READY=1 is not late."""

_HEALTH_TIMEOUT_S = 5.0
"""Seconds to wait for /health. Longer than a busy Pi needs, so that only a server that hangs misses it."""

_LOOPBACK_OF = {"*": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  not bound, only requested
"""Address for the health check where the server listens on every address."""


def is_logged_to_journal() -> bool:
    """Whether standard output goes to the systemd journal, which keeps it and which other users may read."""
    try:
        out = os.fstat(1)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def watchdog_timeout() -> float | None:
    """Seconds without a report after which systemd restarts this process, None if systemd does not watch it."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    timeout_us = os.environ.get("WATCHDOG_USEC", "")
    return int(timeout_us) / 1_000_000 if timeout_us.isdecimal() and int(timeout_us) else None


class Watchdog(threading.Thread):
    """Thread that runs until `stop` is set. `host` and `port` are those the server listens on."""

    def __init__(self, host: str, port: int, crash_guard: CrashLoopGuard, stop: threading.Event) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._address = (_LOOPBACK_OF.get(host, host), port)
        self._crash_guard, self._stop_event = crash_guard, stop
        self._interval = min(CHECK_INTERVAL_S, (watchdog_timeout() or 3 * CHECK_INTERVAL_S) / 3)

    def run(self) -> None:
        """Check the health in a loop. READY=1 goes to systemd after the first answer, WATCHDOG=1 after each."""
        ready_at: float | None = None
        is_proved = False
        while not self._stop_event.wait(_STARTUP_INTERVAL_S if ready_at is None else self._interval):
            if not self._is_healthy():
                continue
            if ready_at is None:
                ready_at = time.monotonic()
                sd_notify("READY=1", f"STATUS=Pages are served on port {self._address[1]}.")
            sd_notify("WATCHDOG=1")
            if not is_proved and time.monotonic() - ready_at >= self._crash_guard.healthy_after:
                is_proved = True
                self._crash_guard.mark_healthy()
        sd_notify("STOPPING=1")

    def _is_healthy(self) -> bool:
        with closing(http.client.HTTPConnection(*self._address, timeout=_HEALTH_TIMEOUT_S)) as connection:
            try:
                connection.request("GET", "/health")
                return connection.getresponse().status == 200
            except (OSError, http.client.HTTPException):
                return False
