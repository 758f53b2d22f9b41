"""Random layouts of card groups: fans, overlapping rows, grids and heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from scanner.synth.backgrounds import Rng
from scanner.synth.hands.fan import random_fan
from scanner.synth.layout import (
    LEAN_RISE_MM,
    PlacedCard,
    Size,
    is_clear_of,
    jitter_cards,
    lay_out_block,
    lay_out_overlapped,
    move_group,
    rectangle_corners,
)

_MAX_GROUP_SIZE = 10
"""Cards in one group, at most: a large hand of cards."""
_MAX_PLACEMENT_TRIES = 12
"""Random positions tried for one group on a table without overlaps, before the group is dropped or overlaps after all.
More would only be spent on full tables."""
_NO_OVERLAP_PROBABILITY = 0.7
"""Share of the tables, 0..1, on which groups should not overlap: on most tables only the cards of one group do."""
_MARGIN_MM = 1.5
"""Gap in millimetres around each card that counts as occupied, so that separate groups do not touch."""


def _row(rng: Rng, codes: Sequence[str], card: Size, *, is_lengthwise: bool = False) -> list[PlacedCard]:
    row = lay_out_overlapped(codes, float(rng.uniform(0.2, 0.85)), card, is_lengthwise=is_lengthwise)
    return jitter_cards(rng, row, slip=rng.uniform(0.2, 3), twist=rng.uniform(0.5, 9))


def _lengthwise_row(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    return _row(rng, codes, card, is_lengthwise=True)


def _edge_to_edge(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    columns = len(codes) if rng.random() < 0.5 else ceil(len(codes) / 2)
    gap = rng.uniform(0, 1.2)
    return jitter_cards(rng, lay_out_block(codes, columns, card, (gap, gap)), slip=0.15, twist=0.4)


def _mixed_row(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    """Cards edge to edge, about half of which lie across."""
    row, end, gap = [], 0.0, rng.uniform(-1.0, 1.2)
    for code in codes:
        angle, length = (90.0, card[1]) if rng.random() < 0.5 else (0.0, card[0])
        row.append(PlacedCard(code, end + length / 2, 0.0, angle))
        end += length + gap
    return move_group(jitter_cards(rng, row, slip=rng.uniform(0.1, 2), twist=rng.uniform(0.2, 2)), -end / 2, 0.0, 0.0)


def _loose_grid(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    gap = (rng.uniform(-3, 8), rng.uniform(-3, 8))
    return jitter_cards(rng, lay_out_block(codes, ceil(len(codes) / 2), card, gap), slip=2, twist=5)


def _heap(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    spread = card[0] * rng.uniform(0.4, 1.0)
    return [
        PlacedCard(code, float(rng.normal(0, spread)), float(rng.normal(0, spread)), float(rng.uniform(0, 360)))
        for code in codes
    ]


def _cross(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    return [
        PlacedCard(
            code,
            float(rng.normal(0, card[0] * 0.35) + number * card[0] * 0.4),
            float(rng.normal(0, card[1] * 0.25)),
            float((rng.choice([0, 90]) + rng.normal(0, 12)) % 360),
        )
        for number, code in enumerate(codes)
    ]


_GROUP_LAYOUTS = (
    random_fan,
    random_fan,
    random_fan,
    _row,
    _row,
    _lengthwise_row,
    _lengthwise_row,
    _edge_to_edge,
    _edge_to_edge,
    _mixed_row,
    _loose_grid,
    _heap,
    _cross,
)


def random_layout(rng: Rng, codes: Sequence[str], table: Size, card: Size) -> list[PlacedCard]:
    """Lay out the cards ("" face down) in groups all over a `table` of that width and height in mm.

    On most tables no group overlaps another. Later cards lie on top of earlier ones. A group for which no free place
    is found is dropped half of the time.
    """
    layout: list[PlacedCard] = []
    occupied: list[np.ndarray] = []
    avoid_overlap = rng.random() < _NO_OVERLAP_PROBABILITY
    start = 0
    while start < len(codes):
        group_codes = codes[start : start + int(rng.integers(1, _MAX_GROUP_SIZE + 1))]
        start += len(group_codes)
        group = _GROUP_LAYOUTS[int(rng.integers(len(_GROUP_LAYOUTS)))](rng, group_codes, card)
        for _ in range(_MAX_PLACEMENT_TRIES):
            x, y = (rng.uniform(-0.52, 0.52, 2) * table).tolist()
            moved = move_group(group, x, y, float(rng.uniform(0, 360)))
            boxes = [
                np.asarray(rectangle_corners(placed.x, placed.y, card, placed.angle, margin=_MARGIN_MM))
                for placed in moved
            ]
            if not avoid_overlap or all(is_clear_of(box, occupied) for box in boxes):
                break
        else:
            if rng.random() < 0.5:
                continue
        layout += [replace(placed, elevation=LEAN_RISE_MM * min(number, 5)) for number, placed in enumerate(moved)]
        occupied += boxes
    return layout
