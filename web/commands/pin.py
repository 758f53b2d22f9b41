"""暗証番号 ansho bango: `fudayomi pin` shows the host's PIN to whoever may read the table's folder, or renews it."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from scorer.texts import Text
from web.folder import folder
from web.pin import Pin, keep_for_owner, pin_file
from web.store import Store
from web.tongue import help_of, said

_NONE = Text(
    "No PIN is kept here: the terminal showed it when the companion was first started. A new one: fudayomi pin --new",
    "ここには暗証番号が残っていません（最初の起動時に端末に表示しました）。新しくするには「fudayomi pin --new」。",
)
_RESTART = Text(
    "It counts from the next start of the companion; every host is signed out then.",
    "次に本体を起動したときから有効です。世話役は全員入り直しになります。",
)


@click.command(
    "pin",
    help=help_of(
        "Shows the host's PIN, where the companion runs as a service.",
        "本体を常駐させているとき、世話役の暗証番号を表示します。",
    ),
)
@click.option("--new", is_flag=True, help=help_of("Draw a new PIN.", "新しい暗証番号にします。"))
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=help_of("Folder that holds everything remembered.", "すべての記録を置くフォルダー。"),
)
def pin(*, new: bool, data: Path | None) -> None:
    """Reads the file beside the ledger; only its owner can."""
    try:
        place = folder(data)
        if new:
            url = os.environ.get("FUDAYOMI_DATABASE") or f"sqlite:///{place / 'ledger.db'}"
            with closing(Store(url)) as store:
                keep_for_owner(pin_file(place), Pin(store).renew())
        shown = pin_file(place).read_text().strip()
    except FileNotFoundError:
        raise click.ClickException(said(_NONE)) from None
    except (OSError, SQLAlchemyError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(shown)
    if new:
        click.echo(said(_RESTART), err=True)


COMMAND = pin
