"""試し店 tameshi-mise: a companion of one's own, for the benches to measure."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from web.system.network import own_address

PIN = "135792"
_TIMEOUT_S = 60.0


class ServerUnderTest:
    """`with Trial(source) as trial:` runs `fudayomi serve` on this machine's own address, a host signed in."""

    def __init__(self, source: str = "none") -> None:
        self.source = source
        self.host = own_address()
        self._folder = tempfile.TemporaryDirectory(prefix="fudayomi-trial-")
        self._cookie = ""

    def __enter__(self) -> Self:
        with socket.socket() as probe:
            probe.bind(("", 0))
            self.port = int(probe.getsockname()[1])
        # Killed, whoever measures takes the companion along.
        bound = f"from scanner.picamera_daemon.parent_death import die_with_parent; die_with_parent({os.getpid()})"
        command = [sys.executable, "-c", f"{bound}; from web.cli import main; main()", "serve", "--no-qr"]
        self._log = (Path(self._folder.name) / "serve.log").open("ab")
        self._process = subprocess.Popen(  # noqa: S603  our own command, nobody's words in it
            [*command, "--port", str(self.port), "--source", self.source, "--data", self._folder.name],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "FUDAYOMI_PIN": PIN},
        )
        self._wait_until_up()
        self.request_json("POST", "/api/host", {"pin": PIN})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        self._folder.cleanup()

    @property
    def server_pid(self) -> int:
        """The process id of the server."""
        return self._process.pid

    def request_json(self, method: str, path: str, body: object = None) -> Any:
        """The JSON answer to one request of the host's phone; `RuntimeError` for a refusal. Bytes go as they are."""
        status, content = self._request(method, path, body)
        said = json.loads(content)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {said}")
        return said

    def wait_for_scanner(self) -> None:
        """Waits until the scanner is up; `RuntimeError` when it does not come."""
        until = time.monotonic() + _TIMEOUT_S
        while self.request_json("GET", "/health")["scanner"] != "up":
            if time.monotonic() > until:
                raise RuntimeError("the scanner does not come up")
            time.sleep(0.1)

    def _request(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        connection = HTTPConnection(self.host, self.port, timeout=30)
        headers = {
            "Origin": f"http://{self.host}:{self.port}",
            "Content-Type": "application/json",
            "Cookie": self._cookie,
        }
        try:
            sent = body if body is None or isinstance(body, bytes) else json.dumps(body)
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
            return answer.status, answer.read()
        finally:
            connection.close()

    def open_evening(self, game: str, players: list[str]) -> None:
        """Starts an evening with every default of the game."""
        self.request_json(
            "POST",
            "/api/evening",
            {"game": game, "players": players, "version": self.ledger_version, "key": self.new_key()},
        )

    @property
    def ledger_version(self) -> int:
        """The version of the ledger, as a host must give it."""
        return int(self.request_json("GET", "/api/session")["version"])

    @staticmethod
    def new_key() -> str:
        """A key nobody used, under which a change counts once."""
        return secrets.token_hex(12)

    def _wait_until_up(self) -> None:
        until = time.monotonic() + _TIMEOUT_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                self.request_json("GET", "/health")
            except (OSError, RuntimeError, ValueError):
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"it does not come up: {Path(self._log.name).read_text(encoding='utf-8')}")
