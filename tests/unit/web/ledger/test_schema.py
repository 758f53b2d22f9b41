"""The tables themselves refuse what must not be written twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.exc import IntegrityError

from web.ledger.schema import ENTRIES, EVENINGS, METADATA, SETTINGS

FIRST = {"evening": 1, "version": 1, "kind": "opened", "body": "{}", "who": "", "at": "", "key": "a"}


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    METADATA.create_all(engine)
    with engine.connect() as opened:
        opened.exec_driver_sql("PRAGMA foreign_keys=ON")
        opened.execute(insert(EVENINGS).values(id=1, opened_at="2026"))
        opened.execute(insert(ENTRIES).values(**FIRST))
        yield opened
    engine.dispose()


@pytest.mark.parametrize("change", [{"key": "b"}, {"version": 2}, {"version": 2, "key": "b", "evening": 9}])
def test_one_entry_a_version_one_a_key_and_none_without_an_evening(
    connection: Connection, change: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError):
        connection.execute(insert(ENTRIES).values(**FIRST | change))


def test_another_version_under_another_key_is_written(connection: Connection) -> None:
    written = connection.execute(insert(ENTRIES).values(**FIRST | {"version": 2, "key": "b"}))
    assert written.inserted_primary_key is not None
    assert written.inserted_primary_key[0] == 2


def test_a_setting_has_one_value(connection: Connection) -> None:
    connection.execute(insert(SETTINGS).values(name="pin", value="1"))
    with pytest.raises(IntegrityError):
        connection.execute(insert(SETTINGS).values(name="pin", value="2"))
