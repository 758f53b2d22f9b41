"""The address of this machine with a route out, IPv6 or Wi-Fi alone."""

from __future__ import annotations

import socket
from typing import Any, Self

import pytest

from web.system import network

ROUTES: dict[int, str] = {}


class FakeSocket:
    """A socket of a machine whose routes are `ROUTES`. Nothing leaves it."""

    def __init__(self, family: int, _kind: int) -> None:
        self.family = family

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def fileno(self) -> int:
        return self.family

    def connect(self, _remote: tuple[str, int]) -> None:
        if self.family not in ROUTES:
            raise OSError("network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return ROUTES[self.family], 4242


@pytest.fixture(autouse=True)
def _machine(monkeypatch: pytest.MonkeyPatch) -> None:
    ROUTES.clear()
    monkeypatch.setattr(network.socket, "socket", FakeSocket)
    monkeypatch.setattr(network.socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0"), (3, "wlan0")])

    def address_of(_: int, _request: int, name: bytes) -> bytes:
        known: dict[bytes, Any] = {b"lo": "127.0.0.1", b"wlan0": "10.42.0.1"}
        if name.rstrip(b"\0") not in known:
            raise OSError("cannot assign requested address")
        return bytes(20) + socket.inet_aton(known[name.rstrip(b"\0")]) + bytes(232)

    monkeypatch.setattr(network.fcntl, "ioctl", address_of)


def test_the_route_out_names_the_address() -> None:
    ROUTES.update({socket.AF_INET: "192.168.1.5", socket.AF_INET6: "2001:db8::5"})
    assert network.own_address() == "192.168.1.5"
    del ROUTES[socket.AF_INET]
    assert network.own_address() == "[2001:db8::5]"


def test_without_a_route_out_an_interface_names_it() -> None:
    assert network.own_address() == "10.42.0.1"
    ROUTES.update({socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"})
    assert network.own_address() == "10.42.0.1"


def test_without_any_network_it_is_the_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network.socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0")])
    assert network.own_address() == network.LOOPBACK


def test_only_its_own_addresses_are_trusted() -> None:
    ROUTES.update({socket.AF_INET6: "2001:db8::5"})
    trusted = ["127.0.0.1", "::1", "2001:db8::5"]
    assert [
        one for one in (*trusted, "127.0.0.2", "2001:db8::6", "", "10.42.0.1") if network.is_own_address(one)
    ] == trusted
