"""Two hosts who change everything at once: each change is acknowledged once, and nothing becomes a fault of ours."""

from __future__ import annotations

import io
import random
import sqlite3
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.table import BASE, KEYS, NAMES, PIN, Phone
from web.archive.ledger_file import write_ledger_file
from web.ledger.store import Store
from web.session.service import SessionService

REFUSED = {400, 409, 422, 429}
"""Statuses of changes that came too late or make no sense any more."""
TRIES = 4
"""How often a phone sends a change whose version was outdated."""


class Hurried:
    """A host's phone that changes the table as soon as it can, and repeats what it sent as a bad network does."""

    def __init__(self, app: Any, seed: int, *, is_ledger_kept: bool = True) -> None:
        """`is_ledger_kept`: nobody puts a backup in place of the ledger meanwhile."""
        self.is_ledger_kept = is_ledger_kept
        self.phone = Phone(app.test_client()).grant_host()
        self.chance = random.Random(seed)
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.codes: Counter[int] = Counter()

    def send(self, path: str, **body: Any) -> None:
        """A change under one key, until it is acknowledged or makes no sense any more."""
        key = next(KEYS)
        for _ in range(TRIES):
            change = {"version": self.phone.snapshot["version"], "key": key, **body}
            answer = self.phone.send(path, change)
            self.codes[answer.status_code] += 1
            if answer.status_code == 200:
                self.acknowledged.append(key)
                again = self.phone.send(path, change)
                if self.is_ledger_kept:
                    assert (again.status_code, again.json) == (200, answer.json), "it was done already"
                assert again.status_code < 500
                return
        self.refused.append(key)

    def act(self) -> None:
        """One change, drawn by lot."""
        kind = self.chance.choices(["book", "undo", "redo", "close", "open"], [8, 4, 2, 1, 2])[0]
        if kind == "book":
            self.send("/api/rounds", answers=self.phone.answers())
        elif kind == "open":
            self.send("/api/evening", game="otoroku", players=NAMES, pin=PIN)
        elif kind == "close":
            self.send("/api/close", pin=PIN)
        else:
            self.send(f"/api/{kind}")

    def restore(self, content: bytes) -> None:
        """A backup in place of the ledger."""
        data = {"file": (io.BytesIO(content), "backup.gz"), "pin": PIN}
        answer = self.phone.client.post("/files/restore", data=data, base_url=BASE, headers={"Origin": BASE})
        self.codes[answer.status_code] += 1


def run_together(*runs: Any) -> None:
    """Run all of them at once, and raise what one of them raised."""
    gate = threading.Barrier(len(runs))
    with ThreadPoolExecutor(len(runs)) as pool:
        for done in [pool.submit(lambda run=run: (gate.wait(), run())) for run in runs]:
            done.result()


def keys_in(file: Path) -> Counter[str]:
    """How often each key stands in a ledger."""
    with closing(sqlite3.connect(file)) as database:
        return Counter(key for (key,) in database.execute("SELECT key FROM entries"))


def ledger_files(folder: Path) -> list[Path]:
    """The ledger, and those that backups replaced."""
    return [
        folder / "ledger.db",
        *(file for file in folder.glob("ledger.db.before.*") if not file.name.endswith(("-wal", "-shm"))),
    ]


def check_ledger(file: Path, app: Any) -> None:
    """The ledger has no gap, and a start shows what the table shows."""
    shown = app.extensions["fudayomi"].service
    with closing(Store(f"sqlite:///{file}")) as store:
        entries = [entry for head in store.evening_heads() for entry in store.entries(head.id)]
        sequences = sorted(entry.sequence for entry in entries)
        assert sequences == list(range(1, store.last_sequence() + 1))
        started = SessionService(store, lambda: None)
        assert (started.version, started.session) == (shown.version, shown.session)


@pytest.mark.parametrize("changes", [8, pytest.param(150, marks=pytest.mark.long)])
def test_two_hosts_book_undo_and_end_at_once(app, tmp_path, changes) -> None:
    hosts = [Hurried(app, seed) for seed in (1, 2)]
    hosts[0].phone.open()
    run_together(*[lambda host=host: [host.act() for _ in range(changes)] for host in hosts])
    codes = hosts[0].codes + hosts[1].codes
    assert set(codes) <= {200, *REFUSED}, codes
    assert codes[200] >= changes // 2
    kept = keys_in(tmp_path / "ledger.db")
    assert all(kept[key] == 1 for host in hosts for key in host.acknowledged)
    assert all(kept[key] == 0 for host in hosts for key in host.refused)
    check_ledger(tmp_path / "ledger.db", app)


@pytest.mark.parametrize("restores", [1, pytest.param(20, marks=pytest.mark.long)])
def test_one_restores_while_the_other_books(app, store, tmp_path, restores) -> None:
    """What was acknowledged stands once in the ledger, or in the one that a backup replaced."""
    hosts = [Hurried(app, seed, is_ledger_kept=False) for seed in (3, 4, 5)]
    hosts[0].phone.open()
    hosts[0].send("/api/rounds", answers=hosts[0].phone.answers())
    backup = write_ledger_file(store)
    run_together(
        *[lambda host=host: [host.act() for _ in range(6 * restores)] for host in hosts[:2]],
        lambda: [hosts[2].restore(backup) for _ in range(restores)],
    )
    codes = hosts[0].codes + hosts[1].codes + hosts[2].codes
    assert set(codes) <= {200, 302, *REFUSED}, codes
    assert hosts[2].codes[302] >= 1, codes
    ledgers = [keys_in(file) for file in ledger_files(tmp_path)]
    for key in (key for host in hosts for key in host.acknowledged):
        assert {ledger[key] for ledger in ledgers} <= {0, 1}, key
        assert any(ledger[key] for ledger in ledgers), key
    check_ledger(tmp_path / "ledger.db", app)


def test_two_restores_at_once_are_one(app, store, tmp_path) -> None:
    hosts = [Hurried(app, seed, is_ledger_kept=False) for seed in (6, 7)]
    hosts[0].phone.open()
    backup = write_ledger_file(store)
    hosts[0].send("/api/rounds", answers=hosts[0].phone.answers())
    run_together(*[lambda host=host: host.restore(backup) for host in hosts])
    codes = hosts[0].codes + hosts[1].codes
    assert codes[302] >= 1
    assert set(codes) <= {200, 302, 409, 422}
    check_ledger(tmp_path / "ledger.db", app)
    assert store.last_sequence() == 1
