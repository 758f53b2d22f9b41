"""Brings a database to the newest schema, for ledger and hall."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, MetaData, inspect, text

_ENVIRONMENT = Path(__file__).parent
"""Folder of Alembic's `env.py`, the same for every schema."""


@dataclass(frozen=True)
class SchemaMigrations:
    """The schema `metadata` and the folder of its migrations, whose file names begin with their revision."""

    metadata: MetaData
    versions: Path

    @property
    def latest_revision(self) -> str:
        """Revision of the newest migration."""
        return max(file.stem[1:5] for file in self.versions.glob("v*.py"))

    def upgrade(self, connection: Connection) -> None:
        """Upgrade the database of `connection` to the newest schema, inside its current transaction."""
        tables = set(inspect(connection).get_table_names())
        if not tables:
            # Same result as all migrations, without 10 MB of Alembic in memory all evening. A test checks that.
            self.metadata.create_all(connection)
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
            connection.execute(text("INSERT INTO alembic_version VALUES (:step)"), {"step": self.latest_revision})
        elif "alembic_version" not in tables or current_revision(connection) != self.latest_revision:
            self.run_all(connection)

    def run_all(self, connection: Connection) -> None:
        """Run every migration the database has not had yet."""
        from alembic import command  # noqa: PLC0415  large and seldom needed
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(_ENVIRONMENT))
        config.set_main_option("path_separator", "os")
        config.set_main_option("version_locations", str(self.versions))
        config.attributes.update(connection=connection, metadata=self.metadata)
        command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """Revision of the database, None before the first migration."""
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
