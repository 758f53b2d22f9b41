"""Opens the ledger for a command."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from scorer.texts import Text
from web.i18n.terminal_locale import localize
from web.ledger.store import Store
from web.system.data_dir import ensure_data_dir, keep_database_private, ledger_url
from web.system.data_lock import DataLock, HeldError, require_free


def open_ledger(data: Path | None, *, alone: bool = False) -> Store:
    """The ledger of FUDAYOMI_DATABASE, else of the data folder. `click.ClickException` if it cannot be opened.

    `alone`: that is so, too, if another process has it.
    """
    try:
        url = ledger_url(lambda: ensure_data_dir(data))
        keep_database_private(url)
        return Store(url, alone=alone)
    except HeldError as held:
        raise held_exception(held) from None
    except (OSError, SQLAlchemyError) as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None


def hold_folder(data: Path) -> DataLock:
    """The lock of a data folder whose ledger is elsewhere. `click.ClickException` if another process has it."""
    try:
        require_free(data / "table")
    except HeldError as held:
        raise held_exception(held) from None
    return DataLock(data / "table")


def held_exception(held: HeldError) -> click.ClickException:
    """What a command says of a folder that another process has: which folder, and who has it."""
    return click.ClickException(
        localize(
            Text(
                f"the folder {held.folder} is in use by {held.holder}. "
                "Stop that first, or name another folder with --data.",
                f"フォルダー {held.folder} は {held.holder} が使っています。"
                "それを止めるか、--data で別のフォルダーを指定してください。",
            )
        )
    )
