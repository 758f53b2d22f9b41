"""Rows laid lengthwise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.layout import PlacedCard, Size, jitter_cards, lay_out_overlapped, place_apart, split_randomly
from scanner.synth.layouts import on_table

_VISIBLE = (0.35, 0.65)
"""Share of its length, 0..1, that each card leaves open of the one below: about half of it."""


def lay_out_lengthwise(
    rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size
) -> list[PlacedCard]:
    """Rows along the cards' long sides, in which each card covers about half of the one before."""
    groups = []
    for part in split_randomly(rng, codes, 3, 6):
        row = lay_out_overlapped(part, float(rng.uniform(*_VISIBLE)), card_size, is_lengthwise=True)
        groups.append(jitter_cards(rng, row, slip=0.8, twist=3.0))
    return place_apart(rng, groups, space, card_size)


LAYOUT = on_table(lay_out_lengthwise)
