"""Heartbeats of a busy worker: between messages, never inside one."""

from __future__ import annotations

import io
import threading

import pytest

from scanner.process.messages import encode_message, read_message
from scanner.worker.heartbeat import HeartbeatWriter


class Stream(io.BytesIO):
    """Keeps the written bytes, and sets an event after three heartbeats."""

    def __init__(self) -> None:
        super().__init__()
        self.heartbeats, self.three_beats = 0, threading.Event()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        for byte in data:
            super().write(bytes([byte]))
        self.heartbeats += b'"beat"' in data
        if self.heartbeats >= 3:
            self.three_beats.set()
        return len(data)

    def messages(self) -> list[dict[str, object]]:
        copy, headers = io.BytesIO(self.getvalue()), []
        while (message := read_message(copy)) is not None:
            headers.append(message[0])
        return headers


def test_a_busy_worker_beats_and_an_idle_one_does_not() -> None:
    stream = Stream()
    writer = HeartbeatWriter(stream, 0.001)
    writer.send(encode_message({"hello": 1}))
    with writer.busy():
        assert stream.three_beats.wait(60)
    count = stream.heartbeats
    writer.send(encode_message({"id": 1}))
    headers = stream.messages()
    assert headers[0] == {"hello": 1}
    assert headers[-1] == {"id": 1}
    assert headers[1:-1] == [{"beat": True}] * count


def test_messages_sent_while_it_beats_stay_whole() -> None:
    stream = Stream()
    writer = HeartbeatWriter(stream, 0.0)
    with writer.busy():
        for number in range(50):
            writer.send(encode_message({"id": number}))
        assert stream.three_beats.wait(60)
    assert [header["id"] for header in stream.messages() if "id" in header] == list(range(50))


def test_a_failed_reading_ends_its_heartbeats_too() -> None:
    writer = HeartbeatWriter(Stream(), 0.001)
    with pytest.raises(KeyError), writer.busy():
        raise KeyError
    assert not writer._is_busy.is_set()


def test_a_parent_that_has_ended_stops_the_heartbeats_quietly() -> None:
    class Broken(Stream):
        def write(self, data: bytes) -> int:  # type: ignore[override]
            raise BrokenPipeError

    before = set(threading.enumerate())
    writer = HeartbeatWriter(Broken(), 0.0)
    (heartbeats,) = [thread for thread in threading.enumerate() if thread not in before and thread.name == "heartbeats"]
    with writer.busy():
        heartbeats.join(60)
    assert not heartbeats.is_alive()
