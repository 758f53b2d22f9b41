"""Files of another ledger take the place of those in use, or nothing is moved."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.promises.recovery.damage import book_rounds
from web.ledger.exchange import arrival
from web.ledger.journal import JOURNAL_FILE_NAME
from web.ledger.store import Store


def read(folder: Path) -> list[tuple[int, int]]:
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        assert store.notice is None, store.notice
        return [(head.id, head.version) for head in store.evening_heads()]


@pytest.fixture
def ledgers(tmp_path: Path) -> Path:
    """A ledger of five rounds, and beside it another of two."""
    other = tmp_path / "other"
    other.mkdir()
    book_rounds(other, 2)
    with closing(Store(f"sqlite:///{other / 'ledger.db'}")) as store:
        entries = store.entries(1)
    here = tmp_path / "here"
    here.mkdir()
    book_rounds(here, 5)
    arrival.write_incoming(here / "ledger.db", entries, {"demo": "{}"})
    return here


OLD, NEW = [(1, 6)], [(1, 3)]


def test_the_other_ledger_is_there_and_this_one_is_kept(ledgers: Path) -> None:
    moved = arrival.move_incoming(ledgers / "ledger.db")
    assert {kept.name.split(".before")[0] for _, kept in moved if kept} == {"ledger.db", JOURNAL_FILE_NAME}
    assert read(ledgers) == NEW
    assert not (ledgers / arrival.INCOMING_DIR_NAME).exists()


def test_what_was_moved_is_put_back(ledgers: Path) -> None:
    arrival.put_back(arrival.move_incoming(ledgers / "ledger.db"))
    assert read(ledgers) == OLD
    assert not list(ledgers.glob("*.before.*"))


@pytest.mark.parametrize("moves", range(5))
def test_a_power_cut_after_any_step_leaves_the_old_or_the_new(
    ledgers: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """Each move is a rename; the power goes before the one of that number."""
    left = [moves]
    rename = Path.rename

    def cut(path: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", cut)
    with suppress(KeyboardInterrupt):
        arrival.move_incoming(ledgers / "ledger.db")
    monkeypatch.setattr(Path, "rename", rename)
    assert read(ledgers) == NEW, "it was whole, so the start moves the rest"


def test_a_ledger_that_was_never_whole_is_removed(ledgers: Path) -> None:
    assert read(ledgers) == OLD
    assert not (ledgers / arrival.INCOMING_DIR_NAME).exists()


def test_a_disk_that_fails_in_the_middle_leaves_the_old(ledgers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def fail(path: Path, target: Path) -> Path:
        if path.parent.name == arrival.INCOMING_DIR_NAME and path.name == "ledger.db":
            raise OSError("no space")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(OSError, match="no space"):
        arrival.move_incoming(ledgers / "ledger.db")
    assert read(ledgers) == OLD
