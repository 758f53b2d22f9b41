"""Backups: copied whole, the oldest deleted, restored or refused."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from web.ledger import backups


def write_database(file: Path, value: int, more: str = "") -> Path:
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as ledger:
        ledger.executescript(f"CREATE TABLE stones (held); {more}")
        with ledger:
            ledger.execute("INSERT INTO stones VALUES (?)", (value,))
    return file


def read_value(file: Path) -> int:
    with closing(sqlite3.connect(file)) as ledger:
        return int(ledger.execute("SELECT held FROM stones").fetchone()[0])


def test_a_copy_holds_what_the_ledger_held_and_can_be_restored(tmp_path: Path) -> None:
    ledger = write_database(tmp_path / "ledger.db", 30)
    copy = backups.copy(tmp_path)
    assert read_value(copy) == 30
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    write_database(ledger, 7)
    (tmp_path / "ledger.db-wal").write_bytes(b"old log")
    replaced = backups.restore(tmp_path, copy)
    assert (read_value(ledger), (tmp_path / "ledger.db-wal").exists()) == (30, False)
    assert (replaced / "ledger.db-wal").read_bytes() == b"old log"
    (replaced / "ledger.db-wal").unlink()
    assert read_value(replaced / "ledger.db") == 7


def test_the_newest_stay_by_time_of_writing_and_the_one_just_made_always(tmp_path: Path) -> None:
    folder = tmp_path / backups.BACKUP_DIR_NAME
    folder.mkdir()
    files = [folder / f"ledger-{name}.db" for name in ("1970", "2030", "2026")]
    for age, file in enumerate((*files, folder / "notes.txt")):
        file.touch()
        os.utime(file, (age, age))
    backups.prune(tmp_path, 2, files[0])
    assert {file.name for file in folder.iterdir()} == {"ledger-1970.db", "ledger-2026.db", "notes.txt"}
    backups.prune(tmp_path)
    assert {file.name for file in folder.iterdir()} == {"ledger-2026.db", "notes.txt"}


def test_a_damaged_ledger_is_not_copied_and_pushes_no_copy_out(tmp_path: Path) -> None:
    write_database(tmp_path / "ledger.db", 30)
    copy = backups.copy(tmp_path)
    (tmp_path / "ledger.db").write_bytes(b"no database at all")
    with pytest.raises(OSError, match="cannot be copied"):
        backups.copy(tmp_path)
    assert list(copy.parent.iterdir()) == [copy]


def test_a_file_with_code_in_it_is_not_restored(tmp_path: Path) -> None:
    ledger = write_database(tmp_path / "ledger.db", 30)
    hostile = write_database(tmp_path / "gift.db", 99, "CREATE VIEW more AS SELECT 1;")
    assert backups.is_intact(ledger)
    assert not backups.is_intact(hostile)
    assert not backups.is_intact(tmp_path / "missing.db")
    with pytest.raises(OSError, match="nothing was changed"):
        backups.restore(tmp_path, hostile)
    assert read_value(ledger) == 30
    assert not list(tmp_path.glob("ledger-before-*"))


def test_the_disk_is_full_when_less_than_the_reserve_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "MIN_FREE_BYTES", 0)
    assert not backups.is_disk_nearly_full(tmp_path)
    monkeypatch.setattr(backups, "MIN_FREE_BYTES", 1 << 62)
    assert backups.is_disk_nearly_full(tmp_path)
    assert not backups.is_disk_nearly_full(tmp_path / "away")
