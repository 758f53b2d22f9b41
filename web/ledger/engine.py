"""The SQLite database of the ledger: a durable engine, rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select, update

from web.ledger.entry import Entry, NewEntry
from web.ledger.migrations import upgrade
from web.ledger.notices import full_refusal
from web.ledger.recovery import RecoveredLedger
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS
from web.openapi.schema import LAST_ID


def create_database(file: Path, recovered: RecoveredLedger) -> Engine:
    """A new database with the recovered entries and settings."""
    engine = open_durable_engine(file)
    with engine.begin() as connection:
        upgrade(connection)
        insert_entries(connection, recovered.entries)
        for name, value in recovered.settings.items():
            upsert_setting(connection, name, value)
    return engine


def insert_entries(connection: Connection, entries: Iterable[Entry]) -> None:
    """Insert entries with their numbers unchanged. `IntegrityError` if others have the same ones."""
    evenings: set[int] = set()
    for entry in entries:
        if entry.evening not in evenings:
            known = connection.execute(select(EVENINGS.c.id).where(EVENINGS.c.id == entry.evening)).first()
            if known is None:
                connection.execute(insert(EVENINGS).values(id=entry.evening, opened_at=entry.at))
            evenings.add(entry.evening)
        body = json.dumps(entry.body, ensure_ascii=False)
        columns = {"body": body, "kind": entry.body["kind"], "sum": entry.checksum}
        connection.execute(insert(ENTRIES).values(**entry.as_fields() | columns))


def upsert_setting(connection: Connection, name: str, value: str) -> None:
    """Write a setting. `value` is JSON text."""
    updated = connection.execute(update(SETTINGS).where(SETTINGS.c.name == name).values(value=value))
    if not updated.rowcount:
        connection.execute(insert(SETTINGS).values(name=name, value=value))


def open_durable_engine(file: Path) -> Engine:
    """An engine that flushes every commit to the disk before it returns and runs no code from the schema of a file."""
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            "busy_timeout=5000",  # milliseconds
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "trusted_schema=OFF",
            "wal_autocheckpoint=200",  # pages
            "cache_size=-256",  # KiB per connection: an evening is small, and the default is 2 MB for each connection
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def insert_new_entries(
    connection: Connection, evening: int, version: int, new_entries: Sequence[NewEntry], key: str
) -> list[Entry]:
    """Write new entries of an evening from `version` on, the last with `key`, and return them."""
    last = connection.execute(select(func.max(ENTRIES.c.sequence))).scalar() or 0
    if max(last + len(new_entries), evening) > LAST_ID:
        raise full_refusal()
    keys = [*(f"{key}.{remaining}" for remaining in range(len(new_entries) - 1, 0, -1)), key]
    entries = [
        Entry(last + 1 + offset, evening, version + offset, dict(new.body), new.author, new.timestamp, keys[offset])
        for offset, new in enumerate(new_entries)
    ]
    insert_entries(connection, entries)
    return entries
