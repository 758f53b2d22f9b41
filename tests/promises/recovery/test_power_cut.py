"""Killed at any moment, the ledger holds every round it acknowledged, whole, once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import PIN, Served
from tests.support.table import HANDS

HOUSE = Path(__file__).parents[3]
KILLS = (10, pytest.param(100, marks=pytest.mark.long))


@pytest.mark.parametrize("count", KILLS)
def test_no_kill_loses_an_acknowledged_round(count):
    command = [sys.executable, "-m", "tests.promises.recovery.kill_while_booking", str(count)]
    said = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    found = re.fullmatch(r"(\d+) kills in .* min: (\d+) rounds acknowledged, (\d+) in the ledgers, none lost\n", said)
    assert found, said
    kills, acknowledged, rounds = map(int, found.groups())
    assert kills == count
    assert 0 < acknowledged <= rounds


def test_a_killed_server_comes_back_with_every_round_it_answered_for(tmp_path):
    served = Served(tmp_path, source="none").start(ready=False)
    assert served.ask("POST", "/api/host", {"pin": PIN})[0] == 200
    cookie = served.cookie
    body = {"version": 0, "key": "opening-it", "game": "otoroku", "players": ["A", "B", "C", "D"]}
    assert served.ask("POST", "/api/evening", {**body, "options": {"length": "last_standing"}}, cookie)[0] == 200
    answers = {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}
    for life in range(2):
        for _ in range(3):
            version = served.ask("GET", "/api/session")[1]["version"]
            told = {"version": version, "key": f"round-{version:04}", "answers": answers}
            status, booked = served.ask("POST", "/api/rounds", told, cookie)
            assert status == 200
        before = served.ask("GET", "/api/session")[1]["evening"]
        served.kill()
        served.start(ready=False)
        assert served.ask("GET", "/api/session")[1]["evening"] == before
        # The phone that never heard the answer asks again and is told the same.
        assert served.ask("POST", "/api/rounds", told, cookie) == (200, booked)
        assert served.health() == {
            "status": "ok",
            "version": "0.1.0",
            "scanner": served.health()["scanner"],
            "rounds": 3 * (life + 1),
        }
    assert served.stop() == 0
