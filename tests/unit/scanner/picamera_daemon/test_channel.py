"""The daemon's channel: sequence numbers, notes, the newest request."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from scanner.picamera_daemon import channel as channel_module
from scanner.picamera_daemon.channel import Channel
from scanner.picamera_daemon.wire import HEADER_BYTES, FrameRequest, MessageHeader, decode_header

NEVER = 2**63


class Line(NamedTuple):
    """A channel with the client's ends of its two pipes."""

    channel: Channel
    client_in: int
    client_out: int

    def receive(self) -> tuple[MessageHeader, bytes]:
        header = decode_header(os.read(self.client_in, HEADER_BYTES))
        return header, os.read(self.client_in, header.body_bytes)


@pytest.fixture
def channel() -> Iterator[Line]:
    """A channel with both ends of its pipes."""
    incoming, client_out = os.pipe()
    client_in, outgoing = os.pipe()
    yield Line(Channel(incoming, outgoing), client_in, client_out)
    for end in (incoming, outgoing, client_in, client_out):
        try:
            os.close(end)
        except OSError:
            continue


def test_notes_are_numbered_and_say_when_the_next_one_comes(channel: Line) -> None:
    channel.channel.send_note("opening", 15.0)
    channel.channel.send_note("well")
    first, second = channel.receive(), channel.receive()
    assert (first[0].request_number, first[0].sequence, first[0].next_within_s, first[1]) == (0, 1, 15.0, b"opening")
    assert (second[0].sequence, second[0].next_within_s, second[1]) == (2, 4.0, b"well")


def test_a_sign_of_life_is_sent_only_when_nothing_else_was(channel: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], monotonic_ns=lambda: int(now[0] * 1e9))
    monkeypatch.setattr(channel_module, "time", clock)
    for seconds, note in ((0.0, "first"), (0.4, "dropped"), (0.7, "second")):
        now[0] = 100 + seconds
        channel.channel.send_note(note, immediately=False)
    assert [channel.receive()[1] for _ in range(2)] == [b"first", b"second"]


@pytest.mark.parametrize(("is_preview", "size"), [(False, (2, 4)), (True, (4, 6))])
def test_a_request_is_answered_once_with_the_picture_it_asks_for(
    channel: Line, is_preview: bool, size: tuple[int, int]
) -> None:
    picture, planes = np.arange(24, dtype=np.uint8).reshape(2, 4, 3), bytes(range(36))
    capture = SimpleNamespace(exposure_start_ns=77, bgr_picture=lambda: picture, yuv_planes=lambda: (4, 6, planes))
    channel.channel.request = request = FrameRequest(9, 0, NEVER, is_preview)
    channel.channel.send_frame(request, capture)
    header, body = channel.receive()
    assert (header.request_number, header.captured_at_ns, (header.height, header.width)) == (9, 77, size)
    assert body == (planes if is_preview else picture.tobytes())
    assert channel.channel.request is None


def test_the_last_request_counts_even_if_it_comes_in_pieces(channel: Line) -> None:
    assert channel.channel.poll_requests()
    assert channel.channel.request is None
    last = FrameRequest(2, 5, NEVER)
    data = FrameRequest(1, 0, NEVER).encode() + last.encode()
    os.write(channel.client_out, data[:-3])
    assert channel.channel.poll_requests()
    assert channel.channel.request == FrameRequest(1, 0, NEVER)
    os.write(channel.client_out, data[-3:])
    assert channel.channel.poll_requests()
    assert channel.channel.request == last


def test_an_expired_request_is_dropped_and_a_client_that_leaves_is_noticed(channel: Line) -> None:
    os.write(channel.client_out, FrameRequest(1, 0, 1).encode())
    assert channel.channel.poll_requests()
    assert channel.channel.request is None
    os.close(channel.client_out)
    assert not channel.channel.poll_requests()
