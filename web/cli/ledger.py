"""Opens the ledger for a command."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from web.ledger.store import Store
from web.system.data_dir import ensure_data_dir
from web.system.environment import table_database


def open_ledger(data: Path | None) -> Store:
    """The ledger of FUDAYOMI_DATABASE, else of the data folder. `click.ClickException` if it cannot be opened."""
    try:
        return Store(table_database() or f"sqlite:///{ensure_data_dir(data) / 'ledger.db'}")
    except (OSError, SQLAlchemyError) as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None
