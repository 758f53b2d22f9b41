"""The camera daemon behind a socket, with a stand-in for picamera2."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scanner.picamera_daemon
from scanner.camera import picamera_client
from scanner.picamera_daemon.wire import MessageHeader
from scanner.process.socket_process import SocketActivatedProcess
from scanner.process.worker_process import RestartPolicy
from scanner.sources import picamera
from scanner.sources.picamera import PiCameraSource
from tests.support.fake_systemd import FakeSystemd

STAGE = Path(__file__).parents[3] / "support/fake_picamera"
FEEDER = Path(scanner.picamera_daemon.__file__).parent


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PiCameraSource]:
    """A source that is not started. Its socket is `link`."""
    monkeypatch.setattr(picamera, "_RESTART_POLICY", RestartPolicy(initial_delay=0.1, slow_delay=0.1))
    monkeypatch.setattr(picamera, "_CLOSE_TIMEOUT_S", 0.5)
    monkeypatch.setattr(picamera, "_COMMAND", ("/nowhere/python3",))
    monkeypatch.setattr(picamera_client, "_SHUTDOWN_TIMEOUT_S", 0.3)
    monkeypatch.setenv("FUDAYOMI_FEEDER", str(tmp_path / "feeder"))
    monkeypatch.setenv("STAGE_LOG", str(tmp_path / "log"))
    source = PiCameraSource("50")
    yield source
    source.close()


@pytest.fixture
def fake_systemd(tmp_path: Path, source: PiCameraSource) -> Iterator[FakeSystemd]:
    del source  # closed first
    made = FakeSystemd(tmp_path / "feeder", [sys.executable, "-s", str(STAGE / "play.py"), str(FEEDER), "--linked"])
    yield made
    made.close()


def wait_until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)


def test_it_sees_and_puts_the_camera_away_when_the_connection_ends(
    source: PiCameraSource, fake_systemd: FakeSystemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine, it is waited for and not killed.
    monkeypatch.setattr(picamera, "_CLOSE_TIMEOUT_S", 60.0)
    monkeypatch.setattr(picamera_client, "_SHUTDOWN_TIMEOUT_S", 60.0)
    source.start()
    frame = source.read(60)
    assert frame is not None
    assert frame.shape == (1296, 2304, 3)
    assert source.preview("hanafuda", 60) is not None
    assert source._client is not None
    assert isinstance(source._client._process, SocketActivatedProcess)
    assert source._client._process.pid == fake_systemd.started[0].pid, (
        "known to the kernel, so that its time can be looked at"
    )
    source.close()
    assert fake_systemd.started[0].wait(60) == 0
    text = (tmp_path / "log").read_text()
    assert [line.split()[0] for line in text.splitlines()] == ["stopped", "closed"]
    assert "('ExposureTime', 10000)" in text, "the frequency came through: a multiple of its pulse"


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_dies_or_hangs_is_replaced(
    source: PiCameraSource, fake_systemd: FakeSystemd, monkeypatch: pytest.MonkeyPatch, fate: signal.Signals
) -> None:
    source.start()
    assert source.read(60) is not None
    hasty = picamera_client.decode_header
    monkeypatch.setattr(picamera_client, "decode_header", lambda data: impatient(hasty(data)))
    assert source.preview("hanafuda", 60) is not None  # which promises the next message within a second
    os.kill(fake_systemd.started[0].pid, fate)
    wait_until(lambda: len(fake_systemd.started) == 2)
    assert fake_systemd.started[0].wait(60) == -signal.SIGKILL
    monkeypatch.setattr(picamera_client, "decode_header", hasty)
    assert source.read(60) is not None


def impatient(head: MessageHeader) -> MessageHeader:
    return MessageHeader(
        head.request_number, head.sequence, head.captured_at_ns, head.height, head.width, 1.0, head.body_bytes
    )


def test_closing_does_not_wait_for_a_camera_that_hangs_at_stopping(
    source: PiCameraSource, fake_systemd: FakeSystemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAGE", "hang at stopping")
    source.start()
    assert source.read(60) is not None
    source.close()
    # Killed: by itself it would never end.
    assert fake_systemd.started[0].wait(60) == -signal.SIGKILL


def test_nobody_listens_and_then_somebody_does(
    source: PiCameraSource, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    source.start()
    wait_until(lambda: "does not start" in source.health().message.en)
    assert "起動" in source.health().full_message().ja
    request.getfixturevalue("fake_systemd")
    assert source.read(60) is not None
    assert source.health().ok


def test_who_connects_and_says_nothing_gets_a_feeder_that_ends() -> None:
    words = [sys.executable, "-s", str(STAGE / "play.py"), str(FEEDER), "--linked"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
