"""暗証番号 ansho bango: `fudayomi pin` is the way back in for whoever stands at the machine itself."""

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


@click.command(
    "pin",
    help=localize_help(
        "Says how the host's PIN stands; --reset draws a new one, signs every host out and ends the wait.",
        "世話役の暗証番号の様子を見ます。--reset で新しい番号にし、世話役を全員外し、待ち時間をなくします。",
    ),
)
@click.option(
    "--reset",
    is_flag=True,
    help=localize_help("Draw a new PIN and show it, this once.", "新しい暗証番号を引き、一度だけ表示します。"),
)
@data_option
def pin(*, reset: bool, data: Path | None) -> None:
    """Works beside a running companion, which takes the new PIN within a second or two."""
    with contextlib.closing(open_ledger(data)) as store:
        kept = Pin(store)
        if reset:
            kept.backoff.clear()
            click.echo(f"Host PIN / 世話役の暗証番号: {kept.renew()}")
            return
        wait = math.ceil(kept.backoff.remaining_wait() / 60)
        click.echo(localize(_pin_status(wait) if kept.number else _NO_PIN))


COMMAND = pin

_NO_PIN = Text(
    "There is no PIN yet; the first start draws one.", "暗証番号はまだありません。最初に始めたときに決まります。"
)


def _pin_status(minutes: int) -> Text:
    if not minutes:
        return Text(
            "A PIN is set. Lost it? fudayomi pin --reset draws a new one.",
            "暗証番号があります。忘れたときは fudayomi pin --reset で新しくできます。",
        )
    return Text(
        f"Too many wrong PINs: no new phone can become host for {minutes} min. fudayomi pin --reset ends that.",
        f"間違いが続いたため、あと{minutes}分ほど新しい世話役は入れません。fudayomi pin --reset で解けます。",
    )
