"""住所 jusho: where phones in the same network find this machine."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator

if sys.platform == "linux":
    import fcntl

LOOPBACK = "127.0.0.1"
_SIOCGIFADDR = 0x8915  # source: netdevice(7)


def own_address() -> str:
    """The address others reach us under, IPv6 in brackets; `LONELY` without a network. Nothing is sent to find it."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                found = str(probe.getsockname()[0])
            except OSError:
                continue
        if found not in {LOOPBACK, "::1"}:
            return f"[{found}]" if ":" in found else found
    return next(_interface_addresses(), LOOPBACK)


def is_own_address(address: str) -> bool:
    """Whether a request comes from this machine itself, whose owner is trusted; limits are for neighbours.

    >>> is_own_address("127.0.0.1"), is_own_address("127.0.0.2")
    (True, False)
    """
    return address in {LOOPBACK, "::1"} or address == own_address().strip("[]")


def _interface_addresses() -> Iterator[str]:
    """IPv4 addresses of the interfaces that are up: the table's own Wi-Fi leads nowhere, so no way out names it."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # no address
                continue
            found = socket.inet_ntoa(answer[20:24])
            if not found.startswith("127."):
                yield found
