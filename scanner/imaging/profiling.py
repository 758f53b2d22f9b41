"""CPU time that each stage of a reading takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import cv2


def use_one_thread() -> None:
    """Limit OpenCV to one thread from now on, so that measured times are comparable."""
    cv2.setNumThreads(1)


class StageClock:
    """Milliseconds of CPU time for each stage. Time in an inner stage does not count for the outer one.

    The clock belongs to the thread that measures, so a reading that is not measured loses almost no time.
    """

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}
        self._stage = ""
        self._since = time.process_time()

    def switch_to(self, stage: str) -> str:
        """Count time for `stage` from now on ("" for none) and return the stage before it."""
        now = time.process_time()
        previous = self._stage
        if previous:
            self.stage_ms[previous] = self.stage_ms.get(previous, 0.0) + (now - self._since) * 1000
        self._stage, self._since = stage, now
        return previous


_CLOCK: ContextVar[StageClock | None] = ContextVar("clock", default=None)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Count the time of the block for the stage `name`, inside a `measure_stages` block only.

    >>> with measure_stages() as clock, stage("find"):
    ...     with stage("name"):
    ...         pass
    >>> sorted(clock.stage_ms)
    ['find', 'name']
    """
    clock = _CLOCK.get()
    if clock is None:
        yield
        return
    previous = clock.switch_to(name)
    try:
        yield
    finally:
        clock.switch_to(previous)


@contextmanager
def measure_stages() -> Iterator[StageClock]:
    """Measure the stages that run inside the block."""
    clock = StageClock()
    token = _CLOCK.set(clock)
    try:
        yield clock
    finally:
        _CLOCK.reset(token)
