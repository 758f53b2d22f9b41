"""`fudayomi serve`: runs the server for the phones of one table."""

from __future__ import annotations

import contextlib
import signal
import socket
import sys
import threading
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import click
import segno
from waitress.server import MultiSocketServer

from scanner.sources import has_pi_camera
from scanner.worker.client import ScannerClient
from scorer.errors import Refusal
from web.access.pin import draw_pin
from web.app import create_app, run_watch_loop
from web.cli.ledger import hold_folder, open_ledger
from web.cli.options import data_option, host_names_option, host_option, port_option, url_option
from web.cli.terminal import print_code, print_other_urls
from web.config import Settings, own_host_names
from web.context import AppContext
from web.i18n.terminal_locale import localize, localize_help
from web.outbox.hall_client import HallAddress, parse_hall_url
from web.outbox.sender import OutboxSender
from web.server.listener import PhoneServer
from web.session.validators import MAX_NAME_LENGTH
from web.system.data_dir import ensure_data_dir, pin_reset_command
from web.system.environment import first_pin, is_demo_wanted, table_database
from web.system.safe_mode import CrashLoopGuard
from web.system.startup import report_startup
from web.system.watchdog import Watchdog, is_logged_to_journal
from web.wsgi import build_server


@click.command(
    help=localize_help(
        "Run the companion: the page for the phones, the ledger and the scanner.",
        "卓のお供を始めます。電話で見るページ、帳面、札の読み取りが動きます。",
    )
)
@host_option
@port_option(8000)
@click.option(
    "--source",
    help=localize_help(
        "Picture source: synthetic, folder:DIR, webcam:N, picamera or none. Default: the Pi's camera if there is one.",
        "画像の入力元：synthetic・folder:DIR・webcam:N・picamera・none。省くと、Pi のカメラがあればそれを使います。",
    ),
)
@click.option(
    "--no-qr",
    is_flag=True,
    help=localize_help("Do not draw the QR code in the terminal.", "端末に二次元コードを描きません。"),
)
@data_option
@host_names_option
@url_option
@click.option(
    "--hall",
    metavar="URL",
    help=localize_help(
        "Join this hall: the address with the code that its page shows.",
        "この会場に参加します。会場のページに出る、コード付きのアドレスです。",
    ),
)
@click.option(
    "--table-name",
    default=socket.gethostname,
    help=localize_help(
        "Name of this table in its hall. Default: this machine's.", "会場での卓の名前。省くと機械の名前。"
    ),
)
def serve(  # noqa: PLR0913  as many as the command has options
    *,
    host: str,
    port: int,
    source: str | None,
    no_qr: bool,
    data: Path | None,
    names: tuple[str, ...],
    url: str,
    hall: str | None,
    table_name: str,
) -> None:
    """Serve until a signal to stop."""
    source = source or _default_source()
    root = _data_dir(data)
    crash_guard = CrashLoopGuard(root)
    known = own_host_names() | {name.lower() for name in names} | {urlsplit(url).hostname or "localhost"}
    settings = Settings(source, port, known, root, crash_guard, url)
    try:
        scanner = ScannerClient(source, data_dir=root)
    except Refusal as refusal:
        raise click.UsageError(localize(refusal.message)) from None
    address = _parse_hall(hall)
    with contextlib.ExitStack() as opened:
        with report_startup("Reading the ledger."):
            if table_database():  # the draft and the decks are in the folder all the same
                opened.enter_context(contextlib.closing(hold_folder(root)))
            store = opened.enter_context(contextlib.closing(open_ledger(root, alone=True)))
            opened.enter_context(contextlib.closing(scanner))
            app = create_app(store, scanner, settings)
        try:
            server = build_server(app, host, port)
        except OSError as error:
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror or error}") from None
        table: AppContext = app.extensions["fudayomi"]
        pin = None if table.pin.number else first_pin() or draw_pin()
        _print_welcome(settings, pin, qr=not no_qr)
        if pin:  # set once it was printed, so that no PIN is set that nobody has seen
            table.pin.renew(pin)
        if address is not None:
            table.outbox.request_join(address, table_name[:MAX_NAME_LENGTH], settings.url)
        if crash_guard.start():
            scanner.switch_source("none")
        _run(server, table, host)


def _parse_hall(url: str | None) -> HallAddress | None:
    try:
        return parse_hall_url(url) if url else None
    except Refusal as refusal:
        raise click.UsageError(localize(refusal.message)) from None


def _default_source() -> str:
    """The Pi's camera if there is one, else the synthetic table for a demo (FUDAYOMI_DEMO=1), else none."""
    if has_pi_camera():
        return "picamera"
    return "synthetic" if is_demo_wanted() else "none"


def _run(server: PhoneServer | MultiSocketServer, table: AppContext, host: str) -> None:
    """Serve until SIGTERM or SIGINT. Event streams are closed first, so that stopping does not wait for them."""
    stop = threading.Event()
    watch_loop = threading.Thread(target=run_watch_loop, args=(table, stop), name="watch")
    sender = OutboxSender(table.outbox)
    watchdog = Watchdog(host, table.settings.port, table.settings.crash_guard, stop)

    def stop_serving(_number: int, _frame: FrameType | None) -> None:
        table.settings.crash_guard.mark_stopped()
        table.hub.close()
        sys.exit(0)

    signal.signal(signal.SIGTERM, stop_serving)
    signal.signal(signal.SIGINT, stop_serving)
    table.scanner.start()
    watch_loop.start()
    watchdog.start()
    sender.start()
    try:
        server.run()
    finally:
        stop.set()
        server.close()
        sender.close()
        watch_loop.join()
        table.maintenance.close()


def _data_dir(data: Path | None) -> Path:
    try:
        return ensure_data_dir(data)
    except OSError as error:
        raise click.ClickException(f"the ledger cannot be kept there: {error}") from None


def _print_welcome(settings: Settings, pin: str | None, *, qr: bool) -> None:
    """Print the address and, at the first start, the PIN. It is printed once, because only its hash is stored."""
    click.echo(f"\n  札読み Fudayomi  {settings.url}\n")
    print_other_urls(settings)
    if qr:
        print_code(segno.make(settings.url))
    command = pin_reset_command(settings.data_dir)
    if pin and is_logged_to_journal():
        click.echo(f"  Host PIN / 世話役の暗証番号: {command}\n")
    elif pin:
        click.echo(f"  Host PIN / 世話役の暗証番号: {pin}\n  (shown this once; a new one: {command})\n")
    sys.stdout.flush()


COMMAND = serve
