"""`fudayomi pin`: state of the host's PIN, and a new one if it is lost."""

from __future__ import annotations

import contextlib
import math
import sys
from pathlib import Path

import click

from scorer.texts import Text
from web.access.pin import Pin, draw_pin
from web.cli.ledger import open_ledger
from web.cli.options import data_option
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import find_data_dir
from web.system.environment import table_database

_NO_PIN = Text(
    "There is no PIN yet; the first start draws one.", "暗証番号はまだありません。最初に始めたときに決まります。"
)


@click.command(
    "pin",
    help=localize_help(
        "Show the state of the host's PIN. --reset sets a new one, signs every host out and ends the wait.",
        "世話役の暗証番号の状態を表示します。--reset で新しい番号にし、世話役を全員外し、待ち時間をなくします。",
    ),
)
@click.option(
    "--reset",
    is_flag=True,
    help=localize_help("Set a random new PIN and show it once.", "新しい暗証番号を決め、一度だけ表示します。"),
)
@data_option
def pin(*, reset: bool, data: Path | None) -> None:
    """Show or reset the PIN. A running server uses a new PIN within one or two seconds."""
    if folder := _missing_ledger(data):
        if reset:
            raise click.ClickException(localize(_no_ledger(folder)))
        click.echo(localize(_NO_PIN))
        click.echo(localize(_no_ledger(folder)))
        return
    with contextlib.closing(open_ledger(data)) as store:
        host_pin = Pin(store)
        if reset:
            fresh = draw_pin()  # printed before it is set, so that no PIN is set that nobody has seen
            click.echo(f"Host PIN / 世話役の暗証番号: {fresh}")
            sys.stdout.flush()
            host_pin.backoff.clear()
            host_pin.renew(fresh)
            return
        wait = math.ceil(host_pin.backoff.remaining_wait() / 60)
        click.echo(localize(_pin_status(wait) if host_pin.number else _NO_PIN))


def _no_ledger(folder: Path) -> Text:
    return Text(
        f"there is no ledger in {folder}. Name the table's folder with --data.",
        f"{folder} に帳面がありません。--data で卓のフォルダーを指定してください。",
    )


def _missing_ledger(data: Path | None) -> Path | None:
    """The folder in which there is no ledger, None where there is one. Its name is likely misspelt."""
    folder = find_data_dir(data)
    return None if table_database() or (folder / "ledger.db").exists() else folder


def _pin_status(minutes: int) -> Text:
    if not minutes:
        return Text(
            "A PIN is set. Lost it? fudayomi pin --reset draws a new one.",
            "暗証番号があります。忘れたときは fudayomi pin --reset で新しくできます。",
        )
    return Text(
        f"Too many wrong PINs: the phone that gave them must wait for {minutes} min. fudayomi pin --reset ends that.",
        f"間違いが続いたため、その端末はあと{minutes}分ほど待ちます。fudayomi pin --reset で解けます。",
    )


COMMAND = pin
