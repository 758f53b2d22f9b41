"""The capture loop: the exposure that answers a request, time-outs."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from scanner.picamera_daemon import loop
from scanner.picamera_daemon.camera import CameraUnusableError
from scanner.picamera_daemon.wire import FrameRequest


@dataclass
class Exposure:
    """What the detector says of one exposure, which began `age_ms` before now."""

    age_ms: int = 0
    is_still: bool = True
    is_new: bool = True
    is_black: bool = False
    is_frozen: bool = False
    has_light_changed: bool = False


class Table:
    """Camera, detector and channel of a daemon, with these exposures in turn."""

    def __init__(self, exposures: list[Exposure], request: FrameRequest | None = None) -> None:
        self.start_ns = time.monotonic_ns()
        self.exposures = [Exposure(), Exposure(), *exposures]  # the first two come while the exposure is locked
        self.index, self.locks = -1, 0
        self.request, self.frames, self.notes = request, list[int](), list[str]()

    @contextlib.contextmanager
    def capture(self) -> Iterator[Any]:
        self.index += 1
        start = self.start_ns + self.index - self.exposures[self.index].age_ms * 1_000_000
        yield SimpleNamespace(exposure_start_ns=start, luma=lambda: None)

    def focus(self) -> bool:
        return True

    def lock_exposure(self) -> None:
        self.locks += 1

    def update(self, luma: object) -> None: ...

    def mark_exposure_locked(self) -> None: ...

    def __getattr__(self, name: str) -> bool:
        return getattr(self.exposures[self.index], name)

    def poll_requests(self) -> bool:
        return self.index + 1 < len(self.exposures)

    def send_frame(self, request: FrameRequest, capture: Any) -> None:
        self.frames.append(self.index - 2)
        self.request = None

    def send_note(self, note: str, next_within_s: float = 4.0, *, immediately: bool = True) -> None:
        self.notes.append(note)

    def run(self) -> list[int]:
        """The numbers of the exposures that were sent."""
        loop._capture_loop(self, self, self)
        return self.frames


MOVING = Exposure(is_still=False)
ANY_TIME = FrameRequest(1, 0, 2**63)


def test_a_large_picture_waits_for_a_still_table_and_a_preview_does_not() -> None:
    table = Table([MOVING, MOVING, Exposure(), Exposure()], ANY_TIME)
    assert table.run() == [2]
    assert table.notes == ["metering", "focusing", "metering", "well", "moving", "moving", "well", "well"]
    assert Table([MOVING, MOVING], FrameRequest(1, 0, 2**63, is_preview=True)).run() == [0]
    assert Table([Exposure()]).run() == []


def test_neither_a_black_nor_a_repeated_picture_answers() -> None:
    table = Table([Exposure(is_black=True), Exposure(is_new=False), Exposure()], ANY_TIME)
    assert table.run() == [2]
    assert table.notes[4:] == ["dark", "well", "well"]


def test_a_picture_taken_before_the_request_does_not_answer_it() -> None:
    table = Table([Exposure(), Exposure(), Exposure()])
    table.request = FrameRequest(1, table.start_ns + 4, 2**63)  # the exposures begin at 2, 3 and 4
    assert table.run() == [2]


@pytest.mark.parametrize("bad", [Exposure(is_frozen=True), Exposure(age_ms=1), Exposure(age_ms=3000)])
def test_a_frozen_camera_one_that_goes_back_in_time_and_one_that_lags_are_silent(bad: Exposure) -> None:
    with pytest.raises(CameraUnusableError, match="silent"):
        Table([Exposure(), bad], ANY_TIME).run()


def test_other_light_is_measured_again() -> None:
    # Metering takes one exposure.
    table = Table([Exposure(has_light_changed=True), Exposure(), Exposure()])
    table.run()
    assert table.locks == 3
    assert table.notes[4:] == ["well", "metering", "well"]
