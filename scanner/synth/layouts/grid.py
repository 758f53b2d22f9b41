"""Cards in loose rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from scanner.synth.layout import PlacedCard, Size, columns_for, jitter_cards, lay_out_block, move_group
from scanner.synth.layouts import on_table


def lay_out_grid(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """Cards in loose rows and columns, the whole grid turned a little."""
    inner = (space[0] * 0.86, space[1] * 0.86)
    columns = columns_for(len(codes), inner, card_size) or max(1, ceil(len(codes) ** 0.5 * 1.6))
    gap = float(rng.uniform(3, 9))
    cards = jitter_cards(rng, lay_out_block(codes, columns, card_size, (gap, gap)), slip=1.0, twist=2.0)
    return move_group(_turn_some_around(rng, cards), 0, 0, float(rng.normal(0, 4)))


def _turn_some_around(rng: np.random.Generator, cards: Sequence[PlacedCard]) -> list[PlacedCard]:
    return [replace(card, angle=(card.angle + 180 * int(rng.random() < 0.3)) % 360) for card in cards]


LAYOUT = on_table(lay_out_grid)
