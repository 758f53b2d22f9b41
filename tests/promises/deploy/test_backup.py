"""deploy/backup.py: copies of a ledger in use, and their restoration."""

from __future__ import annotations

import os
import runpy
import sqlite3
import time
from pathlib import Path

import pytest

BACKUP = runpy.run_path(str(Path(__file__).parents[3] / "deploy/backup.py"))
copy, restore, main = BACKUP["copy"], BACKUP["restore"], BACKUP["main"]


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """A data folder with a ledger of 300 rows."""
    connection = open_ledger(tmp_path)
    with connection:
        connection.execute("CREATE TABLE entries (body TEXT)")
        connection.executemany("INSERT INTO entries VALUES (?)", [("x" * 300,)] * 300)
    connection.close()
    return tmp_path


def open_ledger(data_folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(data_folder / "ledger.db")
    connection.execute("PRAGMA journal_mode=WAL")
    return connection


def count_rounds(file: Path) -> int:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    connection.close()
    return int(found)


def test_a_ledger_in_use_is_copied_with_its_last_round(data_folder: Path) -> None:
    connection = open_ledger(data_folder)
    with connection:
        connection.execute("INSERT INTO entries VALUES ('the last round')")
    target = copy(data_folder)  # the round is still in the write-ahead log
    assert count_rounds(target) == 301
    assert target.parent == data_folder / "backups"
    assert target.stat().st_mode & 0o077 == 0 or os.umask(os.umask(0)) != 0o077
    connection.close()


def test_the_newest_seven_stay_even_when_the_clock_goes_back(data_folder: Path) -> None:
    folder = data_folder / "backups"
    folder.mkdir()
    for day in range(1, 10):
        file = folder / f"ledger-2099010{day}T000000.db"
        file.write_bytes(b"x")
        os.utime(file, (time.time() + day, time.time() + day))
    target = copy(data_folder)
    left = {file.name for file in folder.iterdir()}
    assert len(left) == 7
    assert target.name in left
    assert "ledger-20990103T000000.db" not in left
    assert "ledger-20990104T000000.db" in left


def test_a_damaged_ledger_is_refused_and_drops_no_copy(data_folder: Path) -> None:
    good = copy(data_folder)
    whole = (data_folder / "ledger.db").read_bytes()
    (data_folder / "ledger.db").write_bytes(whole[:6000] + b"\xff" * 30_000 + whole[36_000:])
    with pytest.raises(SystemExit):
        main(["copy", str(data_folder)])
    assert list((data_folder / "backups").glob("*.db")) == [good]
    kept = restore(data_folder, good)
    assert count_rounds(data_folder / "ledger.db") == 300
    assert b"\xff" * 30_000 in (kept / "ledger.db").read_bytes()


def test_restoring_sets_the_log_of_the_old_ledger_aside(data_folder: Path) -> None:
    good = copy(data_folder)
    connection = open_ledger(data_folder)
    with connection:
        connection.execute("INSERT INTO entries VALUES ('later')")
    kept = restore(data_folder, good)
    connection.close()
    assert count_rounds(data_folder / "ledger.db") == 300
    assert not (data_folder / "ledger.db-wal").exists()
    assert (kept / "ledger.db").exists()
    assert restore(data_folder, good) != kept, "twice in a second, and both are kept"


def test_a_damaged_copy_is_not_restored(data_folder: Path) -> None:
    bad = data_folder / "bad.db"
    bad.write_bytes(b"nothing of the kind" * 100)
    for words in (
        ["restore", str(data_folder), str(bad)],
        ["restore", str(data_folder), str(data_folder / "none.db")],
        ["what"],
    ):
        with pytest.raises(SystemExit):
            main(words)
    assert count_rounds(data_folder / "ledger.db") == 300
    assert not list(data_folder.glob("ledger-before-*"))
