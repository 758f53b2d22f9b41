"""Connections of one address are limited, threads grow with streams."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import waitress.channel
import waitress.server
from waitress import wasyncore

from web.server import channel
from web.server.listener import SPARE_THREADS
from web.wsgi import build_server


@pytest.fixture
def port(app) -> Iterator[int]:
    """The port of the served application."""
    server = build_server(app, "127.0.0.1", 0)
    stopped = threading.Event()

    def serve() -> None:
        while not stopped.is_set():
            wasyncore.loop(timeout=0.02, map=server._map, use_poll=True, count=1)

    thread = threading.Thread(target=serve)
    thread.start()
    yield server.effective_port
    stopped.set()
    thread.join()
    server.task_dispatcher.shutdown()
    wasyncore.close_all(server._map)


def receive_answer(connection: socket.socket) -> bytes:
    connection.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    try:
        return connection.recv(12)
    except ConnectionError:
        return b""


@pytest.mark.parametrize(("own", "answered"), [(False, 2), (True, 4)])
def test_a_neighbour_has_so_many_connections_and_this_machine_as_many_as_it_wants(
    port: int, own: bool, answered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "MAX_CONNECTIONS_PER_ADDRESS", 2)
    monkeypatch.setattr(channel, "client_of", lambda address: "" if own else address)
    connections = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(4)]
    answers = [receive_answer(connection) for connection in connections]
    for connection in connections:
        connection.close()
    assert [answer.startswith(b"HTTP/1.1") for answer in answers] == [True] * answered + [False] * (4 - answered)


def test_threads_grow_with_the_streams_and_do_not_shrink(app) -> None:
    server = build_server(app, "127.0.0.1", 0)
    grow, waiters = app.extensions["fudayomi"].hub.on_subscriber_count, server.task_dispatcher
    try:
        counts = []
        for streams in (SPARE_THREADS // 2, SPARE_THREADS // 2 + 1, 0):
            grow(streams)
            counts.append(len(waiters.threads))
        assert counts == [SPARE_THREADS, SPARE_THREADS + 13, SPARE_THREADS + 13]
    finally:
        waiters.shutdown()
        wasyncore.close_all(server._map)


def test_idle_connections_are_told_by_a_clock_that_nobody_sets() -> None:
    assert waitress.server.time.time is waitress.channel.time.time is time.monotonic


def test_a_phone_without_a_place_is_told_when_to_ask_again_and_holds_no_connection(app, port: int) -> None:
    hub = app.extensions["fudayomi"].hub
    hub._max_streams = 1
    ask = b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 20) as inside:
        inside.sendall(ask)
        assert inside.recv(12) == b"HTTP/1.1 200"
        with socket.create_connection(("127.0.0.1", port), 20) as outside:
            outside.sendall(ask)
            response = b"".join(iter(lambda: outside.recv(4096), b""))  # to the end: the server closes
        assert response.startswith(b"HTTP/1.1 503")
        assert b"\r\nRetry-After: 2\r\n" in response
        assert b"too_many_phones" in response
        hub.close()
