"""Frames with their times, and in words what goes wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scanner.following import frames
from scanner.following.frames import open_frames
from scanner.imaging.decode import encode_jpeg
from scanner.sources import HEALTHY, Health, Source
from scorer.errors import Refusal

PICTURE = encode_jpeg(np.full((64, 96, 3), 90, np.uint8))


def test_a_folder_is_a_film_and_a_bad_file_a_moment_without_a_picture(tmp_path: Path) -> None:
    for name, content in (("000000.jpg", PICTURE), ("000001.jpg", b"no picture"), ("000002.jpg", PICTURE)):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "truth.json").write_text("{}")
    read = list(open_frames(f"folder:{tmp_path}", 5))
    assert [(frame.time_s, frame.picture is not None) for frame in read] == [(0.0, True), (0.2, False), (0.4, True)]
    assert read[1].trouble is not None
    assert "000001.jpg" in read[1].trouble.en


@pytest.mark.parametrize("spec", ["folder:", "folder:/no/such", "telescope:1"])
def test_a_source_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(Refusal):
        open_frames(spec, 5)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no pictures"):
        open_frames(f"folder:{tmp_path}", 5)


class Camera(Source):
    """Gives three pictures, then none, as if unplugged."""

    left = 3

    def read(self, timeout: float) -> np.ndarray | None:
        del timeout
        self.left -= 1
        return np.full((64, 96, 3), 90, np.uint8) if self.left >= 0 else None

    def health(self) -> Health:
        return HEALTHY


class Hanging(Camera):
    """Gives the same picture for 15 seconds, then another, then none for four seconds, then another, then none."""

    def __init__(self, now: list[float]) -> None:
        super().__init__()
        self.now = now

    def read(self, timeout: float) -> np.ndarray | None:
        level = 90 if self.now[0] < 15 else 100 if self.now[0] < 16 else 110
        is_away = 16 < self.now[0] < 20 or self.now[0] > 21
        return None if is_away else np.full((64, 96, 3), level, np.uint8)


def test_a_camera_that_hangs_or_pauses_is_said_to_and_the_film_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += max(0.2, seconds)

    monkeypatch.setattr(frames, "open_source", lambda _: Hanging(now))
    read = list(open_frames("webcam:0", 5, clock=lambda: now[0], sleep=sleep))
    troubles = [frame.trouble.en for frame in read if frame.trouble is not None]
    assert len(troubles) == 3
    assert "again and again" in troubles[0]
    assert "no picture came for 4 s" in troubles[1]
    assert [frame.is_end for frame in read[-2:]] == [False, True]


def test_a_camera_that_is_unplugged_ends_the_film_with_words(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += max(0.2, seconds)

    monkeypatch.setattr(frames, "open_source", lambda _: Camera())
    read = list(open_frames("webcam:0", 5, clock=lambda: now[0], sleep=sleep))
    assert [frame.picture is not None for frame in read] == [True, True, True, False]
    assert read[-1].is_end
    assert read[-1].trouble is not None
