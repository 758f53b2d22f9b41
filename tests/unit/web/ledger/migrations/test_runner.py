import pytest
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, inspect

from web.hall.storage.database import MIGRATIONS
from web.ledger.migrations.runner import SchemaMigrations, current_revision


def test_a_new_database_has_the_newest_schema_and_keeps_it() -> None:
    with create_engine("sqlite://").begin() as connection:
        MIGRATIONS.upgrade(connection)
        MIGRATIONS.upgrade(connection)
        assert current_revision(connection) == MIGRATIONS.latest_revision


def test_an_old_database_is_upgraded(tmp_path) -> None:
    for number, before in ((1, "None"), (2, '"0001"')):
        (tmp_path / f"v000{number}_x.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n"
            f'revision = "000{number}"\ndown_revision = {before}\n'
            f'def upgrade():\n    op.create_table("t{number}", sa.Column("id", sa.Integer))\n'
        )
    metadata = MetaData()
    Table("t1", metadata, Column("id", Integer))
    migrations = SchemaMigrations(metadata, tmp_path)
    assert migrations.latest_revision == "0002"
    with create_engine("sqlite://").begin() as connection:
        connection.exec_driver_sql("CREATE TABLE t1 (id INTEGER)")
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0001')")
        migrations.upgrade(connection)
        assert "t2" in inspect(connection).get_table_names()


def test_a_folder_without_migrations_is_no_schema(tmp_path) -> None:
    with pytest.raises(ValueError, match="empty"):
        _ = SchemaMigrations(MetaData(), tmp_path).latest_revision
