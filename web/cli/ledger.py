"""Opens the ledger for a command."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from web.ledger.store import Store
from web.system.data_dir import ensure_data_dir, keep_database_private, ledger_url


def open_ledger(data: Path | None) -> Store:
    """The ledger of FUDAYOMI_DATABASE, else of the data folder. `click.ClickException` if it cannot be opened."""
    try:
        url = ledger_url(lambda: ensure_data_dir(data))
        keep_database_private(url)
        return Store(url)
    except (OSError, SQLAlchemyError) as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None
