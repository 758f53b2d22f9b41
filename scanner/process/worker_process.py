"""The worker process seen from its parent: start, exchange, kill."""

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
"""Largest single read or write, in bytes: as much as a pipe can hold."""

_REAP_TIMEOUT_S = 5.0
"""Seconds until a killed worker must have ended; beyond it the worker is stuck in a driver."""

_POLL_INTERVAL_S = 0.2
"""Longest wait, in seconds, between two samples of the worker's CPU clock."""

_LOW_MEMORY_ENV = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
"""One thread for each library, because the worker does one thing at a time and idle threads reserve address space.

So do heaps of malloc; how large they may become is said in `scanner/imaging/memory.py`.
"""


class WorkerLostError(Exception):
    """The worker ended, took too long or breaks the protocol; it has to be killed and started anew."""


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """How soon a process that has ended is started again.

    The default values allow at most five restarts in any minute: four at once and one in the middle of the minute.
    """

    fast_retries: int = 4
    """Number of ends in a row after which the process is started again without much delay."""

    initial_delay: float = 0.3
    """Seconds to wait before each of those restarts."""

    slow_delay: float = 30.0
    """Seconds to wait before every further restart."""

    healthy_after: float = 60.0
    """Seconds a process must have stayed up for its earlier ends to be forgotten."""

    def delay(self, failures: int) -> float:
        """Seconds to wait after that many failures in a row.

        >>> [RestartPolicy().delay(failures) for failures in (1, 2, 3, 4, 5, 6)]
        [0.3, 0.3, 0.3, 0.3, 30.0, 30.0]
        """
        return self.initial_delay if failures <= self.fast_retries else self.slow_delay


class WorkerProcess:
    """One worker process and the pipes to it.

    One thread starts it, exchanges messages with it and reaps it. Any thread may `kill` it.
    """

    def __init__(self, command: Sequence[str], socket_path: Path | None = None) -> None:
        """Start `command`, or have systemd start a worker behind `socket_path`; OSError on failure."""
        self._process: subprocess.Popen[bytes] | SocketActivatedProcess
        if socket_path is not None:
            # That worker lives as long as the connection and is no child of this process.
            _python, _option, _module, *arguments = command  # systemd's unit names the program
            self._process = SocketActivatedProcess(
                socket_path, [argument for argument in arguments if not argument.startswith("--parent=")]
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
        """The process id; 0 for a worker started by systemd that has not sent anything yet."""
        return self._process.pid

    def exchange(
        self,
        data: bytes,
        timeout: float,
        silence_timeout: float = math.inf,
        on_progress: Callable[[float, float], None] = lambda _spent, _quiet: None,
    ) -> Message:
        """Send `data` (may be empty) and return the answer.

        WorkerLostError when the worker ends, needs more than `timeout` seconds, or sends nothing, not even a heartbeat,
        in `silence_timeout` blocked seconds. Both limits count on the worker's CPU clock
        (`scanner.process.cpu_timeout`), so that a worker that only waits for a processor is left alone. `on_progress`
        is called several times a second with the seconds of `timeout` already spent, and the wall-clock seconds since
        anything arrived.
        """
        unsent = memoryview(data)
        cpu_clock = CpuClock(self.pid)
        blocked_at_last_sign, last_sign_at = 0.0, time.monotonic()
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            if unsent:
                pipes.register(self._stdin, selectors.EVENT_WRITE)
            while True:
                # What has arrived is read before any limit is checked: this process may itself have been delayed.
                ready = [
                    key.fileobj for key, _ in pipes.select(max(0.0, min(_POLL_INTERVAL_S, timeout - cpu_clock.elapsed)))
                ]
                if self._stdin in ready:
                    unsent = unsent[self._write(unsent) :]
                    if not unsent:
                        pipes.unregister(self._stdin)
                if self._stdout in ready and (message := self._read_answer()) is not None:
                    return message
                cpu_clock.sample()
                if ready:
                    blocked_at_last_sign, last_sign_at = cpu_clock.blocked_seconds, time.monotonic()
                if cpu_clock.elapsed >= timeout:
                    raise WorkerLostError("took too long")
                if cpu_clock.blocked_seconds - blocked_at_last_sign >= silence_timeout:
                    raise WorkerLostError("stands still")
                on_progress(cpu_clock.elapsed, time.monotonic() - last_sign_at)

    def wait_for_wakeup(self, waker: socket.socket, timeout: float) -> None:
        """Wait until `waker` has something to read, for `timeout` seconds at most.

        WorkerLostError when the worker ends or sends anything unasked.
        """
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            pipes.register(waker, selectors.EVENT_READ)
            if any(key.fileobj is self._stdout for key, _ in pipes.select(timeout)):
                self._read_message()
                raise WorkerLostError("spoke without being asked")

    def kill(self) -> None:
        """Kill the worker now; a thread waiting in `exchange` gets WorkerLostError."""
        self._process.kill()

    def kill_and_reap(self) -> None:
        """Kill and reap the worker. One that cannot be killed (stuck in a driver) is left behind and logged."""
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
        except OSError as error:
            raise WorkerLostError("ended") from error

    def _read_answer(self) -> Message | None:
        """The next message that is no heartbeat; None if none is complete. One chunk may hold both."""
        message = self._read_message()
        while message is not None and "beat" in message[0]:
            message = self._pop_message()
        return message

    def _read_message(self) -> Message | None:
        if isinstance(self._process, SocketActivatedProcess):
            self._process.identify()
        try:
            chunk = os.read(self._stdout.fileno(), _CHUNK_BYTES)
        except BlockingIOError:
            return None
        except ConnectionError:
            chunk = b""
        if not chunk:
            raise WorkerLostError("ended")
        self._decoder.feed(chunk)
        return self._pop_message()

    def _pop_message(self) -> Message | None:
        try:
            return self._decoder.pop()
        except ProtocolError as error:
            raise WorkerLostError(str(error)) from error
