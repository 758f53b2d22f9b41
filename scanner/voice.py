"""声 koe: what the scanner worker says: one message at a time, and while it works on one, that it is still alive."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import IO

from scanner.protocol import packed

BEAT_SECONDS = 1.0
_BEAT = packed({"beat": True})


class Voice:
    """The worker's side of the pipe to its parent. A process that stands still is silent."""

    def __init__(self, outgoing: IO[bytes], every: float = BEAT_SECONDS) -> None:
        self._outgoing = outgoing
        self._every = every
        self._turn = threading.Lock()

    def say(self, message: bytes) -> None:
        """Sends one whole message."""
        with self._turn:
            self._outgoing.write(message)
            self._outgoing.flush()

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Sends a beat every so often until the work is done; none is under way or sent any more then."""
        done = threading.Event()
        beats = threading.Thread(target=self._beat, args=(done,), name="beats", daemon=True)
        beats.start()
        try:
            yield
        finally:
            done.set()
            beats.join()

    def _beat(self, done: threading.Event) -> None:
        while not done.wait(self._every):
            try:
                self.say(_BEAT)
            except OSError:  # the parent has ended, and this process with it
                return
