"""Tampered ledgers and backups run nothing and add no foreign entry."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.promises.recovery.damage import book_rounds, open_ledger
from web.ledger import backups
from web.ledger.journal import JOURNAL_FILE_NAME

TRAPS = {
    "a trigger": "CREATE TRIGGER trap AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
    "a view": "CREATE VIEW trap AS SELECT load_extension('evil')",
    "another table": "CREATE TABLE sessions (x)",
    "a virtual table": "CREATE VIRTUAL TABLE trap USING fts5(x)",
    "a view in place of the settings": "ALTER TABLE settings RENAME TO old; CREATE VIEW settings AS SELECT * FROM old",
}


def add_trap(file, trap: str) -> None:
    with closing(sqlite3.connect(file)) as ledger:
        ledger.executescript(trap)


@pytest.mark.parametrize("trap", TRAPS)
def test_a_ledger_with_a_trap_is_put_aside_and_its_entries_kept(tmp_path, trap):
    entries = book_rounds(tmp_path, 5)
    add_trap(tmp_path / "ledger.db", TRAPS[trap])
    recovered, notice = open_ledger(tmp_path)
    assert recovered == entries
    assert "rebuilt" in notice
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger:
        names = {name for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type != 'index'")}
    assert names == {"alembic_version", "entries", "evenings", "settings"}


@pytest.mark.parametrize("trap", ["a trigger", "a view", "a view in place of the settings"])
def test_a_copy_with_a_trap_is_not_put_back(tmp_path, trap):
    book_rounds(tmp_path, 2)
    copy = backups.copy(tmp_path)
    add_trap(copy, TRAPS[trap])
    with pytest.raises(OSError, match="no ledger"):
        backups.restore(tmp_path, copy)
    assert not list(tmp_path.glob("ledger-before-*"))


def test_rows_nobody_summed_are_not_believed(tmp_path):
    entries = book_rounds(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger, ledger:
        ledger.execute(
            "INSERT INTO entries VALUES (99, 1, 5, 'settled', '{\"kind\": \"settled\"}', 'me', '2026', 'forged-key', 7)"
        )
    recovered, _said = open_ledger(tmp_path)
    assert recovered == entries


def test_a_forged_line_of_the_second_copy_is_passed_over(tmp_path):
    entries = book_rounds(tmp_path, 3)
    log = tmp_path / JOURNAL_FILE_NAME
    forged = log.read_text().splitlines()[2].replace('"n": 1', '"n": 9')
    log.write_text(log.read_text() + forged + "\n" + "[" * 100_000 + "\n" + '{"sequence": "x", "sum": 1}\n')
    shutil.rmtree(tmp_path / backups.BACKUP_DIR_NAME, ignore_errors=True)
    assert open_ledger(tmp_path) == (entries, "")
