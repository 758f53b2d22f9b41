"""送り口 okuriguchi: the feeder's end of the two pipes, which may be one socket."""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING

from .sd_notify import tell
from .wire import ASK_SIZE, Ask, Head, ask_of

if TYPE_CHECKING:
    from .camera import Shot

_NOTE_SECONDS = 0.5
_PATIENCE = 4.0  # more than one capture's time limit, so that a slow camera is told by name


class Pipes:
    """Both ways, by their descriptors. systemd, where it has started us, is told of every sign of life, too."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._in, self._out = incoming, outgoing
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
        # Asked for first: where both ways are one socket, one cannot be made not to block without the other.
        if select.select([self._in], [], [], 0)[0]:
            try:
                data = os.read(self._in, 64 * ASK_SIZE)
            except ConnectionResetError:
                return False
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
        tell("WATCHDOG=1")
