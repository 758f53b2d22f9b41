from contextlib import closing
from dataclasses import replace

import pytest

from scorer.errors import Refusal


@pytest.fixture
def table(hall, tmp_path):
    """A table that has joined the hall."""
    with closing(hall.table(tmp_path / "pine")) as joined:
        yield joined.play(4)


def test_every_entry_is_stored_once_and_a_gap_is_asked_for(hall, table) -> None:
    receive, entries = hall.context.receiver.receive, table.store.entries(1)
    assert receive(1, entries[2:]).next == 1
    assert receive(1, entries[:2]).next == 3
    assert receive(1, entries[:2]).stored == 0
    assert receive(1, entries[1:4]).stored == 2
    assert receive(1, entries[4:]).next == 6
    assert hall.nets(1) == table.nets()


def test_another_entry_in_the_same_place_ends_it(hall, table) -> None:
    receive, entries = hall.context.receiver.receive, table.store.entries(1)
    receive(1, entries)
    with pytest.raises(Refusal, match="diverged"):
        receive(1, [replace(entries[4], who="Emi")])
    with pytest.raises(Refusal, match="diverged"):
        receive(1, entries[4:])
    assert hall.context.tables.all()[0].state == "diverged"
    assert hall.nets(1) == table.nets()


def test_an_evening_without_its_beginning_is_refused(hall, table) -> None:
    entries = [replace(entry, version=entry.version + 1) for entry in table.store.entries(1)]
    with pytest.raises(Refusal, match="bad_batch"):
        hall.context.receiver.receive(1, entries)
    assert hall.context.tables.all()[0].last == 0


def test_seasons_begin_with_the_evenings_opened_after_them(hall, table) -> None:
    table.send_all()
    hall.context.setting_store.set_setting("seasons", ["Spring"])
    table.service.close(table.change())
    table.open()
    table.play().send_all()
    with hall.database.read() as connection:
        assert connection.exec_driver_sql("SELECT season FROM evenings ORDER BY id").scalars().all() == [0, 1]
