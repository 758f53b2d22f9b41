"""Client of the camera daemon, against a process that sends fixed bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scanner.camera import picamera_client
from scanner.camera.picamera_client import CameraLostError, PicameraClient
from scanner.picamera_daemon.wire import FrameRequest, MessageHeader

FRAME = MessageHeader(7, 1, 123, 2, 3, 4.0, 18)
NOTE = MessageHeader(0, 2, 456, 0, 0, 4.0, 4)
Connect = Callable[[bytes], PicameraClient]


@pytest.fixture
def connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    """Starts a process that sends these bytes, keeps what it receives in `received` and ends with its input."""
    monkeypatch.setattr(picamera_client, "_SHUTDOWN_TIMEOUT_S", 60.0)
    clients = []

    def start(data: bytes) -> PicameraClient:
        (tmp_path / "sent").write_bytes(data)
        script = f"cat {tmp_path}/sent; cat > {tmp_path}/received"
        clients.append(PicameraClient(["sh", "-c", script], []))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def test_messages_come_whole_with_their_bodies(connect: Connect) -> None:
    client = connect(FRAME.encode() + bytes(range(18)) + NOTE.encode() + b"well")
    assert client.receive() == (FRAME, bytearray(range(18)))
    assert client.receive() == (NOTE, bytearray(b"well"))


@pytest.mark.parametrize(
    ("data", "fault"),
    [(bytes(60), "talks nonsense"), (FRAME.encode() + bytes(18), "repeats itself")],
)
def test_a_daemon_that_breaks_the_protocol_is_lost(connect: Connect, data: bytes, fault: str) -> None:
    client = connect(FRAME.encode() + bytes(18) + data)
    client.receive()
    with pytest.raises(CameraLostError, match=fault):
        client.receive()


def test_a_daemon_that_ends_within_a_message_or_is_killed_is_lost(connect: Connect) -> None:
    client = connect(FRAME.encode() + bytes(5))
    client.shutdown()
    with pytest.raises(CameraLostError, match="ended"):
        client.receive()
    client = connect(b"")
    client.kill()
    with pytest.raises(CameraLostError, match="ended"):
        client.receive()


def test_requests_arrive_and_one_after_the_end_is_dropped(connect: Connect, tmp_path: Path) -> None:
    client = connect(b"")
    requests = [FrameRequest(1, 20, 300), FrameRequest(2, 30, 400, is_preview=True)]
    for request in requests:
        client.request(request)
    client.close()
    client.request(requests[0])
    assert (tmp_path / "received").read_bytes() == b"".join(request.encode() for request in requests)
