"""The scanner worker killed, standing still, out of memory, crashed by a picture: told at once, back alone."""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.imaging.decode import encode_jpeg
from tests.support.server import PIN, Served
from tests.support.table import HANDS

TOLD_SECONDS = 60.0
"""Five where nothing else runs; the machine that tests may be starved."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for the worker in /proc")
KEYS = (f"fault-key-{number:04}" for number in count())


class Table:
    """A running companion with an evening, and its host."""

    def __init__(self, served: Served) -> None:
        self.served = served
        assert served.ask("POST", "/api/host", {"pin": PIN})[0] == 200
        self.cookie = served.cookie
        told = {"game": "otoroku", "players": ["A", "B", "C", "D"], "options": {"length": "last_standing"}}
        assert self.change("/api/evening", told)[0] == 200

    def change(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        version = self.snapshot["version"]
        return self.served.ask("POST", path, {**body, "version": version, "key": next(KEYS)}, self.cookie)

    @property
    def snapshot(self) -> dict[str, Any]:
        return self.served.ask("GET", "/api/session")[1]

    @property
    def says(self) -> str:
        return (self.snapshot["says"] or {"en": ""})["en"]

    def round_by_hand(self) -> int:
        return self.change("/api/rounds", {"answers": {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}})[0]

    def picture(self, picture: bytes) -> int:
        """Sends a picture as a phone does; the status of the answer."""
        connection = HTTPConnection(self.served.host, self.served.port, timeout=120)
        headers = {"Origin": self.served.url, "Content-Type": "image/jpeg", "Cookie": self.cookie}
        connection.request("POST", "/api/picture", picture, headers)
        status = connection.getresponse().status
        connection.close()
        return status


NOISE = encode_jpeg(np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8))
LARGE = encode_jpeg(np.full((6000, 6000, 3), 90, np.uint8))  # some kB that become 108 MB


def within(true: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come true in time"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Any:
    served = Served(tmp_path_factory.mktemp("faults"), source="none").start()
    yield Table(served)
    assert served.stop() == 0


def busy(process: int) -> float:
    """Seconds of processor time a process has used."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def well(table: Table, before: int) -> bool:
    health = table.served.health()
    return bool(health and health["scanner"] == "up" and table.served.workers()[:1] not in ([], [before]))


# Four, which are replaced at once; a fifth within the minute would be told to "keep stopping".
@pytest.mark.parametrize(
    ("fault", "reading"),
    [(signal.SIGKILL, False), (signal.SIGSTOP, False), (signal.SIGSTOP, True), (signal.SIGSEGV, True)],
    ids=["killed", "hung", "hung while reading", "crashed while reading"],
)
def test_a_lost_worker_is_told_and_replaced_while_entry_by_hand_goes_on(
    table: Table, fault: signal.Signals, reading: bool
) -> None:
    within(lambda: table.served.health() is not None and table.served.health()["scanner"] == "up", 60)
    worker = table.served.workers()[0]
    statuses: list[int] = []
    asking = threading.Thread(target=lambda: statuses.append(table.picture(NOISE)))
    if reading:
        at_first = busy(worker)
        asking.start()
        within(lambda: busy(worker) > at_first + 0.1 or bool(statuses), 30)
    os.kill(worker, fault)
    within(lambda: "scanner" in table.says, TOLD_SECONDS)
    assert table.round_by_hand() == 200
    within(lambda: well(table, worker), 60)
    within(lambda: not table.says, 60)
    assert not Path(f"/proc/{worker}").exists()
    if reading:
        asking.join(40)
        assert statuses in ([503], [200]), "a refusal, or an answer given before the fault"


def test_a_worker_without_memory_refuses_the_picture_and_goes_on(table: Table) -> None:
    within(lambda: table.served.health()["scanner"] == "up", 60)  # type: ignore[index]
    worker = table.served.workers()[0]
    used = int(Path(f"/proc/{worker}/statm").read_text().split()[0]) * resource.getpagesize()
    kept = resource.prlimit(worker, resource.RLIMIT_AS, (used + (48 << 20), resource.RLIM_INFINITY))
    assert table.picture(LARGE) == 422
    assert table.round_by_hand() == 200
    resource.prlimit(worker, resource.RLIMIT_AS, kept)
    assert table.picture(LARGE) == 200
    assert table.served.workers()[:1] == [worker]
