"""声 koe: what the scanner worker says: one message at a time, and while it works on one, that it is still alive."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import IO

from scanner.process.messages import encode_message

HEARTBEAT_INTERVAL_S = 1.0
_HEARTBEAT = encode_message({"beat": True})


class HeartbeatWriter:
    """The worker's side of the pipe to its parent. A process that stands still is silent."""

    def __init__(self, stream: IO[bytes], interval: float = HEARTBEAT_INTERVAL_S) -> None:
        self._stream = stream
        self._interval = interval
        self._write_lock = threading.Lock()
        self._is_busy = threading.Event()
        # Started once and for all: in the middle of a heavy picture there may be no memory for a new thread.
        threading.Thread(target=self._send_heartbeats, name="beats", daemon=True).start()

    def send(self, message: bytes) -> None:
        """Sends one whole message."""
        with self._write_lock:
            self._write(message)

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Sends a beat every so often until the work is done; none is under way or sent any more then."""
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
        rest = threading.Event()
        while self._is_busy.wait():
            rest.wait(self._interval)
            with self._write_lock:
                if self._is_busy.is_set():
                    try:
                        self._write(_HEARTBEAT)
                    except OSError:  # the parent has ended, and this process with it
                        return
