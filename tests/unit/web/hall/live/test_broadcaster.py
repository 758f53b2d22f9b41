from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorer.errors import Refusal
from web.hall.live import broadcaster as module
from web.hall.live.broadcaster import Broadcaster


@pytest.fixture
def broadcaster() -> Iterator[Broadcaster]:
    with closing(Broadcaster(lambda topic: f"first of {topic}\n".encode(), max_streams=3, max_per_address=2)) as one:
        yield one


def phone(broadcaster: Broadcaster, topic: str = "all", address: str = "") -> socket.socket:
    ours, theirs = socket.socketpair()
    theirs.settimeout(20)
    broadcaster.reserve(topic, address)(ours, b"head\n")
    return theirs


def until(sock: socket.socket, what: bytes) -> bytes:
    heard = b""
    while what not in heard:
        more = sock.recv(65536)
        assert more, heard[-200:]
        heard += more
    return heard


def test_each_topic_is_sent_to_those_who_watch_it(broadcaster) -> None:
    with closing(phone(broadcaster)) as one, closing(phone(broadcaster, "table:1")) as other:
        assert until(one, b"first").startswith(b"head\n")
        until(other, b"first of table:1")
        assert broadcaster.is_watched("table:1")
        broadcaster.publish("all", b"A")
        broadcaster.publish("table:1", b"B")
        assert b"B" not in until(one, b"A")
        assert b"A" not in until(other, b"B")


def test_places_are_limited_and_free_again_when_a_phone_goes(broadcaster) -> None:
    first = phone(broadcaster, address="a")
    second = phone(broadcaster, address="a")
    with pytest.raises(Refusal, match="too_many_phones"):
        broadcaster.reserve("all", "a")
    broadcaster.reserve("all", "b")(None, b"")
    assert broadcaster.stream_count == 2
    third = phone(broadcaster, address="b")
    with pytest.raises(Refusal, match="too_many_phones"):
        broadcaster.reserve("all", "c")
    first.close()
    until(second, b"first")
    until(third, b"first")
    while broadcaster.stream_count > 2:
        pass
    with closing(phone(broadcaster, address="a")) as again:
        until(again, b"first")
    second.close()
    third.close()


def test_a_phone_that_does_not_read_is_let_go_and_keeps_nobody_waiting(broadcaster, monkeypatch) -> None:
    monkeypatch.setattr(module, "MAX_UNSENT_BYTES", 300_000)
    with closing(phone(broadcaster)) as stalled, closing(phone(broadcaster)) as other:
        for _ in range(40):
            broadcaster.publish("all", b"x" * 50_000 + b"!")
            until(other, b"!")
        while broadcaster.stream_count > 1:
            pass
        while stalled.recv(65536):
            pass


def test_silence_is_broken_by_beats(monkeypatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.01)
    with closing(Broadcaster(lambda _topic: b"")) as one, closing(phone(one)) as watcher:
        until(watcher, b"event: beat\ndata: \n\n")
