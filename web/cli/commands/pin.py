"""`fudayomi pin`: state of the host's PIN, and a new one if it is lost."""

from __future__ import annotations

import contextlib
import math
from pathlib import Path

import click

from scorer.texts import Text
from web.access.pin import Pin
from web.cli.ledger import open_ledger
from web.cli.options import data_option
from web.i18n.terminal_locale import localize, localize_help

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
    with contextlib.closing(open_ledger(data)) as store:
        host_pin = Pin(store)
        if reset:
            host_pin.backoff.clear()
            click.echo(f"Host PIN / 世話役の暗証番号: {host_pin.renew()}")
            return
        wait = math.ceil(host_pin.backoff.remaining_wait() / 60)
        click.echo(localize(_pin_status(wait) if host_pin.number else _NO_PIN))


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
