"""The watchdog tells systemd that pages are served, and nothing else."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from web.system import watchdog
from web.system.safe_mode import CrashLoopGuard, count_failed_starts
from web.system.watchdog import Watchdog, is_logged_to_journal, watchdog_timeout


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WATCHDOG_PID", "WATCHDOG_USEC", "JOURNAL_STREAM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("pid", "usec", "seconds"),
    [
        (None, None, None),
        (None, "30000000", 30.0),
        ("own", "1500000", 1.5),
        ("1", "30000000", None),
        ("own", "0", None),
        ("own", "soon", None),
        ("own", "-5", None),
    ],
)
def test_the_timeout_is_that_of_this_process(
    pid: str | None, usec: str | None, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if pid is not None:
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if pid == "own" else pid)
    if usec is not None:
        monkeypatch.setenv("WATCHDOG_USEC", usec)
    assert watchdog_timeout() == seconds


def test_the_journal_is_known_by_device_and_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_logged_to_journal()
    out = os.fstat(1)
    monkeypatch.setenv("JOURNAL_STREAM", f"{out.st_dev}:{out.st_ino}")
    assert is_logged_to_journal()
    monkeypatch.setenv("JOURNAL_STREAM", f"{out.st_dev}:{out.st_ino + 1}")
    assert not is_logged_to_journal()


class CountedEvent(threading.Event):
    """An event that is set after `checks` waits, and keeps their time-outs."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.checks, self.waits = checks, list[float | None]()

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout)
        return len(self.waits) > self.checks


def test_ready_comes_once_with_the_first_answer_and_no_report_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, sent = iter([False, True, False, True]), list[str]()
    monkeypatch.setattr(watchdog, "sd_notify", lambda *lines: sent.extend(lines))
    monkeypatch.setattr(Watchdog, "_is_healthy", lambda _: next(answers))
    monkeypatch.setenv("WATCHDOG_USEC", "6000000")
    guard = CrashLoopGuard(tmp_path, healthy_after=0.0)
    guard.start()
    rounds = CountedEvent(4)
    Watchdog("*", 8123, guard, rounds).run()
    assert sent == ["READY=1", "STATUS=Pages are served on port 8123.", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]
    assert rounds.waits == [0.1, 0.1, 2.0, 2.0, 2.0]
    assert count_failed_starts(tmp_path) == 0


def test_a_port_where_nobody_answers_is_not_healthy() -> None:
    assert not Watchdog("0.0.0.0", 1, CrashLoopGuard(), threading.Event())._is_healthy()  # noqa: S104
