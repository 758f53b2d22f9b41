"""Cards edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np

from scanner.synth.layout import PlacedCard, Size, jitter_cards, lay_out_block, place_apart, split_randomly
from scanner.synth.layouts import on_table


def lay_out_touching(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Short rows and small blocks of cards, edge to edge."""
    groups = []
    for part in split_randomly(rng, codes, 2, 6):
        columns = len(part) if rng.random() < 0.6 else ceil(len(part) / 2)
        groups.append(jitter_cards(rng, lay_out_block(part, columns, card_size, (0.15, 0.15)), slip=0.12, twist=0.25))
    return place_apart(rng, groups, space, card_size)


LAYOUT = on_table(lay_out_touching)
