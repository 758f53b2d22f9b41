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

from scanner.process.messages import VERSION, Message, packed, text_from_json
from scanner.process.worker_process import Child, Lost, Patience
from scanner.worker.watch_state import Following
from scorer.errors import Refusal
from scorer.texts import Text

_LOG = logging.getLogger(__name__)
_QUEUE = 4  # pictures waiting or being read; the next asker hears at once that the scanner is busy
_HELLO_SECONDS = 30.0  # a Pi needs some seconds for the imports, a loaded one more
# A worker that stands still is noticed within _PING_SECONDS + _SILENCE, and the page tells it within five seconds.
_PING_SECONDS = 1.0
_SILENCE = 3.0
_PONG_SECONDS = 10.0
_GLANCE_SECONDS = 40.0  # a full table read by a Pi that has other things to do too
_SLOW_SECONDS = 3.5  # after which a reading is told to be slow, though the worker is alive
_LONG_SECONDS = 4.2  # of the worker's own, after which this is told though nobody waits for an answer

_STARTING = Text("The scanner is starting.", "読み取り係を起動しています。")
_AGAIN = Text("The scanner stopped and is starting again.", "読み取り係が止まったため、再起動しています。")
_KEEPS_STOPPING = Text(
    "The scanner keeps stopping. Tap the cards in meanwhile; it is tried again every half minute.",
    "読み取り係が繰り返し止まります。その間は札をタップして入力してください。30秒ごとに再起動を試みます。",
)
_CLOSED = Text("The scanner is not running.", "読み取り係は動いていません。")
LOST = Text(
    "The scanner stopped while reading. Try again in a moment, or tap the cards in.",
    "読み取りの途中で読み取り係が止まりました。少し待ってやり直すか、札をタップして入力してください。",
)
_LATE = Text(
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
    number: int
    data: bytes
    seconds: float
    answer: Future[Message] = field(default_factory=Future)


class Warden:
    """One worker after another, each started by `command`, until `close`; idle, it is asked what `following` wants.

    Every method may be called from any thread.
    """

    def __init__(
        self, command: Sequence[str], patience: Patience, following: Following, link: Path | None = None
    ) -> None:
        """`link`: where the system listens for who wants a worker; None: the warden starts it itself."""
        self._command, self._link = list(command), link
        self._patience = patience
        self._following = following
        self._lock = threading.Lock()
        self._jobs: deque[_Job] = deque()
        self._places = threading.BoundedSemaphore(_QUEUE)
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self._waker: socket.socket | None = None
        self._numbers = itertools.count(1)
        self._child: Child | None = None
        self.state = "down"
        """How the worker is: "starting", "up" or "down"."""
        self.says: Text | None = _CLOSED
        """What is wrong with the worker or its picture source; None when all is well."""

    def start(self) -> None:
        """Starts the worker and keeps it running until `close`; returns at once. It cannot be started a second time."""
        with self._lock:
            if self._thread is not None:
                return
            self.state, self.says = "starting", _STARTING
            # The worker dies with the thread that started it, so that thread lives as long as the eyes.
            self._waker, woken = socket.socketpair()
            for end in (self._waker, woken):
                end.settimeout(0)
            self._thread = threading.Thread(target=self._keep, args=(woken,), name="eyes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the worker; questions still open are refused."""
        with self._lock:
            self._closing.set()
            child = self._child
        if child is not None:
            child.kill()
        self.wake()
        if self._thread is not None:
            self._thread.join()
        if self._waker is not None:
            self._waker.close()

    def use(self, command: Sequence[str]) -> None:
        """Workers are started by that command from now on; one that runs is replaced."""
        with self._lock:
            self._command = list(command)
            child = self._child
        if child is not None:
            child.kill()

    def ask(self, header: dict[str, Any], body: bytes, seconds: float) -> Message:
        """The worker's answer, a refusal of its own included.

        Refusal: "scanner_busy" when too many ask, "scanner_down" when the worker is away, dies or takes longer.
        """
        if not self._places.acquire(blocking=False):
            raise Refusal("scanner_busy", _BUSY)
        try:
            number = next(self._numbers)
            job = _Job(number, packed({**header, "id": number}, body), seconds)
            with self._lock:
                if self.state == "down":
                    raise Refusal("scanner_down", self.says or _CLOSED)
                self._jobs.append(job)
            self.wake()
            try:
                return job.answer.result(seconds)
            except TimeoutError as late:
                job.answer.cancel()
                raise Refusal("scanner_down", _LATE) from late
        finally:
            self._places.release()

    def wake(self) -> None:
        """What is wanted has changed: the worker is asked at once."""
        if self._waker is not None:
            with contextlib.suppress(OSError):  # full of wake-up calls already, or closed in this moment
                self._waker.send(b"!")

    def _set(self, state: str, says: Text | None) -> None:
        with self._lock:
            self.state, self.says = state, says
            refused = list(self._jobs) if state == "down" else []
            if refused:
                self._jobs.clear()
        for job in refused:
            if job.answer.set_running_or_notify_cancel():
                job.answer.set_exception(Refusal("scanner_down", says or LOST))

    def _keep(self, woken: socket.socket) -> None:
        """The eyes' own thread: one worker after another, until closing."""
        ends = 0
        while not self._closing.is_set():
            started = time.monotonic()
            try:
                self._live(woken)
            except (Lost, OSError) as why:
                if not self._closing.is_set():
                    _LOG.warning("the scanner worker is lost: %s", why)
            except Exception:  # whatever a broken worker says, the eyes go on
                _LOG.exception("the scanner worker answers what cannot be understood")
            if self._closing.is_set():
                break
            ends = 1 if time.monotonic() - started > self._patience.proven else ends + 1
            slow = ends > self._patience.quick
            if slow:
                self._set("down", _KEEPS_STOPPING)
            self._closing.wait(self._patience.pause(ends))
            self._set("starting", _KEEPS_STOPPING if slow else _AGAIN)
        self._set("down", _CLOSED)
        woken.close()

    def _live(self, woken: socket.socket) -> None:
        """One worker, from its start to its end."""
        child = Child(self._command, self._link)
        try:
            with self._lock:
                self._child = child
                if self._closing.is_set():
                    return
            hello, _ = child.exchange(b"", _HELLO_SECONDS)
            if hello.get("hello") != VERSION:
                raise Lost("speaks another version")
            self._set("up", text_from_json(hello.get("says")))
            while not self._closing.is_set():
                if not self._jobs:
                    child.watch(woken, self._following.pace(_PING_SECONDS))
                    _calm(woken)
                self._turn(child)
        finally:
            with self._lock:
                self._child, self.state, self.says = None, "starting", _AGAIN
            self._following.lost()
            child.end()

    def _turn(self, child: Child) -> None:
        """One question to the worker: the next job, or whether it is still there."""
        with self._lock:
            job = self._jobs.popleft() if self._jobs else None
        if job is None:
            number, question = next(self._numbers), self._following.question()
            seconds = _PONG_SECONDS if question["op"] == "ping" else _GLANCE_SECONDS
            message = self._exchange(child, number, packed({**question, "id": number}), seconds, awaited=False)
            self._following.heard(question, message)
            answer = message[0]
        elif job.answer.set_running_or_notify_cancel():
            try:
                message = self._exchange(child, job.number, job.data, job.seconds)
            except BaseException:
                job.answer.set_exception(Refusal("scanner_down", LOST))
                raise
            job.answer.set_result(message)
            answer = message[0]
        else:
            return
        self._set("up", text_from_json(answer.get("says")))

    def _exchange(self, child: Child, number: int, data: bytes, seconds: float, *, awaited: bool = True) -> Message:
        """The answer to a question of that number, in `seconds` of the worker's own; a slow one is told to the page."""
        asked = time.monotonic()

        def told(spent: float, quiet: float) -> None:
            waits = awaited and time.monotonic() - asked > _SLOW_SECONDS
            if waits or quiet > _SLOW_SECONDS or spent > _LONG_SECONDS:
                self._set("up", _SLOW)

        message = child.exchange(data, seconds, _SILENCE, told)
        if message[0].get("id") != number:
            raise Lost("answered another question")
        return message


def _calm(woken: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError):
        while woken.recv(4096):
            pass
