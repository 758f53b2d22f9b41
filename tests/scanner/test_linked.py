"""A worker that the system starts at the other end of a socket: a thread stands in for systemd."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from scanner import linked, warden
from scanner.child import Patience
from scanner.eyes import Eyes
from scanner.pictures import encode_jpeg
from scorer.errors import Refusal

READER = """
import time
from scanner.reads import PictureRead

def read_picture(frame, deck):
    if deck == "hang":
        time.sleep(60)
    return PictureRead(frame.shape[1], frame.shape[0], deck, 1.0, ())
"""
PICTURE = encode_jpeg(np.full((48, 64, 3), 90, np.uint8))


class System:
    """Listens, and starts a worker for every connection, which becomes its standard input and output."""

    def __init__(self, link: Path) -> None:
        self.workers: list[subprocess.Popen[bytes]] = []
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(link))
        self._door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._door.accept()
            except OSError:
                return
            with caller:
                command = [sys.executable, "-m", "scanner.worker", "--linked"]
                self.workers.append(subprocess.Popen(command, stdin=caller, stdout=caller))
            for worker in self.workers:  # so that none that has ended is taken for alive
                worker.poll()

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for worker in self.workers:
            worker.kill()
            worker.wait()


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    (tmp_path / "reader_of_the_system.py").write_text(READER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("FUDAYOMI_EYES", str(tmp_path / "eyes"))
    made = System(tmp_path / "eyes")
    yield made
    made.close()


@pytest.fixture
def eyes(system: System) -> Iterator[Eyes]:
    eyes = Eyes("none", reader="reader_of_the_system", patience=Patience(quick=1000, breath=0.05))
    eyes.start()
    until(lambda: eyes.state == "up")
    yield eyes
    eyes.close()


def until(true: Callable[[], bool], seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def test_it_reads_and_ends_with_the_connection(system: System, eyes: Eyes) -> None:
    assert eyes.read(PICTURE, "hanafuda").read.width == 64
    assert [worker.poll() for worker in system.workers] == [None], "the page has started nothing itself"
    threading.Thread(target=system.workers[0].wait).start()  # as systemd does
    eyes.close()
    assert system.workers[0].wait(40) is not None


@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_dies_or_stands_still_is_replaced(
    system: System, eyes: Eyes, monkeypatch: pytest.MonkeyPatch, fate: signal.Signals
) -> None:
    monkeypatch.setattr(warden, "_PING_SECONDS", 0.2)
    monkeypatch.setattr(warden, "_SILENCE", 0.6)
    first = system.workers[0]
    threading.Thread(target=first.wait).start()
    os.kill(first.pid, fate)
    until(lambda: eyes.state == "up" and len(system.workers) == 2)
    assert first.wait(40) == -signal.SIGKILL
    assert eyes.read(PICTURE, "hanafuda", timeout=40).read.height == 48


def test_closing_does_not_wait_for_one_that_hangs(system: System, eyes: Eyes) -> None:
    def ask() -> None:
        with pytest.raises(Refusal):
            eyes.read(PICTURE, "hang")

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(0.3)
    threading.Thread(target=system.workers[0].wait).start()
    begin = time.monotonic()
    eyes.close()
    asking.join(40)
    assert time.monotonic() - begin < 14, "before the asker's own fifteen"
    assert system.workers[0].wait(40) == -signal.SIGKILL


def test_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDAYOMI_EYES", str(tmp_path / "nobody"))
    eyes = Eyes("none", patience=Patience(quick=1, breath=0.01, slow=60))
    eyes.start()
    until(lambda: eyes.state == "down")
    assert eyes.says is not None
    assert "keeps stopping" in eyes.says.en
    eyes.close()


def test_what_is_never_reaped_is_left_behind() -> None:
    class Deaf(linked.Linked):
        def __init__(self) -> None:
            self._socket = socket.socket(socket.AF_UNIX)
            self.pid = os.getpid()

    with pytest.raises(subprocess.TimeoutExpired):
        Deaf().wait(0.05)
