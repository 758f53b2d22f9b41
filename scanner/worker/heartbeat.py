"""Writer of the worker's messages and of its heartbeats."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import IO

from scanner.process.messages import encode_message

HEARTBEAT_INTERVAL_S = 1.0
"""Seconds between heartbeats, well below the silence after which the supervisor takes a worker for dead."""

_HEARTBEAT = encode_message({"beat": True})


class HeartbeatWriter:
    """The worker's output to its parent. A process that hangs sends no heartbeats."""

    def __init__(self, stream: IO[bytes], interval: float = HEARTBEAT_INTERVAL_S) -> None:
        self._stream = stream
        self._interval = interval
        self._write_lock = threading.Lock()
        self._is_busy = threading.Event()
        # Started once, because there may be no memory for a new thread while a large picture is read.
        threading.Thread(target=self._send_heartbeats, name="heartbeats", daemon=True).start()

    def send(self, message: bytes) -> None:
        """Send one complete message."""
        with self._write_lock:
            self._write(message)

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Send heartbeats during the `with` block. After it, none is under way or follows."""
        self._is_busy.set()
        try:
            yield
        finally:
            with self._write_lock:
                self._is_busy.clear()

    def _write(self, message: bytes) -> None:
        self._stream.write(message)
        self._stream.flush()

    def _send_heartbeats(self) -> None:
        never_set = threading.Event()
        while self._is_busy.wait():
            never_set.wait(self._interval)
            with self._write_lock:
                if self._is_busy.is_set():
                    try:
                        self._write(_HEARTBEAT)
                    except OSError:  # the parent has ended, and this process ends with it
                        return
