"""Rows are written as they are."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from web.ledger.engine import create_database, open_durable_engine
from web.ledger.entry import Entry
from web.ledger.recovery import RecoveredLedger
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS


def test_a_database_is_made_of_what_was_recovered(tmp_path: Path) -> None:
    entries = tuple(
        Entry(n, evening, version, {"kind": "x"}, "me", "2026", f"k{n}")
        for n, (evening, version) in enumerate([(1, 1), (1, 2), (3, 1)], 5)
    )
    create_database(tmp_path / "a.db", RecoveredLedger(entries, {"pin": "1"}, (), is_end_known=True)).dispose()
    engine = open_durable_engine(tmp_path / "a.db")
    with engine.connect() as connection:
        rows = connection.execute(select(ENTRIES.c.sequence, ENTRIES.c.sum)).all()
        assert [tuple(row) for row in rows] == [(entry.sequence, entry.checksum) for entry in entries]
        assert connection.execute(select(EVENINGS.c.id)).scalars().all() == [1, 3]
        assert connection.execute(select(SETTINGS.c.value)).scalar() == "1"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()
