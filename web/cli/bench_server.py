"""A server started for a benchmark, with a signed-in host."""

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
"""PIN of the host on the server under test."""

_STARTUP_TIMEOUT_S = 60.0
"""Seconds to wait for the server or its scanner to start: a Pi loads its models slowly."""

_STOP_TIMEOUT_S = 20.0
"""Seconds the server may take to stop before it is killed."""

_REQUEST_TIMEOUT_S = 30.0
"""Seconds to wait for an answer, which may include reading a large picture."""


def child_command(*arguments: str) -> list[str]:
    """`fudayomi` with these arguments, as a child that ends with this process even if that is killed."""
    prelude = f"from scanner.picamera_daemon.parent_death import die_with_parent; die_with_parent({os.getpid()})"
    return [sys.executable, "-c", f"{prelude}; from web.cli import main; main()", *arguments]


class ServerUnderTest:
    """`with ServerUnderTest(source) as server:` runs `fudayomi serve` on this machine's own address.

    Its methods act as a phone that is signed in as host. `data_dir` is kept afterwards; without one the data goes with
    the server. `startup_s`: seconds until it answered.
    """

    def __init__(
        self, source: str = "none", data_dir: Path | None = None, startup_timeout_s: float = _STARTUP_TIMEOUT_S
    ) -> None:
        self._startup_timeout_s = startup_timeout_s
        self.source = source
        self._data_dir = data_dir
        self.host = own_address()
        self._folder = tempfile.TemporaryDirectory(prefix="fudayomi-bench-")
        self._cookie = ""

    def __enter__(self) -> Self:
        with socket.socket() as probe:
            probe.bind(("", 0))
            self.port = int(probe.getsockname()[1])
        self._log = (Path(self._folder.name) / "serve.log").open("ab")
        self._process = subprocess.Popen(  # noqa: S603  our own command, no foreign input
            child_command(
                "serve",
                "--no-qr",
                "--port",
                str(self.port),
                "--source",
                self.source,
                "--data",
                str(self._data_dir or self._folder.name),
            ),
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "FUDAYOMI_PIN": PIN},
        )
        started_at = time.monotonic()
        self._wait_until_up()
        self.startup_s = time.monotonic() - started_at
        self.request_json("POST", "/api/host", {"pin": PIN})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_STOP_TIMEOUT_S)
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
        """The JSON answer to one request of the host. `RuntimeError` for a refusal. Bytes are sent as they are."""
        status, content = self._request(method, path, body)
        answer = json.loads(content)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    def wait_for_scanner(self) -> None:
        """Wait until the scanner is up. `RuntimeError` if it does not start in time."""
        deadline = time.monotonic() + _STARTUP_TIMEOUT_S
        while self.request_json("GET", "/health")["scanner"] != "up":
            if time.monotonic() > deadline:
                raise RuntimeError("the scanner does not come up")
            time.sleep(0.1)

    def request_bytes(self, path: str) -> bytes:
        """The answer to a GET of the host, as it comes. `RuntimeError` for a refusal."""
        status, content = self._request("GET", path, None)
        if status >= 400:
            raise RuntimeError(f"GET {path}: {status}")
        return content

    def _request(self, method: str, path: str, body: object) -> tuple[int, bytes]:
        connection = HTTPConnection(self.host, self.port, timeout=_REQUEST_TIMEOUT_S)
        headers = {
            "Origin": f"http://{self.host}:{self.port}",
            "Content-Type": "application/json",
            "Cookie": self._cookie,
        }
        try:
            data = body if body is None or isinstance(body, bytes) else json.dumps(body)
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
            return answer.status, answer.read()
        finally:
            connection.close()

    def open_evening(self, game: str, players: list[str]) -> None:
        """Start an evening with the default options of the game."""
        self.request_json(
            "POST",
            "/api/demo/evening" if self.source.startswith("synthetic") else "/api/evening",
            {"game": game, "players": players, "version": self.ledger_version, "key": self.new_key()},
        )

    @property
    def ledger_version(self) -> int:
        """The version of the ledger, which every change of a host must name."""
        return int(self.request_json("GET", "/api/session")["version"])

    @staticmethod
    def new_key() -> str:
        """A random key for a change, which makes a repeated request count once."""
        return secrets.token_hex(12)

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + self._startup_timeout_s
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                self.request_json("GET", "/health")
            except (OSError, RuntimeError, ValueError):
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"it does not come up: {Path(self._log.name).read_text(encoding='utf-8')}")
