"""言い方 iikata: the options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from web.i18n.terminal_locale import localize_help

role_option = click.option(
    "--role",
    default="",
    help=localize_help(
        "Whose hand it is, such as dealer, last or other in Otoroku.", "役どころ（オトロクなら dealer・last・other）。"
    ),
)
rules_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=localize_help("A house rule; may be given often.", "取り決め。何度でも書けます。"),
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help=localize_help("Print JSON.", "JSON で書き出します。")
)
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=localize_help("Folder that holds everything remembered.", "すべての記録を置くフォルダー。"),
)
