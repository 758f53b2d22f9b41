"""The SQLite ledger is repaired from its journal and moves to memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select

from web.ledger.engine import insert_entries, upsert_setting
from web.ledger.entry import Entry
from web.ledger.journal import Journal
from web.ledger.schema import ENTRIES, SETTINGS
from web.ledger.sqlite_file import SqliteLedger


def build_entry(sequence: int) -> Entry:
    return Entry(sequence, 1, sequence, {"kind": "x", "名": "あ"}, "", "2026", f"k{sequence}")


@contextmanager
def open_ledger(folder: Path) -> Iterator[SqliteLedger]:
    ledger = SqliteLedger(folder / "ledger.db")
    try:
        yield ledger
    finally:
        ledger.close()


def sequences(ledger: SqliteLedger) -> list[int]:
    with ledger.engine.connect() as connection:
        return list(connection.execute(select(ENTRIES.c.sequence).order_by(ENTRIES.c.sequence)).scalars())


def write_entries(ledger: SqliteLedger, *entries: Entry) -> None:
    with ledger.engine.begin() as connection:
        insert_entries(connection, entries)


def test_an_entry_that_a_power_cut_left_in_the_journal_comes_back_silently(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        write_entries(ledger, build_entry(1))
        ledger.journal.append([build_entry(1), build_entry(2)])
    with open_ledger(tmp_path) as ledger:
        assert (sequences(ledger), ledger.notice) == ([1, 2], None)
        ledger.journal.append([build_entry(3), build_entry(4)])
    with open_ledger(tmp_path) as ledger:
        assert sequences(ledger) == [1, 2, 3, 4]
        assert ledger.notice is not None
        assert ledger.notice.en.startswith("2 entries that")


def test_a_ledger_that_is_gone_is_rebuilt_and_a_journal_that_is_gone_is_written_again(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        write_entries(ledger, build_entry(1), build_entry(2))
        assert list(ledger.journal.entries()) == []
    with open_ledger(tmp_path) as ledger:
        assert list(ledger.journal.entries()) == [build_entry(1), build_entry(2)]
    (tmp_path / "ledger.db").unlink()
    with open_ledger(tmp_path) as ledger:
        assert sequences(ledger) == [1, 2]
        assert ledger.notice is not None
        assert "its file was gone" in ledger.notice.en


def test_a_ledger_moves_to_memory_and_back_with_all_it_took(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        write_entries(ledger, build_entry(1))
        ledger.journal.append([build_entry(1)])
        assert ledger.fail_over(OSError("no space"))
        assert not ledger.fail_over(OSError("again"))
        assert (ledger.is_saved, sequences(ledger)) == (False, [1])
        write_entries(ledger, build_entry(2), build_entry(3))
        with ledger.engine.begin() as connection:
            upsert_setting(connection, "pin", '"a"')
            upsert_setting(connection, "pin", '"b"')
        assert ledger.fail_back()
        assert (ledger.is_saved, sequences(ledger), ledger.notice) == (True, [1, 2, 3], None)
        with ledger.engine.connect() as connection:
            assert connection.execute(select(SETTINGS.c.value)).scalars().all() == ['"b"']
        assert list(Journal(tmp_path / "rounds.log").entries()) == [build_entry(1), build_entry(2), build_entry(3)]


def test_a_second_process_neither_repairs_nor_moves_the_ledger(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as owner, open_ledger(tmp_path) as other:
        owner.journal.append([build_entry(1)])
        assert not other.fail_over(OSError("no space"))
        assert (other.is_saved, sequences(other)) == (True, [])
        write_entries(owner, build_entry(1))
        assert sequences(other) == [1]
