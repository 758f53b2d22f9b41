"""Options shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from scorer.decks import decks
from scorer.texts import Text
from web.i18n.terminal_locale import localize, localize_help

role_option = click.option(
    "--role",
    default="",
    help=localize_help(
        "Role of the player, such as dealer, last or other in Otoroku.",
        "役どころ（オトロクなら dealer・last・other）。",
    ),
)
rules_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=localize_help("A house rule. Can be repeated.", "取り決め。繰り返し指定できます。"),
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help=localize_help("Print JSON.", "JSON で書き出します。")
)
lines_option = click.option(
    "--lines",
    is_flag=True,
    help=localize_help(
        "One hand object per line in, one answer or error object per line out.", "一行に一手を読み、一行ずつ答えます。"
    ),
)
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=localize_help("Folder for all stored data.", "すべての記録を置くフォルダー。"),
)

labelled_folders = click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER...",
)
pictured_deck_option = click.option(
    "--deck",
    default="hanafuda",
    show_default=True,
    help=localize_help(
        "The kind of deck on the pictures, or an enrolled deck.", "写っている札の種類、または登録した札の名前。"
    ),
)
host_option = click.option(
    "--host",
    default="*",
    show_default=True,
    help=localize_help("Address to listen on. * is every address.", "待ち受けるアドレス。* はすべて。"),
)
host_names_option = click.option(
    "--name",
    "names",
    multiple=True,
    help=localize_help(
        "Another host name of this page. Can be repeated.",
        "このページを開けるホスト名を足します。繰り返し指定できます。",
    ),
)

url_option = click.option(
    "--url",
    default="",
    callback=lambda _context, _option, url: parse_public_url(url),
    help=localize_help(
        "Address of the page as others type it, where it is another than this machine shows.",
        "ほかの端末で開くアドレス。この機械が示すものと違うときに指定します。",
    ),
)


def parse_public_url(url: str) -> str:
    """The address of a page that others type, with its last slash; "" for none. `BadParameter` for anything else."""
    if not url:
        return ""
    parts = urlsplit(url)
    try:
        is_page = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 80) > 0
    except ValueError:
        is_page = False
    if not is_page or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise click.BadParameter(
            localize(
                Text(
                    "write it as http://ADDRESS:PORT/, without a path: a table needs an address of its own",
                    "http://アドレス:ポート/ の形で、パスを付けずに書いてください。卓には専用のアドレスが要ります",
                )
            )
        )
    return f"{url.rstrip('/')}/"


def port_option(default: int) -> Callable[[Any], Any]:
    """The port that a server listens on."""
    return click.option(
        "--port",
        default=default,
        show_default=True,
        type=click.IntRange(1, 65535),
        help=localize_help("Port to listen on.", "待ち受けるポート。"),
    )


def kinds_option(name: str) -> Callable[[Any], Any]:
    """The decks a benchmark reads, as its argument `kinds`. `name`: what the option is called there."""
    return click.option(
        name,
        "kinds",
        multiple=True,
        type=click.Choice(sorted(decks())),
        default=("hanafuda", "kabufuda", "western"),
        show_default=True,
        help=localize_help("The deck. Can be repeated.", "札の種類。繰り返し指定できます。"),
    )


def seed_option(en: str, ja: str) -> Callable[[Any], Any]:
    """The seed of the first thing a benchmark draws, and help that says what that is."""
    return click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help=localize_help(en, ja))
