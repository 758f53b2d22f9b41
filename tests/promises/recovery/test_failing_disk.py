"""On a failing disk play goes on in memory, and is saved later."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from scorer.errors import Refusal
from tests.promises.recovery.damage import book_rounds, open_ledger
from tests.support import failing_disk
from tests.support.gate import first_in_gate
from tests.support.table import NAMES
from web.ledger import backups
from web.ledger.journal import JOURNAL_FILE_NAME
from web.ledger.store import Store
from web.session.maintenance import LedgerMaintenance

ERRORS = [errno.ENOSPC, errno.EIO, errno.EROFS]
each_error = pytest.mark.parametrize("error", first_in_gate(ERRORS), ids=errno.errorcode.get)
MOST_STEPS = 200

pytestmark = pytest.mark.skipif(
    not failing_disk.is_supported(), reason="this SQLite lets nobody replace its system calls"
)


@pytest.fixture
def tmp_path():
    """A folder on a disk. Other tests may write to /dev/shm, which the ledger takes for memory that never fails."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@pytest.mark.parametrize("lasts", [1, 1 << 30], ids=["once", "for good"])
@each_error
def test_whatever_step_of_a_settlement_fails_it_is_acknowledged_and_saved_later(tmp_path, monkeypatch, error, lasts):
    book_rounds(tmp_path, 3)
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    in_memory, version = 0, 4
    with failing_disk.failing_writes(monkeypatch) as disk:
        for step in range(1, MOST_STEPS):
            with closing(Store(url)) as store:
                disk.fail(step, error, lasts)
                entry = store.append(1, version, {"kind": "settled", "step": step}, "host", f"step{step}")
                reached = disk.requests >= step
                in_memory += not store.is_saved
                assert store.entries(1)[-1] == entry
                assert store.find_by_key(f"step{step}") == entry
                disk.mend()
                assert store.fail_back()
                assert store.is_saved
                assert store.entries(1)[-1] == entry
            version += 1
            entries, notice = open_ledger(tmp_path)
            assert [one.version for one in entries] == list(range(1, version + 1))
            assert (entries[-1], notice) == (entry, "")
            if not reached:
                break
    assert in_memory > 3
    assert step < MOST_STEPS - 1, "the last step of all was reached"
    assert not list(tmp_path.glob("*.corrupt.*"))


@each_error
def test_whatever_step_of_the_start_fails_it_starts_with_everything(tmp_path, monkeypatch, error):
    entries = book_rounds(tmp_path, 3)
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with failing_disk.failing_writes(monkeypatch) as disk:
        for step in range(1, MOST_STEPS):
            disk.fail(step, error)
            with closing(Store(url)) as store:
                reached = disk.requests >= step
                assert store.entries(1) == entries
                assert store.get_setting("pin") == {"number": 1, "hash": "x"}
                disk.mend()
                assert store.fail_back()
            assert open_ledger(tmp_path) == (entries, "")
            if not reached:
                break
    assert 1 < step < MOST_STEPS - 1


def test_an_evening_of_writes_on_a_disk_that_comes_and_goes(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with failing_disk.failing_writes(monkeypatch) as disk, closing(Store(url)) as store:
        acknowledged = [store.open_evening({"kind": "opened"}, "host", "open")]
        for n in range(1, 60):
            if n % 7 == 3:
                disk.fail(n % 5 + 1, ERRORS[n % 3])
            if n % 7 == 6:
                disk.mend()
            acknowledged.append(store.append(1, n, {"kind": "settled", "n": n}, "host", f"round{n}"))
            store.set_setting("n", n)
        disk.mend()
        assert store.fail_back()
        assert store.entries(1) == tuple(acknowledged)
        assert store.get_setting("n") == 59
    assert open_ledger(tmp_path) == (tuple(acknowledged), "")


def test_of_two_who_saw_the_same_one_is_stale_in_memory_too(tmp_path, monkeypatch):
    book_rounds(tmp_path, 1)
    with (
        failing_disk.failing_writes(monkeypatch) as disk,
        closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store,
    ):
        disk.fail(1, errno.ENOSPC)
        store.append(1, 2, {"kind": "settled"}, "host", "one")
        assert not store.is_saved
        with pytest.raises(Refusal, match="stale"):
            store.append(1, 2, {"kind": "settled"}, "host", "two")
        disk.mend()


def test_the_phones_are_told_in_red_until_it_is_saved(app, host, store, monkeypatch):
    host.open()
    maintenance = app.extensions["fudayomi"].maintenance
    with failing_disk.failing_writes(monkeypatch) as disk:
        disk.fail(1, errno.ENOSPC)
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
        snap = host.snapshot
        assert snap["saved"] is False
        assert "memory only" in snap["says"]["en"]
        assert len(snap["evening"]["rounds"]) == 1
        assert host.get("/evening.json").status_code == 200
        disk.mend()
        maintenance.tick()
        assert host.snapshot["saved"] is True
        assert host.snapshot["says"] is None
        assert len(host.snapshot["evening"]["rounds"]) == 1


TINY = """
import json, os, sys
from pathlib import Path
from web.ledger.store import Store
folder = Path(sys.argv[1])
store = Store(f"sqlite:///{folder}/ledger.db")
store.open_evening({"kind": "opened"}, "host", "open")
was_saved = []
def book(n):
    store.append(1, len(was_saved) + 1, {"kind": "settled", "n": n, "long": "x" * 500}, "host", f"round{n}")
    was_saved.append(store.is_saved)
for n in range(5):
    book(n)
hog = folder / "hog"
out = os.open(hog, os.O_CREAT | os.O_WRONLY)
try:
    while True:
        os.write(out, bytes(1024))
except OSError:
    os.close(out)
for n in range(5, 40):
    book(n)
hog.unlink()
for n in range(40, 45):
    book(n)
store.close()
assert not os.system(f"mount -o remount,ro {folder}")
store = Store(f"sqlite:///{folder}/ledger.db")
for n in range(45, 50):
    book(n)
assert not os.system(f"mount -o remount,rw {folder}")
for n in range(50, 55):
    book(n)
store.close()
again = Store(f"sqlite:///{folder}/ledger.db")
print(json.dumps([was_saved, [e.body.get("n") for e in again.entries(1)], again.notice is None]))
"""


def can_mount() -> bool:
    return not subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode


@pytest.mark.skipif(not shutil.which("unshare") or not can_mount(), reason="this machine lets nobody mount")
def test_a_real_disk_fills_is_freed_turns_read_only_and_back(tmp_path):
    script = 'mount -t tmpfs -o size=4m none "$1" && exec "$2" -c "$3" "$1"'
    out = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", str(tmp_path), sys.executable, TINY],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    was_saved, rounds, quiet = json.loads(out.stdout)
    assert rounds == [None, *range(55)]
    assert quiet
    assert all(was_saved[:5])
    assert not all(was_saved[5:40])
    assert all(was_saved[40:45])
    assert not any(was_saved[45:50])
    assert all(was_saved[50:])


Usage = namedtuple("Usage", "free")


def test_a_nearly_full_disk_loses_old_copies_first_and_the_ledger_last(app, host, store, monkeypatch):
    table = app.extensions["fudayomi"]
    data = store.file.parent
    (data / backups.BACKUP_DIR_NAME).mkdir()
    for day in range(4):
        file = data / backups.BACKUP_DIR_NAME / f"ledger-2026010{day}T000000.db"
        file.write_bytes(b"x")
        os.utime(file, (day, day))
    monkeypatch.setattr(backups.shutil, "disk_usage", lambda _: Usage(backups.MIN_FREE_BYTES - 1))
    picture = data / "decks/mine.corrected/h01-1~1.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"x")
    table.maintenance.tick()
    assert not picture.exists()
    assert [file.name for file in (data / backups.BACKUP_DIR_NAME).iterdir()] == ["ledger-20260103T000000.db"]
    assert "nearly full" in host.snapshot["says"]["en"]
    host.open()
    assert host.change("/api/close").status_code == 200
    table.maintenance.tick()
    assert len(list((data / backups.BACKUP_DIR_NAME).iterdir())) == 1, "no copy is made"
    assert host.snapshot["saved"] is True, "the ledger itself is written"


def test_a_copy_is_made_after_each_evening_and_seven_stay(app, host, store, monkeypatch):
    now = [0.0]
    table = app.extensions["fudayomi"]
    maintenance = LedgerMaintenance(store, table.service, lambda: now[0])
    folder = store.file.parent / backups.BACKUP_DIR_NAME
    names = iter(f"2026-01-{day:02}" for day in range(1, 30))
    real = backups.datetime

    class Days:
        @staticmethod
        def now(zone: object) -> object:
            return real.fromisoformat(next(names))

    monkeypatch.setattr(backups, "datetime", Days)
    for evening in range(9):
        host.open()
        maintenance.tick()
        made = len(list(folder.glob("*.db"))) if folder.exists() else 0
        assert host.change("/api/close").status_code == 200
        maintenance.tick()
        maintenance.tick()
        assert len(list(folder.glob("*.db"))) == min(made + 1, 7), evening
    newest = max(folder.glob("*.db"))
    assert backups.is_intact(newest)
    assert newest.stat().st_mode & 0o022 == 0


def test_a_lost_ledger_comes_back_from_its_copies_with_the_pin(tmp_path):
    entries = book_rounds(tmp_path, 4)
    backups.copy(tmp_path)
    for file in (*tmp_path.glob("ledger.db*"), tmp_path / JOURNAL_FILE_NAME):
        file.unlink()
    recovered, notice = open_ledger(tmp_path)
    assert recovered == entries
    assert "was gone" in notice
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        assert store.get_setting("pin") == {"number": 1, "hash": "x"}
        store.open_evening({"kind": "opened", "names": NAMES}, "host", "next")
        assert store.notice is None, "told until the next evening"
    assert open_ledger(tmp_path) == (entries, "")


def test_an_evening_that_cannot_be_followed_does_not_stop_the_start(store, scanner):
    from web.app import create_app  # noqa: PLC0415
    from web.config import Settings  # noqa: PLC0415

    store.open_evening({"kind": "settled", "odd": 1}, "host", "odd-one")
    app = create_app(store, scanner, Settings())
    snap = app.test_client().get("/api/session").json
    assert snap["evening"] is None
    assert "cannot be read and was closed" in snap["says"]["en"]
