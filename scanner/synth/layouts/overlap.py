"""Rows and columns of overlapping cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.layout import PlacedCard, Size, jitter_cards, lay_out_overlapped, place_apart, split_randomly
from scanner.synth.layouts import on_table


def lay_out_overlapping(
    rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size
) -> list[PlacedCard]:
    """Rows and columns in which each card covers part of the one before."""
    groups = []
    for part in split_randomly(rng, codes, 3, 5):
        visible = float(rng.uniform(0.3, 0.75))
        row = lay_out_overlapped(part, visible, card_size, is_lengthwise=rng.random() < 0.35)
        groups.append(jitter_cards(rng, row, slip=0.8, twist=3.0))
    return place_apart(rng, groups, space, card_size)


LAYOUT = on_table(lay_out_overlapping)
