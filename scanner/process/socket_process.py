"""Socket-activated process: systemd starts it when a client connects.

systemd listens at the socket (deploy/systemd/fudayomi-eyes.socket and fudayomi-feeder.socket) and starts one process
for each connection, with the connection as its standard input and output. Each process runs in a sandbox of its own:
the page's own unit needs no camera, the worker's no network, and only the camera daemon's has the Pi's camera. Source:
unix(7) for the credentials, pidfd_open(2).
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
"""Seconds until connecting and sending the arguments must have succeeded."""

_UCRED = struct.Struct("3i")
"""Credentials of a sender as the kernel gives them: ids of process, user and group."""


class SocketActivatedProcess:
    """The part of the interface of `subprocess.Popen` that clients need. `pid` is 0 until `identify` has learnt it."""

    def __init__(self, socket_path: Path, argv: Sequence[str]) -> None:
        """Connect, and send `argv` to the new process; OSError when nobody listens at `socket_path`."""
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
        """Learn the process id from the kernel; to be called before reading what has arrived."""
        if self.pid:
            return
        with contextlib.suppress(OSError):  # nothing has arrived yet, or the process has ended meanwhile
            _, ancillary, _, _ = self._socket.recvmsg(1, socket.CMSG_SPACE(_UCRED.size), socket.MSG_PEEK)
            for level, kind, data in ancillary:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
                    pid = _UCRED.unpack(data)[0]
                    self._pidfd, self.pid = os.pidfd_open(pid), pid

    def shutdown(self) -> None:
        """Announce the end of requests; what the process still sends can be read."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def kill(self) -> None:
        """Close the connection, which ends the process, and kill it, because it may hang."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with self._lock, contextlib.suppress(OSError):
            if self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def wait(self, timeout: float) -> None:
        """Close the connection and wait up to `timeout` seconds for the end; subprocess.TimeoutExpired beyond that.

        It returns at once if the process was never identified.
        """
        self._socket.close()
        if self._pidfd is None:
            return
        poller = select.poll()
        poller.register(self._pidfd, select.POLLIN)
        if not poller.poll(timeout * 1000):
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        with self._lock:
            os.close(self._pidfd)
            self._pidfd = None
