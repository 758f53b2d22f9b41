"""`fudayomi decks`: the decks enrolled here, carried from table to table as single files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scanner.enrolled import store
from scorer.decks import decks
from scorer.errors import Refusal
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    help=localize_help(
        "List the enrolled decks, or carry one to another table as a file.",
        "登録した札を一覧します。札をファイルにして別の卓へ運ぶこともできます。",
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
    help=localize_help("Keep the deck in FILE under NAME.", "FILE の札を NAME の名で登録します。"),
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=localize_help("The folder of everything remembered.", "記録を置くフォルダー。"),
)
def decks_command(
    *, export_to: tuple[str, Path] | None, import_from: tuple[str, Path] | None, data: Path | None
) -> None:
    """Lists, writes out or takes in enrolled decks."""
    from scanner.enrolled import deck_file  # noqa: PLC0415  OpenCV only for those who look

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
        click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)
        raise SystemExit(2) from refusal
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong


COMMAND = decks_command
