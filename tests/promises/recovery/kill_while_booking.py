"""Kills a table that books rounds, again and again.

`python -m tests.promises.recovery.kill_while_booking N [SEED]` counts lost rounds.

Each child prints the key of a booked round after it was acknowledged, never before. Every second ledger has a past that
no start reads, because none of them finds a checkpoint.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from scorer.session.events import EveningOpened, event_from_json
from scorer.session.reducer import replay
from tests.support.table import HANDS, NAMES
from web.ledger import checkpoint
from web.ledger.store import Store
from web.session.service import Change, SessionService

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  a kill takes no power from a disk
EACH = 50
"""Kills a ledger, so that its evening stays of a size that people play."""
ANSWERS = {f"hands.{seat}": list(hand) for seat, hand in enumerate(HANDS)}


def book_until_killed(url: str, life: int) -> None:
    service = SessionService(Store(url), lambda: None)
    if service.session is None:
        open_evening(service)
    os.write(1, b"ready\n")
    while True:
        key = f"round-{life}-{service.version}"
        service.book(ANSWERS, Change(service.version, key, "test"))
        os.write(1, f"{key}\n".encode())


def open_evening(service: SessionService) -> None:
    opened = EveningOpened("otoroku", "hanafuda", {"length": "last_standing"}, tuple(NAMES), (10_000,) * 4)
    service.open_evening(opened, Change(service.version, f"open-{service.evening_id}", "test"))


def play_a_past(url: str) -> None:
    """Write two evenings, the first with a round, so that a start has a past before the evening under way."""
    with closing(Store(url)) as store:
        service = SessionService(store, lambda: None)
        open_evening(service)
        service.book(ANSWERS, Change(1, "past", "test"))
        open_evening(service)


def kill_repeatedly(url: str, kills: int, seed: int) -> tuple[int, list[str]]:
    """Kill `kills` processes at random moments. How many started, and all acknowledged keys."""
    chance, lives, acknowledged = random.Random(seed), 0, []
    for life in range(kills):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(write, 1)
            try:
                book_until_killed(url, life)
            finally:
                os._exit(1)
        os.close(write)
        with os.fdopen(read) as output:
            lines = [output.readline() for _ in range(chance.randint(1, 4))]
            time.sleep(chance.uniform(0.0, 0.01))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            lines += output
        # A line that the kill cut off does not count as acknowledged.
        whole = [line.strip() for line in lines if line.endswith("\n")]
        lives += whole.count("ready")
        acknowledged += [line for line in whole if line != "ready"]
    return lives, acknowledged


def check_ledger(url: str, acknowledged: list[str], *, has_past: bool) -> int:
    """The rounds of its last evening. Fails unless each acknowledged one is there once, whole and balanced."""
    with closing(Store(url)) as store, store._engine.connect() as connection:
        entries = store.entries(store.last_evening() or 0)
        assert store.notice is None
        assert store.is_past_intact(threading.Event())
        assert len(store.evening_heads()) == 1 + has_past
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys)
    assert set(acknowledged) <= set(keys)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    session = replay(event_from_json(entry.body) for entry in entries)
    assert sum(session.stones) == 40_000
    assert len(session.history) == len(entries) - 1
    return len(entries) - 1


def load_rules() -> None:
    """Play a round in this process, so that no child spends its time on loading the rules."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, closing(Store(f"sqlite:///{folder}/ledger.db")) as store:
        service = SessionService(store, lambda: None)
        open_evening(service)
        service.book(ANSWERS, Change(1, "round", "test"))


def main(kills: int, seed: int) -> None:
    load_rules()
    start, lives, known, rounds = time.monotonic(), 0, 0, 0
    for number in range(0, kills, EACH):
        has_past = number // EACH % 2 == 1
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder, patch.object(checkpoint, "_SHORT_BYTES", 0):
            url = f"sqlite:///{folder}/ledger.db"
            if has_past:
                play_a_past(url)
            lived, acknowledged = kill_repeatedly(url, min(EACH, kills - number), seed + number)
            rounds += check_ledger(url, acknowledged, has_past=has_past)
        lives, known = lives + lived, known + len(acknowledged)
    assert lives == kills, "every life came up"
    minutes = (time.monotonic() - start) / 60
    print(f"{kills} kills in {minutes:.1f} min: {known} rounds acknowledged, {rounds} in the ledgers, none lost")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
