"""The companion as its owner runs it: a process of its own, on every address, on the drawn table."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

from web.system.network import own_address

PIN = "246810"
_PLACES = count(os.getpid() * 61)


def port() -> int:
    """A free port below those of outgoing connections, so that nobody is given it before it is served, or between
    the two lives of a table.
    """
    while True:
        found = 10_240 + next(_PLACES) * 7919 % 20_000
        with socket.socket() as probe:
            try:
                probe.bind(("", found))
            except OSError:
                continue
            return found


class Served:
    """One `fudayomi serve` over the data of `folder`; `start` again after `kill` is the next morning."""

    def __init__(self, folder: Path, source: str = "synthetic") -> None:
        self.folder = folder
        self.source = source
        self.host = own_address()
        self.port = port()
        self.url = f"http://{self.host}:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "serve.log"
        self.cookies: list[Any] = []
        """Of a phone that gave the PIN, once one has."""

    def start(self, *, ready: bool = True) -> Served:
        """Starts it and waits until it serves pages; with `ready` also until its scanner is up."""
        code = "from web.cli import main; main()"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), "--source", self.source]
        env = {**os.environ, "FUDAYOMI_PIN": PIN, "OMP_NUM_THREADS": "1"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--no-qr", "--data", str(self.folder)], stdout=log, stderr=log, env=env
            )
        self.until_up(scanner=ready)
        return self

    def until_up(self, *, scanner: bool = True) -> None:
        """Waits until it serves pages, with `scanner` also until that is up."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            health = self.health()
            if health and (not scanner or health["scanner"] == "up"):
                return
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"it does not come up: {self.log.read_text()}")

    def health(self) -> dict[str, Any] | None:
        """What /health says, None when nobody answers."""
        try:
            status, body = self.ask("GET", "/health")
        except OSError:
            return None
        return body if status == 200 else None

    def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, dict[str, Any]]:
        """Status and JSON of one request with the page's own Origin."""
        connection = HTTPConnection(self.host, self.port, timeout=120)
        headers = {"Origin": self.url, "Content-Type": "application/json", "Cookie": cookie}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def workers(self) -> list[int]:
        """The process ids of its scanner worker."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for task in tasks for pid in task.read_text().split()]

    def kill(self) -> None:
        """Ends it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ends it as systemd would; its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)
