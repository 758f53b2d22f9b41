"""A stand-in for systemd that starts one process for each connection."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path


class FakeSystemd:
    """Starts `command` for each connection to `link`. The connection is its standard input and output."""

    def __init__(self, link: Path, command: Sequence[str]) -> None:
        self.started: list[subprocess.Popen[bytes]] = []
        self._command = list(command)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(link))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            with caller:
                self.started.append(subprocess.Popen(self._command, stdin=caller, stdout=caller))

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for process in self.started:
            process.kill()
            process.wait()
