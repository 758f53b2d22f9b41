"""A long start asks systemd to wait on as long as it works, and no longer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from web.system import startup
from web.system.startup import report_progress, report_startup


class CountedEvent(threading.Event):
    """An event that is set after `count` waits, and keeps their time-outs."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count, self.waits = count, list[float | None]()

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return len(self.waits) > self.count


@pytest.fixture
def systemd_reports(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What systemd is told."""
    reports: list[tuple[str, ...]] = []
    monkeypatch.setattr(startup, "sd_notify", lambda *lines: reports.append(lines))
    return reports


def set_work_done(monkeypatch: pytest.MonkeyPatch, *amounts: tuple[float, int]) -> None:
    done: Iterator[tuple[float, int]] = iter(amounts)
    monkeypatch.setattr(startup, "_work_done", lambda: next(done))


def test_only_who_computes_or_reads_is_waited_for(
    systemd_reports: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_work_done(monkeypatch, (1.0, 5), (1.5, 5), (1.51, 5), (1.52, 9))
    looks = CountedEvent(3)
    report_progress("Reading.", looks)
    assert systemd_reports == [("EXTEND_TIMEOUT_USEC=30000000", "STATUS=Reading.")] * 2
    assert looks.waits == [startup.CHECK_INTERVAL_S] * 4


def test_no_start_is_waited_for_without_end(
    systemd_reports: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_work_done(monkeypatch, *((float(second), 0) for second in range(9)))
    clock = iter([0.0, 10.0, startup.MAX_STARTUP_S])
    monkeypatch.setattr(startup.time, "monotonic", lambda: next(clock))
    report_progress("Reading.", CountedEvent(9))
    assert len(systemd_reports) == 1


def test_a_start_that_fails_is_reported_no_more() -> None:
    with suppress(OSError), report_startup("Reading."):
        assert "startup" in {thread.name for thread in threading.enumerate()}
        raise OSError("the disk is full")
    assert "startup" not in {thread.name for thread in threading.enumerate()}


def test_work_is_seen() -> None:
    before = startup._work_done()
    sum(range(3_000_000))
    assert startup._work_done()[0] > before[0]
