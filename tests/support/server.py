"""The program as its owner runs it, in a process of its own."""

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
_PORT_SEEDS = count(os.getpid() * 61)


def free_port() -> int:
    """A free port below those of outgoing connections: no other process gets it before or between two starts."""
    while True:
        number = 10_240 + next(_PORT_SEEDS) * 7919 % 20_000
        with socket.socket() as probe:
            try:
                probe.bind(("", number))
            except OSError:
                continue
            return number


class TableServer:
    """One `fudayomi serve` over the data of `folder`. It may be started again after `kill` or `stop`."""

    def __init__(self, folder: Path, source: str = "synthetic") -> None:
        self.folder = folder
        self.source = source
        self.host = own_address()
        self.port = free_port()
        self.url = f"http://{self.host}:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "serve.log"
        self.cookies: list[Any] = []
        """Cookies of a phone that gave the PIN, once there is one."""

    def start(self, *, ready: bool = True) -> TableServer:
        """Start it and wait until it serves pages, with `ready` also until its scanner is up."""
        code = "from web.cli import main; main()"
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), "--source", self.source]
        env = {**os.environ, "FUDAYOMI_PIN": PIN, "OMP_NUM_THREADS": "1"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--no-qr", "--data", str(self.folder)], stdout=log, stderr=log, env=env
            )
        self.wait_until_up(scanner=ready)
        return self

    def wait_until_up(self, *, scanner: bool = True) -> None:
        """Wait until it serves pages, with `scanner` also until that is up."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            health = self.health()
            if health and (not scanner or health["scanner"] == "up"):
                return
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"it does not come up: {self.log.read_text()}")

    def health(self) -> dict[str, Any] | None:
        """The answer of /health, None without one."""
        try:
            status, body = self.request("GET", "/health")
        except OSError:
            return None
        return body if status == 200 else None

    def request(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, dict[str, Any]]:
        """Status and JSON of one request with the Origin of the page."""
        connection = HTTPConnection(self.host, self.port, timeout=120)
        headers = {"Origin": self.url, "Content-Type": "application/json", "Cookie": cookie}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            # An answer that a killed server broke off holds the socket until it is closed itself.
            with connection.getresponse() as answer:
                self.cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
                return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def workers(self) -> list[int]:
        """Process ids of its scanner workers."""
        assert self.process is not None
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for task in tasks for pid in task.read_text().split()]

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as systemd would. Its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)
