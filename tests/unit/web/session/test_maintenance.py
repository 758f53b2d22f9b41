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
def keeper(store, service, clock, monkeypatch: pytest.MonkeyPatch) -> LedgerMaintenance:
    monkeypatch.setattr(notices, "clock_notice", lambda _: None)
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: False)
    return LedgerMaintenance(store, service, clock)


def copies(folder: Path) -> list[Path]:
    return sorted((folder / backups.BACKUP_DIR_NAME).glob("*.db"))


def test_an_evening_that_ends_is_copied_once(keeper, service, tmp_path: Path) -> None:
    keeper.tick()
    assert copies(tmp_path) == []
    service.close(Change(1, "key-0002", "Aki"))
    keeper.tick()
    (copy,) = copies(tmp_path)
    assert backups.is_intact(copy)
    copy.unlink()
    keeper.tick()
    assert copies(tmp_path) == []


def test_the_next_evening_ends_the_one_before(keeper, service, tmp_path: Path) -> None:
    service.open_evening(EveningOpened("otoroku", "hanafuda", {}, ("Jun", "Rin")), Change(1, "key-0002", "Jun"))
    keeper.tick()
    assert len(copies(tmp_path)) == 1


def test_a_full_disk_is_told_cleared_and_gets_no_copy(keeper, service, clock, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: True)
    (tmp_path / backups.BACKUP_DIR_NAME).mkdir()
    for name in ("ledger-1.db", "ledger-2.db"):
        (tmp_path / backups.BACKUP_DIR_NAME / name).touch()
    service.close(Change(1, "key-0002", "Aki"))
    keeper.tick()
    assert keeper.notices == (notices.DISK_NEARLY_FULL,)
    assert len(copies(tmp_path)) == 1
    monkeypatch.setattr(backups, "is_disk_nearly_full", lambda _: False)
    clock.now += 9.9
    keeper.tick()
    assert keeper.notices == (notices.DISK_NEARLY_FULL,)
    clock.now += 0.1
    keeper.tick()
    assert keeper.notices == ()


def test_a_moment_of_low_voltage_is_told_for_a_minute(keeper, clock, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = iter([True, False, False])
    monkeypatch.setattr(maintenance.power, "is_undervoltage", lambda: next(readings))
    keeper.tick()
    keeper.tick()  # too early to ask again
    assert keeper.notices == (notices.UNDERVOLTAGE,)
    clock.now += 59.9
    keeper.tick()
    assert keeper.notices == (notices.UNDERVOLTAGE,)
    clock.now += 0.1
    assert keeper.notices == ()
