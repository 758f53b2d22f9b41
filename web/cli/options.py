"""言い方 iikata: the options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from web.i18n.terminal_locale import help_of

of_role = click.option(
    "--role",
    default="",
    help=help_of(
        "Whose hand it is, such as dealer, last or other in Otoroku.", "役どころ（オトロクなら dealer・last・other）。"
    ),
)
of_rules = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=help_of("A house rule; may be given often.", "取り決め。何度でも書けます。"),
)
as_json = click.option("--json", "as_json", is_flag=True, help=help_of("Print JSON.", "JSON で書き出します。"))
of_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=help_of("Folder that holds everything remembered.", "すべての記録を置くフォルダー。"),
)
