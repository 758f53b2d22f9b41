"""Notifications to systemd: readiness and watchdog.

Each is one datagram. Without systemd nothing is sent. Source: sd_notify(3).
"""

from __future__ import annotations

import contextlib
import os
import socket


def sd_notify(*lines: str) -> None:
    """Send lines such as "READY=1" to the service manager; without a listener nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
        notify_socket.sendto("\n".join(lines).encode(), "\0" + address[1:] if address[0] == "@" else address)
