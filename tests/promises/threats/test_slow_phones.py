"""Phones that read nothing, or send without end, hold nobody up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

import pytest
from flask import Flask

from tests.promises.threats.strangers import (
    PICTURE_BYTES,
    longest_wait_s,
    read_nothing,
    running_hall,
    running_table,
    send_slowly,
    temporary_bytes,
)
from tests.support.hall import HallTrial
from tests.support.served_app import OTHER, STRANGER, answered, ask, connect, crowd, served, wait_until
from web.hall.server import build_hall_server
from web.server import channel
from web.server.body_budget import BODIES_PER_CLIENT, BodyBudget
from web.server.channel import MAX_CONNECTIONS_PER_ADDRESS
from web.server.listener import PhoneServer
from web.wsgi import build_server

LONGEST_WAIT_S = 5.0
"""Seconds another phone may wait in these tests. It is 1 s where no other tests run."""


@pytest.fixture(params=["table", "hall"])
def server(request: pytest.FixtureRequest) -> Iterator[PhoneServer]:
    """A table and a hall."""
    if request.param == "table":
        app: Flask = request.getfixturevalue("app")
        running = build_server(app, "127.0.0.1", 0)
    else:
        hall: HallTrial = request.getfixturevalue("hall")
        running = build_hall_server(hall.app, "127.0.0.1", 0, behind_proxy=False)
    assert isinstance(running, PhoneServer)
    with served(running):
        yield running


def are_stuck(server: PhoneServer, count: int) -> bool:
    """Whether so many connections are open, and each has an answer that nobody reads, or waits for its turn."""
    channels = server._channels()
    return len(channels) == count and all(
        one.requests or (one.is_idle and one.ahead) or one.total_outbufs_len for one in channels
    )


def test_phones_that_read_nothing_hold_no_thread_and_are_closed(server, monkeypatch) -> None:
    monkeypatch.setattr(channel, "READ_WINDOW_S", math.inf)
    with read_nothing(server.effective_port, "/openapi.json", 60):
        wait_until(lambda: are_stuck(server, MAX_CONNECTIONS_PER_ADDRESS))
        assert server.task_dispatcher._turns[STRANGER] <= server.adj.threads // 3
        assert [answered(server.effective_port)[0] for _ in range(5)] == [200] * 5
        wait_until(lambda: server.task_dispatcher.active_count == 0)
        monkeypatch.setattr(channel, "READ_WINDOW_S", 0.0)
        wait_until(lambda: not server._channels())


def test_three_addresses_that_read_nothing_hold_no_thread_either(server, monkeypatch) -> None:
    monkeypatch.setattr(channel, "READ_WINDOW_S", math.inf)
    addresses = [f"127.0.0.{number}" for number in range(61, 64)]
    with read_nothing(server.effective_port, "/openapi.json", 30, addresses):
        wait_until(lambda: are_stuck(server, 3 * MAX_CONNECTIONS_PER_ADDRESS))
        wait_until(lambda: server.task_dispatcher.active_count == 0)
        assert answered(server.effective_port)[0] == 200


def test_a_body_too_large_for_its_path_is_refused_by_its_head(server) -> None:
    with connect(server.effective_port) as phone:
        ask(phone, "/api/join", "POST", Content_Type="application/json", Content_Length=PICTURE_BYTES)
        answer = b"".join(iter(lambda: phone.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 413")
    assert b'"too_large"' in answer


def test_bodies_that_never_end_are_few_and_end(app: Flask, monkeypatch) -> None:
    with served(build_server(app, "127.0.0.1", 0)) as server:
        server.bodies, size = BodyBudget(each=4_000_000, overall=9_000_000), 1_500_000
        path = "/api/learn/koikoi/picture"
        with crowd(server.effective_port, [STRANGER] * 4) as phones:
            for phone in phones:
                ask(phone, path, "POST", Content_Length=size)
                with suppress(ConnectionError):  # there are too many bytes already
                    phone.sendall(b"x" * (size - 1000))
            wait_until(lambda: len(server._channels()) == 2)
            assert server.bodies.held < 4_000_000
            with connect(server.effective_port, OTHER) as other:
                other_head = {"Content_Length": 2, "Content_Type": "application/json", "Origin": "http://127.0.0.1"}
                ask(other, "/api/join", "POST", b"{}", **other_head)
                assert other.recv(12) == b"HTTP/1.1 400"
            monkeypatch.setattr(channel, "REQUEST_S", 0.0)
            wait_until(lambda: not server._channels())
        wait_until(lambda: server.bodies.held == 0)


@pytest.mark.long
@pytest.mark.parametrize("addresses", [1, 4])
def test_another_phone_is_answered_at_once_while_nobody_reads(addresses: int) -> None:
    names = [f"127.0.0.{number}" for number in range(60, 60 + addresses)]
    for running, path in ((running_table, "/api/drill/hachi-hachi"), (running_hall, "/openapi.json")):
        with running() as (port, _), read_nothing(port, path, 60, names):
            assert longest_wait_s(port, 25.0) < LONGEST_WAIT_S


@pytest.mark.long
def test_another_phone_is_answered_at_once_while_pictures_trickle() -> None:
    with running_table() as (port, pid), send_slowly(port, "/api/learn/koikoi/picture", "image/jpeg", PICTURE_BYTES):
        assert longest_wait_s(port, 5.0) < LONGEST_WAIT_S
        assert temporary_bytes(pid) < BODIES_PER_CLIENT
        wait_until(lambda: temporary_bytes(pid) == 0, channel.REQUEST_S + 30)
