"""The worker process from its parent: exchange, heartbeats, loss."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scanner.process.messages import encode_message
from scanner.process.worker_process import RestartPolicy, WorkerLostError, WorkerProcess

BEAT = encode_message({"beat": True})
Start = Callable[..., WorkerProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a process that sends these bytes, then echoes what it receives."""
    workers = []

    def start_worker(data: bytes = b"", then: str = "exec cat") -> WorkerProcess:
        (tmp_path / "sent").write_bytes(data)
        workers.append(WorkerProcess(["sh", "-c", f"cat {tmp_path}/sent; {then}"]))
        return workers[-1]

    yield start_worker
    for worker in workers:
        worker.kill_and_reap()


def test_a_message_larger_than_a_pipe_goes_out_and_comes_back(start: Start) -> None:
    body = bytes(range(256)) * 12_000
    assert start().exchange(encode_message({"id": 1}, body), 60) == ({"id": 1}, body)


def test_heartbeats_are_no_answer_even_in_the_same_chunk(start: Start) -> None:
    worker = start(BEAT + BEAT + encode_message({"id": 4}, b"x"))
    assert worker.exchange(b"", 60) == ({"id": 4}, b"x")


@pytest.mark.parametrize(
    ("data", "then"), [(b"", "exit"), (BEAT, "exit"), (BEAT[:7], "exit"), (b"nonsense", "exec cat")]
)
def test_a_worker_that_ends_or_breaks_the_protocol_is_lost(start: Start, data: bytes, then: str) -> None:
    with pytest.raises(WorkerLostError):
        start(data, then).exchange(b"", 60)


def test_a_killed_worker_is_lost_and_its_time_limit_holds(start: Start) -> None:
    worker = start()
    with pytest.raises(WorkerLostError, match="took too long"):
        worker.exchange(b"", 0)
    worker.kill()
    with pytest.raises(WorkerLostError, match="ended"):
        worker.exchange(b"", 60)


def test_an_idle_worker_may_be_woken_but_must_not_speak(start: Start) -> None:
    waker, sleeper = socket.socketpair()
    with waker, sleeper:
        waker.send(b"!")
        start().wait_for_wakeup(sleeper, 60)
        assert sleeper.recv(9) == b"!"
        with pytest.raises(WorkerLostError, match="without being asked"):
            start(encode_message({"id": 1})).wait_for_wakeup(sleeper, 60)


def test_a_worker_runs_its_libraries_on_one_thread_each(start: Start) -> None:
    # The answer is a message only if the variable is 1.
    worker = start(encode_message({"id": 1})[:-1], 'test "$OMP_NUM_THREADS" = 1 && printf "}"; exec cat')
    assert worker.exchange(b"", 60)[0] == {"id": 1}


def test_restarts_slow_down_after_the_fast_ones() -> None:
    policy = RestartPolicy(fast_retries=2, initial_delay=0.5, slow_delay=9.0)
    assert [policy.delay(failures) for failures in (1, 2, 3, 100)] == [0.5, 0.5, 9.0, 9.0]
