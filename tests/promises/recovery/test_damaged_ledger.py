"""A table with a damaged ledger starts and recovers from any copy."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import create_engine

from tests.promises.recovery.damage import book_rounds, damage_ledgers, open_ledger
from tests.support.gate import first_in_gate
from web.ledger import backups
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.migrations import run_migrations
from web.ledger.store import Store


@pytest.mark.parametrize("count", first_in_gate([20, 60]))
def test_damaged_ledgers(count):
    found = damage_ledgers(count, seed=11)
    assert (found.tried, found.notices > count // 4) == (count, True)


def test_a_damaged_ledger_is_kept_under_another_name_and_rebuilt(tmp_path):
    entries = book_rounds(tmp_path, 30)
    file = tmp_path / "ledger.db"
    damaged = bytearray(file.read_bytes())
    damaged[4096:] = bytes(len(damaged) - 4096)
    file.write_bytes(damaged)
    recovered, notice = open_ledger(tmp_path)
    aside = min(tmp_path.glob("ledger.db.corrupt.*"))
    assert recovered == entries
    assert aside.name in notice
    assert "Every entry is there." in notice
    assert "PIN was lost" in notice
    assert aside.read_bytes() == damaged
    assert open_ledger(tmp_path) == (recovered, notice), "said until the next evening, whatever restarts come between"


def test_what_no_copy_has_is_listed_and_what_a_backup_has_comes_back(tmp_path):
    entries = book_rounds(tmp_path, 6)
    backups.copy(tmp_path)
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        for version in range(7, 12):
            store.append(1, version, {"kind": "settled"}, "host", f"later{version}")
    lines = (tmp_path / JOURNAL_FILE_NAME).read_bytes().splitlines(keepends=True)
    (tmp_path / JOURNAL_FILE_NAME).write_bytes(b"".join(lines[6:8] + lines[9:]))
    (tmp_path / "ledger.db").write_bytes(b"no ledger at all" * 1000)
    recovered, notice = open_ledger(tmp_path)
    assert recovered[:7] == entries
    assert [entry.version for entry in recovered] == list(range(1, 9))
    assert "Entries missing: 9–12." in notice


def test_when_no_copy_has_its_end_nobody_claims_that_every_entry_is_there(tmp_path):
    book_rounds(tmp_path, 6)
    (tmp_path / "ledger.db").write_bytes(b"no ledger at all" * 1000)
    lines = (tmp_path / JOURNAL_FILE_NAME).read_bytes().splitlines(keepends=True)
    (tmp_path / JOURNAL_FILE_NAME).write_bytes(b"".join(lines[:5]) + lines[5][:30])
    recovered, notice = open_ledger(tmp_path)
    assert len(recovered) == 5
    assert "entries after number 5 may be missing" in notice
    assert "Every entry is there" not in notice


def test_a_true_looking_change_in_the_database_is_noticed(tmp_path):
    entries = book_rounds(tmp_path, 5)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, '[3', '[9') WHERE version = 5")
    recovered, notice = open_ledger(tmp_path)
    assert recovered == entries
    assert "damaged" in notice


def test_rounds_that_vanished_from_the_database_come_back(tmp_path):
    entries = book_rounds(tmp_path, 5)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute("DELETE FROM entries WHERE version > 3")
    assert open_ledger(tmp_path) == (
        entries,
        "3 entries that the ledger had lost were brought back from its second copy.",
    )


def test_the_second_copy_catches_up_and_survives_a_cut_line(tmp_path):
    book_rounds(tmp_path, 4)
    log = tmp_path / JOURNAL_FILE_NAME
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        store.append(1, 5, {"kind": "undone"}, "host", "more")
        entries = store.entries(1)
    by_sequence = {entry.sequence: entry for entry in Journal(log).entries()}
    assert tuple(by_sequence[sequence] for sequence in range(1, 7)) == entries


def test_a_ledger_of_the_first_shape_climbs_and_is_summed(tmp_path):
    file = tmp_path / "ledger.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        run_migrations(connection)
        connection.exec_driver_sql("ALTER TABLE entries DROP COLUMN sum")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
        connection.exec_driver_sql("INSERT INTO evenings VALUES (1, '2026')")
        connection.exec_driver_sql(
            """INSERT INTO entries VALUES (1, 1, 1, 'opened', '{"kind": "opened"}', 'host', '2026', 'open')"""
        )
    engine.dispose()
    recovered, notice = open_ledger(tmp_path)
    assert (recovered[0].body, notice) == ({"kind": "opened"}, "")
    with closing(sqlite3.connect(file)) as ledger:
        assert ledger.execute("SELECT sum FROM entries").fetchall() == [(recovered[0].checksum,)]
