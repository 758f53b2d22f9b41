"""The session after a restart is the same, with or without checkpoint."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.table import NAMES, Phone
from web.app import create_app
from web.config import Settings
from web.ledger.checkpoint import CHECKPOINT_FILE_NAME
from web.ledger.folds.fold_cache import FOLDS_FILE_NAME
from web.ledger.store import Store
from web.session.history import summarize_evening
from web.session.maintenance import CHECKPOINT_ENTRIES
from web.session.service import SessionService

PATHS = ("/api/session", "/api/history", "/api/tally", "/evening.csv", "/evening.txt", "/evening.json", "/api/rounds/3")


def fetch_pages(phone: Phone) -> list[str]:
    return [phone.get(path).text for path in PATHS]


@pytest.fixture
def host_after_rounds(host: Phone) -> Phone:
    """An evening of twenty rounds, some undone, redone and corrected, in two games."""
    host.open(options={"length": "last_standing"})
    for _ in range(20):
        assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    host.change("/api/undo")
    host.change("/api/undo")
    host.change("/api/redo")
    host.change("/api/rounds/9/reopen")
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    return host


def test_a_restart_from_the_checkpoint_answers_as_before(
    host_after_rounds: Phone, store: Store, tmp_path: Path, scanner
) -> None:
    before = fetch_pages(host_after_rounds)
    host_after_rounds.client.application.extensions["fudayomi"].service.save_checkpoint()
    assert fetch_pages(host_after_rounds) == before, "dropped from memory, loaded again"
    store.close()
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as again:
        assert again.checkpoint is not None
        app = create_app(again, scanner, Settings("synthetic", 8000, frozenset({"fudayomi.local"}), tmp_path))
        phone = Phone(app.test_client()).grant_host()
        service = app.extensions["fudayomi"].service
        assert service.booked_rounds == again.count_entries("settled")
        assert fetch_pages(phone)[1:] == before[1:], "a state also counts people anew"
        assert phone.change("/api/undo").status_code == 200
        assert phone.change("/api/rounds/5/reopen").status_code == 200
        assert phone.change("/api/rounds", answers=phone.answers()).status_code == 200
        assert phone.change("/api/game", game="tokotoko", players=NAMES).status_code == 200
        pages = fetch_pages(phone)
    (tmp_path / CHECKPOINT_FILE_NAME).unlink()
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as again:
        app = create_app(again, scanner, Settings("synthetic", 8000, frozenset({"fudayomi.local"}), tmp_path))
        assert fetch_pages(Phone(app.test_client()).grant_host())[1:] == pages[1:]


def test_a_missing_or_damaged_cache_of_folds_changes_nothing(
    host_after_rounds: Phone, store: Store, tmp_path: Path
) -> None:
    service = host_after_rounds.client.application.extensions["fudayomi"].service
    expected = service.session
    service.save_checkpoint()
    store.close()
    file = tmp_path / FOLDS_FILE_NAME
    for content in (file.read_bytes(), file.read_bytes()[: file.stat().st_size // 2], b"", None):
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as again:
            assert again.checkpoint is not None
            session = SessionService(again, lambda: None).session
            assert session is not None
            assert summarize_evening(session) == summarize_evening(expected)
            assert session == expected


def test_a_missing_or_foreign_checkpoint_changes_nothing(
    host_after_rounds: Phone, store: Store, tmp_path: Path
) -> None:
    service = host_after_rounds.client.application.extensions["fudayomi"].service
    service.save_checkpoint()
    expected, file = service.session, tmp_path / CHECKPOINT_FILE_NAME
    whole = file.read_bytes()
    store.close()
    for content in (None, b"", whole[: len(whole) // 2], whole):
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
        with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as again:
            assert (again.checkpoint is not None) == (content == whole)
            assert SessionService(again, lambda: None).session == expected


def test_the_table_keeps_a_checkpoint_and_checks_its_past(
    host_after_rounds: Phone, store: Store, tmp_path: Path
) -> None:
    ctx = host_after_rounds.client.application.extensions["fudayomi"]
    file = tmp_path / CHECKPOINT_FILE_NAME
    ctx.maintenance.tick()
    first = file.read_bytes()
    host_after_rounds.change("/api/undo")
    ctx.maintenance.tick()
    assert file.read_bytes() == first, f"written again after {CHECKPOINT_ENTRIES} entries"
    ctx.maintenance.close()
    assert file.read_bytes() != first
    assert "ledger-check" not in {thread.name for thread in threading.enumerate()}


def test_damage_found_beside_the_play_is_repaired_and_play_goes_on(
    host_after_rounds: Phone, store: Store, tmp_path: Path
) -> None:
    ctx = host_after_rounds.client.application.extensions["fudayomi"]
    before = fetch_pages(host_after_rounds)
    ctx.service.repair_ledger()
    assert fetch_pages(host_after_rounds) == before
    assert host_after_rounds.change("/api/undo").status_code == 200
