"""CPU time is counted for the innermost stage, and only while measured."""

from __future__ import annotations

from threading import Thread
from types import SimpleNamespace

import cv2
import pytest

from scanner.imaging import profiling
from scanner.imaging.profiling import measure_stages, stage, use_one_thread


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock of CPU time that the test sets."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(profiling, "time", SimpleNamespace(process_time=lambda: clock.now))
    return clock


def test_time_of_an_inner_stage_is_not_counted_for_the_outer_one(seconds: SimpleNamespace) -> None:
    with measure_stages() as clock:
        seconds.now = 1.0
        with stage("find"):
            seconds.now = 3.0
            with stage("name"):
                seconds.now = 4.0
            seconds.now = 9.0
        seconds.now = 20.0
        with stage("find"):
            seconds.now = 21.0
    assert clock.stage_ms == {"find": 8000.0, "name": 1000.0}


def test_a_stage_that_fails_is_counted_and_left(seconds: SimpleNamespace) -> None:
    def fail() -> None:
        with stage("find"):
            seconds.now = 2.0
            raise ValueError("no card")

    with measure_stages() as clock:
        with pytest.raises(ValueError, match="no card"):
            fail()
        seconds.now = 5.0
        clock.switch_to("")
    assert clock.stage_ms == {"find": 2000.0}


def test_a_stage_outside_the_measured_block_or_thread_is_not_counted(seconds: SimpleNamespace) -> None:
    def work() -> None:
        with stage("find"):
            seconds.now += 1.0

    work()
    with measure_stages() as clock:
        other = Thread(target=work)
        other.start()
        other.join()
    work()
    assert clock.stage_ms == {}


def test_measured_work_runs_in_one_thread() -> None:
    before = cv2.getNumThreads()
    try:
        cv2.setNumThreads(2)
        use_one_thread()
        assert cv2.getNumThreads() == 1
    finally:
        cv2.setNumThreads(before)
