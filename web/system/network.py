"""The addresses of this machine, learned without sending anything."""

from __future__ import annotations

import contextlib
import ipaddress
import re
from collections.abc import Iterator
from pathlib import Path

import ifaddr

LOOPBACK = "127.0.0.1"
"""IPv4 address of this machine for itself. `own_address` returns it if there is no network."""

_VIRTUAL = re.compile(
    r"(tun|tap|wg|tailscale|utun|ppp|ipsec|zt|nordlynx|proton|mullvad|docker|podman|br-|veth|virbr|vnet|vmnet|vboxnet|lxc"
    r"|lxd|cni|flannel|cali|kube)"
)
"""How interfaces of VPNs, containers and virtual machines are called. No phone is in their networks."""

_ROUTES = Path("/proc/net/route")
"""The kernel's IPv4 routes. Source: proc(5)."""

_Interface = ipaddress.IPv4Interface | ipaddress.IPv6Interface


def own_addresses() -> tuple[str, ...]:
    """Every address at which others may reach this machine, IPv6 in brackets, those of phones' networks first.

    First come private addresses of real interfaces, of these the interface with the route out; then public ones; last
    those of VPNs, containers and virtual machines. IPv4 comes before IPv6, because it is shorter to type.
    """
    default = _default_interfaces()
    ranked = sorted(_interfaces(), key=lambda found: _rank(*found, default))
    return tuple(dict.fromkeys(_in_url(address) for _, address in ranked))


def own_address() -> str:
    """The address at which phones reach this machine, IPv6 in brackets, `LOOPBACK` without a network."""
    return next(iter(own_addresses()), LOOPBACK)


def address_towards(remote: str) -> str | None:
    """The address of this machine in the network of `remote`, an address that asks; None if it is in none of them.

    The first of `own_addresses` is taken if `remote` reaches that, too.
    """
    with contextlib.suppress(ValueError):
        asking = _parse(remote)
        default = _default_interfaces()
        names = {name for name, address in _interfaces(link_local=True) if asking in address.network}
        near = [(name, address) for name, address in _interfaces() if name in names]
        return next((_in_url(address) for _, address in sorted(near, key=lambda at: _rank(*at, default))), None)
    return None


def is_own_address(address: str) -> bool:
    """Whether an address belongs to this machine. Its owner is trusted, so rate limits are only for other machines.

    >>> is_own_address("127.0.0.1"), is_own_address("127.0.0.2")
    (True, False)
    """
    return address in {LOOPBACK, "::1"} or address in {str(own.ip) for _, own in _interfaces()}


def _interfaces(*, link_local: bool = False) -> Iterator[tuple[str, _Interface]]:
    """Name of the interface and address in its network, without loopback and, unless asked for, link-local ones."""
    for adapter in ifaddr.get_adapters():
        for found in adapter.ips:
            ip = found.ip if isinstance(found.ip, str) else found.ip[0]
            address = ipaddress.ip_interface(f"{ip.partition('%')[0]}/{found.network_prefix}")
            if not address.is_loopback and (link_local or not (address.is_link_local and address.version == 6)):
                yield adapter.name, address


def _rank(name: str, address: _Interface, default: frozenset[str]) -> tuple[bool, bool, bool, bool, bool]:
    """The smaller, the likelier phones are in that network."""
    return (
        _VIRTUAL.match(name) is not None,
        address.is_link_local,  # of a cable between two machines, or where no router gives addresses
        address.version == 6,
        not address.is_private,
        name not in default,
    )


def _default_interfaces() -> frozenset[str]:
    """Names of the interfaces with a route out. Empty where the system does not say."""
    try:
        lines = _ROUTES.read_text(encoding="utf-8").splitlines()[1:]
    except OSError:
        return frozenset()
    return frozenset(fields[0] for fields in map(str.split, lines) if fields[1:2] == ["00000000"])


def _parse(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address without its zone; one of IPv4 that is written as IPv6 becomes IPv4 again."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _in_url(address: _Interface) -> str:
    return f"[{address.ip}]" if address.version == 6 else str(address.ip)
