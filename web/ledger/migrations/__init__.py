"""Schema migrations of the ledger, run at start with Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from web.ledger.schema import METADATA

_MIGRATIONS_DIR = Path(__file__).parent
LATEST_REVISION = max(file.stem[1:5] for file in (_MIGRATIONS_DIR / "versions").glob("v*.py"))
"""Revision of the newest migration, taken from the file names, which begin with it."""


def upgrade(connection: Connection) -> None:
    """Upgrade the database of `connection` to the newest schema, inside its current transaction."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        # Same result as all migrations, without 10 MB of Alembic in memory all evening. A test checks that both agree.
        METADATA.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:step)"), {"step": LATEST_REVISION})
    elif "alembic_version" not in tables or current_revision(connection) != LATEST_REVISION:
        run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    """Run every migration the database has not had yet."""
    from alembic import command  # noqa: PLC0415  large and seldom needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS_DIR))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """Revision of the database, None before the first migration."""
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
