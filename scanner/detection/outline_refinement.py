"""Subpixel refinement of outlines: move each side onto the card's edge.

Several straight edges run along a side: the card's own, its printed frame, its shadow, a neighboring card. Logistic
regressions score them one by one (`SideEdges`). Opposite sides are then chosen together, with robust costs for a size
unlike that of the other cards and for sides that are not parallel (`select_opposite_edges`). Lines are finally fitted
to the chosen edges between the sampled positions (`SideEdges.fit_lines`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.detection.ground_plane import GroundPlane
from scanner.detection.side_profiles import (
    PART_POSITIONS,
    UNITS_PER_WIDTH,
    Floats,
    best_lines,
    color_steps,
    edge_strength,
    sample_along_lines,
    side_profiles,
    transform_points,
    units_to_image,
)
from scanner.imaging.geometry import ImagePyramid, Quad, quad_size

EDGES_PER_SIDE = 7
"""Straight edges considered on each side: the card's own may be fainter than its frame, shadow or neighbor."""


@dataclass(frozen=True, slots=True)
class RefinementConfig:
    """Tolerances of outline refinement. Units are 1/132 of a card's width. Set by `fudayomi bench eyes`."""

    inner_offsets_units: tuple[float, ...] = (-1.0, -2.0, -3.0, -4.0)
    """Offsets from an edge in units at which the color inside it is sampled: the border, if it is the card's edge."""
    outer_offsets_units: tuple[float, ...] = (2.0, 3.0, 4.0, 5.0)
    """Offsets from an edge in units at which the color outside it is sampled: the table or another card."""
    fit_offsets_units: tuple[float, ...] = (-2.0, -1.0, 0.0, 1.0, 2.0)
    """Offsets in units around an edge over which its subpixel position is averaged, weighted by edge strength."""
    min_separation_units: float = 2.5
    """Units from which another edge counts as further out or further in, not as the same edge."""
    size_tolerance_log: float = 0.03
    """Log-ratio by which a card's size may differ from the others' before that costs as much as half a logit."""
    parallel_tolerance_log: float = 0.04
    """Log-ratio by which two opposite sides may differ in length before that costs as much as half a logit."""
    max_robust_cost: float = 4.0
    """Cost in logits of a misfit, at most: beyond it the card is of another size or not flat, whatever the misfit."""
    unseen_edge_score: float = -4.0
    """Score in logits of an edge that is not visible and only implied by the opposite side and the common size."""
    max_corner_shift_widths: float = 0.3
    """Distance in card widths, per coordinate, that refinement may move a corner. Beyond it the old outline stays."""
    position_ridge: float = 0.05
    """Ridge added to the spread of positions (squared shares of a side) in a line fit: few samples must not tilt it."""


CONFIG = RefinementConfig()
_LOG_SIZE_STEPS = np.arange(-0.2, 0.2, 0.004, dtype=np.float32)
"""Log-ratios to the median size that are tried as the common size of all cards."""
_SINGLE_EDGE_WEIGHTS = np.array(
    (-3.19, 8.12, -1.22, -1.65, 0.51, 1.26, -0.72, -0.70, -0.91, 3.18, -1.20, 0.55, -2.32), np.float32
)
"""Weights in logits of an edge's being the card's own: a constant, then one per feature in the order of `SideEdges`."""
_SHARED_BORDER_WEIGHTS = np.array(
    (-1.77, 7.60, -0.82, -1.37, 0.35, 1.01, -0.59, -0.79, -0.79, 2.75, -1.43, 0.44, -2.10, -0.37), np.float32
)
"""The same with one weight more, for the color distance to the border that all cards share.

Both are logistic regressions on 3040 sides of cards on synthetic tables: two decks of the project's own, six other
patterns with borders of all colors (seeds from 9000).
"""


class SideEdges:
    """The straight edges along the sides of n cards.

    `profiles`: Lab strips (n, 4, PARTS_PER_SIDE, 2 * REACH_UNITS, 3) from `side_profiles`. `background`: Lab color
    (n, 3) of the table around each card. `line_ends`: the edges of each side (n, 4, EDGES_PER_SIDE, 2) as the offsets
    of their two ends in units.
    """

    def __init__(self, profiles: Floats, background: Floats) -> None:
        count = len(profiles)
        flat = profiles.reshape(-1, *profiles.shape[2:])
        steps = color_steps(flat)
        self._edge_strength = edge_strength(steps)
        ends, support = best_lines(self._edge_strength, EDGES_PER_SIDE)
        table = np.repeat(background, 4, axis=0)[:, None]
        inner = np.mean([sample_along_lines(flat, ends, shift) for shift in CONFIG.inner_offsets_units], axis=0)
        outer = np.mean([sample_along_lines(flat, ends, shift) for shift in CONFIG.outer_offsets_units], axis=0)
        inside, outside = np.median(inner, axis=2), np.median(outer, axis=2)
        middle = ends.mean(axis=-1)
        self.line_ends = ends.reshape(count, 4, EDGES_PER_SIDE, 2)
        self._inner_colors = inside.reshape(count, 4, EDGES_PER_SIDE, 3)
        self._edge_features = np.stack(
            [
                support,
                np.log1p(sample_along_lines(steps, ends).mean(axis=-1)),
                _log_color_variation(inner),
                _log_color_variation(outer),
                _log_color_distance(inside, table),
                _log_color_distance(outside, table),
                _log_color_distance(outside, inside),
                _best_support_beyond(middle, support, 1),
                _best_support_beyond(middle, support, -1),
                np.abs(ends[..., 0] - ends[..., 1]) / 10,
                middle / 10,
                np.abs(middle) / 10,
            ],
            axis=-1,
        ).reshape(count, 4, EDGES_PER_SIDE, -1)

    def edge_scores(self) -> Floats:
        """Score of each edge for being the card's own (n, 4, EDGES_PER_SIDE), in logits.

        Edges are first scored alone. The colors inside the best ones give the border that all cards share, and the
        final scores include the distance to it.
        """
        alone = self._edge_features @ _SINGLE_EDGE_WEIGHTS[1:] + _SINGLE_EDGE_WEIGHTS[0]
        best = alone.argmax(axis=-1)
        probabilities = 1 / (1 + np.exp(-np.take_along_axis(alone, best[..., None], -1))).ravel()
        colors = np.take_along_axis(self._inner_colors, best[..., None, None], 2).reshape(-1, 3)
        border_distance = _log_color_distance(self._inner_colors, _weighted_median(colors, probabilities))
        return np.asarray(
            self._edge_features @ _SHARED_BORDER_WEIGHTS[1:-1]
            + border_distance * _SHARED_BORDER_WEIGHTS[-1]
            + _SHARED_BORDER_WEIGHTS[0],
            np.float32,
        )

    def fit_lines(self, line_ends: Floats) -> Floats:
        """Lines (n, 4, 2) fitted to the edges they run along, between the sampled offsets."""
        flat = line_ends.reshape(-1, 1, 2)
        weights = np.stack(
            [sample_along_lines(self._edge_strength, flat, shift)[:, 0] for shift in CONFIG.fit_offsets_units], axis=-1
        )
        total = weights.sum(axis=-1)
        residual = (weights * np.array(CONFIG.fit_offsets_units, np.float32)).sum(axis=-1) / np.maximum(total, 1e-6)
        # samples between two offsets were taken at the nearer one
        straight = flat[:, 0, :1] * (1 - PART_POSITIONS) + flat[:, 0, 1:] * PART_POSITIONS
        residual += np.rint(straight) - straight
        start, end = _fit_line(residual, total)
        return np.asarray(line_ends + np.stack([start, end], axis=-1).reshape(line_ends.shape), np.float32)


def refine_outlines(
    pyramid: ImagePyramid, quads: list[Quad], references: list[Quad], card_size: tuple[float, float], background: Floats
) -> list[Quad]:
    """The quads with their sides on the cards' own edges, to a fraction of a pixel.

    `references`: quads that show how large cards are at each position, or none. `card_size`: width and height of a card
    in any unit. `background` (n, 3): the Lab color of the table around each quad. A quad stays as it was if its new
    corners would be far away or not convex.
    """
    if not quads:
        return []
    height = round(UNITS_PER_WIDTH * card_size[1] / card_size[0])
    edges = SideEdges(np.stack([side_profiles(pyramid, quad, height) for quad in quads]), background)
    lengths = _side_lengths(np.stack(quads), GroundPlane(references or quads, card_size))
    scores = edges.edge_scores()
    ends = np.zeros((len(quads), 4, 2), np.float32)
    for pair, between, units in (([0, 2], [3, 1], height), ([1, 3], [0, 2], UNITS_PER_WIDTH)):
        ends[:, pair] = select_opposite_edges(edges.line_ends[:, pair], scores[:, pair], lengths[:, between], units)
    corners = _intersect_sides(edges.fit_lines(ends), height)
    refined = [
        transform_points(corner, units_to_image(quad, height)) for quad, corner in zip(quads, corners, strict=True)
    ]
    return [new if _is_same_card(old, new) else old for old, new in zip(quads, refined, strict=True)]


def select_opposite_edges(line_ends: Floats, scores: Floats, lengths: Floats, units: float) -> Floats:
    """The edges of two opposite sides that are the cards' own: (n, 2, 2). All cards of a deck have one size.

    Arguments as for `opposite_edge_pairs`. If one of the two edges is not visible, it is placed where the other one and
    the common size imply it.
    """
    size, ratio, total = opposite_edge_pairs(line_ends, scores, lengths, units)
    total = total - robust_cost(ratio, CONFIG.parallel_tolerance_log)
    flat_size, flat_total = size.reshape(len(line_ends), -1), total.reshape(len(line_ends), -1)
    median = float(np.median(np.take_along_axis(flat_size, flat_total.argmax(axis=1)[:, None], 1)))
    sizes = median + _LOG_SIZE_STEPS
    fits = (
        (flat_total[..., None] - robust_cost(flat_size[..., None] - sizes, CONFIG.size_tolerance_log))
        .max(axis=1)
        .sum(axis=0)
    )
    common_size = sizes[fits.argmax()]
    count = line_ends.shape[2]
    pair_scores = flat_total - robust_cost(flat_size - common_size, CONFIG.size_tolerance_log)
    pair = pair_scores.argmax(axis=1)
    rows = np.arange(len(line_ends))
    first, second = np.unravel_index(pair, (count, count))
    selected = np.stack([line_ends[rows, 0, first], line_ends[rows, 1, second]], axis=1)
    for side in (0, 1):
        lone = scores[:, side].argmax(axis=1)
        is_implied = scores[rows, side, lone] + CONFIG.unseen_edge_score > pair_scores[rows, pair]
        line = line_ends[rows, side, lone]
        across = (np.exp(common_size) / lengths - 1) * units
        opposite = (across if side == 0 else across[:, ::-1]) - line
        selected[is_implied, side] = line[is_implied]
        selected[is_implied, 1 - side] = opposite[is_implied][:, ::-1]
    return np.asarray(selected, np.float32)


def opposite_edge_pairs(
    line_ends: Floats, scores: Floats, lengths: Floats, units: float
) -> tuple[Floats, Floats, Floats]:
    """Every pair of edges on two opposite sides: log of the mean length between them, log-ratio of lengths, score.

    All three are (n, k, k). `line_ends` (n, 2, k, 2), `scores` (n, 2, k): edges of the two sides. `lengths` (n, 2): of
    the quad between the sides, at the start and the end of the first. `units`: of a card in that direction.
    """
    start = lengths[:, 0, None, None] * (1 + (line_ends[:, 0, :, None, 0] + line_ends[:, 1, None, :, 1]) / units)
    end = lengths[:, 1, None, None] * (1 + (line_ends[:, 0, :, None, 1] + line_ends[:, 1, None, :, 0]) / units)
    ratio = np.log(start / end)
    return np.log((start + end) / 2), ratio, scores[:, 0, :, None] + scores[:, 1, None, :]


def robust_cost(residual: Floats, scale: float) -> Floats:
    """Truncated quadratic cost of a misfit: half a logit at `scale`, `max_robust_cost` at most."""
    return np.asarray(np.minimum((residual / scale) ** 2 / 2, CONFIG.max_robust_cost), np.float32)


def _weighted_median(values: Floats, weights: Floats) -> Floats:
    """The weighted median (3,) of each channel of values (n, 3)."""
    order = np.argsort(values, axis=0)
    share = np.cumsum(weights[order], axis=0) / weights.sum()
    middle = (share < 0.5).sum(axis=0).clip(0, len(values) - 1)
    return np.asarray(values[order[middle, range(3)], range(3)], np.float32)


def _fit_line(offsets: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Weighted straight line through offsets (n, PARTS_PER_SIDE) along a side: its offsets at start and end (n,)."""
    total = weights.sum(axis=1) + 1e-6
    center = (weights * PART_POSITIONS).sum(axis=1) / total
    mean = (weights * offsets).sum(axis=1) / total
    spread = (weights * (PART_POSITIONS - center[:, None]) ** 2).sum(axis=1) + CONFIG.position_ridge
    slope = (weights * (PART_POSITIONS - center[:, None]) * (offsets - mean[:, None])).sum(axis=1) / spread
    return mean - slope * center, mean + slope * (1 - center)


def _log_color_distance(first: Floats, second: Floats) -> Floats:
    """Logarithm of 1 plus the Lab distance of colors (…, 3)."""
    return np.asarray(np.log1p(np.linalg.norm(first - second, axis=-1)), np.float32)


def _log_color_variation(colors: Floats) -> Floats:
    """Logarithm of 1 plus the mean absolute deviation of the color along lines (n, k, PARTS_PER_SIDE, 3): (n, k)."""
    return np.asarray(np.log1p(np.abs(colors - np.median(colors, axis=2, keepdims=True)).mean(axis=(2, 3))), np.float32)


def _best_support_beyond(middle: Floats, support: Floats, direction: int) -> Floats:
    """The best support of a line clearly further out (`direction` 1) or in (-1) than each: (n, k)."""
    is_beyond = (direction * (middle[:, None, :] - middle[:, :, None])) > CONFIG.min_separation_units
    return np.asarray(np.where(is_beyond, support[:, None, :], 0).max(axis=2), np.float32)


def _side_lengths(quads: Floats, plane: GroundPlane) -> Floats:
    """Length of each side of the quads on the table (n, 4) in card units, each measured at its own position."""
    after = np.roll(quads, -1, axis=1)
    maps = plane.local_transforms(((quads + after) / 2).reshape(-1, 2)).reshape(len(quads), 4, 2, 2)
    ways = np.linalg.solve(maps, (after - quads)[..., None].astype(np.float64))
    return np.asarray(np.linalg.norm(ways[..., 0], axis=-1), np.float32)


def _intersect_sides(line_ends: Floats, height: int) -> Floats:
    """The corners (n, 4, 2) in units of cards `height` units high whose sides have these offsets (n, 4, 2)."""
    corners = np.array([[0, 0], [UNITS_PER_WIDTH, 0], [UNITS_PER_WIDTH, height], [0, height]], np.float64)
    out = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
    first = corners + out * line_ends[..., :1]
    way = np.roll(corners, -1, axis=0) + out * line_ends[..., 1:] - first
    before, before_way = np.roll(first, 1, axis=1), np.roll(way, 1, axis=1)
    cross = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    between = first - before
    share = (between[..., 0] * way[..., 1] - between[..., 1] * way[..., 0]) / cross
    return np.asarray(before + before_way * share[..., None], np.float32)


def _is_same_card(old: Quad, new: Quad) -> bool:
    """Whether a refined outline is convex and still around the same card."""
    shift = float(np.abs(new - old).max())
    return shift < CONFIG.max_corner_shift_widths * quad_size(old)[0] and cv2.isContourConvex(new)
