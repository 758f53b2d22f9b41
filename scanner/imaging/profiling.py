"""刻み kizami: where the time of a reading goes, told by the reading itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import cv2


def use_one_thread() -> None:
    """From now on one thread reads, so that figures are comparable."""
    cv2.setNumThreads(1)


class StageClock:
    """Milliseconds of CPU time a stage; a stage within another is not counted twice.

    Kept by the thread that asked, so a reading nobody measures pays almost nothing.
    """

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}
        self._stage = ""
        self._since = time.process_time()

    def switch_to(self, stage: str) -> str:
        """From now on time belongs to `stage` ("" is none); returns the stage it belonged to until now."""
        now = time.process_time()
        before = self._stage
        if before:
            self.stage_ms[before] = self.stage_ms.get(before, 0.0) + (now - self._since) * 1000
        self._stage, self._since = stage, now
        return before


_CLOCK: ContextVar[StageClock | None] = ContextVar("clock", default=None)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """What runs within belongs to that stage, if anybody measures.

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
    before = clock.switch_to(name)
    try:
        yield
    finally:
        clock.switch_to(before)


@contextmanager
def measure_stages() -> Iterator[StageClock]:
    """Measures the stages of what runs within."""
    clock = StageClock()
    token = _CLOCK.set(clock)
    try:
        yield clock
    finally:
        _CLOCK.reset(token)
