"""Killed at any moment, the ledger holds every round it acknowledged, whole, once."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

from scorer.session import event_from_json, replay
from tests.web.conftest import HANDS
from tests.web.serving import PIN, Served
from web.store import Store

HOUSE = Path(__file__).parents[2]
KILLS = 30


def test_no_kill_loses_an_acknowledged_round(tmp_path):
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    command = [sys.executable, "-m", "tests.web.settling", url, str(KILLS)]
    said = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout.split()
    acknowledged = [line for line in said if line != "ready"]
    assert said.count("ready") == KILLS
    assert len(acknowledged) > KILLS
    with closing(Store(url)) as store, store._engine.connect() as connection:
        entries = store.entries(1)
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys)
    assert set(acknowledged) <= set(keys)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    session = replay(event_from_json(entry.body) for entry in entries)
    assert sum(session.stones) == 40_000
    assert len(session.history) == len(entries) - 1


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
