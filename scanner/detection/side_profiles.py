"""Color profiles across the four sides of a card, and straight edges.

The ground a little inside and outside the outline is flattened into a strip per side. Straight edges in such a strip
are candidates for the card's own edge, see `outline_refinement`. Lengths are in units of 1/132 of the card's width (a
quarter of a millimetre of hanafuda). Offsets count outwards from the outline.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import ImagePyramid, Quad

Floats = NDArray[np.float32]

UNITS_PER_WIDTH = 132
"""Units to a card's width."""
REACH_UNITS = 18
"""How far a strip reaches to either side of the outline, in units: further than an unrefined outline may be off."""
PARTS_PER_SIDE = 24
"""Parts of a side, each averaged along the side and sampled across it."""
OFFSETS_UNITS = np.arange(1 - REACH_UNITS, REACH_UNITS, dtype=np.float32)
"""Offsets in units at which the color steps of a strip lie, from inside to outside: (2 * REACH_UNITS - 1,)."""
_MARGIN_UNITS = REACH_UNITS + 2
"""Ground flattened around the outline in units: the reach, and room for interpolation."""
_SKIPPED_END_SHARE = 0.06
"""Share 0..1 of a side left out at each end: corners are rounded."""
_MAX_LINE_SLANT_UNITS = 14
"""Difference in units between the offsets of a line's two ends, at most. A more slanting edge is not this side's."""
_HALF_STRENGTH_STEP = 3.0
"""Color step (Lab distance per unit) that counts half as much as a very strong one."""
_CREST_EXPONENT = 4
"""Exponent that narrows an edge to its crest: a step of 80 % of the largest within two units counts 40 %."""
_SAME_LINE_UNITS = 3
"""Units by which both ends of two lines may differ while both follow one edge."""
PART_POSITIONS = (
    _SKIPPED_END_SHARE
    + (1 - 2 * _SKIPPED_END_SHARE) * (np.arange(PARTS_PER_SIDE, dtype=np.float32) + 0.5) / PARTS_PER_SIDE
).astype(np.float32)
"""Centers of the parts along a side, as shares 0..1 of its length: (PARTS_PER_SIDE,)."""


def units_to_image(quad: Quad, height: int) -> NDArray[np.float64]:
    """The homography (3, 3) from units of a card `height` units high to the picture."""
    corners = np.array([[0, 0], [UNITS_PER_WIDTH, 0], [UNITS_PER_WIDTH, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), np.float64)


def transform_points(units: NDArray[np.floating], matrix: NDArray[np.float64]) -> Quad:
    """Points (n, 2) mapped by a homography (3, 3)."""
    return np.asarray(cv2.perspectiveTransform(np.asarray(units, np.float64)[None], matrix)[0], np.float32)


def side_profiles(pyramid: ImagePyramid, quad: Quad, height: int) -> Floats:
    """Lab strips along the four sides: (4, PARTS_PER_SIDE, 2 * REACH_UNITS, 3), each from inside to outside.

    The sides and their parts run clockwise from the quad's first corner. `height`: of the card in units.
    """
    low, right, bottom = -_MARGIN_UNITS, UNITS_PER_WIDTH + _MARGIN_UNITS, height + _MARGIN_UNITS
    grown = transform_points(
        np.array([[low, low], [right, low], [right, bottom], [low, bottom]]), units_to_image(quad, height)
    )
    flat = pyramid.rectify(grown, (UNITS_PER_WIDTH + 2 * _MARGIN_UNITS, height + 2 * _MARGIN_UNITS))
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2Lab), np.uint8)
    # turned so that each side in turn is at the top and runs to the right
    turned = (lab, lab.transpose(1, 0, 2)[::-1], lab[::-1, ::-1], lab.transpose(1, 0, 2)[:, ::-1])
    profiles = []
    for view in turned:
        length = view.shape[1] - 2 * _MARGIN_UNITS
        ends = _MARGIN_UNITS + round(_SKIPPED_END_SHARE * length)
        strip = view[_MARGIN_UNITS - REACH_UNITS : _MARGIN_UNITS + REACH_UNITS, ends : view.shape[1] - ends]
        small = cv2.resize(np.ascontiguousarray(strip), (PARTS_PER_SIDE, 2 * REACH_UNITS), interpolation=cv2.INTER_AREA)
        profiles.append(small[::-1].transpose(1, 0, 2))
    return np.stack(profiles).astype(np.float32)


def color_steps(profiles: Floats) -> Floats:
    """Size of the color step across the side at each of `OFFSETS_UNITS`: (…, 2 * REACH_UNITS - 1), Lab distances."""
    step = np.diff(profiles, axis=-2)
    step[..., 1:-1, :] = (step[..., :-2, :] + 2 * step[..., 1:-1, :] + step[..., 2:, :]) / 4
    return np.asarray(np.sqrt((step**2).sum(axis=-1)), np.float32)


def edge_strength(step_sizes: Floats) -> Floats:
    """How surely an edge runs at each position, 0..1, from `color_steps`. Faint edges count nearly in full."""
    flat = step_sizes.reshape(-1, step_sizes.shape[-1])
    local_max = np.asarray(cv2.dilate(flat, np.ones((1, 5), np.uint8)), np.float32)
    crest = (flat / np.maximum(local_max, 1e-3)) ** _CREST_EXPONENT * flat / (flat + _HALF_STRENGTH_STEP)
    return np.asarray(crest.reshape(step_sizes.shape), np.float32)


@cache
def _line_templates() -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Every line (n, 2), its weights on the positions of a strip (positions, n), and which lines are alike (n, n).

    A line is the pair of its offsets at the two ends of the side. Its weights interpolate linearly between offsets.
    """
    start, end = (ends.ravel() for ends in np.meshgrid(OFFSETS_UNITS, OFFSETS_UNITS, indexing="ij"))
    is_straight = np.abs(start - end) <= _MAX_LINE_SLANT_UNITS
    ends = np.stack([start[is_straight], end[is_straight]], axis=1)
    position = ends[:, :1] * (1 - PART_POSITIONS) + ends[:, 1:] * PART_POSITIONS - OFFSETS_UNITS[0]
    low = np.clip(np.floor(position), 0, len(OFFSETS_UNITS) - 2).astype(int)
    share = (position - low).astype(np.float32)
    weights = np.zeros((PARTS_PER_SIDE, len(OFFSETS_UNITS), len(ends)), np.float32)
    line, part = np.indices(low.shape)
    weights[part, low, line] += 1 - share
    weights[part, low + 1, line] += share
    is_alike = (np.abs(ends[:, None] - ends) <= _SAME_LINE_UNITS).all(axis=2)
    return (
        np.asarray(ends, np.float32),
        np.asarray(weights.reshape(-1, len(ends)) / PARTS_PER_SIDE, np.float32),
        is_alike,
    )


def best_lines(strength: Floats, count: int) -> tuple[Floats, Floats]:
    """The `count` best straight edges of each side: offsets of their two ends (n, count, 2) and support (n, count).

    `strength`: `edge_strength` of n sides (n, PARTS_PER_SIDE, offsets). Support is its mean 0..1 along the line. Lines
    that follow the same edge as a better one are left out.
    """
    ends, weights, is_alike = _line_templates()
    remaining = strength.reshape(len(strength), -1) @ weights
    rows = np.arange(len(strength))
    best_ends, support = [], []
    for _ in range(count):
        best = remaining.argmax(axis=1)
        best_ends.append(ends[best])
        support.append(np.maximum(remaining[rows, best], 0))
        remaining[is_alike[best]] = -1
    return np.stack(best_ends, axis=1), np.stack(support, axis=1)


def sample_along_lines(values: Floats, line_ends: Floats, offset: float = 0.0) -> Floats:
    """Values (n, PARTS_PER_SIDE, offsets[, channels]) along lines (n, k, 2): (n, k, PARTS_PER_SIDE[, channels]).

    The lines are moved outwards by `offset` units first. The values are those of `color_steps`, at `OFFSETS_UNITS`, or
    of `side_profiles`, which begin half a unit further inside.
    """
    first = OFFSETS_UNITS[0] - (0.5 if values.shape[2] == 2 * REACH_UNITS else 0.0)
    position = line_ends[..., :1] * (1 - PART_POSITIONS) + line_ends[..., 1:] * PART_POSITIONS + offset - first
    index = np.clip(np.rint(position), 0, values.shape[2] - 1).astype(int)
    side = np.arange(len(values))[:, None, None]
    return np.asarray(values[side, np.arange(PARTS_PER_SIDE)[None, None], index], np.float32)
