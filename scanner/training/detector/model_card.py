"""品書き shinagaki: the model card of the network that sketches where cards lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scanner.training.detector.evaluate import MAX_CORNER_ERROR, MIN_UNOCCLUDED_SHARE, MIN_VISIBLE_SHARE

_NOT_EVALUATED = """It was tried on no deck that it was not shown (`--held-out` names such decks): how it fares on other
cards has not been measured. What it finds on cards it learned from would not tell."""
_COLUMNS = (
    *("kind", "set", "pattern", "of that pattern it saw", "tables", "cards", "found", "lying open", "of these found"),
    *("corners off", "no card's", "beside"),
)


def _table_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def format_percent(share: float | None) -> str:
    """A share 0..1 in words, a dash for none."""
    return "–" if share is None else f"{share:.1%}"


def _metrics_row(row: dict[str, Any]) -> str:
    seen = ", ".join(row["akin"]) or "none"
    whose = (row["kind"], row["set"], row["pattern"], seen, str(row["tables"]))
    found = (str(row["cards"]), format_percent(row["found"]), str(row["open"]), format_percent(row["open_found"]))
    return _table_line((*whose, *found, format_percent(row["corner"]), f"{row['stray']:.1f}", f"{row['beside']:.1f}"))


def _held_out_section(rows: list[dict[str, Any]]) -> str:
    """What is said of the decks it was tried on; that there were none, where there were none."""
    if not rows:
        return _NOT_EVALUATED
    table = "\n".join([_table_line(_COLUMNS), "|" + "---|" * len(_COLUMNS), *map(_metrics_row, rows)])
    shows, is_open, apart = (f"{share:.0%}" for share in (MIN_VISIBLE_SHARE, MIN_UNOCCLUDED_SHARE, MAX_CORNER_ERROR))
    return f"""Each row: tables with the cards of one set that it was not shown; sets of the same pattern it did see are
named. These tables were drawn as those it learned from, on the same cloths, among the same litter, but none is one of
those: what other cards change is told here, not what a photograph does. Many of their cards are half covered, cut off
by the picture's edge, in the dark or blurred. Cards of one size lie in the same places, so that rows can be compared.

A card counts, face up or down, when {shows} of it shows, and lies open when {is_open} shows. It is found when
one outline has each corner within {apart} of the card's width. Corners off: of a card found the mean of its four,
in its widths, the median over cards. No card's: outlines a table that are none of its cards' by that measure; beside:
those of them in whose middle no card is seen.

{table}"""


def render_model_card(about: dict[str, Any]) -> str:
    """The model card (Markdown) of what `borders.json` says."""
    seen = "\n".join(
        f"| {row['kind']} | {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in about["trained_on"]
    )
    made, bare = about["made"], about["backgrounds"]
    tops = f",\nand on {bare} pictures of bare tables" if bare else ""
    return f"""# Where cards lie

Sketches, on a whole picture of a table, where cards may lie: touching, overlapping and half covered ones, too. It says
of every place whether it is inside a card, where that card's outline runs, and where the borders of cards can be seen.
It names nothing, and what it proposes is only looked at: whether a card is there, and which, the recognisers say.
`borders.onnx` holds half-precision weights; the program runs it with OpenCV. Made by
`fudayomi train --kind borders`: {made["tables"]} drawn tables, {made["steps"]} steps, seed {made["seed"]}.

It learned from drawn tables alone: fans, rows, heaps and spreads of the cards below, 20 to 92 pixels wide, among
papers, books, boxes, coins, stones, cups, pens, phones and hands. They lie on cloth, wood and carpet{tops}.
No photograph of a card was used.

## Decks held out

{_held_out_section(about["held_out"])}

## What it saw

| kind | set | pattern | pictures | licence | source |
|---|---|---|---|---|---|
{seen}

## Limits

Things of a card's shape (books, boxes, phones) are sketched, too. Cards narrower than about a fortieth of the picture's
longer side, or wider than about two fifths of it, are not. Nothing here identifies people or places.
"""
