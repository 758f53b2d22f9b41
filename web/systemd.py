"""合図 aizu: what systemd is told by a datagram: that pages are served, and, over and over, that they still are.

Source: sd_notify(3), systemd.exec(5). Without systemd nothing is sent.
"""

from __future__ import annotations

import contextlib
import os
import socket


def tell(*lines: str) -> None:
    """Sends lines such as "READY=1" to whoever started this as a service; nobody listening is no error."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto("\n".join(lines).encode(), "\0" + where[1:] if where[0] == "@" else where)


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
