"""`fudayomi cards`: drawings of the cards as pictures, and their names."""

from __future__ import annotations

from pathlib import Path

import click

from scanner.art import list_patterns
from scanner.art.sheets import DPI, render_contact_sheet, render_print_pages
from scorer.cards import KIND_NAMES
from scorer.decks import decks
from scorer.games import games
from scorer.teaching.card_names import named_faces
from scorer.texts import Text
from web.cli.terminal import print_json
from web.i18n.terminal_locale import localize

DECK_KIND = click.Choice(sorted(decks()))
PATTERN = click.Choice(sorted({pattern for kind in decks() for pattern in list_patterns(kind)}))
OUTPUT_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)

_CARDS = Text(
    "Draw the cards: a contact sheet to look at, or A4 pages with cut marks to print.",
    "札の絵を書き出します。一覧の画像、または切り取り線つきのA4ページ（PDF）です。",
)
_SHEET = Text(
    "Write a contact sheet (PNG) of every face to this file.", "全種類の札の一覧（PNG）をこのファイルに書く。"
)
_DECK = Text("The deck of the contact sheet.", "一覧にする札の種類。")
_WIDTH = Text("Width of a card on the contact sheet in pixels.", "一覧での札の幅（画素）。")
_PRINT = Text(
    "Write the full pack of DECK in true size to this PDF FILE.", "DECKの札を一組すべて、原寸でPDFのFILEに書く。"
)
_SCALE = Text("Scale of the print: 1 is true size.", "原寸に対する印刷の倍率。")
_BACKS = Text(
    "Add a page of backs after every page of faces, for printing on both sides.",
    "両面印刷用に、表のページごとに裏のページを続ける。",
)
_PATTERN = Text(
    "Draw the deck in this pattern: hwatu, the Korean one, with its six bonus cards.",
    "札をこの図柄で書き出す。hwatu は花闘（韓国の花札）で、ボーナス札六枚つき。",
)
_NO_PATTERN = Text("{deck} is not drawn in the pattern {pattern}", "{deck} に図柄 {pattern} はありません")
_NAMES = Text(
    "List every face of DECK: names, month or rank, kind, and its points in each game.",
    "DECKの札の名・月や数・種類と、遊びごとの点を書き出す。",
)
_JSON = Text("Print the names as JSON, one face per line.", "名をJSONで、一行に一枚ずつ書き出す。")
_NOTHING = Text(
    "say --sheet FILE, --print DECK FILE or --names DECK",
    "--sheet FILE・--print DECK FILE・--names DECK のどれかを指定してください",
)


@click.command("cards", help=localize(_CARDS))
@click.option("--sheet", type=OUTPUT_FILE, help=localize(_SHEET))
@click.option("--deck", type=DECK_KIND, default="hanafuda", show_default=True, help=localize(_DECK))
@click.option("--width", type=click.IntRange(16, 660), default=44, show_default=True, help=localize(_WIDTH))
@click.option("--print", "printed", type=(DECK_KIND, OUTPUT_FILE), metavar="DECK FILE", help=localize(_PRINT))
@click.option("--scale", type=click.FloatRange(0.5, 2.5), default=1.0, show_default=True, help=localize(_SCALE))
@click.option("--backs", is_flag=True, help=localize(_BACKS))
@click.option("--pattern", type=PATTERN, help=localize(_PATTERN))
@click.option("--names", type=DECK_KIND, help=localize(_NAMES))
@click.option("--json", "as_json", is_flag=True, help=localize(_JSON))
def cards(  # noqa: PLR0913  one parameter per option
    *,
    sheet: Path | None,
    deck: str,
    width: int,
    printed: tuple[str, Path] | None,
    scale: float,
    backs: bool,
    pattern: str | None,
    names: str | None,
    as_json: bool,
) -> None:
    """Write the requested files or names. The help of the command is `_CARDS`."""
    if names is not None:
        _print_names(names, as_json=as_json)
    elif sheet is None and printed is None:
        raise click.UsageError(localize(_NOTHING))
    for kind in (*([deck] if sheet is not None else []), *([printed[0]] if printed is not None else [])):
        if pattern and pattern not in list_patterns(kind):
            raise click.UsageError(localize(_NO_PATTERN).format(deck=kind, pattern=pattern))
    try:
        if sheet is not None:
            sheet.write_bytes(render_contact_sheet(decks()[deck], width, pattern or ""))
        if printed is not None:
            kind, file = printed
            for number, page in enumerate(render_print_pages(decks()[kind], scale, pattern or "", backs=backs)):
                page.save(file, "PDF", append=number > 0, resolution=DPI, quality=92, subsampling=0)
    except OSError as error:
        raise click.ClickException(str(error)) from error


def _print_names(kind: str, *, as_json: bool) -> None:
    """Print every face of a deck, one per line."""
    for named in named_faces(decks()[kind]):
        if as_json:
            print_json(named.as_json())
            continue
        name = named.face.name
        reading = f" ({name.kana})" if name.kana else ""
        counts = ", ".join(f"{localize(games()[key].name)} {points}" for key, points in named.points_by_game.items())
        click.echo(
            f"{named.face.code:7} {name.en} · {name.ja}{reading} · {localize(KIND_NAMES[named.face.kind])}"
            f" · {counts or '–'}"
        )


COMMAND = cards
