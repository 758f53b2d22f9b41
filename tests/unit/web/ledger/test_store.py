"""The ledger keeps what it acknowledged, in order, once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, inspect

from scorer.errors import Refusal
from web.ledger.entry import NewEntry
from web.ledger.migrations import current_revision, run_migrations
from web.ledger.schema import METADATA
from web.ledger.store import BATCH, Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'ledger.db'}"


def test_entries_come_back_in_order(url):
    with closing(Store(url)) as store:
        first = store.open_evening({"kind": "opened", "名": "あき"}, "host", "k1")
        second = store.append(first.evening, 1, {"kind": "settled"}, "host", "k2")
    with closing(Store(url)) as again:
        assert again.last_evening() == first.evening
        assert again.entries(first.evening) == (first, second)
        assert again.find_by_key("k2") == second
        assert again.find_by_key("nobody") is None
        assert again.count_entries("settled") == 1


@pytest.mark.parametrize("count", [0, 1, BATCH, BATCH + 1])
def test_an_evening_is_read_through_a_few_entries_at_a_time(url, count, monkeypatch):
    with closing(Store(url)) as store:
        store.open_evening({"kind": "opened"}, "host", "another")
        if count:
            store.import_entries([NewEntry({"kind": "settled", "n": n}, "host", "2026") for n in range(count)], "k")
        whole, limits = store.entries(2), []
        entries = Store.entries
        monkeypatch.setattr(Store, "entries", lambda *at, **how: limits.append(how["limit"]) or entries(*at, **how))
        assert tuple(store.iter_entries(2)) == whole
        assert len(whole) == count
        assert limits == [BATCH] * (1 + count // BATCH)


def test_of_many_writers_of_one_version_one_wins(url):
    with closing(Store(url)) as store:
        evening = store.open_evening({"kind": "opened"}, "host", "open").evening

        def write(n: int) -> str:
            try:
                store.append(evening, 1, {"kind": "settled", "n": n}, "host", f"key{n}")
            except Refusal as refusal:
                return refusal.code
            return "written"

        with ThreadPoolExecutor(8) as pool:
            assert sorted(pool.map(write, range(40))) == ["stale"] * 39 + ["written"]
        assert len(store.entries(evening)) == 2


def test_the_same_key_is_never_written_twice(url):
    with closing(Store(url)) as store:
        evening = store.open_evening({"kind": "opened"}, "host", "open").evening
        store.append(evening, 1, {"kind": "settled"}, "host", "same")
        with pytest.raises(Refusal):
            store.append(evening, 2, {"kind": "settled"}, "host", "same")


def test_settings_are_remembered_and_replaced(url):
    with closing(Store(url)) as store:
        assert store.get_setting("pin") is None
        store.set_setting("pin", {"hash": "a"})
        store.set_setting("pin", {"hash": "b"})
        assert store.get_setting("pin") == {"hash": "b"}


def test_the_database_is_careful(url):
    with closing(Store(url)) as store, store._engine.connect() as connection:
        ask = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "busy_timeout")
        }
    assert ask == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "busy_timeout": 5000,
    }


def describe_schema(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        found = inspect(connection)
        assert set(found.get_table_names()) == {*METADATA.tables, "alembic_version"}
        return [
            *sorted(
                f"{table} {column['name']} {column['type']} {column['nullable']}"
                for table in found.get_table_names()
                for column in found.get_columns(table)
            ),
            str(current_revision(connection)),
        ]


def test_a_new_ledger_and_one_that_took_every_step_are_the_declared_tables(url, tmp_path):
    with closing(Store(url)) as store:
        new = describe_schema(store._engine)
    climbed = create_engine(f"sqlite:///{tmp_path / 'climbed.db'}")
    with climbed.begin() as connection:
        run_migrations(connection)
    assert describe_schema(climbed) == new
    climbed.dispose()
