"""合図 aizu: what systemd is told by a datagram: that pages are served, and, over and over, that all still goes on.

Source: sd_notify(3). Without systemd nothing is sent.
"""

from __future__ import annotations

import contextlib
import os
import socket


def sd_notify(*lines: str) -> None:
    """Sends lines such as "READY=1" to whoever started this as a service; nobody listening is no error."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto("\n".join(lines).encode(), "\0" + where[1:] if where[0] == "@" else where)
