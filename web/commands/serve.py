"""開店 kaiten: `fudayomi serve` runs the companion for the phones of one table."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

import click
import segno
from sqlalchemy.exc import SQLAlchemyError
from waitress.server import BaseWSGIServer, MultiSocketServer

from scanner.eyes import Eyes
from scorer.errors import Refusal
from web.app import create_app, watch
from web.companion import Companion, Settings, own_names
from web.folder import folder
from web.server import server
from web.store import Store


@click.command()
@click.option("--host", default="*", show_default=True, help="Address to listen on; * is every address.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option("--source", help="Picture source: synthetic, folder:DIR, webcam:N, picamera or none.")
@click.option("--no-qr", is_flag=True, help="Do not draw the code to scan in the terminal.")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Folder that holds everything remembered."
)
@click.option("--new-pin", is_flag=True, help="Give the host a new PIN and sign every host out.")
@click.option("--name", "names", multiple=True, help="Further host name this page may be reached under.")
def serve(
    *,
    host: str,
    port: int,
    source: str | None,
    no_qr: bool,
    data: Path | None,
    new_pin: bool,
    names: tuple[str, ...],
) -> None:
    """Runs the companion: the page for the phones, the ledger, the scanner."""
    source = source or ("synthetic" if os.environ.get("FUDAYOMI_DEMO") == "1" else "none")
    settings = Settings(source, port, own_names() | {name.lower() for name in names})
    try:
        eyes = Eyes(source)
    except Refusal as refusal:
        raise click.UsageError(refusal.message.en) from None
    with contextlib.closing(_store(data)) as store, contextlib.closing(eyes):
        app = create_app(store, eyes, settings)
        try:
            waiter = server(app, host, port)
        except OSError as error:
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror or error}") from None
        table: Companion = app.extensions["fudayomi"]
        pin = table.pin.renew(os.environ.get("FUDAYOMI_PIN")) if new_pin or not table.pin.number else None
        _greet(settings, pin, qr=not no_qr)
        _run(waiter, table)


COMMAND = serve


def _run(waiter: BaseWSGIServer | MultiSocketServer, table: Companion) -> None:
    """Serves until told to stop; streams end first, so that nobody waits for them."""
    stop = threading.Event()
    watcher = threading.Thread(target=watch, args=(table, stop), name="watch")

    def leave(_number: int, _frame: FrameType | None) -> None:
        table.hub.close()
        sys.exit(0)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    table.eyes.start()
    watcher.start()
    try:
        waiter.run()
    finally:
        stop.set()
        waiter.close()
        watcher.join()


def _store(data: Path | None) -> Store:
    try:
        return Store(os.environ.get("FUDAYOMI_DATABASE") or f"sqlite:///{folder(data) / 'ledger.db'}")
    except (OSError, SQLAlchemyError) as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None


def _greet(settings: Settings, pin: str | None, *, qr: bool) -> None:
    """Where to go and, at the first start, the PIN; once, because only its hash is kept."""
    click.echo(f"\n  札読み Fudayomi  {settings.url}\n")
    if qr:
        segno.make(settings.url).terminal(compact=True)
    if pin:
        click.echo(f"  Host PIN / 世話役の暗証番号: {pin}\n  (shown this once; a new one: fudayomi serve --new-pin)\n")
    sys.stdout.flush()
