"""In the place of systemd: listens at a socket, and starts a process for every connection."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path


class System:
    """Starts `command` for everyone who connects to `link`; the connection is its standard input and output."""

    def __init__(self, link: Path, command: Sequence[str]) -> None:
        self.started: list[subprocess.Popen[bytes]] = []
        self._command = list(command)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(link))
        self._door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._door.accept()
            except OSError:
                return
            with caller:
                self.started.append(subprocess.Popen(self._command, stdin=caller, stdout=caller))

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for process in self.started:
            process.kill()
            process.wait()
