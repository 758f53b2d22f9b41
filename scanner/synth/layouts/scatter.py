"""Single cards anywhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.layout import PlacedCard, Size, place_apart
from scanner.synth.layouts import on_table


def scatter_cards(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Single cards at any angle, none on another."""
    return place_apart(rng, [[PlacedCard(code, 0, 0, 0)] for code in codes], space, card_size)


LAYOUT = on_table(scatter_cards)
