"""声 koe: what the scanner worker says: one message at a time, and while it works on one, that it is still alive."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import IO

from scanner.process.messages import packed

BEAT_SECONDS = 1.0
_BEAT = packed({"beat": True})


class Voice:
    """The worker's side of the pipe to its parent. A process that stands still is silent."""

    def __init__(self, outgoing: IO[bytes], every: float = BEAT_SECONDS) -> None:
        self._outgoing = outgoing
        self._every = every
        self._turn = threading.Lock()
        self._busy = threading.Event()
        # Started once and for all: in the middle of a heavy picture there may be no memory for a new thread.
        threading.Thread(target=self._beat, name="beats", daemon=True).start()

    def say(self, message: bytes) -> None:
        """Sends one whole message."""
        with self._turn:
            self._write(message)

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Sends a beat every so often until the work is done; none is under way or sent any more then."""
        self._busy.set()
        try:
            yield
        finally:
            with self._turn:
                self._busy.clear()

    def _write(self, message: bytes) -> None:
        self._outgoing.write(message)
        self._outgoing.flush()

    def _beat(self) -> None:
        rest = threading.Event()
        while self._busy.wait():
            rest.wait(self._every)
            with self._turn:
                if self._busy.is_set():
                    try:
                        self._write(_BEAT)
                    except OSError:  # the parent has ended, and this process with it
                        return
