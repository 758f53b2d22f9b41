"""`fudayomi decks`: the decks enrolled here, carried from table to table as single files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scanner.enrolled import store
from scorer.discover import decks
from scorer.errors import Refusal
from web.i18n.terminal_locale import help_of, said
from web.system.data_dir import folder

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    help=help_of(
        "List the enrolled decks, or carry one to another table as a file.",
        "登録した札を一覧します。札をファイルにして別の卓へ運ぶこともできます。",
    )
)
@click.option(
    "--export",
    "out",
    type=(str, _FILE),
    metavar="NAME FILE",
    help=help_of("Write the enrolled deck NAME to FILE.", "登録した札 NAME を FILE に書き出します。"),
)
@click.option(
    "--import",
    "taken",
    type=(str, _FILE),
    metavar="NAME FILE",
    help=help_of("Keep the deck in FILE under NAME.", "FILE の札を NAME の名で登録します。"),
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=help_of("The folder of everything remembered.", "記録を置くフォルダー。"),
)
def listed(*, out: tuple[str, Path] | None, taken: tuple[str, Path] | None, data: Path | None) -> None:
    """Lists, writes out or takes in enrolled decks."""
    from scanner.enrolled import deck_file  # noqa: PLC0415  OpenCV only for those who look

    root = folder(data)
    try:
        if out is not None:
            out[1].write_bytes(deck_file.content(store.file_of(out[0], root)))
        if taken is not None:
            deck_file.kept(taken[0], root, deck_file.content(taken[1]))
        if out is None and taken is None:
            for deck in store.shelf(root):
                click.echo(f"{deck.name}\t{said(decks()[deck.kind].name)}")
    except Refusal as refusal:
        click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)
        raise SystemExit(2) from refusal
    except OSError as wrong:
        raise click.ClickException(str(wrong)) from wrong


COMMAND = listed
