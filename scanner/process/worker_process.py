"""子 ko: the worker process as its parent holds it: started, asked one thing at a time, ended for certain."""

from __future__ import annotations

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

from scanner.process.cpu_timeout import Toil
from scanner.process.messages import Garbled, Inbox, Message
from scanner.process.socket_process import Linked

_LOG = logging.getLogger(__name__)
_PIECE = 1 << 20
_REAP_SECONDS = 5.0
_LOOK_SECONDS = 0.2

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
    """One worker process and the way to and from it. One thread starts, asks and ends it; any thread may `kill`."""

    def __init__(self, command: Sequence[str], link: Path | None = None) -> None:
        """Starts `command`, or has the system do so where it listens at the socket `link`; OSError when it cannot."""
        self._process: subprocess.Popen[bytes] | Linked
        if link is not None:
            # It lives as long as the connection, not as a child of ours.
            self._process = Linked(link, [word for word in command[3:] if not word.startswith("--parent=")])
        else:
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
        """The process id; 0 for one the system has started, until it has spoken."""
        return self._process.pid

    def exchange(
        self,
        data: bytes,
        seconds: float,
        silence: float = math.inf,
        told: Callable[[float, float], None] = lambda _spent, _quiet: None,
    ) -> Message:
        """Sends `data` (may be empty) and gives the answer; Lost when the worker ends or `seconds` do not suffice it.

        Lost also after `silence` idle seconds without as much as a beat. Both are counted by its own measure, so that
        one which only waits for a processor is left alone (`scanner.process.cpu_timeout`). Several times a second
        `told` hears how
        many of `seconds` are spent, and for how many seconds of the clock nothing has come.
        """
        left = memoryview(data)
        toil = Toil(self.pid)
        idle, sign = 0.0, time.monotonic()
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._from, selectors.EVENT_READ)
            if left:
                pipes.register(self._to, selectors.EVENT_WRITE)
            while True:
                # Whatever has come is taken in before anything is held against it: we may have been kept waiting.
                ready = [key.fileobj for key, _ in pipes.select(max(0.0, min(_LOOK_SECONDS, seconds - toil.spent)))]
                if self._to in ready:
                    left = left[self._write(left) :]
                    if not left:
                        pipes.unregister(self._to)
                if self._from in ready and (message := self._answer()) is not None:
                    return message
                toil.look()
                if ready:
                    idle, sign = toil.idle, time.monotonic()
                if toil.spent >= seconds:
                    raise Lost("took too long")
                if toil.idle - idle >= silence:
                    raise Lost("stands still")
                told(toil.spent, time.monotonic() - sign)

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

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._to.fileno(), data[:_PIECE])
        except BlockingIOError:
            return 0
        except OSError as wrong:
            raise Lost("ended") from wrong

    def _answer(self) -> Message | None:
        """The next message that is no beat; both may have come in one piece."""
        message = self._receive()
        while message is not None and "beat" in message[0]:
            message = self._next()
        return message

    def _receive(self) -> Message | None:
        if isinstance(self._process, Linked):
            self._process.meet()
        try:
            piece = os.read(self._from.fileno(), _PIECE)
        except BlockingIOError:
            return None
        except ConnectionError:
            piece = b""
        if not piece:
            raise Lost("ended")
        self._inbox.feed(piece)
        return self._next()

    def _next(self) -> Message | None:
        try:
            return self._inbox.next()
        except Garbled as wrong:
            raise Lost(str(wrong)) from wrong
