"""A backup is looked at whole before anything is exchanged."""

from __future__ import annotations

import threading

import pytest

from scorer.errors import Refusal
from web.archive.ledger_file import write_ledger_file
from web.ledger.exchange.arrival import INCOMING_DIR_NAME
from web.request import ledger_restore
from web.request.ledger_restore import restore_ledger


@pytest.fixture
def content(host, store) -> bytes:
    host.open()
    host.change("/api/rounds", answers=host.answers())
    return write_ledger_file(store)


@pytest.fixture
def ctx(app):
    with app.test_request_context():
        yield app.extensions["fudayomi"]


def test_what_followed_the_backup_is_gone_and_kept_beside_it(host, store, content, ctx, tmp_path) -> None:
    host.change("/api/rounds", answers=host.answers())
    ctx.archive._unreadable.add(1)
    restore_ledger(ctx, content)
    assert ctx.archive.unreadable() == []
    assert ctx.service.version == store.last_sequence() == 2
    assert list(tmp_path.glob("ledger.db.before.*"))
    assert list(tmp_path.glob("rounds.log.before.*"))


@pytest.mark.parametrize("page", ["describe_rounds", "result_text", "csv_rows", "build_history", "encode_snapshot"])
def test_a_page_that_cannot_be_made_names_the_evening(host, store, content, ctx, tmp_path, monkeypatch, page) -> None:
    def fail(*_: object, **__: object) -> None:
        raise IndexError("a foreign fault")

    host.change("/api/rounds", answers=host.answers())
    monkeypatch.setattr(ledger_restore, page, fail)
    with pytest.raises(Refusal, match="Nothing was restored: evening 1 cannot be shown"):
        restore_ledger(ctx, content)
    assert store.last_sequence() == 3
    assert not (tmp_path / INCOMING_DIR_NAME).exists()


def test_a_full_disk_changes_nothing(store, content, ctx, tmp_path, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(ledger_restore, "write_incoming", fail)
    with pytest.raises(Refusal, match="The ledger is as it was"):
        restore_ledger(ctx, content)
    assert store.last_sequence() == 2


def test_two_hosts_do_not_restore_at_once(content, ctx, monkeypatch) -> None:
    def restore_too(*given: object) -> None:
        with pytest.raises(Refusal, match="restore_running"):
            restore_ledger(ctx, content)
        written(*given)

    written = ledger_restore._require_presentable
    monkeypatch.setattr(ledger_restore, "_require_presentable", restore_too)
    restore_ledger(ctx, content)


def test_phones_that_read_meanwhile_see_the_old_ledger_or_the_new(host, store, content, ctx) -> None:
    """Nobody meets a ledger without tables, which would move the table to memory."""
    host.change("/api/rounds", answers=host.answers())
    stop, seen = threading.Event(), set()

    def read() -> None:
        while not stop.is_set():
            seen.add(store.last_sequence())

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(3):
            restore_ledger(ctx, content)
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    assert seen <= {2, 3}
    assert store.is_saved
    assert store.notice is not None
    assert "was restored" in store.notice.en
