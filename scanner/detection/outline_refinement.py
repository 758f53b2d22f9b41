"""縁取り fuchidori: which of the straight edges along a card's sides is its own: not its frame's, not its shadow's."""

from __future__ import annotations

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
_INNER_OFFSETS = (-1.0, -2.0, -3.0, -4.0)
_OUTER_OFFSETS = (2.0, 3.0, 4.0, 5.0)
_MIN_SEPARATION_UNITS = 2.5
_LOG_SIZE_STEPS = np.arange(-0.2, 0.2, 0.004, dtype=np.float32)
_SIZE_TOLERANCE_LOG = 0.03
_PARALLEL_TOLERANCE_LOG = 0.04
"""Log-ratios by which a card may differ from the others in size, and from a rectangle, before it is strange."""
_MAX_ROBUST_COST = 4.0
_UNSEEN_EDGE_SCORE = -4.0
_MAX_CORNER_SHIFT_WIDTHS = 0.3
_SINGLE_EDGE_WEIGHTS = np.array(
    (-3.19, 8.12, -1.22, -1.65, 0.51, 1.26, -0.72, -0.70, -0.91, 3.18, -1.20, 0.55, -2.32), np.float32
)
_SHARED_BORDER_WEIGHTS = np.array(
    (-1.77, 7.60, -0.82, -1.37, 0.35, 1.01, -0.59, -0.79, -0.79, 2.75, -1.43, 0.44, -2.10, -0.37), np.float32
)
"""A constant and what each sign of an edge says for its being the card's: logistic fits to 3040 sides of cards on
synthetic tables: two decks of the project's own, six other patterns with borders of all colours (seeds from 9000)."""
_FIT_OFFSETS_UNITS = (-2.0, -1.0, 0.0, 1.0, 2.0)


class SideEdges:
    """The sides of cards: `along` (n, 4, PARTS, places, 3) Lab strips, `table` (n, 3) the table's tone around each.

    `ends` (n, 4, MOST, 2): straight edges along each side by the offsets of their two ends.
    """

    def __init__(self, profiles: Floats, background: Floats) -> None:
        count = len(profiles)
        flat = profiles.reshape(-1, *profiles.shape[2:])
        strength = color_steps(flat)
        self._edge_strength = edge_strength(strength)
        ends, support = best_lines(self._edge_strength, EDGES_PER_SIDE)
        tone = np.repeat(background, 4, axis=0)[:, None]
        inner = np.mean([sample_along_lines(flat, ends, shift) for shift in _INNER_OFFSETS], axis=0)
        outer = np.mean([sample_along_lines(flat, ends, shift) for shift in _OUTER_OFFSETS], axis=0)
        inside, outside = np.median(inner, axis=2), np.median(outer, axis=2)
        middle = ends.mean(axis=-1)
        self.line_ends = ends.reshape(count, 4, EDGES_PER_SIDE, 2)
        self._inner_colors = inside.reshape(count, 4, EDGES_PER_SIDE, 3)
        self._edge_features = np.stack(
            [
                support,
                np.log1p(sample_along_lines(strength, ends).mean(axis=-1)),
                _log_color_variation(inner),
                _log_color_variation(outer),
                _log_color_distance(inside, tone),
                _log_color_distance(outside, tone),
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
        """What speaks for each edge's being the card's (n, 4, MOST): first alone, then beside the border of all."""
        alone = self._edge_features @ _SINGLE_EDGE_WEIGHTS[1:] + _SINGLE_EDGE_WEIGHTS[0]
        best = alone.argmax(axis=-1)
        shares = 1 / (1 + np.exp(-np.take_along_axis(alone, best[..., None], -1))).ravel()
        tones = np.take_along_axis(self._inner_colors, best[..., None, None], 2).reshape(-1, 3)
        unlike = _log_color_distance(self._inner_colors, _weighted_median(tones, shares))
        return np.asarray(
            self._edge_features @ _SHARED_BORDER_WEIGHTS[1:-1]
            + unlike * _SHARED_BORDER_WEIGHTS[-1]
            + _SHARED_BORDER_WEIGHTS[0],
            np.float32,
        )

    def fit_lines(self, line_ends: Floats) -> Floats:
        """Lines (n, 4, 2) moved onto the edge they run along, between the places it was looked for."""
        flat = line_ends.reshape(-1, 1, 2)
        weights = np.stack(
            [sample_along_lines(self._edge_strength, flat, shift)[:, 0] for shift in _FIT_OFFSETS_UNITS], axis=-1
        )
        total = weights.sum(axis=-1)
        off = (weights * np.array(_FIT_OFFSETS_UNITS, np.float32)).sum(axis=-1) / np.maximum(total, 1e-6)
        # where the line runs between two places, they were looked for at the nearer
        straight = flat[:, 0, :1] * (1 - PART_POSITIONS) + flat[:, 0, 1:] * PART_POSITIONS
        off += np.rint(straight) - straight
        start, end = _fit_line(off, total)
        return np.asarray(line_ends + np.stack([start, end], axis=-1).reshape(line_ends.shape), np.float32)


def _weighted_median(tones: Floats, weights: Floats) -> Floats:
    """The weighted median (3,) of each channel of tones (n, 3)."""
    order = np.argsort(tones, axis=0)
    share = np.cumsum(weights[order], axis=0) / weights.sum()
    middle = (share < 0.5).sum(axis=0).clip(0, len(tones) - 1)
    return np.asarray(tones[order[middle, range(3)], range(3)], np.float32)


def _fit_line(offsets: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The straight line through moves (n, PARTS) along a side: what it moves the side's start and end by."""
    total = weights.sum(axis=1) + 1e-6
    middle = (weights * PART_POSITIONS).sum(axis=1) / total
    mean = (weights * offsets).sum(axis=1) / total
    spread = (weights * (PART_POSITIONS - middle[:, None]) ** 2).sum(axis=1) + 0.05
    lean = (weights * (PART_POSITIONS - middle[:, None]) * (offsets - mean[:, None])).sum(axis=1) / spread
    return mean - lean * middle, mean + lean * (1 - middle)


def _log_color_distance(first: Floats, second: Floats) -> Floats:
    return np.asarray(np.log1p(np.linalg.norm(first - second, axis=-1)), np.float32)


def _log_color_variation(tones: Floats) -> Floats:
    """How much the tone changes along lines (n, k, PARTS, 3)."""
    return np.asarray(np.log1p(np.abs(tones - np.median(tones, axis=2, keepdims=True)).mean(axis=(2, 3))), np.float32)


def _best_support_beyond(middle: Floats, support: Floats, direction: int) -> Floats:
    """The best support of a line clearly further out (`way` 1) or in (-1) than each: (n, k)."""
    further = (direction * (middle[:, None, :] - middle[:, :, None])) > _MIN_SEPARATION_UNITS
    return np.asarray(np.where(further, support[:, None, :], 0).max(axis=2), np.float32)


def opposite_edge_pairs(
    line_ends: Floats, scores: Floats, lengths: Floats, units: float
) -> tuple[Floats, Floats, Floats]:
    """Pairs of edges on two opposite sides, (n, k) and (n, k): log-lengths between them and what they are worth.

    `ends` (n, 2, k, 2), `worth` (n, 2, k), `lengths` (n, 2): of the quad between the sides, at the first's start and
    end; `units` a card has there. Returns the log of the mean length and of the two lengths' ratio, and the worth, each
    (n, k, k).
    """
    start = lengths[:, 0, None, None] * (1 + (line_ends[:, 0, :, None, 0] + line_ends[:, 1, None, :, 1]) / units)
    end = lengths[:, 1, None, None] * (1 + (line_ends[:, 0, :, None, 1] + line_ends[:, 1, None, :, 0]) / units)
    ratio = np.log(start / end)
    return np.log((start + end) / 2), ratio, scores[:, 0, :, None] + scores[:, 1, None, :]


def robust_cost(residual: Floats, scale: float) -> Floats:
    """What a misfit costs; beyond a point it costs no more."""
    return np.asarray(np.minimum((residual / scale) ** 2 / 2, _MAX_ROBUST_COST), np.float32)


def select_opposite_edges(line_ends: Floats, scores: Floats, lengths: Floats, units: float) -> Floats:
    """The edges of two opposite sides that are the cards': (n, 2, 2). All cards of a deck are as large.

    Arguments as for `opposite`. An edge that cannot be seen is where the other says it must be.
    """
    size, ratio, total = opposite_edge_pairs(line_ends, scores, lengths, units)
    total = total - robust_cost(ratio, _PARALLEL_TOLERANCE_LOG)
    flat_size, flat_total = size.reshape(len(line_ends), -1), total.reshape(len(line_ends), -1)
    middle = float(np.median(np.take_along_axis(flat_size, flat_total.argmax(axis=1)[:, None], 1)))
    sizes = middle + _LOG_SIZE_STEPS
    fits = (
        (flat_total[..., None] - robust_cost(flat_size[..., None] - sizes, _SIZE_TOLERANCE_LOG)).max(axis=1).sum(axis=0)
    )
    best = sizes[fits.argmax()]
    count = line_ends.shape[2]
    scored = flat_total - robust_cost(flat_size - best, _SIZE_TOLERANCE_LOG)
    pair = scored.argmax(axis=1)
    rows = np.arange(len(line_ends))
    first, second = np.unravel_index(pair, (count, count))
    found = np.stack([line_ends[rows, 0, first], line_ends[rows, 1, second]], axis=1)
    for side in (0, 1):
        lone = scores[:, side].argmax(axis=1)
        implied = scores[rows, side, lone] + _UNSEEN_EDGE_SCORE > scored[rows, pair]
        line = line_ends[rows, side, lone]
        across = (np.exp(best) / lengths - 1) * units
        other = (across if side == 0 else across[:, ::-1]) - line
        found[implied, side], found[implied, 1 - side] = line[implied], other[implied][:, ::-1]
    return np.asarray(found, np.float32)


def _side_lengths(quads: Floats, plane: GroundPlane) -> Floats:
    """How long each side of the quads is on the table (n, 4): each measured where it lies."""
    after = np.roll(quads, -1, axis=1)
    maps = plane.local_transforms(((quads + after) / 2).reshape(-1, 2)).reshape(len(quads), 4, 2, 2)
    ways = np.linalg.solve(maps, (after - quads)[..., None].astype(np.float64))
    return np.asarray(np.linalg.norm(ways[..., 0], axis=-1), np.float32)


def _intersect_sides(line_ends: Floats, height: int) -> Floats:
    """The corners (n, 4, 2) of cards whose sides run at those offsets (n, 4, 2), in units."""
    corners = np.array([[0, 0], [UNITS_PER_WIDTH, 0], [UNITS_PER_WIDTH, height], [0, height]], np.float64)
    out = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
    first = corners + out * line_ends[..., :1]
    way = np.roll(corners, -1, axis=0) + out * line_ends[..., 1:] - first
    before, before_way = np.roll(first, 1, axis=1), np.roll(way, 1, axis=1)
    cross = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    between = first - before
    share = (between[..., 0] * way[..., 1] - between[..., 1] * way[..., 0]) / cross
    return np.asarray(before + before_way * share[..., None], np.float32)


def refine_outlines(
    pyramid: ImagePyramid, quads: list[Quad], references: list[Quad], card_size: tuple[float, float], background: Floats
) -> list[Quad]:
    """The quads with their sides on the cards' own edges.

    `known`: those that say how large a card is where; `shape`: its width and height; `table` (n, 3): the Lab tone of
    the table around each quad.
    """
    if not quads:
        return []
    height = round(UNITS_PER_WIDTH * card_size[1] / card_size[0])
    edges = SideEdges(np.stack([side_profiles(pyramid, quad, height) for quad in quads]), background)
    lengths = _side_lengths(np.stack(quads), GroundPlane(references or quads, card_size))
    worth = edges.edge_scores()
    ends = np.zeros((len(quads), 4, 2), np.float32)
    for pair, beside, units in (([0, 2], [3, 1], height), ([1, 3], [0, 2], UNITS_PER_WIDTH)):
        ends[:, pair] = select_opposite_edges(edges.line_ends[:, pair], worth[:, pair], lengths[:, beside], units)
    corners = _intersect_sides(edges.fit_lines(ends), height)
    moved = [
        transform_points(corner, units_to_image(quad, height)) for quad, corner in zip(quads, corners, strict=True)
    ]
    return [new if _is_same_card(old, new) else old for old, new in zip(quads, moved, strict=True)]


def _is_same_card(old: Quad, new: Quad) -> bool:
    """Whether an outline is still about the card it was, and one a card may have."""
    jump = float(np.abs(new - old).max())
    return jump < _MAX_CORNER_SHIFT_WIDTHS * quad_size(old)[0] and cv2.isContourConvex(new)
