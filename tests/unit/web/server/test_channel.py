"""A connection answers one request at a time and is closed when its phone keeps it waiting."""

from __future__ import annotations

import math
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.served_app import OTHER, STRANGER, answered, ask, connect, crowd, served, wait_until
from web.server import channel
from web.server.listener import PhoneServer, listen


@pytest.fixture
def gate() -> threading.Event:
    """What the slow page waits for."""
    return threading.Event()


@pytest.fixture
def server(gate: threading.Event) -> Iterator[PhoneServer]:
    """A server with a page that waits for the gate, a large one, a stream, and one that counts its body."""
    app = Flask("phones")
    app.config["MAX_CONTENT_LENGTH"] = 1000
    app.add_url_rule("/health", view_func=lambda: "well", endpoint="health")
    app.add_url_rule("/large", view_func=lambda: app.response_class(b"x" * 50_000 for _ in range(40)), endpoint="large")
    app.add_url_rule("/slow", view_func=lambda: str(gate.wait(60)), endpoint="slow")

    @app.get("/stream")
    def stream() -> object:
        return app.response_class((b"x" * 10_000 for _ in range(10_000)), mimetype="text/event-stream")

    @app.post("/body")
    def body() -> str:
        from flask import request  # noqa: PLC0415  only inside a request

        return str(len(request.get_data()))

    with served(listen(app, "127.0.0.1", 0)) as running:
        yield running
        gate.set()


def read_all(phone: socket.socket) -> bytes:
    return b"".join(iter(lambda: phone.recv(65536), b""))


def turns(server: PhoneServer) -> int:
    return server.task_dispatcher._turns.total()


def test_requests_that_come_together_are_answered_one_after_another(server: PhoneServer) -> None:
    with connect(server.effective_port) as phone:
        request = b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
        last = b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        phone.sendall(b"".join([request % (3, b"abc"), request % (5, b"abcde"), b"\r\n", last]))
        answers = read_all(phone).split(b"HTTP/1.1 200 OK\r\n")[1:]
    assert [answer.rpartition(b"\r\n\r\n")[2] for answer in answers] == [b"3", b"5", b"well"]


def test_an_answer_nobody_reads_holds_no_thread_and_its_turn_until_it_is_closed(
    server: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "READ_WINDOW_S", math.inf)
    dispatcher, third = server.task_dispatcher, server.adj.threads // 3
    with crowd(server.effective_port, [STRANGER] * 12, window=2048) as phones:
        for phone in phones:
            ask(phone, "/large")
        wait_until(lambda: sum(one.total_outbufs_len > 0 for one in server._channels()) == third)
        assert turns(server) == third
        assert answered(server.effective_port, OTHER)[0] == 200
        wait_until(lambda: dispatcher.active_count == 0)
        monkeypatch.setattr(channel, "READ_WINDOW_S", 0.1)
        wait_until(lambda: not server._channels() and turns(server) == 0)
    assert not dispatcher._waiting


def test_a_phone_that_reads_slowly_is_waited_for_and_one_that_stops_is_not(server: PhoneServer) -> None:
    server.next_channel_cleanup = math.inf  # the test asks itself
    with connect(server.effective_port, window=2048) as phone:
        ask(phone, "/large")
        wait_until(lambda: any(one.total_outbufs_len > 0 and not one.requests for one in server._channels()))
        reader = server._channels()[0]
        start, nearly = time.monotonic(), channel.READ_WINDOW_S - 0.1
        assert not reader.is_too_slow(start)
        assert not reader.is_too_slow(start + nearly)
        sent = reader._sent
        while reader._sent < sent + channel.LEAST_READ_BYTES:
            phone.recv(2048)
        assert not reader.is_too_slow(start + 2 * nearly)
        assert not reader.is_too_slow(start + 3 * nearly)
        assert reader.is_too_slow(start + 3 * nearly + 0.2)


def test_a_request_that_does_not_come_whole_is_dropped(server: PhoneServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect(server.effective_port) as phone:
        ask(phone, "/body", "POST", b"ab", Content_Length=3)
        wait_until(lambda: any(one.request is not None for one in server._channels()))
        monkeypatch.setattr(channel, "REQUEST_S", 0.0)
        wait_until(lambda: not server._channels())
        with pytest.raises(ConnectionResetError):
            phone.recv(10)


def test_a_phone_that_goes_frees_its_turn_when_its_thread_is_done(server: PhoneServer, gate: threading.Event) -> None:
    third = server.adj.threads // 3
    with crowd(server.effective_port, [STRANGER] * 12) as phones:
        for phone in phones:
            ask(phone, "/slow")
        wait_until(lambda: turns(server) == third and server.task_dispatcher._waiting)
    assert turns(server) == third, "threads still work for it"
    assert answered(server.effective_port, OTHER)[0] == 200
    gate.set()
    wait_until(lambda: turns(server) == 0 and not server._channels())
    assert not server.task_dispatcher._waiting


def test_a_stream_holds_no_turn_and_waits_for_its_reader(server: PhoneServer) -> None:
    with connect(server.effective_port, window=2048) as phone:
        ask(phone, "/stream")
        wait_until(lambda: any(one.is_stream for one in server._channels()))
        assert turns(server) == 0
        stream = server._channels()[0]
        wait_until(lambda: stream.total_outbufs_len > server.adj.outbuf_high_watermark)
        assert answered(server.effective_port, STRANGER)[0] == 200
        assert stream.total_outbufs_len < server.adj.outbuf_high_watermark + 30_000


def test_processor_time_is_charged_to_its_client(server: PhoneServer) -> None:
    budget = server.task_dispatcher.processor
    budget._clock = lambda: 1000.0  # nothing comes back meanwhile
    before = budget.left_s(STRANGER)
    answered(server.effective_port, STRANGER)
    wait_until(lambda: budget.left_s(STRANGER) < before)
    assert budget.left_s(OTHER) == before
