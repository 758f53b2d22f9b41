"""Latecomers ask for a seat; the host gives it."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.table import NAMES, Phone


def named_phone(app: Flask, name: str) -> Phone:
    phone = Phone(app.test_client())
    assert phone.send("/api/join", {"name": name}).status_code == 200
    return phone


def ask(phone: Phone) -> str:
    answer = phone.send("/api/seats/ask", {})
    return str(answer.json["error"]["code"]) if answer.status_code != 200 else ""


def test_whoever_comes_late_asks_and_is_seated_by_one_change(app: Flask, host: Phone) -> None:
    host.open()
    frida, oma = named_phone(app, "Frida"), named_phone(app, "Oma")
    assert (ask(oma), ask(frida), ask(frida)) == ("", "", "")
    assert host.snapshot["people"]["asking"] == ["Oma", "Frida"]
    assert host.change("/api/seats/join", player="Frida").status_code == 200
    assert host.snapshot["people"]["asking"] == ["Oma"]
    assert frida.get("/api/me").json["role"] == "player"
    assert oma.send("/api/seats/decline", {"player": "Oma"}).json["error"]["code"] == "host_only"
    assert host.send("/api/seats/decline", {"player": "oma"}).status_code == 200
    assert host.snapshot["people"]["asking"] == []


def test_who_left_asks_to_come_back(app: Flask, host: Phone) -> None:
    host.open()
    emi = named_phone(app, "Emi")
    assert ask(emi) == "bad_name"
    host.change("/api/seats/leave", player="Emi")
    assert ask(emi) == ""
    assert host.snapshot["people"]["asking"] == ["Emi"]


def test_where_nobody_can_sit_down_nobody_asks(app: Flask, host: Phone, guest: Phone) -> None:
    frida = named_phone(app, "Frida")
    assert ask(frida) == "no_evening"
    host.open()
    assert ask(guest) == "bad_name", "without a name"
    assert host.snapshot["evening"]["can_join"] is True
    for game, players in (("koikoi", NAMES[:2]), ("kakeya", NAMES)):
        host.open(game=game, players=players)
        assert (ask(frida), host.snapshot["evening"]["can_join"]) == ("bad_count", False)
    host.change("/api/close")
    assert ask(frida) == "no_evening"


@pytest.mark.parametrize("forget", ["name", "evening"])
def test_a_request_ends_with_the_name_and_with_the_evening(app: Flask, host: Phone, forget: str) -> None:
    host.open()
    frida = named_phone(app, "Frida")
    ask(frida)
    if forget == "name":
        frida.send("/api/join", method="DELETE")
    else:
        host.open()
    assert host.snapshot["people"]["asking"] == []


def test_the_host_seats_them_without_a_script_too(app: Flask, host: Phone) -> None:
    host.open()
    ask(named_phone(app, "Frida"))
    page = host.get("/seats").text
    assert '<button name="player" value="Frida">Seat Frida</button>' in page
