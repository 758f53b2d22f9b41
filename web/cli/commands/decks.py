"""`fudayomi decks`: lists, exports and imports enrolled decks."""

from __future__ import annotations

from pathlib import Path

import click

from scanner.enrolled import store
from scorer.decks import decks
from scorer.errors import Refusal
from web.cli.json_lines import refuse
from web.cli.options import data_option
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    help=localize_help(
        "List the enrolled decks, or export and import one as a file for another table.",
        "登録した札を一覧します。一組をファイルに書き出し、別の卓で読み込むこともできます。",
    )
)
@click.option(
    "--export",
    "export_to",
    type=(str, _FILE),
    metavar="NAME FILE",
    help=localize_help("Write the enrolled deck NAME to FILE.", "登録した札 NAME を FILE に書き出します。"),
)
@click.option(
    "--import",
    "import_from",
    type=(str, _FILE),
    metavar="NAME FILE",
    help=localize_help("Enrol the deck in FILE as NAME.", "FILE の札を NAME の名で登録します。"),
)
@data_option
def decks_command(
    *, export_to: tuple[str, Path] | None, import_from: tuple[str, Path] | None, data: Path | None
) -> None:
    """List, export or import enrolled decks."""
    from scanner.enrolled import deck_file  # noqa: PLC0415  OpenCV only where pictures are read

    root = ensure_data_dir(data)
    try:
        if export_to is not None:
            export_to[1].write_bytes(deck_file.read_deck_file(store.deck_path(export_to[0], root)))
        if import_from is not None:
            deck_file.save_deck(import_from[0], root, deck_file.read_deck_file(import_from[1]))
        if export_to is None and import_from is None:
            for deck in store.list_decks(root):
                click.echo(f"{deck.name}\t{localize(decks()[deck.kind].name)}")
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        raise click.ClickException(str(error)) from error


COMMAND = decks_command
