"""The model card of the proposal network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scanner.training.detector.evaluate import MAX_CORNER_ERROR, MIN_UNOCCLUDED_SHARE, MIN_VISIBLE_SHARE

_NOT_EVALUATED = """It was not evaluated on held-out decks (`--held-out` names them), so its performance on other cards
is unknown. Results on its own training cards would say nothing about that."""
_COLUMNS = (
    *("kind", "set", "pattern", "training sets of that pattern", "tables", "cards", "found"),
    *("unoccluded", "unoccluded found", "corner error", "false positives", "on no card"),
)


def _table_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def format_percent(share: float | None) -> str:
    """A share 0..1 as a percentage, or a dash for None."""
    return "–" if share is None else f"{share:.1%}"


def _metrics_row(row: dict[str, Any]) -> str:
    akin = ", ".join(row["akin"]) or "none"
    deck = (row["kind"], row["set"], row["pattern"], akin, str(row["tables"]))
    found = (str(row["cards"]), format_percent(row["found"]), str(row["open"]), format_percent(row["open_found"]))
    return _table_line((*deck, *found, format_percent(row["corner"]), f"{row['stray']:.1f}", f"{row['beside']:.1f}"))


def _held_out_section(rows: list[dict[str, Any]]) -> str:
    """The results on held-out decks, or a note that there are none."""
    if not rows:
        return _NOT_EVALUATED
    table = "\n".join([_table_line(_COLUMNS), "|" + "---|" * len(_COLUMNS), *map(_metrics_row, rows)])
    visible, unoccluded, corner_error = (
        f"{share:.0%}" for share in (MIN_VISIBLE_SHARE, MIN_UNOCCLUDED_SHARE, MAX_CORNER_ERROR)
    )
    return f"""Each row: tables with the cards of one set that the network was not trained on, with the names of the
training sets that have its pattern. The tables were rendered like the training tables, with the same surfaces and
clutter, but none of them was used for training. So the results show the effect of other cards, not of real photographs.
Many of the cards are half covered, cut off by the edge of the picture, dark or blurred. Cards of the same size lie in
the same places, so the rows can be compared.

A card, face up or face down, counts if at least {visible} of it is visible. It is unoccluded if at least {unoccluded}
is visible. It is found if an outline has every corner within {corner_error} of the card's width. Corner error: the mean
error of a found card's four corners, in card widths, as the median over cards. False positives: outlines per table
that match no card by that measure. On no card: the number of them whose centre shows no card.

{table}"""


def render_model_card(about: dict[str, Any]) -> str:
    """The model card (Markdown) for the contents of `borders.json`."""
    training_sets = "\n".join(
        f"| {row['kind']} | {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in about["trained_on"]
    )
    made, background_count = about["made"], about["backgrounds"]
    photos = f",\nand on {background_count} pictures of bare tables" if background_count else ""
    return f"""# Proposal network

Proposes where cards lie on a picture of a whole table, touching, overlapping and half-covered cards included. For
every place it predicts whether it is inside a card, the outline of that card, whether its back shows, and where borders
of cards are visible.
It names no cards. Its proposals are only candidates: the classifiers decide whether there is a card, and which one.
`borders.onnx` holds half-precision weights and is run with ONNX Runtime. Made by
`fudayomi train --kind borders`: {made["tables"]} drawn tables, {made["steps"]} steps, seed {made["seed"]}.

It was trained on drawn tables only: fans on tables and in hands, rows, heaps and spreads of the cards below, 20 to 150
pixels wide, among papers, books, boxes, coins, stones, cups, pens, phones and hands.
They lie on cloth, wood and carpet{photos}.
No photograph of a card was used.

## Held-out decks

{_held_out_section(about["held_out"])}

## Training sets

| kind | set | pattern | pictures | licence | source |
|---|---|---|---|---|---|
{training_sets}

## Limits

Objects of a card's shape (books, boxes, phones) are proposed, too. Cards narrower than about a fortieth of the
picture's longer side, or wider than about two fifths of it, are not. Nothing here identifies people or places.
"""
