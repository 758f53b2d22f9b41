"""Over a bad network, a hall gets each entry of a table exactly once."""

from __future__ import annotations

import random
import shutil
from contextlib import closing

import pytest

from scorer.errors import Refusal
from tests.support.hall import BASE, HallTrial, InProcessClient, TableTrial
from web.hall.storage.schema import ENTRIES
from web.outbox.hall_client import HallAddress, hall_away


def stored_entries(hall: HallTrial) -> list[int]:
    with hall.database.read() as connection:
        return [row.sequence for row in connection.execute(ENTRIES.select().order_by(ENTRIES.c.sequence))]


def test_what_was_played_stands_in_the_hall(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(12).send_all()
        assert stored_entries(hall) == list(range(1, 14))
        assert hall.nets(1) == table.nets()
        assert table.outbox.status.unsent == 0
        table.service.undo(table.change())
        table.play(2).service.undo(table.change())
        table.send_all()
        assert hall.nets(1) == table.nets()


def test_a_table_without_its_hall_plays_on_and_catches_up(hall, tmp_path) -> None:
    """The network is cut for an evening, and the table restarts meanwhile."""
    is_cut = False

    def fault(_moment: str) -> None:
        if is_cut:
            raise hall_away()

    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
        is_cut = True
        table.play(150).send_all()
        status = table.outbox.status
        assert (status.unsent, status.refusal and status.refusal.code) == (151, "hall_away")
        assert stored_entries(hall) == []
    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        is_cut = False
        table.send_all()
        assert stored_entries(hall) == list(range(1, 152))
        assert hall.nets(1) == table.nets()


def test_lost_answers_and_repeated_batches_store_nothing_twice(hall, tmp_path) -> None:
    """Requests and answers are lost at random, and every second batch arrives twice."""
    chance = random.Random(4)

    def fault(_moment: str) -> None:
        if chance.random() < 0.4:
            raise hall_away()

    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        while table.outbox.membership is None:
            try:
                table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
            except Refusal:
                continue
        for _ in range(20):
            table.play().outbox.send_next()
        while table.outbox.status.unsent:
            table.outbox.send_next()
        assert stored_entries(hall) == list(range(1, 22))
        assert hall.nets(1) == table.nets()
        assert len(hall.context.tables.all()) == 1, "joining twice is one table"


def test_clocks_a_day_apart_change_nothing(hall, tmp_path, monkeypatch) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        for clock in ("2026-11-23T20:00:00+00:00", "1970-01-01T00:00:07+00:00", "2076-01-01T00:00:00+00:00"):
            monkeypatch.setattr("web.ledger.store.utc_now", lambda clock=clock: clock)
            table.play(2).send_all()
        assert stored_entries(hall) == list(range(1, 8))
        assert hall.nets(1) == table.nets()


def test_a_restored_ledger_is_noticed_and_sent_anew_when_it_joins_again(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(3).send_all()
    shutil.copytree(tmp_path / "pine", tmp_path / "backup")
    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app))) as table:
        table.play(2).send_all()
        assert hall.nets(1) == table.nets()
    with closing(TableTrial(tmp_path / "backup", lambda _url: InProcessClient(hall.app))) as table:
        table.service.undo(table.change())
        table.play(4).send_all()
        refusal = table.outbox.status.refusal
        assert refusal is not None
        assert refusal.code == "diverged"
        assert hall.get("/api/tables/1").json["state"] == "diverged"
        table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
        table.send_all()
        assert hall.nets(1) == table.nets()
        with hall.database.read() as connection:
            states = connection.exec_driver_sql("SELECT state FROM evenings ORDER BY id").scalars().all()
        assert states == ["superseded", "open"]


def test_what_is_played_between_leaving_and_joining_again_stays_at_home(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2).send_all()
        table.outbox.leave()
        table.service.close(table.change())
        table.open()
        table.play(3)
        table.service.close(table.change())
        table.open()
        table.outbox.join(HallAddress(BASE, hall.context.tables.code), "", "Pine", "")
        table.play().send_all()
        assert hall.nets(1) == table.nets()
        with hall.database.read() as connection:
            evenings = connection.exec_driver_sql("SELECT number, rounds FROM evenings ORDER BY id").all()
        assert [tuple(row) for row in evenings] == [(1, 2), (3, 1)]


def test_entries_wait_until_they_are_on_the_disk(hall, tmp_path, monkeypatch) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        monkeypatch.setattr(type(table.store), "is_saved", property(lambda _self: False))
        table.play().send_all()
        assert stored_entries(hall) == []
        monkeypatch.undo()
        table.send_all()
        assert stored_entries(hall) == [1, 2]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_batches_of_any_size_fold_to_the_same_evening(hall, tmp_path, monkeypatch, size) -> None:
    monkeypatch.setattr("web.outbox.outbox.MAX_BATCH_ENTRIES", size + 1)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(9)
        table.service.undo(table.change())
        table.service.undo(table.change())
        table.service.redo(table.change())
        table.play(3).send_all()
        assert hall.nets(1) == table.nets()
        assert hall.get("/api/tables/1").json["round"] == table.service.require_session().round_number
