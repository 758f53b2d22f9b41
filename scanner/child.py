"""子 ko: the worker process as its parent holds it: started, asked one thing at a time, ended for certain."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import selectors
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scanner.protocol import Garbled, Inbox, Message

_LOG = logging.getLogger(__name__)
_PIECE = 1 << 20
_REAP_SECONDS = 5.0

# One thread each: the worker does one thing at a time, and every idle thread reserves address space.
_FRUGAL = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "1048576",
}


class Lost(Exception):  # noqa: N818  the worker is lost, whatever the reason
    """The worker ended, took too long or talks nonsense; it has to be ended and started anew."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How a worker that ends is started again: `quick` times after a `breath`, then every `slow` seconds.

    One that stayed up `proven` seconds has its earlier ends forgotten. All times are seconds. As they stand here, no
    minute sees more than five starts anew: four at once and one in its middle.
    """

    quick: int = 4
    breath: float = 0.3
    slow: float = 30.0
    proven: float = 60.0

    def pause(self, ends: int) -> float:
        """Seconds to wait after the `ends`-th end in a row.

        >>> [Patience().pause(ends) for ends in (1, 2, 3, 4, 5, 6)]
        [0.3, 0.3, 0.3, 0.3, 30.0, 30.0]
        """
        return self.breath if ends <= self.quick else self.slow


class Child:
    """One worker process with its two pipes. One thread starts it, talks to it and ends it; any thread may `kill`."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts `command`; OSError when the machine cannot."""
        self._process = subprocess.Popen(  # noqa: S603  our own interpreter and module, no shell
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env={**os.environ, **_FRUGAL}
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both pipes were asked for")
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        os.set_blocking(self._from.fileno(), False)
        self._inbox = Inbox()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def exchange(
        self,
        data: bytes,
        until: float,
        silence: float = math.inf,
        beat: Callable[[], None] = lambda: None,
    ) -> Message:
        """Sends `data` (may be empty) and gives the answer, by `until` on the monotonic clock; Lost otherwise.

        Lost also after `silence` seconds without as much as a beat, unless it is only short of processor time; every
        beat calls `beat`.
        """
        left = memoryview(data)
        quiet = time.monotonic() + silence
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._from, selectors.EVENT_READ)
            if left:
                pipes.register(self._to, selectors.EVENT_WRITE)
            while True:
                seconds = min(until, quiet) - time.monotonic()
                if seconds <= 0 and quiet < until and self._wants_to_run():
                    quiet = time.monotonic() + silence
                    beat()
                elif seconds <= 0:
                    raise Lost("took too long" if until <= quiet else "stands still")
                for key, _ in pipes.select(max(0.0, seconds)):
                    if key.fileobj is self._to:
                        left = left[self._write(left) :]
                        if not left:
                            pipes.unregister(self._to)
                        continue
                    message = self._receive()
                    while message is not None and "beat" in message[0]:
                        quiet = time.monotonic() + silence
                        beat()
                        message = self._next()  # both may have come in one piece
                    if message is not None:
                        return message

    def watch(self, waker: socket.socket, seconds: float) -> None:
        """Waits until `waker` has something to read or the time is over; Lost when the worker ends or speaks up."""
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._from, selectors.EVENT_READ)
            pipes.register(waker, selectors.EVENT_READ)
            if any(key.fileobj is self._from for key, _ in pipes.select(seconds)):
                self._receive()
                raise Lost("spoke without being asked")

    def kill(self) -> None:
        """Has it end now; whoever waits for its answer gets Lost."""
        self._process.kill()

    def end(self) -> None:
        """Kills and reaps it. One that cannot be killed (stuck in a driver) is left behind and reported."""
        self.kill()
        for pipe in (self._to, self._from):
            pipe.close()
        try:
            self._process.wait(_REAP_SECONDS)
        except subprocess.TimeoutExpired:
            _LOG.error("worker %d cannot be killed and is left behind; the machine may need a restart", self.pid)

    def _wants_to_run(self) -> bool:
        """Whether a thread of it runs or waits for a processor, neither asleep nor stopped. Source: proc(5)."""
        for file in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            with contextlib.suppress(OSError):  # that thread has ended
                if file.read_text(errors="replace").rpartition(")")[2].split()[0] == "R":
                    return True
        return False

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._to.fileno(), data[:_PIECE])
        except BlockingIOError:
            return 0
        except OSError as wrong:
            raise Lost("ended") from wrong

    def _receive(self) -> Message | None:
        try:
            piece = os.read(self._from.fileno(), _PIECE)
        except BlockingIOError:
            return None
        if not piece:
            raise Lost("ended")
        self._inbox.feed(piece)
        return self._next()

    def _next(self) -> Message | None:
        try:
            return self._inbox.next()
        except Garbled as wrong:
            raise Lost(str(wrong)) from wrong
