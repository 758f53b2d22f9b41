"""Settings of the server, and whom it closes when there is too much of something."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
import waitress.channel
import waitress.server
from flask import Flask
from waitress.server import MultiSocketServer

from tests.support.served_app import OTHER, STRANGER, answered, ask, connect, crowd, served, wait_until
from web.server import listener
from web.server.channel import PhoneChannel
from web.server.listener import PhoneServer, listen

LARGE = 1_000_000


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    app = Flask("phones")
    app.config["MAX_CONTENT_LENGTH"] = 1000
    app.add_url_rule("/large", view_func=lambda: b"x" * LARGE)
    with served(listen(app, "127.0.0.1", 0)) as running:
        yield running


def clients(server: PhoneServer) -> list[str]:
    return sorted(one.client for one in server._channels())


def test_idle_connections_are_told_by_a_clock_that_nobody_sets() -> None:
    assert waitress.server.time.time is waitress.channel.time.time is time.monotonic


def test_when_too_much_waits_to_be_read_who_has_most_of_it_goes(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with crowd(server.effective_port, (STRANGER, STRANGER, OTHER), window=2048) as phones:
        for phone in phones:
            ask(phone, "/large")
        wait_until(lambda: sum(one.total_outbufs_len > 0 for one in server._channels()) == 3)
        monkeypatch.setattr(listener, "MAX_UNREAD_BYTES", 2 * LARGE)
        wait_until(lambda: clients(server) == [OTHER])


def test_when_there_are_too_many_connections_who_has_most_idle_ones_goes(server: PhoneServer) -> None:
    server.adj.connection_limit = len(server._map) + 6
    with crowd(server.effective_port, (OTHER, *[STRANGER] * 5)) as (_, *others):
        for phone in others:
            with pytest.raises(ConnectionResetError):
                phone.recv(1)
        wait_until(lambda: clients(server) == [OTHER])
        assert answered(server.effective_port, OTHER, "/large")[0] == 200


def test_what_the_system_keeps_for_a_phone_is_limited(server: PhoneServer) -> None:
    with connect(server.effective_port) as phone:
        ask(phone, "/large")
        assert phone.recv(12) == b"HTTP/1.1 200"
        kept = server._channels()[0].socket.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        assert kept == 2 * listener.SEND_BUFFER_BYTES  # the system counts its own records, too


def test_every_address_of_the_machine_has_a_server_with_one_dispatcher() -> None:
    class Channel(PhoneChannel):
        pass

    server = listen(Flask("phones"), "localhost" if socket.has_ipv6 else "127.0.0.1", 0, Channel)
    places = (
        [each for each in server._map.values() if isinstance(each, PhoneServer)]
        if isinstance(server, MultiSocketServer)
        else [server]
    )
    try:
        assert {each.channel_class for each in places} == {Channel}
        assert len({each.task_dispatcher for each in places}) == 1
        assert len({each.bodies for each in places}) == 1
    finally:
        server.close()
        places[0].task_dispatcher.shutdown()
