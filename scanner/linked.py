"""つなぎ tsunagi: a worker that the system starts for us, at the other end of a socket, behind walls of its own.

systemd listens there (deploy/systemd/fudayomi-eyes.socket) and starts one worker a connection, with the connection as
its standard input and output. The page's own unit then needs no camera, and the worker's no network.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from scanner.protocol import packed

_SECONDS = 5.0
_LOOK = 0.02


class Linked:
    """As much of `subprocess.Popen` as a `Child` needs. `pid` is 0 until the worker has said who it is."""

    def __init__(self, link: Path, command: Sequence[str]) -> None:
        """Asks for a worker with the words of `command` that follow its module; OSError when nobody listens."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_SECONDS)
        try:
            self._socket.connect(str(link))
            # It lives as long as the connection, not as a child of ours.
            words = [word for word in command[3:] if not word.startswith("--parent=")]
            self._socket.sendall(packed({"words": words}))
        except OSError:
            self._socket.close()
            raise
        self.stdin = os.fdopen(os.dup(self._socket.fileno()), "wb", buffering=0)
        self.stdout = os.fdopen(os.dup(self._socket.fileno()), "rb", buffering=0)
        self.pid = 0

    def kill(self) -> None:
        """Cuts the connection, at which it ends, and kills it, for it may hang."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        if self.pid:
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self, seconds: float) -> None:
        """Waits for its end, as far as that can be seen; subprocess.TimeoutExpired."""
        self._socket.close()
        until = time.monotonic() + seconds
        while self.pid and _there(self.pid):
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("scanner.worker", seconds)
            time.sleep(_LOOK)


def _there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
