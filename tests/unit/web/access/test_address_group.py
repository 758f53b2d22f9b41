"""Addresses that one device can choose among count together."""

from __future__ import annotations

import pytest

from web.access.address_group import LINK_LOCAL, LINK_LOCAL_PHONES, address_group, places_of


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("192.168.1.7", "192.168.1.7", True),
        ("192.168.1.7", "192.168.1.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("fe80::1%wlan0", "fe80::2%eth0", True),
        ("fe80::1", "2001:db8::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("?", "?", True),
        ("?", "localhost", False),
    ],
)
def test_addresses_of_one_device_are_one_group(first: str, second: str, together: bool) -> None:
    assert (address_group(first) == address_group(second)) is together


def test_the_link_local_group_has_the_places_of_a_table_of_phones() -> None:
    assert address_group("fe80::abcd") == LINK_LOCAL
    assert places_of(address_group("fe80::abcd"), 3) == 3 * LINK_LOCAL_PHONES
    assert places_of(address_group("10.0.0.1"), 3) == 3
