from contextlib import closing

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorer.errors import Refusal
from web.hall.storage.database import HallDatabase


def test_what_is_written_is_there_at_the_next_start(tmp_path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    with closing(HallDatabase(url)) as database, database.write() as connection:
        connection.execute(text("INSERT INTO settings VALUES ('a', '1')"))
    with closing(HallDatabase(url)) as database, database.read() as connection:
        assert connection.execute(text("SELECT value FROM settings")).scalar() == "1"


def test_a_hall_from_before_events_is_upgraded_and_keeps_what_it_has(tmp_path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    with closing(HallDatabase(url)) as database, database.write() as connection:
        for table in ("ratings", "event_entries", "event_players", "events"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("DROP INDEX evenings_of_table"))
        connection.execute(text("DROP INDEX tallies_of_name"))
        for column in ("name_key", "pair"):
            connection.execute(text(f"ALTER TABLE tallies DROP COLUMN {column}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        evening = "1, 1, 1, 1, 1, 'open', 'otoroku', 0, '', '', 0, 1, '', '{}'"
        connection.execute(text("INSERT INTO tables VALUES (1, 'Pine', 'x', '', '', 'active', 1, 1, 1, '', '')"))
        connection.execute(text(f"INSERT INTO evenings VALUES ({evening})"))  # noqa: S608  our own values
        for name in ("ＡＫＩ", "Emi"):
            values = "1, 0, :name, NULL, 'otoroku', 5, 1, 1"
            connection.execute(text(f"INSERT INTO tallies VALUES ({values})"), {"name": name})  # noqa: S608
        for game in ("'kakeya', -5", "'otoroku', 7"):
            values = f"1, {1 + (game[1] == 'o')}, 'Aki & Emi', NULL, {game}, 1, 0"
            connection.execute(text(f"INSERT INTO tallies VALUES ({values})"))  # noqa: S608
        connection.execute(text("INSERT INTO members VALUES (1, 'Aki', 'aki', 'AK', false, NULL, '')"))
    with closing(HallDatabase(url)) as database, database.read() as connection:
        assert connection.execute(text("SELECT name FROM members")).scalar() == "Aki"
        assert connection.execute(text("SELECT count(*) FROM event_entries")).scalar() == 0
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0006"
        columns = "game_number, name_key, member_id, net, pair"
        rows = connection.execute(text(f"SELECT {columns} FROM tallies ORDER BY 1, 2")).all()  # noqa: S608
        assert [tuple(row) for row in rows] == [
            (0, "aki", None, 5, ""),
            (0, "emi", None, 5, ""),
            (1, "aki", 1, -3, "Aki & Emi"),
            (1, "emi", None, -2, "Aki & Emi"),
            (2, "aki & emi", None, 7, ""),
        ]


def test_a_failed_block_writes_nothing(tmp_path) -> None:
    with closing(HallDatabase(f"sqlite:///{tmp_path / 'hall.db'}")) as database:
        with pytest.raises(SQLAlchemyError):
            _write_and_fail(database)
        with database.write() as connection:
            assert connection.execute(text("SELECT count(*) FROM settings")).scalar() == 0


def _write_and_fail(database: HallDatabase) -> None:
    with database.write() as connection:
        connection.execute(text("INSERT INTO settings VALUES ('a', '1')"))
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))


def test_postgresql_that_is_not_there(monkeypatch, tmp_path) -> None:
    with pytest.raises(SQLAlchemyError):
        HallDatabase(f"postgresql://hall@/hall?host={tmp_path}")
    monkeypatch.setattr("web.hall.storage.database.find_spec", lambda _name: None)
    with pytest.raises(Refusal, match="no_driver"):
        HallDatabase("postgresql://hall@localhost/hall")
