"""The address of this machine in its network."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator

if sys.platform == "linux":
    import fcntl

LOOPBACK = "127.0.0.1"
"""IPv4 address of this machine for itself. `own_address` returns it if there is no network."""

_SIOCGIFADDR = 0x8915
"""Number of the ioctl that returns the IPv4 address of an interface. Source: netdevice(7)."""


def own_address() -> str:
    """The address at which others reach this machine, IPv6 in brackets, `LOOPBACK` without a network. Sends nothing."""
    for family, remote in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((remote, 9))
                address = str(probe.getsockname()[0])
            except OSError:
                continue
        if address not in {LOOPBACK, "::1"}:
            return f"[{address}]" if ":" in address else address
    return next(_interface_addresses(), LOOPBACK)


def is_own_address(address: str) -> bool:
    """Whether an address belongs to this machine. Its owner is trusted, so rate limits are only for other machines.

    >>> is_own_address("127.0.0.1"), is_own_address("127.0.0.2")
    (True, False)
    """
    return address in {LOOPBACK, "::1"} or address == own_address().strip("[]")


def _interface_addresses() -> Iterator[str]:
    """IPv4 addresses of the interfaces that are up, for networks without a route out (the table's own Wi-Fi)."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # the interface has no address
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                yield address
