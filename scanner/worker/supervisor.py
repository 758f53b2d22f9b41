"""Supervisor of the scanner worker: restarts it, sends it requests."""

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

_MAX_PENDING_JOBS = 4
"""Pictures waiting or being read, at most; a further request is refused at once as busy."""

_HELLO_TIMEOUT_S = 30.0
"""Seconds of the worker's CPU clock until its first message: on a Pi the imports alone take some seconds."""

_PING_INTERVAL_S = 1.0
"""Seconds between pings of an idle worker.

A worker that hangs is noticed within `_PING_INTERVAL_S + _SILENCE_TIMEOUT_S`, so the page reports it within five
seconds.
"""

_SILENCE_TIMEOUT_S = 3.0
"""Blocked seconds of the worker without an answer or heartbeat, after which it counts as hung."""

_PING_TIMEOUT_S = 10.0
"""Seconds of the worker's CPU clock to answer a ping."""

_WATCH_TIMEOUT_S = 40.0
"""Seconds of the worker's CPU clock to answer a poll of the watch: a full table read by a Pi under other load."""

_SLOW_AFTER_S = 3.5
"""Wall-clock seconds of waiting or silence after which the worker is reported as slow, though it is alive."""

_SLOW_AFTER_CPU_S = 4.2
"""Seconds of the worker's CPU clock after which it is reported as slow, even if nobody waits for an answer."""

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
    """A request that waits for the worker. `payload`: the encoded message. `timeout`: seconds."""

    request_id: int
    payload: bytes
    timeout: float
    future: Future[Message] = field(default_factory=Future)


class WorkerSupervisor:
    """Runs one worker after another, each started by `command`, until `close`.

    An idle worker is sent what `watch_state` requests. Every method may be called from any thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        restart_policy: RestartPolicy,
        watch_state: WatchState,
        socket_path: Path | None = None,
    ) -> None:
        """`socket_path`: socket at which systemd starts a worker on connecting; None to start it as a child process."""
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
        """State of the worker: "starting", "up" or "down"."""
        self.problem: Text | None = _NOT_RUNNING
        """What is wrong with the worker or its picture source; None when all is well."""

    def start(self) -> None:
        """Start the worker and keep it running until `close`; return at once. A second start does nothing."""
        with self._lock:
            if self._thread is not None:
                return
            self.state, self.problem = "starting", _STARTING
            # The worker dies with the thread that started it, so that thread lives as long as the supervisor.
            self._wakeup_sender, wakeup_receiver = socket.socketpair()
            for end in (self._wakeup_sender, wakeup_receiver):
                end.settimeout(0)
            self._thread = threading.Thread(target=self._run, args=(wakeup_receiver,), name="scanner", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the worker; pending requests are refused."""
        with self._lock:
            self._closing.set()
            worker = self._worker
        if worker is not None:
            worker.kill()
        self.wake()
        if self._thread is not None:
            self._thread.join()
        if self._wakeup_sender is not None:
            self._wakeup_sender.close()

    def restart_with(self, command: Sequence[str]) -> None:
        """Start workers by that command from now on; a running worker is replaced."""
        with self._lock:
            self._command = list(command)
            worker = self._worker
        if worker is not None:
            worker.kill()

    def request(self, header: dict[str, Any], body: bytes, timeout: float) -> Message:
        """Return the worker's answer, which may be a refusal of its own.

        Refusal: "scanner_busy" when too many requests wait, "scanner_down" when the worker is away, dies or takes
        longer than `timeout` seconds.
        """
        if not self._slots.acquire(blocking=False):
            raise Refusal("scanner_busy", _BUSY)
        try:
            request_id = next(self._request_ids)
            job = _Job(request_id, encode_message({**header, "id": request_id}, body), timeout)
            with self._lock:
                if self.state == "down":
                    raise Refusal("scanner_down", self.problem or _NOT_RUNNING)
                self._jobs.append(job)
            self.wake()
            try:
                return job.future.result(timeout)
            except TimeoutError as error:
                job.future.cancel()
                raise Refusal("scanner_down", _TIMED_OUT) from error
        finally:
            self._slots.release()

    def wake(self) -> None:
        """Wake the supervisor's thread, because there is something new to send to the worker."""
        if self._wakeup_sender is not None:
            with contextlib.suppress(OSError):  # the socket is full of wake-ups already, or being closed
                self._wakeup_sender.send(b"!")

    def _set_state(self, state: str, problem: Text | None) -> None:
        """Publish state and problem; in the state "down" all pending jobs are refused."""
        with self._lock:
            self.state, self.problem = state, problem
            refused_jobs = list(self._jobs) if state == "down" else []
            if refused_jobs:
                self._jobs.clear()
        for job in refused_jobs:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(Refusal("scanner_down", problem or WORKER_LOST))

    def _run(self, wakeups: socket.socket) -> None:
        """Thread of the supervisor: run one worker after another until closing."""
        failures = 0
        while not self._closing.is_set():
            started_at = time.monotonic()
            try:
                self._serve_worker(wakeups)
            except (WorkerLostError, OSError) as error:
                if not self._closing.is_set():
                    _LOG.warning("the scanner worker is lost: %s", error)
            except Exception:  # the supervisor survives whatever a broken worker sends
                _LOG.exception("the scanner worker answers what cannot be understood")
            if self._closing.is_set():
                break
            failures = 1 if time.monotonic() - started_at > self._restart_policy.healthy_after else failures + 1
            is_crash_looping = failures > self._restart_policy.fast_retries
            if is_crash_looping:
                self._set_state("down", _CRASH_LOOPING)
            self._closing.wait(self._restart_policy.delay(failures))
            self._set_state("starting", _CRASH_LOOPING if is_crash_looping else _RESTARTING)
        self._set_state("down", _NOT_RUNNING)
        wakeups.close()

    def _serve_worker(self, wakeups: socket.socket) -> None:
        """Serve one worker from its start to its end."""
        worker = WorkerProcess(self._command, self._socket_path)
        try:
            with self._lock:
                self._worker = worker
                if self._closing.is_set():
                    return
            hello, _ = worker.exchange(b"", _HELLO_TIMEOUT_S)
            if hello.get("hello") != PROTOCOL_VERSION:
                raise WorkerLostError("speaks another version")
            self._set_state("up", text_from_json(hello.get("says")))
            while not self._closing.is_set():
                if not self._jobs:
                    worker.wait_for_wakeup(wakeups, self._watch_state.poll_interval(_PING_INTERVAL_S))
                    _drain_wakeups(wakeups)
                self._process_next(worker)
        finally:
            with self._lock:
                self._worker, self.state, self.problem = None, "starting", _RESTARTING
            self._watch_state.reset()
            worker.kill_and_reap()

    def _process_next(self, worker: WorkerProcess) -> None:
        """Send the worker one request: the next job, or else a poll of the watch or a ping."""
        with self._lock:
            job = self._jobs.popleft() if self._jobs else None
        if job is None:
            request_id, request = next(self._request_ids), self._watch_state.next_request()
            timeout = _PING_TIMEOUT_S if request["op"] == "ping" else _WATCH_TIMEOUT_S
            message = self._exchange(
                worker, request_id, encode_message({**request, "id": request_id}), timeout, has_waiter=False
            )
            self._watch_state.apply(request, message)
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
        """Send a request and return its answer, within `timeout` seconds of the worker's CPU clock.

        A slow answer is reported to the page; `has_waiter`: whether somebody waits for it. WorkerLostError if the
        worker is lost or answers another request.
        """
        sent_at = time.monotonic()

        def on_progress(spent_s: float, silent_s: float) -> None:
            is_waiting = has_waiter and time.monotonic() - sent_at > _SLOW_AFTER_S
            if is_waiting or silent_s > _SLOW_AFTER_S or spent_s > _SLOW_AFTER_CPU_S:
                self._set_state("up", _SLOW)

        message = worker.exchange(payload, timeout, _SILENCE_TIMEOUT_S, on_progress)
        if message[0].get("id") != request_id:
            raise WorkerLostError("answered another request")
        return message


def _drain_wakeups(wakeups: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError):
        while wakeups.recv(4096):
            pass
