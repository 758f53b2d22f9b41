"""A game under way, with captured cards."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np

from scanner.synth.layout import PlacedCard, Size, jitter_cards, lay_out_block, move_group, split_randomly
from scanner.synth.layouts import on_table


def lay_out_game(rng: np.random.Generator, codes: Sequence[str], space: Size, card_size: Size) -> list[PlacedCard]:
    """A game under way: field and draw pile in the middle, overlapping captured cards in front of two players."""
    field = codes[: max(1, len(codes) // 3)]
    captured = codes[len(field) :]
    out = jitter_cards(rng, lay_out_block(field, max(1, ceil(len(field) / 2)), card_size, (6, 6)), slip=1.2, twist=2.5)
    pile_x = max((abs(card.x) for card in out), default=0.0) + card_size[0] * 1.6
    out.append(
        PlacedCard("", pile_x, float(rng.normal(0, 3)), float(rng.normal(0, 3)), cards_below=int(rng.integers(6, 20)))
    )
    for side, player_cards in ((1, captured[::2]), (-1, captured[1::2])):
        left = -space[0] * 0.34
        for part in split_randomly(rng, player_cards, 2, 5):
            block = lay_out_block(part, len(part), card_size, (-0.55 * card_size[0], 0))
            row = jitter_cards(rng, block, slip=0.8, twist=2)
            width = card_size[0] * (1 + 0.45 * (len(part) - 1))
            out += move_group(row, side * (left + width / 2), side * space[1] * 0.34, 0 if side > 0 else 180)
            left += width + 8
    return out


LAYOUT = on_table(lay_out_game, rows=4.8)  # four rows of cards, with gaps
