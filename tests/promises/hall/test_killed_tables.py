"""A table is killed at random moments while its rounds go to a hall that stays."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.support.hall import TableTrial
from tests.support.server import free_port
from web.hall.app import create_hall_app
from web.hall.config import HallSettings
from web.hall.server import build_hall_server
from web.hall.storage.database import HallDatabase
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import TableRegistry
from web.ledger.entry import Entry
from web.outbox.hall_client import HallAddress, HallClient, parse_hall_url
from web.outbox.sender import OutboxSender


def test_a_killed_table_loses_nothing_that_it_called_booked(postgres, tmp_path) -> None:
    kill_table_repeatedly(postgres.url, tmp_path, kills=3, seed=1)


@pytest.mark.long
def test_two_hundred_killed_tables(postgres, tmp_path) -> None:
    kill_table_repeatedly(postgres.url, tmp_path, kills=200, seed=2)


def kill_table_repeatedly(url: str, folder: Path, kills: int, seed: int) -> None:
    """Kill a table `kills` times while it books and sends. The hall is a process of its own and lives on."""
    chance = random.Random(seed)
    with closing(HallDatabase(url)) as database:
        code = TableRegistry(database, HallSettingStore(database)).code
    hall_url = f"http://127.0.0.1:{free_port()}"
    hall = run_in_child(lambda: run_hall(url, hall_url))
    try:
        wait_for_hall(hall_url)
        for life in range(kills):
            booked = kill_one_table(folder, HallAddress(hall_url, code), chance, life)
            assert booked or life, "the first one books"
            with closing(TableTrial(folder / "pine", HallClient)) as table:
                assert table.store.last_sequence() >= booked
                check_prefix(url, table)
                if life % 3 == 0 or life == kills - 1:
                    send_until_taken(table)
                    assert nets_in_hall(hall_url, table) == table.nets()
                    assert check_prefix(url, table) == table.store.last_sequence()
    finally:
        os.kill(hall, signal.SIGKILL)
        os.waitpid(hall, 0)


def run_in_child(work: Callable[[], None]) -> int:
    """Run `work` in a process of its own until it is killed. Its number."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(1)
    return child


def run_hall(url: str, hall_url: str) -> None:
    database = HallDatabase(url)
    port = int(hall_url.rpartition(":")[2])
    build_hall_server(create_hall_app(database, HallSettings(port)), "127.0.0.1", port, behind_proxy=False).run()


def wait_for_hall(hall_url: str) -> None:
    until = time.monotonic() + 60
    while True:
        with suppress(ValueError):
            HallClient(hall_url).send("GET", "/health", b"")
            return
        assert time.monotonic() < until, "the hall does not start"
        time.sleep(0.05)


def kill_one_table(folder: Path, address: HallAddress, chance: random.Random, life: int) -> int:
    """Let a table play, and kill it after some rounds and a random moment. The last sequence that it called booked."""
    read, write = os.pipe()
    child = run_in_child(lambda: run_table(folder, address, write, random.Random(life)))
    os.close(write)
    with os.fdopen(read) as output:
        # Now and then it dies while it starts.
        lines = [output.readline() for _ in range(chance.randint(0 if life else 1, 5))]
        time.sleep(chance.uniform(0.0, 0.06))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines += output
    return max([int(line) for line in lines if line.endswith("\n")], default=0)


def run_table(folder: Path, address: HallAddress, write: int, chance: random.Random) -> None:
    """Book and take back rounds until killed, while a thread sends. Each last sequence goes to descriptor `write`."""
    table = TableTrial(folder / "pine", HallClient)
    if table.outbox.membership is None:
        table.outbox.join(address, "", "Pine", "")
    OutboxSender(table.outbox, first_wait_s=0.01).start()
    while True:
        table.play()
        if chance.random() < 0.2:
            table.service.undo(table.change())
        table.outbox.wake.set()
        os.write(write, f"{table.store.last_sequence()}\n".encode())


def check_prefix(url: str, table: TableTrial) -> int:
    """Fail unless the hall has the first entries of the ledger, each once and as they stand there. The last it has."""
    with closing(HallDatabase(url)) as database, database.read() as connection:
        rows = connection.execute(text("SELECT sequence, version, body FROM entries ORDER BY sequence")).all()
    ledger: list[Entry] = []
    while entries := table.store.entries_from(len(ledger) + 1, 1000):
        ledger += entries
    assert [tuple(row) for row in rows] == [
        (entry.sequence, entry.version, json.dumps(entry.body, ensure_ascii=False)) for entry in ledger[: len(rows)]
    ]
    return len(rows)


def send_until_taken(table: TableTrial) -> None:
    """Send all. An entry that the dead table sent may still be on its way into the hall."""
    if table.outbox.membership is None:
        return
    until = time.monotonic() + 60
    while table.outbox.status.unsent:
        table.send_all()
        refusal = table.outbox.status.refusal
        assert refusal is None or refusal.code == "hall_away", refusal
        assert time.monotonic() < until, "the hall does not take them"


def nets_in_hall(hall_url: str, table: TableTrial) -> dict[str, int]:
    member = table.outbox.membership
    assert member is not None
    assert parse_hall_url(hall_url).url == member.url
    answer = HallClient(hall_url).send("GET", f"/api/tables/{member.table}", b"")
    return {one["name"]: one["net"] for one in answer["totals"]}
