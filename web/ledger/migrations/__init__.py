"""Steps from any released shape of the ledger to the newest; run at start."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from web.ledger.schema import METADATA

_MIGRATIONS_DIR = Path(__file__).parent
LATEST_REVISION = max(file.stem[1:5] for file in (_MIGRATIONS_DIR / "versions").glob("v*.py"))
"""The number of the last step, as the file of each begins with it."""


def upgrade(connection: Connection) -> None:
    """Brings the database of `connection` to the newest shape, inside the transaction it is in."""
    there = set(inspect(connection).get_table_names())
    if not there:
        # What the steps would make, without carrying ten megabytes of Alembic all evening; a test holds both equal.
        METADATA.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:step)"), {"step": LATEST_REVISION})
    elif "alembic_version" not in there or current_revision(connection) != LATEST_REVISION:
        run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    """Takes every step the database has not taken yet."""
    from alembic import command  # noqa: PLC0415  heavy, and seldom needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS_DIR))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """The last step the database has taken, None before the first."""
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
