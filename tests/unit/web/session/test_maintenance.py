"""The ledger is maintained by the clock and copied after an evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.session.events import EveningOpened
from web.ledger import backups, notices
from web.session import maintenance
from web.session.maintenance import LedgerMaintenance
from web.session.service import Change, SessionService


class Clock:
    now = 500.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(store) -> SessionService:
    service = SessionService(store, lambda: None)
    service.open_evening(EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi")), Change(0, "key-0001", "Aki"))
    return service


@pytest.fixture
def ledger_maintenance(store, service, clock, monkeypatch: pytest.MonkeyPatch) -> LedgerMaintenance:
    monkeypatch.setattr(notices, "clock_notice", lambda _: None)
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: False)
    return LedgerMaintenance(store, service, clock)


def list_backups(folder: Path) -> list[Path]:
    return sorted((folder / backups.BACKUP_DIR_NAME).glob("*.db"))


def test_an_evening_that_ends_is_copied_once(ledger_maintenance, service, tmp_path: Path) -> None:
    ledger_maintenance.tick()
    assert list_backups(tmp_path) == []
    service.close(Change(1, "key-0002", "Aki"))
    ledger_maintenance.tick()
    (copy,) = list_backups(tmp_path)
    assert backups.is_intact(copy)
    copy.unlink()
    ledger_maintenance.tick()
    assert list_backups(tmp_path) == []


def test_the_next_evening_ends_the_one_before(ledger_maintenance, service, tmp_path: Path) -> None:
    service.open_evening(EveningOpened("otoroku", "hanafuda", {}, ("Jun", "Rin")), Change(1, "key-0002", "Jun"))
    ledger_maintenance.tick()
    assert len(list_backups(tmp_path)) == 1


def test_a_full_disk_is_told_cleared_and_gets_no_copy(
    ledger_maintenance, service, clock, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: True)
    (tmp_path / backups.BACKUP_DIR_NAME).mkdir()
    for name in ("ledger-1.db", "ledger-2.db"):
        (tmp_path / backups.BACKUP_DIR_NAME / name).touch()
    service.close(Change(1, "key-0002", "Aki"))
    ledger_maintenance.tick()
    assert ledger_maintenance.notices == (notices.DISK_NEARLY_FULL,)
    assert len(list_backups(tmp_path)) == 1
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: False)
    clock.now += 9.9
    ledger_maintenance.tick()
    assert ledger_maintenance.notices == (notices.DISK_NEARLY_FULL,)
    clock.now += 0.1
    ledger_maintenance.tick()
    assert ledger_maintenance.notices == ()


def test_a_moment_of_low_voltage_is_told_for_a_minute(
    ledger_maintenance, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = iter([True, False, False])
    monkeypatch.setattr(maintenance.power, "is_undervoltage", lambda: next(readings))
    ledger_maintenance.tick()
    ledger_maintenance.tick()  # too early to ask again
    assert ledger_maintenance.notices == (notices.UNDERVOLTAGE,)
    clock.now += 59.9
    ledger_maintenance.tick()
    assert ledger_maintenance.notices == (notices.UNDERVOLTAGE,)
    clock.now += 0.1
    assert ledger_maintenance.notices == ()


def test_past_evenings_are_folded_at_the_start_and_after_each_evening(store, service, clock) -> None:
    folded: list[int | None] = []
    keeper = LedgerMaintenance(store, service, clock, lambda _stop: folded.append(service.evening_id))
    keeper.tick()
    keeper.close()
    assert folded == [1]
    keeper.tick()
    keeper.close()
    assert folded == [1], "nothing is new"
    service.open_evening(EveningOpened("otoroku", "hanafuda", {}, ("Jun", "Rin")), Change(1, "key-0002", "Jun"))
    keeper.tick()
    keeper.close()
    assert folded == [1, 2]
