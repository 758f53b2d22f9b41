"""Startup: tells systemd that a long start still makes progress.

A start that mends the ledger, or brings one of an earlier version up to date, reads all of it before it serves a page.
systemd ends a start that takes longer than its unit allows, unless it is told to wait on.
"""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from scanner.picamera_daemon.sd_notify import sd_notify

CHECK_INTERVAL_S = 5.0
"""Seconds between looks at whether this process has worked."""
EXTENSION_S = 30.0
"""Seconds systemd waits on after each report: several looks, because an SD card may be silent for some seconds."""
MAX_STARTUP_S = 1800.0
"""Seconds after which nothing more is reported. A Pi reads half a million rounds in that time."""
_MIN_CPU_S = 0.05
"""Seconds of processor time between two looks that count as work: more than the looks themselves take."""


@contextmanager
def report_startup(task: str) -> Iterator[None]:
    """Ask systemd to wait on while the block works. `task` is what the unit's status says meanwhile."""
    done = threading.Event()
    reporter = threading.Thread(target=report_progress, args=(task, done), name="startup", daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


def report_progress(task: str, done: threading.Event) -> None:
    """Report until `done`, but only while this process computes or reads: one that hangs is ended as usual."""
    begun, worked = time.monotonic(), _work_done()
    while not done.wait(CHECK_INTERVAL_S) and time.monotonic() - begun < MAX_STARTUP_S:
        now = _work_done()
        if now[0] - worked[0] >= _MIN_CPU_S or now[1] > worked[1]:
            sd_notify(f"EXTEND_TIMEOUT_USEC={EXTENSION_S * 1_000_000:.0f}", f"STATUS={task}")
        worked = now


def _work_done() -> tuple[float, int]:
    """Seconds of processor time this process has used, and blocks it has read from disks."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime, usage.ru_inblock
