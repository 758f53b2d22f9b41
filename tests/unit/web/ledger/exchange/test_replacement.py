"""A ledger is exchanged with what belongs to the table, or is as it was."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.promises.recovery.damage import book_rounds
from web.ledger.exchange.arrival import write_incoming
from web.ledger.store import Store


@pytest.fixture
def ledger(tmp_path: Path):
    book_rounds(tmp_path, 4)
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        store.set_setting("pin", {"number": 3, "hash": "x"})
        store.set_setting("house_rules", {"old": 1})
        write_incoming(tmp_path / "ledger.db", store.entries(1)[:2], {"house_rules": '{"new": 1}'})
        yield store


def test_settings_of_the_table_stay_and_those_of_the_evenings_come(ledger: Store) -> None:
    loaded: list[int] = []
    ledger.replace(lambda: loaded.append(ledger.last_sequence()))
    assert loaded == [2]
    assert ledger.get_setting("pin") == {"number": 3, "hash": "x"}
    assert ledger.get_setting("house_rules") == {"new": 1}
    assert "A backup with 2 entries was restored" in ledger.notice.en
    assert ledger.append(1, 2, {"kind": "closed"}, "", "key-after").sequence == 3


def test_a_fault_of_who_loads_it_puts_the_ledger_back(ledger: Store) -> None:
    def fail() -> None:
        raise TypeError("cannot be shown")

    before = ledger.entries(1)
    with pytest.raises(TypeError):
        ledger.replace(fail)
    assert ledger.entries(1) == before
    assert ledger.notice is None
    assert ledger.get_setting("house_rules") == {"old": 1}
    assert ledger.append(1, len(before), {"kind": "closed"}, "", "key-after").version == len(before) + 1
