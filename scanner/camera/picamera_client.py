"""Client of the Pi's camera daemon: start it, request pictures, stop it."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import subprocess
from collections.abc import Sequence
from pathlib import Path

from scanner.picamera_daemon.wire import HEADER_BYTES, FrameRequest, MessageHeader, WireFormatError, decode_header
from scanner.process.cpu_timeout import CpuClock
from scanner.process.socket_process import SocketActivatedProcess

_LOG = logging.getLogger(__name__)

_READ_CHUNK_BYTES = 1 << 20
"""Largest single read, in bytes: as much as a pipe can hold."""

_POLL_INTERVAL_S = 0.25
"""Longest wait, in seconds, between two samples of the daemon's CPU clock."""

_FIRST_MESSAGE_TIMEOUT_S = 15.0
"""Seconds until the first message: Python has to start and load numpy, maybe from a cold SD card."""

_SHUTDOWN_TIMEOUT_S = 2.0
"""Seconds the daemon has to release the camera after the shutdown request, before it is killed."""

_KILL_TIMEOUT_S = 1.0
"""Seconds until a killed daemon must have ended; beyond it the process is stuck in the driver."""


class CameraLostError(Exception):
    """The daemon ended, hangs or breaks the protocol; it has to be killed and started anew."""


class PicameraClient:
    """Connection to one daemon process.

    The thread that starts the daemon must outlive it, and alone may `receive` and `close`. Any thread may `request`.
    """

    def __init__(self, command: Sequence[str], arguments: Sequence[str], socket_path: Path | None = None) -> None:
        """Start `command` with `arguments`, or have systemd start one behind `socket_path`; OSError on failure."""
        self._process: subprocess.Popen[bytes] | SocketActivatedProcess
        if socket_path is not None:
            self._process = SocketActivatedProcess(socket_path, arguments)
        else:
            self._process = subprocess.Popen(  # noqa: S603  the system's Python with our own folder, no shell
                [*command, *arguments, f"--parent={os.getpid()}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both pipes were asked for")
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._message_timeout = _FIRST_MESSAGE_TIMEOUT_S
        self._last_sequence = 0

    def request(self, frame_request: FrameRequest) -> None:
        """Send a request for a picture. A request that cannot be sent is dropped and stays unanswered."""
        with contextlib.suppress(OSError, ValueError):  # the pipe is full, closed, or being closed
            os.write(self._stdin.fileno(), frame_request.encode())

    def receive(self) -> tuple[MessageHeader, bytearray]:
        """Return header and body of the next message; CameraLostError if none comes within the announced time.

        Each message announces the seconds until the next one. They count on the daemon's CPU clock
        (`scanner.process.cpu_timeout`), so that a daemon that waits for a processor is not taken for hung.
        """
        cpu_clock = CpuClock(self._process.pid)
        try:
            header = decode_header(bytes(self._read_exactly(HEADER_BYTES, cpu_clock, self._message_timeout)))
        except WireFormatError as error:
            raise CameraLostError("talks nonsense") from error
        body = self._read_exactly(header.body_bytes, cpu_clock, self._message_timeout + 1)
        if header.sequence <= self._last_sequence:
            raise CameraLostError("repeats itself")
        self._last_sequence, self._message_timeout = header.sequence, header.next_within_s
        return header, body

    def _read_exactly(self, size: int, cpu_clock: CpuClock, seconds: float) -> bytearray:
        """Read `size` bytes before `cpu_clock` has counted `seconds`; CameraLostError if the daemon hangs or ends."""
        data = bytearray(size)
        remaining = memoryview(data)
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            while remaining:
                ready = pipes.select(max(0.0, min(_POLL_INTERVAL_S, seconds - cpu_clock.elapsed)))
                cpu_clock.sample()
                if cpu_clock.elapsed >= seconds:
                    raise CameraLostError("hangs")
                if not ready:
                    continue
                if not (count := self._read_available(remaining)):
                    raise CameraLostError("ended")
                remaining = remaining[count:]
        return data

    def _read_available(self, buffer: memoryview) -> int:
        """Read what has arrived into `buffer`; return the number of bytes, 0 at the end of the stream."""
        if isinstance(self._process, SocketActivatedProcess):
            self._process.identify()
        try:
            return os.readv(self._stdout.fileno(), [buffer[:_READ_CHUNK_BYTES]])
        except ConnectionError:  # the daemon ended with a request unread
            return 0

    def shutdown(self) -> None:
        """Ask the daemon to release the camera and exit."""
        if isinstance(self._process, SocketActivatedProcess):
            self._process.shutdown()
        self._stdin.close()

    def kill(self) -> None:
        """Kill the daemon now; `receive` then raises CameraLostError."""
        self._process.kill()

    def close(self) -> None:
        """Disconnect, give the daemon `_SHUTDOWN_TIMEOUT_S` to release the camera, then kill it.

        A process stuck in the camera's driver survives even that: it is left behind and logged.
        """
        self.shutdown()
        self._stdout.close()
        try:
            self._process.wait(_SHUTDOWN_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.kill()
            try:
                self._process.wait(_KILL_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                _LOG.error("camera process %d cannot be killed and is left behind; restart the Pi", self._process.pid)
