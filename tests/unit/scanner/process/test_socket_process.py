"""A worker at the other end of a socket, started by a fake systemd."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from scanner.process.socket_process import SocketActivatedProcess
from scanner.process.worker_process import RestartPolicy
from scanner.worker import supervisor
from scanner.worker.client import ScannerClient
from scorer.errors import Refusal
from tests.support.fake_systemd import FakeSystemd

READER = """
import time
from scanner.reads import PictureRead

def read_picture(frame, deck):
    if deck == "hang":
        time.sleep(60)
    return PictureRead(frame.shape[1], frame.shape[0], deck, 1.0, ())
"""
PICTURE = encode_jpeg(np.full((48, 64, 3), 90, np.uint8))


@pytest.fixture
def fake_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSystemd]:
    (tmp_path / "reader_of_the_system.py").write_text(READER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("FUDAYOMI_EYES", str(tmp_path / "eyes"))
    made = FakeSystemd(tmp_path / "eyes", [sys.executable, "-m", "scanner.worker.__main__", "--linked"])
    yield made
    made.close()


@pytest.fixture
def scanner(fake_systemd: FakeSystemd) -> Iterator[ScannerClient]:
    """A client of a worker that the fake systemd starts."""
    scanner = ScannerClient(
        "none", reader="reader_of_the_system", restart_policy=RestartPolicy(fast_retries=1000, initial_delay=0.05)
    )
    scanner.start()
    wait_until(lambda: scanner.state == "up")
    yield scanner
    scanner.close()


def wait_until(true: Callable[[], bool], seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def test_it_reads_and_ends_with_the_connection(fake_systemd: FakeSystemd, scanner: ScannerClient) -> None:
    assert scanner.read_upload(PICTURE, "hanafuda", timeout=240).read.width == 64
    assert [worker.poll() for worker in fake_systemd.started] == [None], "the page has started nothing itself"
    scanner.close()
    assert fake_systemd.started[0].wait(40) is not None


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_dies_or_stands_still_is_replaced(
    fake_systemd: FakeSystemd, scanner: ScannerClient, monkeypatch: pytest.MonkeyPatch, fate: signal.Signals
) -> None:
    monkeypatch.setattr(supervisor, "_PING_INTERVAL_S", 0.2)
    monkeypatch.setattr(supervisor, "_SILENCE_TIMEOUT_S", 0.6)
    first = fake_systemd.started[0]
    os.kill(first.pid, fate)
    wait_until(lambda: scanner.state == "up" and len(fake_systemd.started) == 2)
    assert first.wait(40) == -signal.SIGKILL
    assert scanner.read_upload(PICTURE, "hanafuda", timeout=240).read.height == 48


def test_closing_does_not_wait_for_one_that_hangs(fake_systemd: FakeSystemd, scanner: ScannerClient) -> None:
    def ask() -> None:
        with pytest.raises(Refusal):
            scanner.read_upload(PICTURE, "hang", 240.0)

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(0.3)
    begin = time.monotonic()
    scanner.close()
    asking.join(60)
    assert time.monotonic() - begin < 60, "before the asker's own four minutes"
    assert fake_systemd.started[0].wait(40) == -signal.SIGKILL


def test_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_EYES", str(tmp_path / "nobody"))
    scanner = ScannerClient("none", restart_policy=RestartPolicy(fast_retries=1, initial_delay=0.01, slow_delay=60))
    scanner.start()
    wait_until(lambda: scanner.state == "down")
    assert scanner.message is not None
    assert "keeps stopping" in scanner.message.en
    scanner.close()


def test_the_kernel_says_who_speaks_and_one_that_stays_is_told(tmp_path: Path) -> None:
    system = FakeSystemd(
        tmp_path / "door", [sys.executable, "-c", "import os, time; os.write(1, b'here'); time.sleep(60)"]
    )
    try:
        met = SocketActivatedProcess(tmp_path / "door", [])
        assert met.pid == 0
        assert select.select([met.stdout], [], [], 60)[0]
        met.identify()
        assert met.stdout.read(5) == b"here", "looked at, not taken"
        assert met.pid == system.started[0].pid
        met.stdin.close()
        met.stdout.close()
        with pytest.raises(subprocess.TimeoutExpired):
            met.wait(0.05)
        met.kill()
        met.wait(60)
        assert system.started[0].wait(60) == -signal.SIGKILL
    finally:
        system.close()
