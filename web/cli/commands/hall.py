"""`fudayomi hall`: runs the page where many tables come together."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path
from types import FrameType

import click
from sqlalchemy.exc import SQLAlchemyError

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.pin import draw_pin
from web.cli.ledger import held_exception
from web.cli.options import data_option, host_names_option, host_option, port_option
from web.cli.synthetic_tables import DemoTables
from web.config import own_host_names
from web.hall.app import create_hall_app
from web.hall.config import HallSettings
from web.hall.context import HallContext
from web.hall.ratings.rating_list import RatingList
from web.hall.server import build_hall_server
from web.hall.storage.database import HallDatabase
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import TableRegistry
from web.i18n.terminal_locale import localize, localize_help
from web.outbox.hall_client import HallAddress
from web.system.data_dir import ensure_data_dir, keep_database_private
from web.system.data_lock import HeldError
from web.system.environment import first_pin, hall_database
from web.system.watchdog import is_logged_to_journal

_database_option = click.option(
    "--database",
    metavar="URL",
    help=localize_help(
        "postgresql://USER:PASSWORD@HOST/NAME, or sqlite:///FILE. Default: FUDAYOMI_HALL_DATABASE, else a file in the "
        "data folder.",
        "postgresql://利用者:合言葉@ホスト/名前 または sqlite:///ファイル。省くと FUDAYOMI_HALL_DATABASE、"
        "なければデータフォルダーのファイルです。",
    ),
)


@click.group(
    "hall",
    invoke_without_command=True,
    help=localize_help(
        "Run a hall: one page for many tables, one ledger for what they all play.",
        "会場を開きます。多くの卓を一つのページに集め、一つの帳面に記録します。",
    ),
)
@_database_option
@host_option
@port_option(8100)
@click.option(
    "--url",
    default="",
    help=localize_help(
        "Address of the page as others type it, behind a proxy.", "プロキシの外から見たページのアドレス。"
    ),
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help=localize_help(
        "A proxy on this machine says who asks (X-Forwarded-For), whether over TLS, and below which path it puts the "
        "pages (X-Forwarded-Prefix).",
        "同じ機械のプロキシが、誰からの要求か（X-Forwarded-For）、TLS かどうか、"
        "ページをどのパスの下に置くか（X-Forwarded-Prefix）を伝えます。",
    ),
)
@click.option(
    "--new-pin",
    is_flag=True,
    help=localize_help(
        "Make a new PIN for the referees and show it once.", "審判の暗証番号を新しくし、一度だけ表示します。"
    ),
)
@click.option(
    "--demo",
    type=click.IntRange(0, 20),
    default=0,
    help=localize_help(
        "Let so many synthetic tables play here, until this hall or the program that started it ends.",
        "ひとりでに遊ぶ卓をこの数だけ置きます。会場か、会場を起動したプログラムが終わるまで遊びます。",
    ),
)
@data_option
@host_names_option
@click.pass_context
def hall(  # noqa: PLR0913  as many as the command has options
    ctx: click.Context,
    *,
    database: str | None,
    host: str,
    port: int,
    url: str,
    behind_proxy: bool,
    new_pin: bool,
    demo: int,
    data: Path | None,
    names: tuple[str, ...],
) -> None:
    """Serve until a signal to stop."""
    if ctx.invoked_subcommand:
        return
    public_url = f"{url.rstrip('/')}/" if url else ""
    settings = HallSettings(port, public_url, own_host_names() | {name.lower() for name in names})
    with contextlib.closing(open_hall_database(database, data, alone=True)) as opened:
        TableRegistry(opened, HallSettingStore(opened)).remove_synthetic()  # those of a hall that was killed
        app = create_hall_app(opened, settings)
        context: HallContext = app.extensions["fudayomi_hall"]
        try:
            server = build_hall_server(app, host, port, behind_proxy=behind_proxy)
        except OSError as error:
            context.close()
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror or error}") from None
        pin = first_pin() or draw_pin() if new_pin or not context.pin.number else None
        _print_welcome(context, pin)
        if pin:  # set once it was printed, so that no PIN is set that nobody has seen
            context.pin.renew(pin)
        address = HallAddress(f"http://127.0.0.1:{port}", context.tables.code)
        tables = DemoTables(address, demo) if demo else None

        def stop_serving(_number: int, _frame: FrameType | None) -> None:
            sys.exit(0)

        signal.signal(signal.SIGTERM, stop_serving)
        signal.signal(signal.SIGINT, stop_serving)
        try:
            if tables is not None:
                context.tables.note_synthetic(tables.ledgers)
                tables.start()
            server.run()
        finally:
            if tables is not None:
                tables.close()
                context.tables.remove_synthetic()
            server.close()
            context.close()


@hall.command(
    "ratings",
    help=localize_help(
        "Compute the ratings of a hall's members anew. Every finished game counts. The hall may run meanwhile.",
        "会場の会員のレーティングを、終わったすべてのゲームから計算し直します。会場は開いたままで構いません。",
    ),
)
@_database_option
@data_option
@click.pass_context
def ratings(ctx: click.Context, *, database: str | None, data: Path | None) -> None:
    """Compute, store and say how many."""
    given = ctx.parent.params if ctx.parent else {}
    with contextlib.closing(open_hall_database(database or given["database"], data or given["data"])) as opened:
        rated = RatingList(opened, HallSettingStore(opened))
        try:
            count = rated.compute()
        except Refusal as refusal:
            raise click.ClickException(localize(refusal.message)) from None
        click.echo(localize(Text(f"ratings computed: {count}", f"計算したレーティング：{count}件")))
        if not rated.is_on:
            click.echo(
                localize(
                    Text(
                        "No page shows them: a referee turns them on under More, Ratings.",
                        "ページには出ていません。審判が「その他」の「レーティング」で表示にします。",
                    )
                )
            )


def open_hall_database(url: str | None, data: Path | None, *, alone: bool = False) -> HallDatabase:
    """The database of `url`, FUDAYOMI_HALL_DATABASE or the data folder. `ClickException` if it cannot be opened.

    `alone`: that is so, too, if another hall has its file.
    """
    try:
        chosen = url or hall_database() or f"sqlite:///{ensure_data_dir(data) / 'hall.db'}"
        keep_database_private(chosen)
        return HallDatabase(chosen, alone=alone)
    except HeldError as held:
        raise held_exception(held) from None
    except Refusal as refusal:
        raise click.ClickException(localize(refusal.message)) from None
    except (OSError, SQLAlchemyError) as error:
        reason = getattr(error, "orig", None) or error  # what the database said, without the library's words around it
        text = Text(f"the database cannot be opened: {reason}", f"データベースを開けません：{reason}")
        raise click.ClickException(localize(text)) from None


def _print_welcome(context: HallContext, pin: str | None) -> None:
    """Print the address, how tables join, and at the first start the PIN, of which only the hash is stored."""
    url = context.settings.url
    click.echo(f"\n  札読み Fudayomi  {url}\n")
    click.echo(f"  Tables join with / 卓の参加: fudayomi serve --hall {url}join/{context.tables.code}\n")
    if pin and not is_logged_to_journal():
        click.echo(f"  Referee's PIN / 審判の暗証番号: {pin}\n  (shown this once; a new one: --new-pin)\n")
    sys.stdout.flush()


COMMAND = hall
