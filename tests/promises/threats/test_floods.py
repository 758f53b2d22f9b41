"""Floods of connections and changes leave the table quick for others."""

from __future__ import annotations

import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection

import pytest

from scorer.errors import Refusal
from tests.support.server import TableServer
from web.access import security
from web.access.rate_limit import RateLimiter
from web.access.security import CHANGE_LIMITS
from web.app import create_app
from web.config import Settings
from web.server.channel import MAX_CONNECTIONS_PER_ADDRESS
from web.session.broadcast import Hub
from web.system.process_stats import read_process_stats

STRANGER = "127.0.0.2"
"""This machine's own address in tests, yet nobody the limits trust."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("flood"), source="none").start(ready=False)
    yield running
    assert running.stop() == 0


def measure_page_times(server: TableServer, count: int = 60) -> list[float]:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        connection = HTTPConnection(server.host, server.port, timeout=120)
        connection.request("GET", "/")
        assert connection.getresponse().read()
        connection.close()
        times.append((time.perf_counter() - start) * 1000)
    return times


def test_three_hundred_half_open_connections_keep_nobody_waiting(server):
    alone = statistics.median(measure_page_times(server))
    before = read_process_stats(server.process.pid).memory_mb
    with ExitStack() as stack:
        for _ in range(300):
            half = stack.enter_context(socket.create_connection((server.host, server.port), timeout=30))
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        crowded = statistics.median(measure_page_times(server))
        grown = read_process_stats(server.process.pid).memory_mb - before
    # The median of many, because a busy machine may delay one page. Blocked threads would take 30 s.
    assert crowded <= max(5000, 3 * alone), (alone, crowded)
    assert grown < 20


def test_half_open_and_stalled_connections_together_leave_room_for_phones(server):
    """Beyond the limit nobody is let in before the silent ones are closed, half a minute later."""
    with ExitStack() as stack:
        for number in range(500):
            silent = stack.enter_context(socket.create_connection((server.host, server.port), timeout=30))
            if number < 300:
                silent.sendall(b"GET / HTTP/1.1\r\nHost: ")
            else:
                silent.sendall(f"GET /api/live HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert max(measure_page_times(server, 5)) < 20_000


def test_streams_nobody_reads_cost_little(server):
    before = read_process_stats(server.process.pid).memory_mb
    with ExitStack() as stack:
        for _ in range(150):
            stalled = stack.enter_context(socket.socket())
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            stalled.connect((server.host, server.port))
            stalled.sendall(f"GET /api/live HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        crowded = statistics.median(measure_page_times(server, 30))
        grown = read_process_stats(server.process.pid).memory_mb - before
    assert grown < 30
    assert crowded < 5000
    assert server.health()


def test_one_neighbour_gets_so_many_connections_and_no_more(server):
    opened = []
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS_PER_ADDRESS + 10):
            one = stack.enter_context(socket.create_connection((server.host, server.port), 30, (STRANGER, 0)))
            opened.append(one)
        time.sleep(0.5)
        alive = 0
        for one in opened:
            one.settimeout(60)
            try:
                one.sendall(f"GET /health HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
                alive += one.recv(16).startswith(b"HTTP/1.1 200")
            except OSError:
                pass
        assert server.health(), "others are served"
    assert alive == MAX_CONNECTIONS_PER_ADDRESS


def test_a_flood_of_changes_is_told_to_wait(store, scanner, monkeypatch):
    # The clock stands still, however long the requests take.
    monkeypatch.setattr(security, "RateLimiter", partial(RateLimiter, clock=lambda: 1000.0))
    client = create_app(store, scanner, Settings("synthetic", 8000, frozenset())).test_client()

    def post(address: str) -> int:
        where = {"base_url": "http://10.0.0.1", "headers": {"Origin": "http://10.0.0.1"}}
        return int(client.delete("/api/host", environ_overrides={"REMOTE_ADDR": address}, **where).status_code)

    second = CHANGE_LIMITS[1]
    assert [post("10.0.0.66") for _ in range(300)] == [200] * second + [429] * (300 - second)
    assert post("10.0.0.7") == 200, "another phone does not wait"


def test_a_neighbour_has_so_many_streams_and_a_place_nobody_read_is_free_again(app):
    hub = Hub(max_streams=40, max_per_address=12)
    for _ in range(100):
        hub.subscribe("10.0.0.66").close()  # as after HEAD: closed before the first message
    streams = [hub.subscribe("10.0.0.66") for _ in range(12)]
    with pytest.raises(Refusal, match="too_many_phones"):
        hub.subscribe("10.0.0.66")
    hub.subscribe("10.0.0.7").close()
    streams[0].close()
    streams[0].close()
    assert hub.stream_count == 11
    hub.subscribe("10.0.0.66")
    client = app.test_client()
    for _ in range(300):
        client.head("/api/live", base_url="http://192.168.1.5:8000").close()
    assert app.extensions["fudayomi"].hub.stream_count == 0
