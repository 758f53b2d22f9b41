"""A table killed at any moment keeps every acknowledged round, once."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.server import PIN, TableServer
from tests.support.table import HANDS

ROOT = Path(__file__).parents[3]


@pytest.mark.long
@pytest.mark.parametrize("count", [4, 100])
def test_no_kill_loses_an_acknowledged_round(count):
    command = [sys.executable, "-m", "tests.promises.recovery.kill_while_booking", str(count)]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = re.fullmatch(r"(\d+) kills in .* min: (\d+) rounds acknowledged, (\d+) in the ledgers, none lost\n", output)
    assert found, output
    kills, acknowledged, rounds = map(int, found.groups())
    assert kills == count
    assert 0 < acknowledged <= rounds


def test_a_killed_server_comes_back_with_every_round_it_answered_for(tmp_path):
    server = TableServer(tmp_path, source="none").start(ready=False)
    assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
    cookie = server.cookie
    body = {"version": 0, "key": "opening-it", "game": "otoroku", "players": ["A", "B", "C", "D"]}
    assert server.request("POST", "/api/evening", {**body, "options": {"length": "last_standing"}}, cookie)[0] == 200
    answers = {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}
    for life in range(2):
        for _ in range(3):
            version = server.request("GET", "/api/session")[1]["version"]
            change = {"version": version, "key": f"round-{version:04}", "answers": answers}
            status, booked = server.request("POST", "/api/rounds", change, cookie)
            assert status == 200
        before = server.request("GET", "/api/session")[1]["evening"]
        server.kill()
        server.start(ready=False)
        assert server.request("GET", "/api/session")[1]["evening"] == before
        # The phone that never got the answer asks again, and gets the same one.
        assert server.request("POST", "/api/rounds", change, cookie) == (200, booked)
        assert server.health() == {
            "status": "ok",
            "version": metadata.version("fudayomi"),
            "scanner": server.health()["scanner"],
            "ledger": "saved",
            "folds": "kept",
            "rounds": 3 * (life + 1),
            "unreadable": [],
        }
    assert server.stop() == 0
