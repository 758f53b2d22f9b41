"""給餌 kyuji: the Pi camera's feeder process as its picture source holds it: asked, listened to, ended for certain."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import subprocess
from collections.abc import Sequence
from pathlib import Path

from scanner.picamera_daemon.wire import HEAD_SIZE, Ask, Garbled, Head, head_of
from scanner.process.cpu_timeout import Toil
from scanner.process.socket_process import Linked

_LOG = logging.getLogger(__name__)
_PIECE = 1 << 20
_LOOK_SECONDS = 0.25
_FIRST_SECONDS = 15.0  # an interpreter, numpy and a cold card
_LEAVE_SECONDS = 2.0
_REAP_SECONDS = 1.0


class Silent(Exception):  # noqa: N818  the feeder is lost, whatever the reason
    """The feeder ended, hangs or talks nonsense; it has to be ended and started anew."""


class Fed:
    """One feeder. The thread that starts it (and must outlive it) listens and ends it; any thread may `ask`."""

    def __init__(self, command: Sequence[str], words: Sequence[str], link: Path | None = None) -> None:
        """Starts `command` with `words`, or has the system do so where it listens at `link`; OSError when it cannot."""
        self._process: subprocess.Popen[bytes] | Linked
        if link is not None:
            self._process = Linked(link, words)
        else:
            self._process = subprocess.Popen(  # noqa: S603  the system's Python with our own folder, no shell
                [*command, *words, f"--parent={os.getpid()}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("both pipes were asked for")
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        os.set_blocking(self._from.fileno(), False)
        self._patience = _FIRST_SECONDS
        self._sequence = 0

    def ask(self, ask: Ask) -> None:
        """Sends a question; one that cannot be sent is one that will not be answered."""
        with contextlib.suppress(OSError, ValueError):  # full, closed, or closing in this moment
            os.write(self._to.fileno(), ask.packed())

    def listen(self) -> tuple[Head, bytearray]:
        """The next message, as soon as it comes; Silent when none does in the time the last one promised.

        The time is the feeder's own (`scanner.process.cpu_timeout`): one that waits for a processor is not taken for
        hung.
        """
        toil = Toil(self._process.pid)
        try:
            head = head_of(bytes(self._take(HEAD_SIZE, toil, self._patience)))
        except Garbled as wrong:
            raise Silent("talks nonsense") from wrong
        body = self._take(head.size, toil, self._patience + 1)
        if head.sequence <= self._sequence:
            raise Silent("repeats itself")
        self._sequence, self._patience = head.sequence, head.patience
        return head, body

    def _take(self, size: int, toil: Toil, seconds: float) -> bytearray:
        """The next bytes, before `toil` has spent that many seconds."""
        data = bytearray(size)
        left = memoryview(data)
        with selectors.DefaultSelector() as pipes:
            pipes.register(self._from, selectors.EVENT_READ)
            while left:
                ready = pipes.select(max(0.0, min(_LOOK_SECONDS, seconds - toil.spent)))
                toil.look()
                if toil.spent >= seconds:
                    raise Silent("hangs")
                if not ready:
                    continue
                if not (came := self._read(left)):
                    raise Silent("ended")
                left = left[came:]
        return data

    def _read(self, left: memoryview) -> int:
        """How many bytes have come into `left`; 0 at the end."""
        if isinstance(self._process, Linked):
            self._process.meet()
        try:
            return os.readv(self._from.fileno(), [left[:_PIECE]])
        except ConnectionError:  # ended with a question unread
            return 0

    def hang_up(self) -> None:
        """Tells it to put the camera away and leave."""
        if isinstance(self._process, Linked):
            self._process.hang_up()
        self._to.close()

    def kill(self) -> None:
        """Has it end now; `listen` is then Silent."""
        self._process.kill()

    def end(self) -> None:
        """Hangs up, waits a little for it to put the camera away, then kills it.

        A process stuck in the camera's driver outlives even that: it is left behind and reported.
        """
        self.hang_up()
        self._from.close()
        try:
            self._process.wait(_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            try:
                self._process.wait(_REAP_SECONDS)
            except subprocess.TimeoutExpired:
                _LOG.error("camera process %d cannot be killed and is left behind; restart the Pi", self._process.pid)
