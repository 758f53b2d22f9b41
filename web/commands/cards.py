"""`fudayomi cards`: the project's own drawings as a contact sheet and as pages to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from scanner.art.sheets import DPI, contact_sheet, print_pages
from scorer.discover import decks

KIND = click.Choice(sorted(decks()))
FILE = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("cards")
@click.option("--sheet", type=FILE, help="Write a contact sheet (PNG) of every face to this file.")
@click.option("--deck", type=KIND, default="hanafuda", show_default=True, help="The deck of the contact sheet.")
@click.option(
    "--width", type=click.IntRange(16, 660), default=44, show_default=True, help="Pixels a card is wide on it."
)
@click.option(
    "--print",
    "printed",
    type=(KIND, FILE),
    help="Write the full pack of DECK, true size, to this PDF FILE.",
    metavar="DECK FILE",
)
@click.option(
    "--scale",
    type=click.FloatRange(0.5, 2.5),
    default=1.0,
    show_default=True,
    help="Print larger or smaller than true size.",
)
@click.option(
    "--backs", is_flag=True, help="Print a page of backs after every page of faces, for both sides of the paper."
)
def cards(
    *, sheet: Path | None, deck: str, width: int, printed: tuple[str, Path] | None, scale: float, backs: bool
) -> None:
    """Draw the cards: a contact sheet to look at, or A4 pages with cut marks to print."""
    if sheet is None and printed is None:
        raise click.UsageError("say --sheet FILE or --print DECK FILE")
    if sheet is not None:
        sheet.write_bytes(contact_sheet(decks()[deck], width))
    if printed is not None:
        kind, file = printed
        for number, page in enumerate(print_pages(decks()[kind], scale, backs=backs)):
            page.save(file, "PDF", append=number > 0, resolution=DPI, quality=92, subsampling=0)


COMMAND = cards
