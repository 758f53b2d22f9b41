"""`fudayomi join`: QR codes for the table's own Wi-Fi and the page."""

from __future__ import annotations

from pathlib import Path

import click

from scorer.texts import Text
from web.cli.commands.doctor import service_options, service_url
from web.cli.options import data_option, url_option
from web.cli.terminal import print_code, print_other_urls
from web.config import Settings
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir
from web.system.wifi import load_wifi, page_qr_code

_WIFI = Text("1. Join the table's Wi-Fi: {name}, key {key}", "1. 卓の無線LANにつなぐ：{name}（キー {key}）")
_STAY = Text(
    "   The phone may say that it has no internet: stay connected.",
    "   「インターネット接続なし」と出ても、そのまま接続を続けてください。",
)
_PAGE = Text("{n}. Open the page: {url}", "{n}. ページを開く：{url}")


@click.command(
    "join",
    help=localize_help(
        "Show the QR codes for phones: the table's own Wi-Fi, if there is one, then the page.",
        "スマートフォンで読み取る二次元コードを表示します（卓専用の無線LAN、ページの順）。",
    ),
)
@click.option(
    "--svg",
    type=click.Path(file_okay=False, path_type=Path),
    help=localize_help(
        "Also write the codes as SVG files into this folder.", "コードをSVGでこのフォルダーにも書き出します。"
    ),
)
@click.option("--port", type=click.IntRange(1, 65535), help=localize_help("Port of the page.", "ページのポート番号。"))
@url_option
@data_option
def join(*, svg: Path | None, port: int | None, url: str, data: Path | None) -> None:
    """Draw the codes in the terminal."""
    try:
        wifi = load_wifi(ensure_data_dir(data))
        settings = Settings("none", port or service_options()[1], public_url=url or service_url())
        url = settings.url
        codes = {}
        if wifi is not None:
            codes["wifi"] = wifi.qr_code()
            click.echo(localize(_WIFI).format(name=wifi.name, key=wifi.key))
            click.echo(localize(_STAY))
            print_code(codes["wifi"])
        click.echo(localize(_PAGE).format(n=len(codes) + 1, url=url))
        codes["page"] = page_qr_code(url)
        print_code(codes["page"])
        print_other_urls(settings)
        if svg is not None:
            for name, code in codes.items():
                code.save(str(svg / f"{name}.svg"), scale=8, border=4, light="#fff")
    except OSError as error:
        raise click.ClickException(str(error)) from None


COMMAND = join
