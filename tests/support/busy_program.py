"""Starts a server, uses it as on an evening, and ends it.

Its arguments: what it is (table or hall), its port, and after `--` the command that starts it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from typing import Any

PIN = "246810"


class Visitor:
    """A phone at that port of this machine."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""

    def ask(self, path: str, body: object = None) -> dict[str, Any]:
        """The JSON of an answer, {} where nobody answers yet."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Origin": origin, "Content-Type": "application/json", "Cookie": self.cookie}
        try:
            connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
            content: dict[str, Any] = json.loads(answer.read())
        except OSError:
            return {}
        finally:
            connection.close()
        assert answer.status == 200, content
        return content

    def wait_for(self, path: str, *wanted: object) -> dict[str, Any]:
        """Ask until the answer has one of these values somewhere at its top."""
        until = time.monotonic() + 300
        while time.monotonic() < until:
            content = self.ask(path)
            if set(wanted) & {value for value in content.values() if isinstance(value, str | int)}:
                return content
            time.sleep(0.1)
        raise AssertionError(f"{path} never had {wanted}")


def play_a_round(table: Visitor) -> None:
    """An evening on the synthetic table: a round is dealt, read and booked."""
    table.wait_for("/health", "up")
    table.ask("/api/host", {"pin": PIN})
    table.ask("/api/demo/evening", {"version": 0, "key": "an-evening-begins"})
    table.ask("/api/demo/round", {"version": 1, "seed": 3})
    table.ask("/api/me")
    table.ask(
        "/api/rounds",
        {"version": 1, "key": "a-round-is-booked", "answers": table.ask("/api/session")["draft"]["answers"]},
    )
    assert table.ask("/health")["rounds"] == 1


def main() -> None:
    """Start the command, use it, end it as systemd would."""
    at = sys.argv.index("--")
    kind, port, command = sys.argv[1], int(sys.argv[2]), sys.argv[at + 1 :]
    with subprocess.Popen(command, env={**os.environ, "FUDAYOMI_PIN": PIN}, start_new_session=True) as process:
        try:
            if kind == "table":
                play_a_round(Visitor(port))
            else:
                Visitor(port).wait_for("/health", *range(1, 100))
        finally:
            os.killpg(process.pid, signal.SIGTERM)


if __name__ == "__main__":
    main()
