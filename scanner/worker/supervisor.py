"""番 ban: keeps one scanner worker running, and carries questions to it one at a time."""

from __future__ import annotations

import contextlib
import itertools
import logging
import socket
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scanner.process.messages import PROTOCOL_VERSION, Message, encode_message, text_from_json
from scanner.process.worker_process import RestartPolicy, WorkerLostError, WorkerProcess
from scanner.worker.watch_state import WatchState
from scorer.errors import Refusal
from scorer.texts import Text

_LOG = logging.getLogger(__name__)
_MAX_PENDING_JOBS = 4  # pictures waiting or being read; the next asker hears at once that the scanner is busy
_HELLO_TIMEOUT_S = 30.0  # a Pi needs some seconds for the imports, a loaded one more
# A worker that stands still is noticed within _PING_SECONDS + _SILENCE, and the page tells it within five seconds.
_PING_INTERVAL_S = 1.0
_SILENCE_TIMEOUT_S = 3.0
_PING_TIMEOUT_S = 10.0
_WATCH_TIMEOUT_S = 40.0  # a full table read by a Pi that has other things to do too
_SLOW_AFTER_S = 3.5  # after which a reading is told to be slow, though the worker is alive
_SLOW_AFTER_CPU_S = 4.2  # of the worker's own, after which this is told though nobody waits for an answer

_STARTING = Text("The scanner is starting.", "読み取り係を起動しています。")
_RESTARTING = Text("The scanner stopped and is starting again.", "読み取り係が止まったため、再起動しています。")
_CRASH_LOOPING = Text(
    "The scanner keeps stopping. Tap the cards in meanwhile; it is tried again every half minute.",
    "読み取り係が繰り返し止まります。その間は札をタップして入力してください。30秒ごとに再起動を試みます。",
)
_NOT_RUNNING = Text("The scanner is not running.", "読み取り係は動いていません。")
WORKER_LOST = Text(
    "The scanner stopped while reading. Try again in a moment, or tap the cards in.",
    "読み取りの途中で読み取り係が止まりました。少し待ってやり直すか、札をタップして入力してください。",
)
_TIMED_OUT = Text(
    "The scanner took too long. Try again, or tap the cards in.",
    "読み取りに時間がかかりすぎています。やり直すか、札をタップして入力してください。",
)
_SLOW = Text(
    "The scanner is taking long over a picture. Tap the cards in meanwhile, or wait.",
    "読み取りに時間がかかっています。お待ちいただくか、その間に札をタップして入力してください。",
)
_BUSY = Text(
    "The scanner is busy with other pictures. Try again in a few seconds.",
    "読み取り係はほかの画像を読んでいます。数秒後にやり直してください。",
)


@dataclass(frozen=True, slots=True)
class _Job:
    request_id: int
    payload: bytes
    timeout: float
    future: Future[Message] = field(default_factory=Future)


class WorkerSupervisor:
    """One worker after another, each started by `command`, until `close`; idle, it is asked what `following` wants.

    Every method may be called from any thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        restart_policy: RestartPolicy,
        watch_state: WatchState,
        socket_path: Path | None = None,
    ) -> None:
        """`link`: where the system listens for who wants a worker; None: the warden starts it itself."""
        self._command, self._socket_path = list(command), socket_path
        self._restart_policy = restart_policy
        self._watch_state = watch_state
        self._lock = threading.Lock()
        self._jobs: deque[_Job] = deque()
        self._slots = threading.BoundedSemaphore(_MAX_PENDING_JOBS)
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._wakeup_sender: socket.socket | None = None
        self._request_ids = itertools.count(1)
        self._worker: WorkerProcess | None = None
        self.state = "down"
        """How the worker is: "starting", "up" or "down"."""
        self.problem: Text | None = _NOT_RUNNING
        """What is wrong with the worker or its picture source; None when all is well."""

    def start(self) -> None:
        """Starts the worker and keeps it running until `close`; returns at once. It cannot be started a second time."""
        with self._lock:
            if self._thread is not None:
                return
            self.state, self.problem = "starting", _STARTING
            # The worker dies with the thread that started it, so that thread lives as long as the eyes.
            self._wakeup_sender, woken = socket.socketpair()
            for end in (self._wakeup_sender, woken):
                end.settimeout(0)
            self._thread = threading.Thread(target=self._run, args=(woken,), name="eyes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the worker; questions still open are refused."""
        with self._lock:
            self._closing.set()
            child = self._worker
        if child is not None:
            child.kill()
        self.wake()
        if self._thread is not None:
            self._thread.join()
        if self._wakeup_sender is not None:
            self._wakeup_sender.close()

    def restart_with(self, command: Sequence[str]) -> None:
        """Workers are started by that command from now on; one that runs is replaced."""
        with self._lock:
            self._command = list(command)
            child = self._worker
        if child is not None:
            child.kill()

    def request(self, header: dict[str, Any], body: bytes, timeout: float) -> Message:
        """The worker's answer, a refusal of its own included.

        Refusal: "scanner_busy" when too many ask, "scanner_down" when the worker is away, dies or takes longer.
        """
        if not self._slots.acquire(blocking=False):
            raise Refusal("scanner_busy", _BUSY)
        try:
            number = next(self._request_ids)
            job = _Job(number, encode_message({**header, "id": number}, body), timeout)
            with self._lock:
                if self.state == "down":
                    raise Refusal("scanner_down", self.problem or _NOT_RUNNING)
                self._jobs.append(job)
            self.wake()
            try:
                return job.future.result(timeout)
            except TimeoutError as late:
                job.future.cancel()
                raise Refusal("scanner_down", _TIMED_OUT) from late
        finally:
            self._slots.release()

    def wake(self) -> None:
        """What is wanted has changed: the worker is asked at once."""
        if self._wakeup_sender is not None:
            with contextlib.suppress(OSError):  # full of wake-up calls already, or closed in this moment
                self._wakeup_sender.send(b"!")

    def _set_state(self, state: str, problem: Text | None) -> None:
        with self._lock:
            self.state, self.problem = state, problem
            refused = list(self._jobs) if state == "down" else []
            if refused:
                self._jobs.clear()
        for job in refused:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(Refusal("scanner_down", problem or WORKER_LOST))

    def _run(self, wakeups: socket.socket) -> None:
        """The eyes' own thread: one worker after another, until closing."""
        ends = 0
        while not self._closing.is_set():
            started = time.monotonic()
            try:
                self._serve_worker(wakeups)
            except (WorkerLostError, OSError) as why:
                if not self._closing.is_set():
                    _LOG.warning("the scanner worker is lost: %s", why)
            except Exception:  # whatever a broken worker says, the eyes go on
                _LOG.exception("the scanner worker answers what cannot be understood")
            if self._closing.is_set():
                break
            ends = 1 if time.monotonic() - started > self._restart_policy.healthy_after else ends + 1
            slow = ends > self._restart_policy.fast_retries
            if slow:
                self._set_state("down", _CRASH_LOOPING)
            self._closing.wait(self._restart_policy.delay(ends))
            self._set_state("starting", _CRASH_LOOPING if slow else _RESTARTING)
        self._set_state("down", _NOT_RUNNING)
        wakeups.close()

    def _serve_worker(self, wakeups: socket.socket) -> None:
        """One worker, from its start to its end."""
        child = WorkerProcess(self._command, self._socket_path)
        try:
            with self._lock:
                self._worker = child
                if self._closing.is_set():
                    return
            hello, _ = child.exchange(b"", _HELLO_TIMEOUT_S)
            if hello.get("hello") != PROTOCOL_VERSION:
                raise WorkerLostError("speaks another version")
            self._set_state("up", text_from_json(hello.get("says")))
            while not self._closing.is_set():
                if not self._jobs:
                    child.wait_for_wakeup(wakeups, self._watch_state.poll_interval(_PING_INTERVAL_S))
                    _drain_wakeups(wakeups)
                self._process_next(child)
        finally:
            with self._lock:
                self._worker, self.state, self.problem = None, "starting", _RESTARTING
            self._watch_state.reset()
            child.kill_and_reap()

    def _process_next(self, worker: WorkerProcess) -> None:
        """One question to the worker: the next job, or whether it is still there."""
        with self._lock:
            job = self._jobs.popleft() if self._jobs else None
        if job is None:
            number, question = next(self._request_ids), self._watch_state.next_request()
            seconds = _PING_TIMEOUT_S if question["op"] == "ping" else _WATCH_TIMEOUT_S
            message = self._exchange(
                worker, number, encode_message({**question, "id": number}), seconds, has_waiter=False
            )
            self._watch_state.apply(question, message)
            answer = message[0]
        elif job.future.set_running_or_notify_cancel():
            try:
                message = self._exchange(worker, job.request_id, job.payload, job.timeout)
            except BaseException:
                job.future.set_exception(Refusal("scanner_down", WORKER_LOST))
                raise
            job.future.set_result(message)
            answer = message[0]
        else:
            return
        self._set_state("up", text_from_json(answer.get("says")))

    def _exchange(
        self, worker: WorkerProcess, request_id: int, payload: bytes, timeout: float, *, has_waiter: bool = True
    ) -> Message:
        """The answer to a question of that number, in `seconds` of the worker's own; a slow one is told to the page."""
        asked = time.monotonic()

        def on_progress(spent: float, quiet: float) -> None:
            waits = has_waiter and time.monotonic() - asked > _SLOW_AFTER_S
            if waits or quiet > _SLOW_AFTER_S or spent > _SLOW_AFTER_CPU_S:
                self._set_state("up", _SLOW)

        message = worker.exchange(payload, timeout, _SILENCE_TIMEOUT_S, on_progress)
        if message[0].get("id") != request_id:
            raise WorkerLostError("answered another question")
        return message


def _drain_wakeups(wakeups: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError):
        while wakeups.recv(4096):
            pass
