"""The address phones reach: real interfaces before VPNs, IPv6 or Wi-Fi."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from web.system import network

LO = ("lo", "127.0.0.1/8", "::1/128")
ETH = ("eth0", "192.168.1.20/24", "2001:db8::5/64", "fe80::5/64")
OWN_WIFI = ("wlan0", "10.42.0.1/24")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Gives this machine interfaces and the names of those with a route out."""

    def give(*interfaces: tuple[str, ...], out: tuple[str, ...] = ()) -> None:
        adapters = []
        for name, *addresses in interfaces:
            split = [(address.partition("/")[0], int(address.partition("/")[2])) for address in addresses]
            ips = [SimpleNamespace(ip=(ip, 0, 2) if ":" in ip else ip, network_prefix=prefix) for ip, prefix in split]
            adapters.append(SimpleNamespace(name=name, ips=ips))
        routes = tmp_path / "route"
        rows = ["Iface Destination Gateway", *(f"{name} 00000000 0101A8C0" for name in out), "eth9 0001A8C0 00000000"]
        routes.write_text("\n".join(rows))
        monkeypatch.setattr(network, "_ROUTES", routes)
        monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: adapters)

    return give


@pytest.mark.parametrize(
    ("interfaces", "out", "first"),
    [
        ([LO, ETH], ("eth0",), "192.168.1.20"),
        ([LO, OWN_WIFI], (), "10.42.0.1"),
        ([LO, OWN_WIFI, ETH], ("eth0",), "192.168.1.20"),
        ([LO, ("tun0", "10.8.0.2/24"), ETH], ("tun0",), "192.168.1.20"),
        ([LO, ("wg0", "10.6.0.2/32"), ETH], ("wg0",), "192.168.1.20"),
        ([LO, ("tailscale0", "100.101.1.2/32"), ("wlan0", "192.168.7.7/24")], ("tailscale0",), "192.168.7.7"),
        ([LO, ("docker0", "172.17.0.1/16"), ("br-0a1b2c", "172.18.0.1/16"), ETH], (), "192.168.1.20"),
        ([LO, ("virbr0", "192.168.122.1/24"), ("eth0", "8.8.4.4/24")], ("eth0",), "8.8.4.4"),
        ([LO, ("docker0", "172.17.0.1/16")], (), "172.17.0.1"),
        ([LO, ("br0", "192.168.1.9/24"), ("veth3", "10.1.1.1/24")], (), "192.168.1.9"),
        ([LO, ("eth0", "169.254.3.4/16"), ("wlan0", "192.168.2.2/24")], (), "192.168.2.2"),
        ([LO, ("eth0", "2a00:1450::5/64", "fd00::5/64", "fe80::5/64")], ("eth0",), "[fd00::5]"),
        ([LO, ("eth0", "8.8.4.9/24", "192.168.1.20/24")], ("eth0",), "192.168.1.20"),
        ([LO], (), "127.0.0.1"),
        ([], (), "127.0.0.1"),
    ],
)
def test_the_network_of_phones_comes_first(machine, interfaces, out, first) -> None:
    machine(*interfaces, out=out)
    assert network.own_address() == first


def test_all_others_are_listed(machine) -> None:
    machine(LO, ("tun0", "10.8.0.2/24"), ETH, OWN_WIFI, out=("tun0",))
    assert network.own_addresses() == ("192.168.1.20", "10.42.0.1", "[2001:db8::5]", "10.8.0.2")


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("192.168.1.77", "192.168.1.20"),
        ("::ffff:192.168.1.77", "192.168.1.20"),
        ("10.42.0.9", "10.42.0.1"),
        ("fe80::99%eth0", "192.168.1.20"),
        ("2001:db8::99", "192.168.1.20"),
        ("10.8.0.7", "10.8.0.2"),
        ("172.16.5.5", None),
        ("?", None),
        ("", None),
    ],
)
def test_who_asks_hears_of_the_address_in_his_own_network(machine, remote, address) -> None:
    machine(LO, ("tun0", "10.8.0.2/24"), ETH, OWN_WIFI, out=("tun0",))
    assert network.address_towards(remote) == address


def test_only_its_own_addresses_are_trusted(machine) -> None:
    machine(LO, ETH)
    trusted = ["127.0.0.1", "::1", "192.168.1.20", "2001:db8::5"]
    others = ["127.0.0.2", "2001:db8::6", "", "10.42.0.1"]
    assert [one for one in (*trusted, *others) if network.is_own_address(one)] == trusted


def test_a_system_without_routes_has_addresses_all_the_same(machine, monkeypatch, tmp_path) -> None:
    machine(LO, ETH)
    monkeypatch.setattr(network, "_ROUTES", tmp_path / "none")
    assert network.own_address() == "192.168.1.20"
