"""Entries not read at the start are verified later, and rebuilt."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.promises.recovery.damage import book_rounds
from web.ledger import verification
from web.ledger.journal import JOURNAL_FILE_NAME
from web.ledger.store import Store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of 21 entries with a checkpoint at its end, read four at a time."""
    monkeypatch.setattr(verification, "BATCH", 4)
    monkeypatch.setattr(verification.is_past_intact, "__defaults__", (0.0,))
    book_rounds(tmp_path, 20)
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        assert store.save_checkpoint(store.tip(), 20, None)
    return tmp_path


def open_store(folder: Path) -> Store:
    store = Store(f"sqlite:///{folder / 'ledger.db'}")
    assert store.checkpoint is not None
    return store


def change_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, '[3', '[9') WHERE version = 5")


def change_journal(folder: Path) -> None:
    log = folder / JOURNAL_FILE_NAME
    log.write_bytes(log.read_bytes().replace(b"round7", b"round6"))


def test_a_sound_past_is_sound(folder: Path) -> None:
    with closing(open_store(folder)) as store:
        assert store.is_past_intact(threading.Event())
        store.append(1, 21, {"kind": "undone"}, "host", "beside")
        assert store.is_past_intact(threading.Event())


@pytest.mark.parametrize("fault", [change_database, change_journal])
def test_damage_is_found_and_repaired_while_it_is_open(folder: Path, fault: object) -> None:
    assert callable(fault)
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        before = store.entries(1)
    fault(folder)
    with closing(open_store(folder)) as store:
        assert not store.is_past_intact(threading.Event())
        store.repair()
        assert store.entries(1) == before
        assert store.is_past_intact(threading.Event())
        assert bool(store.notice) == (fault is change_database)


def test_it_ends_when_it_is_told_to(folder: Path) -> None:
    change_database(folder)
    stop = threading.Event()
    stop.set()
    with closing(open_store(folder)) as store:
        assert store.is_past_intact(stop)
