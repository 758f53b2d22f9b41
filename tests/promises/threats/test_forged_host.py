"""DNS rebinding reaches nothing, and no answer repeats a forged Host."""

from __future__ import annotations

import pytest

from tests.support.gate import first_in_gate
from tests.support.routes import fill_arguments, list_routes

FORGED = [
    "evil.example",
    "evil.example:8000",
    "fudayomi.local.evil.example",
    "evilfudayomi.local",
    "192.168.1.5.nip.io",
    "192.168.1.5.evil.example",
    "",
    "user@192.168.1.5",
    "192.168.1.5@evil.example",
    "192.168.1.5/x",
    "192.168.1.5?x",
    "fudayomi.local#x",
    "1.2.3.4:99999",
    "[::1",
    "localhost:abc",
    "0x7f000001",
    "2130706433",
    "192.168.1",
    "127.1",
    "fudayomi.local, evil.example",
]


@pytest.mark.parametrize("name", first_in_gate(FORGED, 4))
def test_no_route_answers_to_a_foreign_name(app, host, name):
    host.open()
    before = host.snapshot
    for path, method in list_routes(app):
        answer = host.client.open(
            fill_arguments(path), method=method, json={}, headers={"Host": name, "Origin": f"http://{name}"}
        )
        answer.close()
        assert (path, answer.status_code) == (path, 400)
    assert host.snapshot == before


def test_links_and_codes_come_from_the_settings_never_from_the_request(host):
    forged = {"Host": "10.66.66.66:1", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    for path in ("/", "/more", "/join", "/join.svg", "/start"):
        answer = host.client.get(path, headers=forged)
        assert b"10.66.66.66" not in answer.data, path
        assert b"evil.example" not in answer.data, path
        assert "10.66.66.66" not in answer.headers.get("Location", ""), path
