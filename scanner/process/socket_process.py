"""つなぎ tsunagi: a process that the system starts for us, at the other end of a socket, behind walls of its own.

systemd listens there (deploy/systemd/fudayomi-eyes.socket and fudayomi-feeder.socket) and starts one process a
connection, with the connection as its standard input and output. So the page's own unit needs no camera, the worker's
no network, and only the feeder's has the Pi's camera. Source: unix(7) for the credentials, pidfd_open(2).
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

_CONNECT_TIMEOUT_S = 5.0
_UCRED = struct.Struct("3i")  # process, user and group


class SocketActivatedProcess:
    """As much of `subprocess.Popen` as whoever holds it needs. `pid` is 0 until the process has been met."""

    def __init__(self, socket_path: Path, argv: Sequence[str]) -> None:
        """Asks for a process that is told `words`; OSError when nobody listens."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_CONNECT_TIMEOUT_S)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            self._socket.connect(str(socket_path))
            self._socket.sendall(json.dumps(list(argv)).encode() + b"\n")
        except OSError:
            self._socket.close()
            raise
        self._socket.settimeout(0)
        self.stdin = os.fdopen(os.dup(self._socket.fileno()), "wb", buffering=0)
        self.stdout = os.fdopen(os.dup(self._socket.fileno()), "rb", buffering=0)
        self.pid = 0
        self._pidfd: int | None = None
        self._lock = threading.Lock()

    def identify(self) -> None:
        """Learns who speaks there, by the kernel's word; to be called before what has come is read."""
        if self.pid:
            return
        with contextlib.suppress(OSError):  # nothing there yet, or it has ended meanwhile
            _, told, _, _ = self._socket.recvmsg(1, socket.CMSG_SPACE(_UCRED.size), socket.MSG_PEEK)
            for level, kind, data in told:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
                    pid = _UCRED.unpack(data)[0]
                    self._pidfd, self.pid = os.pidfd_open(pid), pid

    def shutdown(self) -> None:
        """Says that nothing more will be asked; what it still sends can be heard."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def kill(self) -> None:
        """Cuts the connection, at which it ends, and kills it, for it may hang."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with self._lock, contextlib.suppress(OSError):
            if self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def wait(self, timeout: float) -> None:
        """Waits for its end, as far as that can be seen; subprocess.TimeoutExpired."""
        self._socket.close()
        if self._pidfd is None:
            return
        end = select.poll()
        end.register(self._pidfd, select.POLLIN)
        if not end.poll(timeout * 1000):
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        with self._lock:
            os.close(self._pidfd)
            self._pidfd = None
