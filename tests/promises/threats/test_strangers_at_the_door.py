"""Strangers keep no host out, take nobody's seat, and what was signed out stays so."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from scorer.errors import Refusal
from tests.support.hall import BASE as HALL
from tests.support.hall import HallTrial
from tests.support.table import NAMES, PIN, Phone
from web.access.backoff import COMMON_WAIT_S
from web.access.phones import MAX_KNOWN_PHONES


class StrangePhone(Phone):
    """A phone at an address of its own, with a new cookie."""

    def __init__(self, app, address: str) -> None:
        super().__init__(app.test_client())
        self.client.environ_base["REMOTE_ADDR"] = address


def code_of(answer: Any) -> str:
    return "" if answer.status_code < 400 else answer.json["error"]["code"]


@pytest.fixture
def clock(app) -> list[float]:
    """The seconds by which the table counts tries and sees phones."""
    now = [1000.0]
    app.extensions["fudayomi"].pin.backoff._clock = lambda: now[0]
    app.extensions["fudayomi"].phones._clock = lambda: now[0]
    return now


@pytest.mark.parametrize("addresses", [1, 12])
def test_wrong_pins_of_strangers_keep_no_host_out(app, clock, addresses) -> None:
    """They guess for two hours in each minute in which they may; then a host with a new phone comes."""
    backoff, guesses = app.extensions["fudayomi"].pin.backoff, 0
    for minute in range(120):
        for number in range(addresses):
            clock[0] += 60 / addresses
            with suppress(Refusal):
                backoff.start(f"10.0.1.{number}")
                guesses += 1
        if minute % 40 == 39:
            come = clock[0]
            while code_of(StrangePhone(app, f"10.0.2.{minute}").send("/api/host", {"pin": PIN})):
                clock[0] += 1
            assert clock[0] - come <= COMMON_WAIT_S
    assert guesses <= 14 * addresses, "twelve in the first hour, then about one"


def test_a_flood_of_names_takes_no_seat(app, host, clock) -> None:
    host.open()
    players = [StrangePhone(app, f"10.0.0.{number}") for number in range(len(NAMES))]
    for player, name in zip(players, NAMES, strict=True):
        assert player.send("/api/join", {"name": name}).json["role"] == "player"
    clock[0] += 3600
    codes = []
    for address in range(13):
        for number in range(20):
            stranger = StrangePhone(app, f"10.0.3.{address}")
            codes.append(code_of(stranger.send("/api/join", {"name": f"z{address}-{number}"})))
    assert [player.get("/api/me").json["role"] for player in players] == ["player"] * len(NAMES)
    assert [player.get("/api/me").json["name"] for player in players] == NAMES
    assert codes.count("") == 60, "the table's rate for guests"
    assert len(host.snapshot["people"]["joined"]) <= MAX_KNOWN_PHONES
    assert StrangePhone(app, "10.0.4.1").send("/api/join", {"name": NAMES[0], "take": True}).status_code == 409


def test_nobody_takes_a_seat_that_is_in_use_nor_comes_back_when_sent_away(app, host, clock) -> None:
    host.open()
    ken, stranger = StrangePhone(app, "10.0.0.2"), StrangePhone(app, "10.0.0.66")
    ken.send("/api/join", {"name": "Ken"})
    assert code_of(stranger.send("/api/join", {"name": "Ken", "take": True})) == "name_asked"
    assert ken.get("/api/me").json["role"] == "player"
    hands = {"version": 1, "answers": {"hands.2": ["h01-1"]}}
    assert code_of(stranger.send("/api/draft", hands)) == "host_only"
    assert ken.send("/api/draft", hands).status_code == 200
    # The host gives it away by mistake, and sends the stranger away: no cookie of that phone comes back.
    asks = host.get("/api/me").json["asks"]
    assert host.send("/api/join/answer", {"phone": asks[0]["phone"], "give": True}).status_code == 200
    assert stranger.get("/api/me").json["role"] == "player"
    assert host.send(f"/api/phones/{asks[0]['phone']}", method="DELETE").status_code == 200
    assert code_of(stranger.send("/api/join", {"name": "Ken", "take": True})) == "sent_away"
    assert code_of(StrangePhone(app, "10.0.0.66").send("/api/join", {"name": "Ken"})) == "sent_away"
    assert ken.send("/api/join", {"name": "Ken"}).json["role"] == "player"


def test_a_copied_cookie_ends_with_signing_out_at_the_table(app, guest) -> None:
    guest.sign_in()
    copy = Phone(app.test_client())
    copy.client.set_cookie("fudayomi", guest.client.get_cookie("fudayomi", "192.168.1.5").value, domain="192.168.1.5")
    assert copy.get("/api/me").json["host"]
    guest.send("/api/host", method="DELETE")
    assert not copy.get("/api/me").json["host"]


def copy_of(hall: HallTrial, client: Any) -> Any:
    copy = hall.app.test_client()
    cookie = client.get_cookie("fudayomi_hall", "192.168.1.9")
    copy.set_cookie("fudayomi_hall", cookie.value, domain=cookie.domain)
    return copy


def test_a_copied_referees_cookie_ends_with_signing_out(hall) -> None:
    referee, second = hall.referee(), hall.referee()
    copy = copy_of(hall, referee)
    assert hall.post(copy, "/more/season", name="First").status_code == 302
    assert hall.post(referee, "/more/leave").status_code == 302
    assert hall.post(copy, "/more/season", name="Stolen").status_code == 403
    assert hall.context.setting_store.seasons == ["First"]
    assert hall.post(second, "/more/season", name="Second").status_code == 302
    third = hall.referee()
    assert hall.post(hall.app.test_client(), "/more/leave", all="1").status_code == 403
    assert "Sign out every" in second.get("/more", base_url=HALL).text
    assert hall.post(third, "/more/leave", all="1").status_code == 302
    assert hall.post(second, "/more/season", name="Third").status_code == 403


def test_a_referees_cookie_guesses_the_pin_with_one_limit_from_any_address(hall) -> None:
    hall.context.pin.renew("246810")
    referee = hall.referee()
    hall.context.members.add("Aki", "aki")
    codes = []
    for number in range(50):
        referee.environ_base["REMOTE_ADDR"] = f"10.0.0.{number}"
        codes.append(code_of(hall.post(referee, "/members/1/forget", pin=f"{number:06}")))
    assert codes.count("wrong_pin") <= 5
    assert set(codes) == {"wrong_pin", "too_many_tries"}
    assert hall.post(hall.app.test_client(), "/more/pin", pin="246810").status_code == 302, "others do not wait for it"


def test_wrong_pins_and_codes_keep_no_referee_and_no_table_out(hall) -> None:
    hall.context.pin.renew("246810")
    now = [1000.0]
    hall.context.pin.backoff._clock = lambda: now[0]
    for number in range(60):
        now[0] += 10
        stranger = hall.app.test_client()
        stranger.environ_base["REMOTE_ADDR"] = f"10.0.0.{number % 3}"
        assert hall.post(stranger, "/more/pin", pin="000000").status_code == 403
        assert hall.post(hall.referee(), "/more/season", name=f"s{number}").status_code == 302
    now[0] += COMMON_WAIT_S
    newcomer = hall.app.test_client()
    newcomer.environ_base["REMOTE_ADDR"] = "10.0.9.9"
    assert hall.post(newcomer, "/more/pin", pin="246810").status_code == 302
    page = newcomer.get("/more", base_url=HALL).text
    assert "Wrong PINs in the last hour" in page
    assert hall.post(newcomer, "/more/tries").status_code == 302
    assert "Wrong PINs in the last hour" not in newcomer.get("/more", base_url=HALL).text
    # The same for the code of the hall: 13 addresses use up what all of them may try.
    wish = {"code": "AAAAAAAA", "name": "x", "ledger": "0" * 32, "url": "", "first": 1, "evening": 1, "anew": False}
    codes = []
    for number in range(130):
        client = hall.app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"10.0.5.{number % 13}"
        codes.append(code_of(client.post("/api/tables", json=wish, base_url=HALL, headers={"Origin": HALL})))
    assert codes.count("wrong_code") >= 120
    assert codes[-1] == "too_many_tries"
    table = hall.app.test_client()
    table.environ_base["REMOTE_ADDR"] = "10.0.6.1"
    right = {**wish, "code": hall.context.tables.code}
    assert table.post("/api/tables", json=right, base_url=HALL, headers={"Origin": HALL}).status_code == 200
