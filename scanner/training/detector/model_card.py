"""The model card of the detector."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

from scanner.training.detector.evaluate import MAX_CORNER_ERROR, VISIBLE_SHARES

_NOT_EVALUATED = """It was not evaluated on held-out decks (`--held-out` names them), so its performance on other cards
is unknown. Results on its own training cards would say nothing about that."""
_COLUMNS = (
    *("kind", "set", "pattern", "training sets of that pattern", "tables"),
    *(f"found, from {share:.0%}" for share in VISIBLE_SHARES),
    *("corner error", "false positives", "on no card"),
)


def _table_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def format_percent(share: float | None) -> str:
    """A share 0..1 as a percentage, or a dash for None."""
    return "–" if share is None else f"{share:.1%}"


def _metrics_row(row: dict[str, Any]) -> str:
    akin = ", ".join(row["akin"]) or "none"
    deck = (row["kind"], row["set"], row["pattern"], akin, str(row["tables"]))
    found = (f"{format_percent(share)} of {count}" for _, count, share in row["bands"])
    return _table_line((*deck, *found, format_percent(row["corner"]), f"{row['stray']:.1f}", f"{row['beside']:.1f}"))


def _held_out_section(rows: list[dict[str, Any]]) -> str:
    """The results on held-out decks, or a note that there are none."""
    if not rows:
        return _NOT_EVALUATED
    table = "\n".join([_table_line(_COLUMNS), "|" + "---|" * len(_COLUMNS), *map(_metrics_row, rows)])
    return f"""Each row: tables with the cards of one set that the networks were not trained on, with the names of the
training sets that have its pattern. The tables were rendered like the training tables, with the same surfaces and
clutter, but none of them was used for training. So the results show the effect of other cards, not of real photographs.
Many of the cards are in fans, half covered, cut off by the edge of the picture, dark or blurred. Cards of the same size
lie in the same places, so the rows can be compared.

Found: the share of the cards, face up or face down, of which so much shows (up to the next column's share) that a
detection has with every corner within {MAX_CORNER_ERROR:.0%} of the card's width. Corner error: the mean error of a
found card's four corners, in card widths, as the median over cards. False positives: detections per table that match no
card by that measure. On no card: the number of them whose centre shows no card.

{table}"""


def render_model_card(about: dict[str, Any]) -> str:
    """The model card (Markdown) for the contents of `detector.json`."""
    training_sets = "\n".join(
        f"| {row['kind']} | {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in about["trained_on"]
    )
    made, background_count = about["made"], about["backgrounds"]
    earlier = "".join(
        f" The weights {word} began with had learned from\n{before['tables']} other tables in {before['steps']} and"
        f" {before['refinement_steps']} steps, seed {before['seed']}."
        for word, before in zip(chain(["they"], repeat("those")), about.get("begun_with", []), strict=False)
    )
    photos = f",\nand on {background_count} pictures of bare tables" if background_count else ""
    return f"""# Detector

Finds the cards on a picture of a table or of a hand, whatever they show: touching, overlapping, in fans, face up and
face down. Two networks work one after the other. `proposals.onnx` looks at the whole picture at four sizes, and
says for every place whether it is inside a card and where that card's outline is. `refinement.onnx` looks at a crop
around each outline and says where its corners are to fractions of a pixel, which part of the crop shows the card and
not what lies over it, whether there is a card at all, and whether its back shows. Neither names cards.

Both work on 8-bit integers and are run with ONNX Runtime. Made by `fudayomi train --kind detector`:
{made["tables"]} drawn tables, {made["steps"]} and {made["refinement_steps"]} steps, seed {made["seed"]}.{earlier}

They were trained on drawn tables only: fans on tables and in hands, rows, heaps and spreads of the cards below, 20 to
150 pixels wide, among papers, books, boxes, coins, stones, cups, pens, phones and hands. They lie on cloth, wood and
carpet{photos}. No photograph of a card was used.

## Held-out decks

{_held_out_section(about["held_out"])}

## Training sets

| kind | set | pattern | pictures | licence | source |
|---|---|---|---|---|---|
{training_sets}

## Limits

Objects of a card's shape (books, boxes, phones) may be found, too; what names cards takes them for none. Cards narrower
than about a fortieth of the picture's longer side, or wider than about two fifths of it, are not found. Nothing here
identifies people or places.
"""
