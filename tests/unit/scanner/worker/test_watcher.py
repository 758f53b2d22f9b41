"""The watch through a real worker: state on change, pictures on demand."""

from __future__ import annotations

import os
import signal
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import decode, encode_jpeg
from scanner.process.worker_process import RestartPolicy
from scanner.worker.client import ScannerClient

# Reads one card wherever the picture is bright.
READER = """
    from scanner.reads import CardRead, PictureRead

    def read_picture(frame, deck):
        height, width = frame.shape[:2]
        cards = []
        for n, code in enumerate(("h01-1", "h03-1")):
            x, y = 100 + 300 * n, 150
            if frame[y + 50, x + 50, 0] > 150:
                corners = ((x, y), (x + 100, y), (x + 100, y + 160), (x, y + 160))
                cards.append(CardRead(code, 0.99, True, "up", corners))
        return PictureRead(width, height, deck, 1.0, tuple(cards))

    def read_region(frame, deck, region, known, places):
        read, left = read_picture(frame, deck), {round(card.corners[0][0]) for card in known}
        cards = [
            card
            for card in read.cards
            if region[0] <= card.corners[0][0] + 50 < region[2] and round(card.corners[0][0]) not in left
        ]
        return PictureRead(read.width, read.height, deck, 1.0, tuple(cards))
"""


class Film:
    """A folder of frames, each with its own noise."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def add(self, cards: int, frames: int = 9) -> None:
        for _ in range(frames):
            rng = np.random.default_rng(self.count)
            frame = np.full((450, 800, 3), 60, np.int16)
            for n in range(cards):
                frame[150:310, 100 + 300 * n : 200 + 300 * n] = 220
            noisy = np.clip(frame + rng.integers(-3, 4, frame.shape), 0, 255).astype(np.uint8)
            beside = self.folder / "next.part"
            beside.write_bytes(encode_jpeg(noisy, 95))
            beside.rename(self.folder / f"{self.count:04d}.jpg")
            self.count += 1


def wait_until(true: Callable[[], bool], seconds: float = 40.0) -> None:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < seconds, "it did not come true in time"
        time.sleep(0.02)


def lying_codes(scanner: ScannerClient) -> list[str | None]:
    return [card.read.card for card in scanner.watch_snapshot.table.cards] if scanner.watch_snapshot else []


@pytest.fixture
def film(tmp_path: Path) -> Film:
    """A folder of frames to which tests add."""
    folder = tmp_path / "film"
    folder.mkdir()
    return Film(folder)


@pytest.fixture
def scanner(film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScannerClient]:
    """A client of a worker that watches the folder."""
    (tmp_path / "reader_of_films.py").write_text(textwrap.dedent(READER))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    patience = RestartPolicy(fast_retries=1000, initial_delay=0.05)
    scanner = ScannerClient(f"folder:{film.folder}", reader="reader_of_films", restart_policy=patience)
    scanner.start()
    wait_until(lambda: scanner.state == "up")
    yield scanner
    scanner.close()


def test_the_table_is_told_when_it_changes_and_only_then(scanner: ScannerClient, film: Film) -> None:
    assert scanner.watch_snapshot is None
    film.add(1)
    scanner.watch("hanafuda")
    wait_until(lambda: lying_codes(scanner) == ["h01-1"])
    assert scanner.watch_snapshot is not None
    first = scanner.watch_snapshot
    assert decode(first.jpeg).shape == (450, 800, 3)
    assert scanner.live_jpeg == first.jpeg  # without viewers no other picture is sent
    looked = scanner.last_frame_at
    film.add(1, 2)
    wait_until(lambda: scanner.last_frame_at > looked)
    assert scanner.watch_snapshot.version == first.version
    film.add(2)
    wait_until(lambda: lying_codes(scanner) == ["h01-1", "h03-1"])
    assert scanner.watch_snapshot.version == first.version + 1
    assert [(one.kind, one.card) for one in scanner.watch_snapshot.table.changes] == [("appeared", "h03-1")]


def test_cards_off_the_cloth_are_no_cards_of_the_table(scanner: ScannerClient, film: Film) -> None:
    film.add(2)
    scanner.watch("hanafuda")
    wait_until(lambda: lying_codes(scanner) == ["h01-1", "h03-1"])
    # The cloth is measured while the table is watched. Cards beside it are forgotten and do not come back.
    scanner.watch("hanafuda", play_area=[(0, 0), (0.4, 0), (0.4, 1), (0, 1)])
    assert scanner.watch_snapshot is None
    film.add(2)
    wait_until(lambda: scanner.watch_snapshot is not None)
    assert lying_codes(scanner) == ["h01-1"]


def test_whoever_looks_gets_small_pictures(scanner: ScannerClient, film: Film) -> None:
    film.add(1)
    scanner.watch("hanafuda", live=True)
    wait_until(lambda: lying_codes(scanner) == ["h01-1"])
    film.add(1, 3)
    wait_until(lambda: len(scanner.live_jpeg) > 0 and decode(scanner.live_jpeg).shape[1] == 640)
    scanner.watch(None)
    assert scanner.watch_snapshot is None
    assert scanner.live_jpeg == b""


def test_what_a_lost_worker_saw_is_no_longer_shown(scanner: ScannerClient, film: Film) -> None:
    film.add(1)
    scanner.watch("hanafuda")
    wait_until(lambda: lying_codes(scanner) == ["h01-1"])
    worker = scanner._supervisor._worker
    assert worker is not None
    os.kill(worker.pid, signal.SIGKILL)
    wait_until(lambda: scanner.watch_snapshot is None)
    film.add(2)
    wait_until(lambda: lying_codes(scanner) == ["h01-1", "h03-1"])
    # Pictures are still read on request while the table is watched.
    assert scanner.read_upload(encode_jpeg(np.full((450, 800, 3), 60, np.uint8)), "hanafuda").read.cards == ()
