"""給餌 kyuji: the Pi camera's feeder process as its picture source holds it: asked, listened to, ended for certain."""

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
_POLL_INTERVAL_S = 0.25
_FIRST_MESSAGE_TIMEOUT_S = 15.0  # an interpreter, numpy and a cold card
_SHUTDOWN_TIMEOUT_S = 2.0
_KILL_TIMEOUT_S = 1.0


class CameraLostError(Exception):
    """The feeder ended, hangs or talks nonsense; it has to be ended and started anew."""


class PicameraClient:
    """One feeder. The thread that starts it (and must outlive it) listens and ends it; any thread may `ask`."""

    def __init__(self, command: Sequence[str], arguments: Sequence[str], socket_path: Path | None = None) -> None:
        """Starts `command` with `words`, or has the system do so where it listens at `link`; OSError when it cannot."""
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
        """Sends a question; one that cannot be sent is one that will not be answered."""
        with contextlib.suppress(OSError, ValueError):  # full, closed, or closing in this moment
            os.write(self._stdin.fileno(), frame_request.encode())

    def receive(self) -> tuple[MessageHeader, bytearray]:
        """The next message, as soon as it comes; Silent when none does in the time the last one promised.

        The time is the feeder's own (`scanner.process.cpu_timeout`): one that waits for a processor is not taken for
        hung.
        """
        toil = CpuClock(self._process.pid)
        try:
            head = decode_header(bytes(self._read_exactly(HEADER_BYTES, toil, self._message_timeout)))
        except WireFormatError as wrong:
            raise CameraLostError("talks nonsense") from wrong
        body = self._read_exactly(head.body_bytes, toil, self._message_timeout + 1)
        if head.sequence <= self._last_sequence:
            raise CameraLostError("repeats itself")
        self._last_sequence, self._message_timeout = head.sequence, head.next_within_s
        return head, body

    def _read_exactly(self, size: int, cpu_clock: CpuClock, seconds: float) -> bytearray:
        """The next bytes, before `toil` has spent that many seconds."""
        data = bytearray(size)
        left = memoryview(data)
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._stdout, selectors.EVENT_READ)
            while left:
                ready = pipes.select(max(0.0, min(_POLL_INTERVAL_S, seconds - cpu_clock.elapsed)))
                cpu_clock.sample()
                if cpu_clock.elapsed >= seconds:
                    raise CameraLostError("hangs")
                if not ready:
                    continue
                if not (came := self._read_available(left)):
                    raise CameraLostError("ended")
                left = left[came:]
        return data

    def _read_available(self, buffer: memoryview) -> int:
        """How many bytes have come into `left`; 0 at the end."""
        if isinstance(self._process, SocketActivatedProcess):
            self._process.identify()
        try:
            return os.readv(self._stdout.fileno(), [buffer[:_READ_CHUNK_BYTES]])
        except ConnectionError:  # ended with a question unread
            return 0

    def shutdown(self) -> None:
        """Tells it to put the camera away and leave."""
        if isinstance(self._process, SocketActivatedProcess):
            self._process.shutdown()
        self._stdin.close()

    def kill(self) -> None:
        """Has it end now; `listen` is then Silent."""
        self._process.kill()

    def close(self) -> None:
        """Hangs up, waits a little for it to put the camera away, then kills it.

        A process stuck in the camera's driver outlives even that: it is left behind and reported.
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
