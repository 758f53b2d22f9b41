"""The model card of the network that reads indices."""

from __future__ import annotations

from typing import Any

_NOT_EVALUATED = "It was not evaluated on held-out sets (`--held-out` names them)."


def render_model_card(about: dict[str, Any]) -> str:
    """The model card (Markdown) for the contents of `indices.json`."""
    made = about["made"]
    learned = "\n".join(
        f"| {row['set']} | {row['pattern']} | {row['pictures']} | {row['licence']} | {row['source']} |"
        for row in about["trained_on"]
    )
    scores = "\n".join(
        f"| {row['set']} | {row['pattern']} | {row['views']} | {row['ranks']:.1%} | {row['suits']:.1%} |"
        f" {row['codes']:.1%} | {row['silent']:.2%} |"
        for row in about["held_out"]
    )
    held_out = f"""Each row: drawn views of the corners of one set that the network was not trained on, of which at
least four fifths show; many are blurred, dark or of cards 42 pixels wide. Silent: the share that is read wrong with a
probability of .99 or more. A corner alone never makes a card sure.

| set | pattern | views | rank | suit | both | silent |
|---|---|---|---|---|---|---|
{scores}"""
    return f"""# Indices

Reads the rank and the suit in the corner of a Western card from a crop of 48 x 64 pixels, and says how likely the
corner shows none. It names no card alone: `scanner/indices/index_evidence.py` adds what it says to what the network of
names says of the whole card. Run with ONNX Runtime. Made by `fudayomi train --kind indices`: {made["views"]} thousand
drawn views, {made["epochs"]} epochs, seed {made["seed"]}. The ranks of a third of the faces were written anew in other
fonts. No photograph of a card was used.

## Held-out sets

{held_out if about["held_out"] else _NOT_EVALUATED}

## Training sets

| set | pattern | pictures | licence | source |
|---|---|---|---|---|
{learned}

## Limits

Indices in the middle of a side and those of patterns with other letters (B, D, V, R) are not read. Nothing here
identifies people or places.
"""
