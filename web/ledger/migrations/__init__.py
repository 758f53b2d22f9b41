"""Schema migrations of the ledger, run at start with Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from web.ledger.migrations.runner import SchemaMigrations
from web.ledger.migrations.runner import current_revision as current_revision
from web.ledger.schema import METADATA

_LEDGER = SchemaMigrations(METADATA, Path(__file__).parent / "versions")
LATEST_REVISION = _LEDGER.latest_revision
"""Revision of the newest migration."""


def upgrade(connection: Connection) -> None:
    """Upgrade the database of `connection` to the newest schema, inside its current transaction."""
    _LEDGER.upgrade(connection)


def run_migrations(connection: Connection) -> None:
    """Run every migration the database has not had yet."""
    _LEDGER.run_all(connection)
