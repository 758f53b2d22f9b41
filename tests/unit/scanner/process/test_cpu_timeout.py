"""CPU time-outs: a starved process may go on, a hanging one may not."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scanner.process.cpu_timeout import CpuClock
from scanner.process.worker_process import WorkerLostError, WorkerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

WORKER = """
import sys, threading, time
from scanner.process.messages import encode_message
from scanner.worker.heartbeat import HeartbeatWriter
voice = HeartbeatWriter(sys.stdout.buffer, 0.1)
voice.send(encode_message({"hello": 1}))
sys.stdin.buffer.read(1)
with voice.busy():
    %s
voice.send(encode_message({"done": 1}))
sys.stdin.buffer.read(1)
"""
WORK = "until = time.process_time() + 0.3\n    while time.process_time() < until: sum(range(10_000))"


@pytest.fixture
def start_worker() -> Iterator[Callable[[str], WorkerProcess]]:
    """Starts a worker that runs the given code on request, and waits until it is ready."""
    children = []

    def one(does: str) -> WorkerProcess:
        child = WorkerProcess([sys.executable, "-c", WORKER % does])
        children.append(child)
        assert child.exchange(b"", 60)[0] == {"hello": 1}
        return child

    yield one
    for child in children:
        child.kill_and_reap()


@contextlib.contextmanager
def starve(pid: int) -> Iterator[None]:
    """Starve a process: it may only run on a busy processor, with the lowest priority."""
    free = os.sched_getaffinity(0)
    place = min(free)
    tasks = [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]
    for task in tasks:
        os.sched_setaffinity(task, {place})
        os.sched_setscheduler(task, os.SCHED_IDLE, os.sched_param(0))
    greedy = f"import os; os.sched_setaffinity(0, {{{place}}})\nwhile 1: pass"
    glutton = subprocess.Popen([sys.executable, "-c", greedy])
    try:
        yield
    finally:
        glutton.kill()
        glutton.wait()
        for task in tasks:
            os.sched_setscheduler(task, os.SCHED_OTHER, os.sched_param(0))
            os.sched_setaffinity(task, free)


def test_sleep_and_work_count_and_waiting_for_a_processor_does_not() -> None:
    sleeper = subprocess.Popen(["sleep", "60"])
    spinner = subprocess.Popen([sys.executable, "-c", "while 1: pass"])
    while ") S " not in Path(f"/proc/{sleeper.pid}/stat").read_text():
        time.sleep(0.01)  # it is still being loaded
    with starve(spinner.pid):
        before = time.monotonic()
        cpu_clocks = [CpuClock(sleeper.pid), CpuClock(spinner.pid)]
        begin = time.monotonic()
        lasted = 0.0
        while lasted < 1.0:
            time.sleep(0.1)
            lasted = time.monotonic() - begin
            for cpu_clock in cpu_clocks:
                cpu_clock.sample()
        whole = time.monotonic() - before
    sleeper.kill()
    assert lasted <= cpu_clocks[0].blocked_seconds <= whole
    assert cpu_clocks[0].cpu_seconds == 0
    assert cpu_clocks[1].elapsed < 0.4
    own = CpuClock(os.getpid())
    until = time.process_time() + 0.3
    while time.process_time() < until:
        own.sample()
    assert own.cpu_seconds == pytest.approx(0.3, abs=0.15)
    spinner.kill()
    gone = CpuClock(spinner.pid)
    spinner.wait()
    sleeper.wait()
    time.sleep(0.1)
    gone.sample()
    assert gone.blocked_seconds > 0.05, "what cannot be looked at is measured by the clock"


def test_a_starved_worker_is_waited_for(start_worker: Callable[[str], WorkerProcess]) -> None:
    child = start_worker(WORK)
    with starve(child.pid):
        begin = time.monotonic()
        spent: list[float] = []

        def on_usage(own: float, _quiet: float) -> None:
            spent.append(own)
            if time.monotonic() - begin > 1.6:
                raise InterruptedError

        with pytest.raises(InterruptedError):  # not Lost, though both limits are over by the clock
            child.exchange(b"!", 0.8, 0.4, on_usage)
    assert spent[-1] < 0.8
    assert child.exchange(b"", 60)[0] == {"done": 1}, "left alone, it gets its work done"


@pytest.mark.parametrize(
    ("does", "says", "clock"),
    [
        ("time.sleep(90)", "took too long", 80.0),
        ("while True: pass", "took too long", 120.0),  # it is its own second, which may be a long one here
        ("import os; os.kill(os.getpid(), 19)", "stands still", 80.0),
    ],
)
def test_a_worker_that_hangs_is_lost_in_time(
    start_worker: Callable[[str], WorkerProcess], does: str, says: str, clock: float
) -> None:
    child = start_worker(does)
    begin = time.monotonic()
    with pytest.raises(WorkerLostError, match=says):
        child.exchange(b"!", 0.8, 0.4)
    assert time.monotonic() - begin < clock
