"""帯 obi: the ground along a card's four sides, a little inside and outside, and the straight edges that run there.

A unit is 1/132 of the card's width (a quarter of a millimetre of hanafuda). Offsets count outwards from the outline.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import ImagePyramid, Quad

UNITS_PER_WIDTH = 132
"""Units to a card's width."""
REACH_UNITS = 18
PARTS_PER_SIDE = 24
"""How many pieces of a side are looked at one by one."""
_MARGIN_UNITS = REACH_UNITS + 2
_SKIPPED_END_SHARE = 0.06
_MAX_LINE_SLANT_UNITS = 14
_HALF_STRENGTH_STEP = 3.0
_CREST_EXPONENT = 4
_SAME_LINE_UNITS = 3

Floats = NDArray[np.float32]
OFFSETS_UNITS = np.arange(1 - REACH_UNITS, REACH_UNITS, dtype=np.float32)
PART_POSITIONS = (
    _SKIPPED_END_SHARE
    + (1 - 2 * _SKIPPED_END_SHARE) * (np.arange(PARTS_PER_SIDE, dtype=np.float32) + 0.5) / PARTS_PER_SIDE
).astype(np.float32)
"""Where the pieces lie along a side, as shares of its length."""


def units_to_image(quad: Quad, height: int) -> NDArray[np.float64]:
    """The map (3, 3) from units of a card `height` units high to the picture."""
    corners = np.array([[0, 0], [UNITS_PER_WIDTH, 0], [UNITS_PER_WIDTH, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), np.float64)


def transform_points(units: NDArray[np.floating], matrix: NDArray[np.float64]) -> Quad:
    """Points (n, 2) through such a map."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(units, np.float64)[None], matrix)[0], np.float32)


def side_profiles(pyramid: ImagePyramid, quad: Quad, height: int) -> Floats:
    """Lab along the four sides (4, PARTS, 2 * REACH, 3), clockwise from the first, each from inside to outside."""
    low, right, down = -_MARGIN_UNITS, UNITS_PER_WIDTH + _MARGIN_UNITS, height + _MARGIN_UNITS
    grown = transform_points(
        np.array([[low, low], [right, low], [right, down], [low, down]]), units_to_image(quad, height)
    )
    flat = pyramid.rectify(grown, (UNITS_PER_WIDTH + 2 * _MARGIN_UNITS, height + 2 * _MARGIN_UNITS))
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2Lab), np.uint8)
    rows = (lab, lab.transpose(1, 0, 2)[::-1], lab[::-1, ::-1], lab.transpose(1, 0, 2)[:, ::-1])
    found = []
    for side in rows:  # each turned so that this side is at the top, running to the right
        length = side.shape[1] - 2 * _MARGIN_UNITS
        ends = _MARGIN_UNITS + round(_SKIPPED_END_SHARE * length)
        part = side[_MARGIN_UNITS - REACH_UNITS : _MARGIN_UNITS + REACH_UNITS, ends : side.shape[1] - ends]
        small = cv2.resize(np.ascontiguousarray(part), (PARTS_PER_SIDE, 2 * REACH_UNITS), interpolation=cv2.INTER_AREA)
        found.append(small[::-1].transpose(1, 0, 2))
    return np.stack(found).astype(np.float32)


def color_steps(profiles: Floats) -> Floats:
    """How much the tone changes across the sides (…, 2 * REACH - 1), at the offsets GRID."""
    step = np.diff(profiles, axis=-2)
    step[..., 1:-1, :] = (step[..., :-2, :] + 2 * step[..., 1:-1, :] + step[..., 2:, :]) / 4
    return np.asarray(np.sqrt((step**2).sum(axis=-1)), np.float32)


def edge_strength(step_sizes: Floats) -> Floats:
    """How surely an edge runs at each place, 0..1: faint ones count nearly as much as strong ones."""
    flat = step_sizes.reshape(-1, step_sizes.shape[-1])
    most = np.asarray(cv2.dilate(flat, np.ones((1, 5), np.uint8)), np.float32)
    crest = (flat / np.maximum(most, 1e-3)) ** _CREST_EXPONENT * flat / (flat + _HALF_STRENGTH_STEP)
    return np.asarray(crest.reshape(step_sizes.shape), np.float32)


@cache
def _line_templates() -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Every line (n, 2) by its offsets at a side's two ends, and what each takes of a side's places (places, n).

    And which lines (n, n) are nearly the same.
    """
    start, end = (ends.ravel() for ends in np.meshgrid(OFFSETS_UNITS, OFFSETS_UNITS, indexing="ij"))
    straight = np.abs(start - end) <= _MAX_LINE_SLANT_UNITS
    ends = np.stack([start[straight], end[straight]], axis=1)
    at = ends[:, :1] * (1 - PART_POSITIONS) + ends[:, 1:] * PART_POSITIONS - OFFSETS_UNITS[0]
    low = np.clip(np.floor(at), 0, len(OFFSETS_UNITS) - 2).astype(int)
    share = (at - low).astype(np.float32)
    taken = np.zeros((PARTS_PER_SIDE, len(OFFSETS_UNITS), len(ends)), np.float32)
    line, part = np.indices(low.shape)
    taken[part, low, line] += 1 - share
    taken[part, low + 1, line] += share
    near = (np.abs(ends[:, None] - ends) <= _SAME_LINE_UNITS).all(axis=2)
    return np.asarray(ends, np.float32), np.asarray(taken.reshape(-1, len(ends)) / PARTS_PER_SIDE, np.float32), near


def best_lines(strength: Floats, count: int) -> tuple[Floats, Floats]:
    """The `most` best straight edges of sides (n, PARTS, places): their ends (n, most, 2) and support (n, most)."""
    ends, taken, same = _line_templates()
    left = strength.reshape(len(strength), -1) @ taken
    rows = np.arange(len(strength))
    found, support = [], []
    for _ in range(count):
        best = left.argmax(axis=1)
        found.append(ends[best])
        support.append(np.maximum(left[rows, best], 0))
        left[same[best]] = -1
    return np.stack(found, axis=1), np.stack(support, axis=1)


def sample_along_lines(values: Floats, line_ends: Floats, offset: float = 0.0) -> Floats:
    """Of values (n, PARTS, places[, channels]) what lies along lines (n, k, 2) moved out: (n, k, PARTS[, channels]).

    The places of `steps` are at GRID, those of `strips` half a unit further in.
    """
    first = OFFSETS_UNITS[0] - (0.5 if values.shape[2] == 2 * REACH_UNITS else 0.0)
    at = line_ends[..., :1] * (1 - PART_POSITIONS) + line_ends[..., 1:] * PART_POSITIONS + offset - first
    number = np.clip(np.rint(at), 0, values.shape[2] - 1).astype(int)
    side = np.arange(len(values))[:, None, None]
    return np.asarray(values[side, np.arange(PARTS_PER_SIDE)[None, None], number], np.float32)
