"""送り口 okuriguchi: the feeder's end of the two pipes."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING

from .wire import ASK_SIZE, Ask, Head, ask_of

if TYPE_CHECKING:
    from .camera import Shot

_NOTE_SECONDS = 0.5
_PATIENCE = 4.0  # more than one capture's time limit, so that a slow camera is told by name


class Pipes:
    """The two pipes. Whatever a library prints goes to standard error."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        os.dup2(2, 1)
        os.set_blocking(self._in, False)
        self._sequence = 0
        self._noted = 0.0
        self._rest = b""
        self.ask: Ask | None = None

    def note(self, word: str, patience: float = _PATIENCE, *, now: bool = True) -> None:
        """Says how the camera is; without `now`, only when nothing has been said for a while."""
        if now or time.monotonic() - self._noted > _NOTE_SECONDS:
            self._send(Head(0, self._next(), time.monotonic_ns(), 0, 0, patience, len(word)), word.encode())

    def answer(self, ask: Ask, shot: Shot) -> None:
        """Sends the large picture, or the small one where that will do."""
        if ask.small:
            height, width, body = shot.planes()
        else:
            picture = shot.picture()
            height, width, body = *picture.shape[:2], picture.tobytes()
        self._send(Head(ask.number, self._next(), shot.began, height, width, _PATIENCE, len(body)), body)
        self.ask = None

    def listen(self) -> bool:
        """Takes in the newest question, forgets one that is over; False when the other end has hung up."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._in, 64 * ASK_SIZE)
            if not data:
                return False
            self._rest += data
        while len(self._rest) >= ASK_SIZE:
            self.ask = ask_of(self._rest[:ASK_SIZE])
            self._rest = self._rest[ASK_SIZE:]
        if self.ask is not None and time.monotonic_ns() > self.ask.until:
            self.ask = None
        return True

    def _next(self) -> int:
        self._sequence += 1
        return self._sequence

    def _send(self, head: Head, body: bytes) -> None:
        left = memoryview(head.packed() + body)
        while left:
            left = left[os.write(self._out, left) :]
        self._noted = time.monotonic()
