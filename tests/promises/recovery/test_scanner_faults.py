"""Faults of the scanner worker are reported, and it restarts."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from tests.support.gate import first_in_gate
from tests.support.server import PIN, TableServer
from tests.support.table import HANDS

TOLD_SECONDS = 60.0
"""Five where nothing else runs; the machine that tests may be starved."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
KEYS = (f"fault-key-{number:04}" for number in count())


class ServedTable:
    """A running server with an evening, and its host."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
        self.cookie = server.cookie
        opening = {"game": "otoroku", "players": ["A", "B", "C", "D"], "options": {"length": "last_standing"}}
        assert self.change("/api/evening", opening)[0] == 200

    def change(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        version = self.snapshot["version"]
        return self.server.request("POST", path, {**body, "version": version, "key": next(KEYS)}, self.cookie)

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.server.request("GET", "/api/session")[1]

    @property
    def message(self) -> str:
        return (self.snapshot["says"] or {"en": ""})["en"]

    def book_by_hand(self) -> int:
        return self.change("/api/rounds", {"answers": {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}})[0]

    def send_picture(self, picture: bytes) -> int:
        """Send a picture as a phone does. The status of the answer."""
        connection = HTTPConnection(self.server.host, self.server.port, timeout=120)
        headers = {"Origin": self.server.url, "Content-Type": "image/jpeg", "Cookie": self.cookie}
        connection.request("POST", "/api/picture", picture, headers)
        status = connection.getresponse().status
        connection.close()
        return status


@cache
def noise() -> bytes:
    """A picture of which nothing can be read."""
    return encode_jpeg(np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8))


@cache
def large() -> bytes:
    """A picture of some kB that become 108 MB."""
    return encode_jpeg(np.full((6000, 6000, 3), 90, np.uint8))


def holds_within(true: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A served table, for all tests of this module."""
    server = TableServer(tmp_path_factory.mktemp("faults"), source="none").start()
    yield ServedTable(server)
    assert server.stop() == 0


def cpu_seconds(process: int) -> float:
    """Seconds of processor time that a process has used."""
    text = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(text[11]) + int(text[12])) / os.sysconf("SC_CLK_TCK")


def is_up_again(table: ServedTable, before: int) -> bool:
    health = table.server.health()
    return bool(health and health["scanner"] == "up" and table.server.workers()[:1] not in ([], [before]))


# Four of them are replaced at once. A fifth within a minute would be reported as stopping again and again.
@pytest.mark.parametrize(
    ("fault", "reading"),
    first_in_gate(
        [(signal.SIGKILL, False), (signal.SIGSTOP, True), (signal.SIGSTOP, False), (signal.SIGSEGV, True)], 2
    ),
    ids=["killed", "hung while reading", "hung", "crashed while reading"],
)
def test_a_lost_worker_is_told_and_replaced_while_entry_by_hand_goes_on(
    table: ServedTable, fault: signal.Signals, reading: bool
) -> None:
    holds_within(lambda: table.server.health() is not None and table.server.health()["scanner"] == "up", 60)
    worker = table.server.workers()[0]
    statuses: list[int] = []
    asking = threading.Thread(target=lambda: statuses.append(table.send_picture(noise())))
    if reading:
        at_first = cpu_seconds(worker)
        asking.start()
        holds_within(lambda: cpu_seconds(worker) > at_first + 0.1 or bool(statuses), 30)
    os.kill(worker, fault)
    holds_within(lambda: "scanner" in table.message, TOLD_SECONDS)
    assert table.book_by_hand() == 200
    holds_within(lambda: is_up_again(table, worker), 60)
    holds_within(lambda: not table.message, 60)
    assert not Path(f"/proc/{worker}").exists()
    if reading:
        asking.join(40)
        assert statuses in ([503], [200]), "a refusal, or an answer given before the fault"


def test_a_worker_without_memory_refuses_the_picture_and_goes_on(table: ServedTable) -> None:
    holds_within(lambda: table.server.health()["scanner"] == "up", 60)  # type: ignore[index]
    worker = table.server.workers()[0]
    used = int(Path(f"/proc/{worker}/statm").read_text().split()[0]) * resource.getpagesize()
    kept = resource.prlimit(worker, resource.RLIMIT_AS, (used + (48 << 20), resource.RLIM_INFINITY))
    assert table.send_picture(large()) == 422
    assert table.book_by_hand() == 200
    resource.prlimit(worker, resource.RLIMIT_AS, kept)
    assert table.send_picture(large()) == 200
    assert table.server.workers()[:1] == [worker]
