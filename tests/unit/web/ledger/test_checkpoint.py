"""A start uses a checkpoint only if it fits the ledger exactly."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from web.ledger.checkpoint import CHECKPOINT_FILE_NAME, Checkpoint, read_checkpoint, write_checkpoint
from web.ledger.journal import JOURNAL_FILE_NAME
from web.ledger.store import Store

WRITTEN = Checkpoint(7, 123, 2, 3, 456, 5, {"札": [1]})


def open_store(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'ledger.db'}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ledger of two evenings with a checkpoint before its last two entries."""
    with closing(open_store(tmp_path)) as store:
        for evening in (1, 2):
            store.open_evening({"kind": "opened"}, "host", f"opened{evening}")
            for n in range(1, 5):
                store.append(evening, n, {"kind": "settled", "n": n}, "host", f"round{evening}{n}")
            if evening == 1:
                assert store.save_checkpoint(store.tip(), 4, {"kept": True})
    return tmp_path


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "x"
    assert read_checkpoint(file) is None
    write_checkpoint(file, WRITTEN)
    assert read_checkpoint(file) == WRITTEN
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_changed_byte_anywhere_makes_none(tmp_path: Path) -> None:
    file = tmp_path / "x"
    write_checkpoint(file, WRITTEN)
    whole = file.read_bytes()
    for at in range(len(whole) - 1):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert read_checkpoint(file) is None
        file.write_bytes(whole[:at])
        assert read_checkpoint(file) is None


@pytest.mark.parametrize("name", ["format", "sequence", "session"])
def test_another_version_or_shape_makes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    file = tmp_path / "x"
    changed = {"format": 99, "sequence": "7", "session": []}[name]
    real = json.dumps
    monkeypatch.setattr("web.ledger.checkpoint.json.dumps", lambda body, **how: real({**body, name: changed}, **how))
    write_checkpoint(file, WRITTEN)
    assert read_checkpoint(file) is None


def test_that_of_another_program_holds_no_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_checkpoint(tmp_path / "x", WRITTEN)
    monkeypatch.setattr("web.ledger.checkpoint.version", lambda _name: "9.9.9")
    assert read_checkpoint(tmp_path / "x") == replace(WRITTEN, session=None)


def test_a_start_after_an_upgrade_trusts_the_past(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.ledger.checkpoint.version", lambda _name: "9.9.9")
    with closing(open_store(folder)) as store:
        assert store.checkpoint is not None
        assert (store.checkpoint.sequence, store.checkpoint.session) == (5, None)


def test_a_start_trusts_it_and_reads_what_followed(folder: Path) -> None:
    with closing(open_store(folder)) as store:
        assert store.checkpoint is not None
        assert (store.checkpoint.sequence, store.checkpoint.rounds) == (5, 4)
        assert [entry.version for entry in store.entries(2, after=3)] == [4, 5]
        assert [entry.version for entry in store.entries(2, until=2)] == [1, 2]
        assert store.append(2, 5, {"kind": "undone"}, "host", "more").sequence == 11


def cut_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger, ledger:
        ledger.execute("DELETE FROM entries WHERE sequence = 10")


def change_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, '3', '4') WHERE sequence = 9")


def cut_journal(folder: Path) -> None:
    log = folder / JOURNAL_FILE_NAME
    log.write_bytes(log.read_bytes()[:-10])


def change_journal(folder: Path) -> None:
    log = folder / JOURNAL_FILE_NAME
    log.write_bytes(log.read_bytes().replace(b"round23", b"round29"))


def shift_journal(folder: Path) -> None:
    log = folder / JOURNAL_FILE_NAME
    log.write_bytes(b" " + log.read_bytes())


def assert_read_whole(folder: Path) -> None:
    """Assert that a start reads the ledger of two evenings from its beginning, and loses nothing."""
    with closing(open_store(folder)) as store:
        assert store.checkpoint is None
        assert len(store.entries(1) + store.entries(2)) == 10


@pytest.mark.parametrize("fault", [cut_database, change_database, cut_journal, change_journal, shift_journal])
def test_where_a_copy_differs_everything_is_read_and_nothing_is_lost(
    folder: Path, fault: Callable[[Path], None]
) -> None:
    fault(folder)
    assert_read_whole(folder)
    assert not (folder / CHECKPOINT_FILE_NAME).exists()


def test_another_ledger_in_its_place_is_read_whole(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    with closing(open_store(other)) as store:
        store.open_evening({"kind": "opened"}, "host", "another")
    for name in ("ledger.db", JOURNAL_FILE_NAME):
        (folder / name).write_bytes((other / name).read_bytes())
    with closing(open_store(folder)) as store:
        assert store.checkpoint is None
        assert len(store.entries(1)) == 1


@pytest.fixture
def unread(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same ledger without a checkpoint, of which a start does not read the first evening."""
    monkeypatch.setattr("web.ledger.checkpoint._SHORT_BYTES", 0)
    (folder / CHECKPOINT_FILE_NAME).unlink()
    return folder


@pytest.mark.parametrize("content", [None, b"", b"0000000 {}"])
def test_without_one_the_evening_under_way_is_read_and_the_past_is_checked_later(
    unread: Path, content: bytes | None
) -> None:
    if content is not None:
        (unread / CHECKPOINT_FILE_NAME).write_bytes(content)
    with closing(open_store(unread)) as store:
        found = store.checkpoint
        assert found is not None
        assert (found.sequence, found.evening, found.version, found.rounds, found.session) == (5, 1, 5, 4, None)
        assert store.is_past_intact(threading.Event())
        assert store.append(2, 5, {"kind": "undone"}, "host", "more").sequence == 11


@pytest.mark.parametrize("fault", [cut_database, change_database, cut_journal, change_journal])
def test_without_one_everything_is_read_where_the_copies_of_the_evening_differ(
    unread: Path, fault: Callable[[Path], None]
) -> None:
    fault(unread)
    assert_read_whole(unread)


def test_damage_in_a_past_that_no_start_has_read_is_found_beside_the_play(unread: Path) -> None:
    with closing(sqlite3.connect(unread / "ledger.db")) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, '2', '7') WHERE sequence = 3")
    with closing(open_store(unread)) as store:
        assert store.checkpoint is not None
        assert [store.is_sound(evening) for evening in (1, 2)] == [False, True]
        assert not store.is_past_intact(threading.Event())
        store.repair()
        assert store.is_sound(1)
        assert store.notice is not None


def test_a_short_past_is_read_at_once(folder: Path) -> None:
    (folder / CHECKPOINT_FILE_NAME).unlink()
    with closing(open_store(folder)) as store:
        assert store.checkpoint is None


def test_nothing_is_taken_on_trust_of_a_file_that_others_made(unread: Path) -> None:
    with closing(sqlite3.connect(unread / "ledger.db")) as ledger, ledger:
        ledger.execute("CREATE TRIGGER more AFTER INSERT ON entries BEGIN DELETE FROM settings; END")
    with closing(open_store(unread)) as store:
        assert store.checkpoint is None
        assert store.notice is not None
        assert len(store.entries(1) + store.entries(2)) == 10


def test_an_only_evening_has_no_past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.ledger.checkpoint._SHORT_BYTES", 0)
    with closing(open_store(tmp_path)) as store:
        store.open_evening({"kind": "opened"}, "host", "opened")
    with closing(open_store(tmp_path)) as store:
        assert store.checkpoint is None
        assert len(store.entries(1)) == 1
