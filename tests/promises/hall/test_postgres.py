"""The hall on PostgreSQL: several processes, killed servers, schema."""

from __future__ import annotations

import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from scorer.errors import Refusal
from tests.support.hall import BASE, NAMES, HallTrial, InProcessClient, TableTrial
from web.hall.events.event_store import EventPlan
from web.hall.events.event_view import event_detail
from web.hall.events.referee_changes import change_clock, draw_round, seconds_left, toggle_withdrawal
from web.hall.storage.database import MIGRATIONS, HallDatabase
from web.outbox.hall_client import HallAddress


def wait_for(condition, seconds: float = 60.0):
    """Wait until `condition()` is true. Its value."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.02)
    return found


def test_two_processes_tell_each_other(postgres, tmp_path) -> None:
    """Two halls share a database, as behind a proxy. Each shows what the other stores, by LISTEN and NOTIFY."""
    with closing(HallTrial(postgres.url)) as one, closing(HallTrial(postgres.url)) as other:
        assert one.app.secret_key == other.app.secret_key
        wait_for(other.context.news.is_listening.is_set)
        with closing(one.table(tmp_path / "pine")) as table:
            table.play(3).send_all()
            cards = wait_for(lambda: [card for card in other.context.live_tables.cards() if card["round"] == 4])
            assert {player["name"]: player["stones"] - 10_000 for player in cards[0]["players"]} == table.nets()
            assert other.nets(1) == one.nets(1) == table.nets()


def test_ratings_are_those_of_a_file_whoever_computes_them(postgres, tmp_path) -> None:
    """Two halls compute at once. Both results equal those on SQLite."""
    with closing(HallTrial(f"sqlite:///{tmp_path / 'hall.db'}")) as file, closing(HallTrial(postgres.url)) as one:
        for number, hall in enumerate((file, one)):
            for name in NAMES[:3]:
                hall.context.members.add(name)
            with closing(hall.table(tmp_path / f"pine{number}")) as table:
                for _ in range(2):
                    table.play(3)
                    table.service.close(table.change())
                    table.open()
                table.send_all()
        with closing(HallTrial(postgres.url)) as other, ThreadPoolExecutor() as pool:
            halls = [one, other] * 4
            assert list(pool.map(lambda hall: hall.context.ratings.compute(), halls)) == [6] * 8
        file.context.ratings.compute()
        assert one.context.ratings.best() == file.context.ratings.best() != {}
        assert one.context.ratings.of_member(1) == file.context.ratings.of_member(1) != []


def test_a_killed_database_loses_nothing_and_the_hall_comes_back(postgres, tmp_path) -> None:
    kill_database_repeatedly(postgres, tmp_path, kills=2, seed=1)


@pytest.mark.long
def test_two_hundred_killed_databases(postgres, tmp_path) -> None:
    kill_database_repeatedly(postgres, tmp_path, kills=200, seed=2)


def kill_database_repeatedly(postgres, folder: Path, kills: int, seed: int) -> None:
    """Kill PostgreSQL while rounds arrive. The table hears that they were not stored, and sends them again."""
    with closing(HallTrial(postgres.url)) as hall, closing(hall.table(folder / "pine")) as table:
        chance = random.Random(seed)
        for _ in range(kills):
            table.play(chance.randint(1, 4)).outbox.send_next()
            table.play(chance.randint(1, 4))
            postgres.kill()
            table.send_all()
            refusal = table.outbox.status.refusal
            assert refusal is not None
            assert refusal.code == "hall_away"
            postgres.start()
            wait_for(lambda: table.outbox.send_next() or not table.outbox.status.unsent)
            table.send_all()
            assert hall.nets(1) == table.nets()
        last = table.store.last_sequence()
        wait_for(lambda: last in [card["sequence"] for card in hall.context.live_tables.cards()])
        with hall.database.read() as connection:
            sequences = connection.execute(text("SELECT sequence FROM entries ORDER BY sequence")).scalars().all()
        assert sequences == list(range(1, last + 1))


def test_a_killed_hall_loses_nothing_that_it_acknowledged(postgres, tmp_path) -> None:
    kill_hall_repeatedly(postgres.url, tmp_path, kills=3, seed=1)


@pytest.mark.long
def test_two_hundred_killed_halls_and_tables(postgres, tmp_path) -> None:
    """The table runs in the same process, so each kill ends both."""
    kill_hall_repeatedly(postgres.url, tmp_path, kills=200, seed=2)


def kill_hall_repeatedly(url: str, folder: Path, kills: int, seed: int) -> None:
    """Kill a hall `kills` times while a table books and sends. Compare ledger and hall each time."""
    chance = random.Random(seed)
    HallDatabase(url).close()
    for life in range(kills):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                run_hall_and_table(url, folder, write)
            finally:
                os._exit(1)
        os.close(write)
        with os.fdopen(read) as output:
            lines = [output.readline() for _ in range(chance.randint(1, 4))]
            time.sleep(chance.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            lines += output
        acknowledged = max([int(line) for line in lines if line.endswith("\n")], default=0)
        assert acknowledged or life, "it takes entries"
        check_sums(url, folder, acknowledged)


def run_hall_and_table(url: str, folder: Path, write: int) -> None:
    """Run a hall with one table until killed. `write`: file descriptor for the sequence after each receipt."""
    with closing(HallTrial(url)) as hall:
        table = TableTrial(folder / "pine", lambda _url: InProcessClient(hall.app))
        if table.outbox.membership is None:
            table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
        while True:
            table.play().outbox.send_next()
            if table.outbox.membership is not None:
                os.write(write, f"{table.outbox.membership.next - 1}\n".encode())


def check_sums(url: str, folder: Path, acknowledged: int) -> None:
    """Fail unless the hall has each acknowledged entry once, and the table's sums after sending."""
    with closing(HallTrial(url)) as hall:
        with hall.database.read() as connection:
            sequences = connection.execute(text("SELECT sequence FROM entries ORDER BY sequence")).scalars().all()
        assert sequences == list(range(1, len(sequences) + 1))
        assert len(sequences) >= acknowledged
        with closing(TableTrial(folder / "pine", lambda _url: InProcessClient(hall.app))) as table:
            if table.outbox.membership is not None:
                table.send_all()
                assert hall.nets(1) == table.nets()


def test_an_event_runs_over_two_processes_by_the_clock_of_the_database(postgres, tmp_path) -> None:
    with closing(HallTrial(postgres.url)) as one, closing(HallTrial(postgres.url)) as other:
        wait_for(other.context.news.is_listening.is_set)
        number = one.context.events.create(
            EventPlan("Spring", "otoroku", {"length": "last_standing"}, 4, "stones", 2, 40)
        )
        for name in NAMES:
            one.context.events.enter(number, name)
        draw_round(other.context.events, number, len(NAMES))
        one.context.events.change(number, None, lambda event: change_clock(event, "start"))
        seats = [other.context.events.load(number).players[player].name for player in (1, 2, 3, 4)]
        notified: list[int] = []
        other.context.news._on_news = notified.append
        with closing(one.table(tmp_path / "pine", players=tuple(seats))) as table:
            table.play(2).send_all()
            loaded = one.context.events.load(number)
            assert {row["name"]: row["stones"] for row in event_detail(loaded)["standings"]} == table.nets()
            assert 0 <= 2400 - seconds_left(other.context.events.load(number)) < 600
            wait_for(lambda: -number in notified)
            with pytest.raises(Refusal, match="stale"):
                other.context.events.change(number, loaded.version - 1, lambda event: toggle_withdrawal(event, 1))


def test_migrations_and_the_short_way_make_the_same_schema(postgres) -> None:
    def shape(connection) -> dict:
        inspector = inspect(connection)
        return {
            table: (
                sorted(
                    (column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(table)
                ),
                sorted(str(index["column_names"]) for index in inspector.get_indexes(table)),
            )
            for table in sorted(inspector.get_table_names())
        }

    with closing(HallDatabase(postgres.url)) as database, database.engine.begin() as connection:
        short = shape(connection)
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
        MIGRATIONS.run_all(connection)
        assert shape(connection) == short
