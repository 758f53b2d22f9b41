"""deploy/backup.py: copies of a ledger in use, and the way back."""

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
def data(tmp_path: Path) -> Path:
    connection = open_ledger(tmp_path)
    with connection:
        connection.execute("CREATE TABLE entries (body TEXT)")
        connection.executemany("INSERT INTO entries VALUES (?)", [("x" * 300,)] * 300)
    connection.close()
    return tmp_path


def open_ledger(data: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(data / "ledger.db")
    connection.execute("PRAGMA journal_mode=WAL")
    return connection


def count(file: Path) -> int:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    connection.close()
    return int(found)


def test_a_ledger_in_use_is_copied_with_its_last_round(data: Path) -> None:
    connection = open_ledger(data)
    with connection:
        connection.execute("INSERT INTO entries VALUES ('the last round')")
    target = copy(data)  # the round is still in the write-ahead log
    assert count(target) == 301
    assert target.parent == data / "backups"
    assert target.stat().st_mode & 0o077 == 0 or os.umask(os.umask(0)) != 0o077
    connection.close()


def test_the_newest_seven_stay_even_when_the_clock_goes_back(data: Path) -> None:
    folder = data / "backups"
    folder.mkdir()
    for day in range(1, 10):
        file = folder / f"ledger-2099010{day}T000000.db"
        file.write_bytes(b"x")
        os.utime(file, (time.time() + day, time.time() + day))
    target = copy(data)
    left = {file.name for file in folder.iterdir()}
    assert len(left) == 7
    assert target.name in left
    assert "ledger-20990103T000000.db" not in left
    assert "ledger-20990104T000000.db" in left


def test_a_damaged_ledger_is_refused_and_drops_no_copy(data: Path) -> None:
    good = copy(data)
    whole = (data / "ledger.db").read_bytes()
    (data / "ledger.db").write_bytes(whole[:6000] + b"\xff" * 30_000 + whole[36_000:])
    with pytest.raises(SystemExit):
        main(["copy", str(data)])
    assert list((data / "backups").glob("*.db")) == [good]
    kept = restore(data, good)
    assert count(data / "ledger.db") == 300
    assert b"\xff" * 30_000 in (kept / "ledger.db").read_bytes()


def test_restoring_sets_the_log_of_the_old_ledger_aside(data: Path) -> None:
    good = copy(data)
    connection = open_ledger(data)
    with connection:
        connection.execute("INSERT INTO entries VALUES ('later')")
    kept = restore(data, good)
    connection.close()
    assert count(data / "ledger.db") == 300
    assert not (data / "ledger.db-wal").exists()
    assert (kept / "ledger.db").exists()
    assert restore(data, good) != kept, "twice in a second, and both are kept"


def test_a_damaged_copy_is_not_restored(data: Path) -> None:
    bad = data / "bad.db"
    bad.write_bytes(b"nothing of the kind" * 100)
    for words in (["restore", str(data), str(bad)], ["restore", str(data), str(data / "none.db")], ["what"]):
        with pytest.raises(SystemExit):
            main(words)
    assert count(data / "ledger.db") == 300
    assert not list(data.glob("ledger-before-*"))
