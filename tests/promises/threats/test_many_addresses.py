"""Strangers with many addresses take no stream from those who play."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest
from flask import Flask

from tests.promises.threats.strangers import take_streams
from tests.support.hall import HallTrial
from tests.support.served_app import OTHER, answered, ask, connect, served, wait_until
from tests.support.table import Phone
from web.hall.server import build_hall_server
from web.wsgi import build_server


def status_of_stream(port: int | str, cookie: str = "") -> int:
    """Status of a stream asked for by another phone, which closes it then."""
    with connect(port, OTHER) as phone:
        ask(phone, "/api/live", **({"Cookie": cookie} if cookie else {}))
        return int(phone.recv(12)[-3:])


def post(port: int | str, path: str, body: str, kind: str) -> str:
    """The cookie that another phone has after a change."""
    with closing(HTTPConnection("127.0.0.1", int(port), timeout=60, source_address=(OTHER, 0))) as connection:
        connection.request("POST", path, body, {"Content-Type": kind, "Origin": f"http://127.0.0.1:{port}"})
        answer = connection.getresponse()
        assert answer.status < 400, answer.read()
        return (answer.getheader("Set-Cookie") or "").partition(";")[0]


def assert_player_is_heard(app: Flask, host: Phone, addresses: int, each: int) -> None:
    """All streams are taken, guests are refused, the player has his, and everybody has the state."""
    host.open()
    hub = app.extensions["fudayomi"].hub
    hub._max_streams, hub._max_per_address = addresses * each, each
    strangers = [f"127.0.1.{number}" for number in range(1, addresses + 1)]
    with served(build_server(app, "127.0.0.1", 0)) as server, take_streams(server.effective_port, strangers, each):
        wait_until(lambda: hub.stream_count == addresses * each)
        assert status_of_stream(server.effective_port) == 503
        cookie = post(server.effective_port, "/api/join", json.dumps({"name": "Aki"}), "application/json")
        assert status_of_stream(server.effective_port, cookie) == 200
        assert answered(server.effective_port, path="/api/session")[0] == 200
        hub.close()


def test_a_player_has_a_stream_when_strangers_have_taken_all(app: Flask, host: Phone) -> None:
    assert_player_is_heard(app, host, addresses=4, each=6)


@pytest.mark.long
def test_a_player_has_a_stream_when_twenty_addresses_have_taken_240(app: Flask, host: Phone) -> None:
    assert_player_is_heard(app, host, addresses=20, each=12)


def test_a_referee_has_a_stream_when_strangers_have_taken_all(hall: HallTrial) -> None:
    hall.context.pin.renew("246810")
    broadcaster = hall.context.live_tables.broadcaster
    broadcaster._max_streams = 40
    strangers = [f"127.0.1.{number}" for number in range(1, 5)]
    running = build_hall_server(hall.app, "127.0.0.1", 0, behind_proxy=False)
    with served(running) as server, take_streams(server.effective_port, strangers, 10):
        wait_until(lambda: broadcaster.stream_count == 40)
        assert status_of_stream(server.effective_port) == 503
        cookie = post(server.effective_port, "/more/pin", "pin=246810", "application/x-www-form-urlencoded")
        assert status_of_stream(server.effective_port, cookie) == 200
        assert answered(server.effective_port, path="/api/tables")[0] == 200
