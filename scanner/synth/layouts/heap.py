"""A heap of cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.layout import LEAN_RISE_MM, PlacedCard, Size
from scanner.synth.layouts import on_table


def heap_cards(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Cards thrown together in the middle."""
    spread = (min(space[0] * 0.13, card_size[1] * 1.6), min(space[1] * 0.13, card_size[1] * 0.9))
    return [
        PlacedCard(
            code,
            float(rng.normal(0, spread[0])),
            float(rng.normal(0, spread[1])),
            float(rng.uniform(0, 360)),
            elevation=LEAN_RISE_MM * min(n, 6),
        )
        for n, code in enumerate(codes)
    ]


LAYOUT = on_table(heap_cards)
