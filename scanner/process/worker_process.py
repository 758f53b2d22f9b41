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

from scanner.process.cpu_timeout import CpuClock
from scanner.process.messages import Message, MessageDecoder, ProtocolError
from scanner.process.socket_process import SocketActivatedProcess

_LOG = logging.getLogger(__name__)
_CHUNK_BYTES = 1 << 20
_REAP_TIMEOUT_S = 5.0
_POLL_INTERVAL_S = 0.2

# One thread each: the worker does one thing at a time, and every idle thread reserves address space.
_LOW_MEMORY_ENV = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "1048576",
}


class WorkerLostError(Exception):
    """The worker ended, took too long or talks nonsense; it has to be ended and started anew."""


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """How a worker that ends is started again: `quick` times after a `breath`, then every `slow` seconds.

    One that stayed up `proven` seconds has its earlier ends forgotten. All times are seconds. As they stand here, no
    minute sees more than five starts anew: four at once and one in its middle.
    """

    fast_retries: int = 4
    initial_delay: float = 0.3
    slow_delay: float = 30.0
    healthy_after: float = 60.0

    def delay(self, failures: int) -> float:
        """Seconds to wait after the `ends`-th end in a row.

        >>> [RestartPolicy().delay(failures) for failures in (1, 2, 3, 4, 5, 6)]
        [0.3, 0.3, 0.3, 0.3, 30.0, 30.0]
        """
        return self.initial_delay if failures <= self.fast_retries else self.slow_delay


class WorkerProcess:
    """One worker process and the way to and from it. One thread starts, asks and ends it; any thread may `kill`."""

    def __init__(self, command: Sequence[str], socket_path: Path | None = None) -> None:
        """Starts `command`, or has the system do so where it listens at the socket `link`; OSError when it cannot."""
        self._process: subprocess.Popen[bytes] | SocketActivatedProcess
        if socket_path is not None:
            # It lives as long as the connection, not as a child of ours.
            self._process = SocketActivatedProcess(
                socket_path, [word for word in command[3:] if not word.startswith("--parent=")]
            )
        else:
            self._process = subprocess.Popen(  # noqa: S603  our own interpreter and module, no shell
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, **_LOW_MEMORY_ENV},
            )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both pipes were asked for")
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._decoder = MessageDecoder()

    @property
    def pid(self) -> int:
        """The process id; 0 for one the system has started, until it has spoken."""
        return self._process.pid

    def exchange(
        self,
        data: bytes,
        timeout: float,
        silence_timeout: float = math.inf,
        on_progress: Callable[[float, float], None] = lambda _spent, _quiet: None,
    ) -> Message:
        """Sends `data` (may be empty) and gives the answer; Lost when the worker ends or `seconds` do not suffice it.

        Lost also after `silence` idle seconds without as much as a beat. Both are counted by its own measure, so that
        one which only waits for a processor is left alone (`scanner.process.cpu_timeout`). Several times a second
        `told` hears how
        many of `seconds` are spent, and for how many seconds of the clock nothing has come.
        """
        left = memoryview(data)
        toil = CpuClock(self.pid)
        idle, sign = 0.0, time.monotonic()
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            if left:
                pipes.register(self._stdin, selectors.EVENT_WRITE)
            while True:
                # Whatever has come is taken in before anything is held against it: we may have been kept waiting.
                ready = [
                    key.fileobj for key, _ in pipes.select(max(0.0, min(_POLL_INTERVAL_S, timeout - toil.elapsed)))
                ]
                if self._stdin in ready:
                    left = left[self._write(left) :]
                    if not left:
                        pipes.unregister(self._stdin)
                if self._stdout in ready and (message := self._read_answer()) is not None:
                    return message
                toil.sample()
                if ready:
                    idle, sign = toil.blocked_seconds, time.monotonic()
                if toil.elapsed >= timeout:
                    raise WorkerLostError("took too long")
                if toil.blocked_seconds - idle >= silence_timeout:
                    raise WorkerLostError("stands still")
                on_progress(toil.elapsed, time.monotonic() - sign)

    def wait_for_wakeup(self, waker: socket.socket, timeout: float) -> None:
        """Waits until `waker` has something to read or the time is over; Lost when the worker ends or speaks up."""
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            pipes.register(waker, selectors.EVENT_READ)
            if any(key.fileobj is self._stdout for key, _ in pipes.select(timeout)):
                self._read_message()
                raise WorkerLostError("spoke without being asked")

    def kill(self) -> None:
        """Has it end now; whoever waits for its answer gets Lost."""
        self._process.kill()

    def kill_and_reap(self) -> None:
        """Kills and reaps it. One that cannot be killed (stuck in a driver) is left behind and reported."""
        self.kill()
        for pipe in (self._stdin, self._stdout):
            pipe.close()
        try:
            self._process.wait(_REAP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            _LOG.error("worker %d cannot be killed and is left behind; the machine may need a restart", self.pid)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._stdin.fileno(), data[:_CHUNK_BYTES])
        except BlockingIOError:
            return 0
        except OSError as wrong:
            raise WorkerLostError("ended") from wrong

    def _read_answer(self) -> Message | None:
        """The next message that is no beat; both may have come in one piece."""
        message = self._read_message()
        while message is not None and "beat" in message[0]:
            message = self._pop_message()
        return message

    def _read_message(self) -> Message | None:
        if isinstance(self._process, SocketActivatedProcess):
            self._process.identify()
        try:
            piece = os.read(self._stdout.fileno(), _CHUNK_BYTES)
        except BlockingIOError:
            return None
        except ConnectionError:
            piece = b""
        if not piece:
            raise WorkerLostError("ended")
        self._decoder.feed(piece)
        return self._pop_message()

    def _pop_message(self) -> Message | None:
        try:
            return self._decoder.pop()
        except ProtocolError as wrong:
            raise WorkerLostError(str(wrong)) from wrong
