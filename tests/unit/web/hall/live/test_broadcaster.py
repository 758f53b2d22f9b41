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


def connect(broadcaster: Broadcaster, topic: str = "all", address: str = "", *, is_kept: bool = False) -> socket.socket:
    ours, theirs = socket.socketpair()
    theirs.settimeout(20)
    broadcaster.reserve(topic, address, is_kept=is_kept)(ours, b"head\n")
    return theirs


def receive_until(sock: socket.socket, what: bytes) -> bytes:
    """What comes up to `what`. A stream in which only heartbeats come is given up after a dozen."""
    heard = b""
    while what not in heard:
        more = sock.recv(65536)
        assert more, heard[-200:]
        heard += more
        assert heard.count(b"event: beat") < 12, heard[-200:]
    return heard


def test_each_topic_is_sent_to_those_who_watch_it(broadcaster) -> None:
    with closing(connect(broadcaster)) as one, closing(connect(broadcaster, "table:1")) as other:
        assert receive_until(one, b"first").startswith(b"head\n")
        receive_until(other, b"first of table:1")
        assert broadcaster.is_watched("table:1")
        broadcaster.publish("all", b"A")
        broadcaster.publish("table:1", b"B")
        assert b"B" not in receive_until(one, b"A")
        assert b"A" not in receive_until(other, b"B")


def test_places_are_limited_and_free_again_when_a_phone_goes(broadcaster) -> None:
    first = connect(broadcaster, address="a")
    second = connect(broadcaster, address="a")
    with pytest.raises(Refusal, match="too_many_phones"):
        broadcaster.reserve("all", "a")
    broadcaster.reserve("all", "b")(None, b"")
    assert broadcaster.stream_count == 2
    third = connect(broadcaster, address="b")
    with pytest.raises(Refusal, match="too_many_phones"):
        broadcaster.reserve("all", "c")
    first.close()
    receive_until(second, b"first")
    receive_until(third, b"first")
    while broadcaster.stream_count > 2:
        pass
    with closing(connect(broadcaster, address="a")) as again:
        receive_until(again, b"first")
    second.close()
    third.close()


def test_a_phone_that_does_not_read_is_let_go_and_keeps_nobody_waiting(broadcaster, monkeypatch) -> None:
    monkeypatch.setattr(module, "MAX_UNSENT_BYTES", 300_000)
    with closing(connect(broadcaster)) as stalled, closing(connect(broadcaster)) as other:
        for _ in range(40):
            broadcaster.publish("all", b"x" * 50_000 + b"!")
            receive_until(other, b"!")
        while broadcaster.stream_count > 1:
            pass
        while stalled.recv(65536):
            pass


def test_a_kept_stream_gets_the_place_of_the_last_guest_of_the_greatest_crowd(broadcaster) -> None:
    kept = connect(broadcaster, address="a", is_kept=True)
    guests = [connect(broadcaster, address=address) for address in ("b", "b")]
    for phone in (kept, *guests):
        receive_until(phone, b"first")
    with pytest.raises(Refusal, match="too_many_phones"):
        broadcaster.reserve("all", "c")
    second = connect(broadcaster, address="a", is_kept=True)
    receive_until(second, b"first")
    while guests[1].recv(65536):
        pass
    third = connect(broadcaster, address="c", is_kept=True)
    receive_until(third, b"first")
    while guests[0].recv(65536):
        pass
    with pytest.raises(Refusal, match="too_many_phones"):  # all places are kept
        broadcaster.reserve("all", "c", is_kept=True)
    for phone in (kept, second, third, *guests):
        phone.close()


def test_within_an_address_a_kept_stream_gets_the_place_of_its_own_guest(broadcaster) -> None:
    guests = [connect(broadcaster, address="fe80::1") for _ in range(2)]
    for phone in guests:
        receive_until(phone, b"first")
    broadcaster._max_per_address, broadcaster._max_streams = 0, 10
    with closing(connect(broadcaster, address="fe80::2", is_kept=True)) as kept:
        receive_until(kept, b"first")
        while guests[1].recv(65536):
            pass
    for phone in guests:
        phone.close()


def test_a_phone_that_reads_nothing_for_long_is_let_go_however_little_waits(monkeypatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(module, "READ_WINDOW_S", 0.05)
    with closing(Broadcaster(lambda _topic: b"x" * 900_000)) as one, closing(connect(one)):
        while not one.stream_count:
            pass
        while one.stream_count:
            pass


def test_silence_is_broken_by_beats(monkeypatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.01)
    with closing(Broadcaster(lambda _topic: b"")) as one, closing(connect(one)) as watcher:
        receive_until(watcher, b"event: beat\ndata: \n\n")
