"""The group of addresses that count as one client.

A device in an IPv6 network has 2^64 addresses of its own, so limits that count single ones limit nobody.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

LINK_LOCAL = "fe80::/64"
"""The group of every address that is valid in this network only. All phones of a room may be in it."""
LINK_LOCAL_PHONES = 5
"""How many clients the link-local group counts for, where limits count what is open: a table of phones."""
_GROUP_BITS = 64
"""Bits of the network part of an IPv6 address. A device chooses the rest. Source: RFC 4291, 2.5.1."""


@lru_cache(maxsize=4096)
def address_group(address: str) -> str:
    """The group of an address: the address itself in IPv4, its /64 in IPv6. What is no address is its own group.

    >>> address_group("192.168.1.7"), address_group("::ffff:192.168.1.7")
    ('192.168.1.7', '192.168.1.7')
    >>> address_group("2001:db8:1:2:3:4:5:6"), address_group("fe80::1%wlan0")
    ('2001:db8:1:2::/64', 'fe80::/64')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed.is_link_local:
        return LINK_LOCAL
    return str(ipaddress.IPv6Network((int(parsed), _GROUP_BITS), strict=False))


def places_of(group: str, each: int) -> int:
    """How many connections or streams a group of addresses may have where one client has `each`.

    >>> places_of("192.168.1.7", 12), places_of(LINK_LOCAL, 12)
    (12, 60)
    """
    return each * (LINK_LOCAL_PHONES if group == LINK_LOCAL else 1)
