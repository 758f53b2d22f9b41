"""散らし chirashi: little groups of cards as hands leave them: fans, rows that overlap, cards edge to edge, heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from scanner.synth.backgrounds import Rng
from scanner.synth.layout import (
    LEAN_RISE_MM,
    PlacedCard,
    Size,
    is_clear_of,
    jitter_cards,
    lay_out_block,
    move_group,
    rectangle_corners,
)

_MAX_GROUP_SIZE = 6
_MAX_PLACEMENT_TRIES = 12
_NO_OVERLAP_PROBABILITY = 0.7
_MARGIN_MM = 1.5


def _fan(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    step, far = rng.uniform(6, 24), rng.uniform(0.6, 1.5) * card[1]
    angles = [(number - (len(codes) - 1) / 2) * step for number in range(len(codes))]
    turns = np.radians(angles)
    return [
        PlacedCard(code, float(far * np.sin(turn)), float(far - far * np.cos(turn)), angle % 360)
        for code, angle, turn in zip(codes, angles, turns, strict=True)
    ]


def _row(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    hidden = 1 - rng.uniform(0.2, 0.85)
    across = rng.random() < 0.7
    gap = (-hidden * card[0], 0.0) if across else (0.0, -hidden * card[1])
    group = lay_out_block(codes, len(codes) if across else 1, card, gap)
    return jitter_cards(rng, group, slip=rng.uniform(0.2, 3), twist=rng.uniform(0.5, 9))


def _edge_to_edge(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    columns = len(codes) if rng.random() < 0.5 else ceil(len(codes) / 2)
    gap = rng.uniform(0, 1.2)
    return jitter_cards(rng, lay_out_block(codes, columns, card, (gap, gap)), slip=0.15, twist=0.4)


def _loose_grid(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    gap = (rng.uniform(-3, 8), rng.uniform(-3, 8))
    return jitter_cards(rng, lay_out_block(codes, ceil(len(codes) / 2), card, gap), slip=2, twist=5)


def _heap(rng: Rng, codes: Sequence[str], card: Size) -> list[PlacedCard]:
    wide = card[0] * rng.uniform(0.4, 1.0)
    return [
        PlacedCard(code, float(rng.normal(0, wide)), float(rng.normal(0, wide)), float(rng.uniform(0, 360)))
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


_GROUP_LAYOUTS = (_fan, _row, _row, _edge_to_edge, _edge_to_edge, _loose_grid, _heap, _heap, _cross)


def random_layout(rng: Rng, codes: Sequence[str], room: Size, card: Size) -> list[PlacedCard]:
    """The cards ("" face down) in groups all over a table of `room` mm, on most tables none on another group.

    Later ones lie on earlier ones. A group that finds no place stays in the box on half of the tables.
    """
    laid: list[PlacedCard] = []
    taken: list[np.ndarray] = []
    clear = rng.random() < _NO_OVERLAP_PROBABILITY
    at = 0
    while at < len(codes):
        some = codes[at : at + int(rng.integers(1, _MAX_GROUP_SIZE + 1))]
        at += len(some)
        group = _GROUP_LAYOUTS[int(rng.integers(len(_GROUP_LAYOUTS)))](rng, some, card)
        for _ in range(_MAX_PLACEMENT_TRIES):
            x, y = (rng.uniform(-0.52, 0.52, 2) * room).tolist()
            there = move_group(group, x, y, float(rng.uniform(0, 360)))
            boxes = [np.asarray(rectangle_corners(one.x, one.y, card, one.angle, margin=_MARGIN_MM)) for one in there]
            if not clear or all(is_clear_of(box, taken) for box in boxes):
                break
        else:
            if rng.random() < 0.5:
                continue
        laid += [replace(one, elevation=LEAN_RISE_MM * min(number, 5)) for number, one in enumerate(there)]
        taken += boxes
    return laid
