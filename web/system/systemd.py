"""見張り mihari: what systemd tells the page it has started. Source: systemd.exec(5), sd_watchdog_enabled(3)."""

from __future__ import annotations

import os


def logged() -> bool:
    """Whether what this process prints goes to the journal, which many may read and which stays."""
    try:
        out = os.fstat(1)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"


def patience() -> float | None:
    """Seconds after which systemd takes this process for hung unless it is told otherwise; None: it does not watch."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    told = os.environ.get("WATCHDOG_USEC", "")
    return int(told) / 1_000_000 if told.isdecimal() and int(told) else None
