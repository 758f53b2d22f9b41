"""Names of this network lead to the number, with the same session."""

from __future__ import annotations

import pytest

from tests.support.table import BASE, NAMES
from web.app import create_app
from web.config import Settings

NUMBER = "192.168.1.5"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(autouse=True)
def own_number(monkeypatch):
    """This machine has the address `NUMBER`."""
    monkeypatch.setattr("web.request.canonical_host.own_address", lambda: NUMBER)


def redirect_target(guest, where, path="/join?name=Aki", headers=HTML):
    return guest.client.get(path, base_url=where, headers=headers).location


def test_a_name_of_this_network_leads_to_the_number(guest):
    assert redirect_target(guest, "http://fudayomi.local:8000") == f"http://{NUMBER}:8000/join?name=Aki"
    assert redirect_target(guest, "http://fudayomi.local:8000", "/") == f"http://{NUMBER}:8000/"
    assert redirect_target(guest, "http://fudayomi.local.:8000", "/") == f"http://{NUMBER}:8000/"


@pytest.mark.parametrize(("remote", "target"), [("10.42.0.7", "http://10.42.0.1:8000/"), ("203.0.113.9", None)])
def test_a_phone_is_led_to_an_address_in_its_own_network_only(app, monkeypatch, remote, target):
    near = {"10.42.0.7": "10.42.0.1"}
    monkeypatch.setattr("web.request.canonical_host.address_towards", near.get)
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = remote
    assert client.get("/", base_url="http://fudayomi.local:8000", headers=HTML).location == target


def test_the_address_that_the_owner_names_goes_before(store, scanner):
    settings = Settings("none", 8000, frozenset({"fudayomi.local"}), public_url="https://cards.example/")
    client = create_app(store, scanner, settings).test_client()
    answer = client.get("/join?name=Aki", base_url="http://fudayomi.local:8000", headers=HTML)
    assert answer.location == "https://cards.example/join?name=Aki"


@pytest.mark.parametrize(
    "where", [BASE, "http://127.0.0.1:8000", "http://fudayomi.local", "http://fudayomi.local:8443"]
)
def test_numbers_and_doors_of_others_stay(guest, where):
    assert redirect_target(guest, where) is None


def test_what_is_no_page_is_answered_where_it_was_asked(guest):
    assert redirect_target(guest, "http://fudayomi.local:8000", "/api/me", {"Accept": "*/*"}) is None
    assert redirect_target(guest, "http://fudayomi.local:8000", "/api/live", {"Accept": "text/event-stream"}) is None


def test_without_a_network_nothing_is_led(guest, monkeypatch):
    monkeypatch.setattr("web.request.canonical_host.own_address", lambda: "127.0.0.1")
    assert redirect_target(guest, "http://fudayomi.local:8000") is None


def test_who_sat_here_under_another_address_goes_on_with_one_tap(app, host):
    host.open()

    def phone(where):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = where
        return client

    def sat(client, path, name):
        answer = client.post(path, data={"name": name}, base_url=BASE, headers={"Origin": BASE})
        return answer.status_code, client.get("/api/me", base_url=BASE).json["name"]

    assert sat(phone("192.168.1.30"), "/join", NAMES[0]) == (302, NAMES[0])
    stranger, same = phone("192.168.1.31"), phone("192.168.1.30")
    assert "take=1" not in stranger.get("/join", base_url=BASE).text
    assert sat(stranger, "/join", NAMES[0]) == (409, "")
    page = same.get("/join", base_url=BASE).text
    assert page.count('formaction="/join?take=1"') == 1
    assert "go on here" in page
    assert sat(same, "/join?take=1", NAMES[0]) == (302, NAMES[0])
