"""`fudayomi cards`: the project's own drawings as a contact sheet and as pages to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from scanner.art.sheets import DPI, contact_sheet, print_pages
from scorer.discover import decks
from scorer.texts import Text
from web.tongue import said

KIND = click.Choice(sorted(decks()))
FILE = click.Path(dir_okay=False, writable=True, path_type=Path)

_CARDS = Text(
    "Draw the cards: a contact sheet to look at, or A4 pages with cut marks to print.",
    "札の絵を書き出します。一覧の画像、または切り取り線つきのA4ページ（PDF）です。",
)
_SHEET = Text(
    "Write a contact sheet (PNG) of every face to this file.", "全種類の札の一覧（PNG）をこのファイルに書く。"
)
_DECK = Text("The deck of the contact sheet.", "一覧にする札の種類。")
_WIDTH = Text("Pixels a card is wide on the contact sheet.", "一覧での札の幅（画素）。")
_PRINT = Text(
    "Write the full pack of DECK, true size, to this PDF FILE.", "DECKの札を一組すべて、原寸でPDFのFILEに書く。"
)
_SCALE = Text("Print larger or smaller than true size.", "原寸に対する印刷の倍率。")
_BACKS = Text(
    "Print a page of backs after every page of faces, for both sides of the paper.",
    "両面印刷用に、表のページごとに裏のページを続ける。",
)
_NOTHING = Text("say --sheet FILE or --print DECK FILE", "--sheet FILE か --print DECK FILE を指定してください")


@click.command("cards", help=said(_CARDS))
@click.option("--sheet", type=FILE, help=said(_SHEET))
@click.option("--deck", type=KIND, default="hanafuda", show_default=True, help=said(_DECK))
@click.option("--width", type=click.IntRange(16, 660), default=44, show_default=True, help=said(_WIDTH))
@click.option("--print", "printed", type=(KIND, FILE), metavar="DECK FILE", help=said(_PRINT))
@click.option("--scale", type=click.FloatRange(0.5, 2.5), default=1.0, show_default=True, help=said(_SCALE))
@click.option("--backs", is_flag=True, help=said(_BACKS))
def cards(
    *, sheet: Path | None, deck: str, width: int, printed: tuple[str, Path] | None, scale: float, backs: bool
) -> None:
    """Write what was asked for; the help of the command is `_CARDS`."""
    if sheet is None and printed is None:
        raise click.UsageError(said(_NOTHING))
    try:
        if sheet is not None:
            sheet.write_bytes(contact_sheet(decks()[deck], width))
        if printed is not None:
            kind, file = printed
            for number, page in enumerate(print_pages(decks()[kind], scale, backs=backs)):
                page.save(file, "PDF", append=number > 0, resolution=DPI, quality=92, subsampling=0)
    except OSError as error:
        raise click.ClickException(str(error)) from error


COMMAND = cards
