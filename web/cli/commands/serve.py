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
from waitress.server import BaseWSGIServer, MultiSocketServer

from scanner.sources import pi_camera_there
from scanner.worker.client import Eyes
from scorer.errors import Refusal
from web.app import create_app, watch
from web.cli.ledger import opened
from web.cli.options import of_data
from web.companion import Companion, Settings, own_names
from web.i18n.terminal_locale import help_of, said
from web.system.data_dir import folder
from web.system.safe_mode import Starts
from web.system.systemd import logged
from web.system.watchdog import Pulse
from web.wsgi import server


@click.command(
    help=help_of(
        "Runs the companion: the page for the phones, the ledger, the scanner.",
        "卓のお供を始めます。電話で見るページ、帳面、札の読み取りが動きます。",
    )
)
@click.option(
    "--host",
    default="*",
    show_default=True,
    help=help_of("Address to listen on; * is every address.", "待ち受けるアドレス。* はすべて。"),
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help=help_of("Port to listen on.", "待ち受けるポート。"),
)
@click.option(
    "--source",
    help=help_of(
        "Picture source: synthetic, folder:DIR, webcam:N, picamera or none; else the Pi's camera if there is one.",
        "絵の元：synthetic・folder:DIR・webcam:N・picamera・none。省くと、Pi のカメラがあればそれを使います。",
    ),
)
@click.option(
    "--no-qr",
    is_flag=True,
    help=help_of("Do not draw the code to scan in the terminal.", "端末に二次元コードを描きません。"),
)
@of_data
@click.option(
    "--name",
    "names",
    multiple=True,
    help=help_of("Further host name this page may be reached under.", "このページを呼べるホスト名を足します。"),
)
def serve(
    *,
    host: str,
    port: int,
    source: str | None,
    no_qr: bool,
    data: Path | None,
    names: tuple[str, ...],
) -> None:
    """Serves until told to stop."""
    source = source or _usual_source()
    root = _root(data)
    starts = Starts(root)
    settings = Settings(source, port, own_names() | {name.lower() for name in names}, root, starts)
    try:
        eyes = Eyes(source, data=root)
    except Refusal as refusal:
        raise click.UsageError(said(refusal.message)) from None
    with contextlib.closing(opened(root)) as store, contextlib.closing(eyes):
        app = create_app(store, eyes, settings)
        try:
            waiter = server(app, host, port)
        except OSError as error:
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror or error}") from None
        table: Companion = app.extensions["fudayomi"]
        pin = table.pin.renew(os.environ.get("FUDAYOMI_PIN")) if not table.pin.number else None
        _greet(settings, pin, qr=not no_qr)
        if starts.begin():
            eyes.use("none")
        _run(waiter, table, host)


COMMAND = serve


def _usual_source() -> str:
    """The Pi's camera where there is one, else the drawn table for those who only try the companion, else none."""
    if pi_camera_there():
        return "picamera"
    return "synthetic" if os.environ.get("FUDAYOMI_DEMO") == "1" else "none"


def _run(waiter: BaseWSGIServer | MultiSocketServer, table: Companion, host: str) -> None:
    """Serves until told to stop; streams end first, so that nobody waits for them."""
    stop = threading.Event()
    watcher = threading.Thread(target=watch, args=(table, stop), name="watch")
    pulse = Pulse(host, table.settings.port, table.settings.starts, stop)

    def leave(_number: int, _frame: FrameType | None) -> None:
        table.settings.starts.well()
        table.hub.close()
        sys.exit(0)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    table.eyes.start()
    watcher.start()
    pulse.start()
    try:
        waiter.run()
    finally:
        stop.set()
        waiter.close()
        watcher.join()


def _root(data: Path | None) -> Path:
    try:
        return folder(data)
    except OSError as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None


def _greet(settings: Settings, pin: str | None, *, qr: bool) -> None:
    """Where to go and, at the first start, the PIN; once, because only its hash is kept."""
    click.echo(f"\n  札読み Fudayomi  {settings.url}\n")
    if qr:
        segno.make(settings.url).terminal(compact=True)
    if pin and logged():
        click.echo("  Host PIN / 世話役の暗証番号: sudo fudayomi pin --reset\n")
    elif pin:
        click.echo(f"  Host PIN / 世話役の暗証番号: {pin}\n  (shown this once; a new one: fudayomi pin --reset)\n")
    sys.stdout.flush()
