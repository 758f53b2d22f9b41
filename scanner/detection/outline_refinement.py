"""縁取り fuchidori: which of the straight edges along a card's sides is its own: not its frame's, not its shadow's."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.detection.ground_plane import Plane
from scanner.detection.side_profiles import ACROSS, AT, Floats, around, crests, laid, lines, sampled, steps, strips
from scanner.imaging.geometry import Pyramid, Quad, sides

MOST = 7
_INSIDE = (-1.0, -2.0, -3.0, -4.0)
_OUTSIDE = (2.0, 3.0, 4.0, 5.0)
_CLEARLY = 2.5
_SIZES = np.arange(-0.2, 0.2, 0.004, dtype=np.float32)
_ALIKE = 0.03
_PARALLEL = 0.04
"""Log-ratios by which a card may differ from the others in size, and from a rectangle, before it is strange."""
_STRANGE = 4.0
_UNSEEN = -4.0
_FARTHEST = 0.3
_ALONE = np.array((-3.19, 8.12, -1.22, -1.65, 0.51, 1.26, -0.72, -0.70, -0.91, 3.18, -1.20, 0.55, -2.32), np.float32)
_TOGETHER = np.array(
    (-1.77, 7.60, -0.82, -1.37, 0.35, 1.01, -0.59, -0.79, -0.79, 2.75, -1.43, 0.44, -2.10, -0.37), np.float32
)
"""A constant and what each sign of an edge says for its being the card's: logistic fits to 3040 sides of cards on
synthetic tables: two decks of the project's own, six other patterns with borders of all colours (seeds from 9000)."""
_BESIDE = (-2.0, -1.0, 0.0, 1.0, 2.0)


class Sides:
    """The sides of cards: `along` (n, 4, PARTS, places, 3) Lab strips, `table` (n, 3) the table's tone around each.

    `ends` (n, 4, MOST, 2): straight edges along each side by the offsets of their two ends.
    """

    def __init__(self, along: Floats, table: Floats) -> None:
        count = len(along)
        flat = along.reshape(-1, *along.shape[2:])
        strength = steps(flat)
        self._crest = crests(strength)
        ends, support = lines(self._crest, MOST)
        tone = np.repeat(table, 4, axis=0)[:, None]
        inner = np.mean([sampled(flat, ends, shift) for shift in _INSIDE], axis=0)
        outer = np.mean([sampled(flat, ends, shift) for shift in _OUTSIDE], axis=0)
        inside, outside = np.median(inner, axis=2), np.median(outer, axis=2)
        middle = ends.mean(axis=-1)
        self.ends = ends.reshape(count, 4, MOST, 2)
        self._inner = inside.reshape(count, 4, MOST, 3)
        self._signs = np.stack(
            [
                support,
                np.log1p(sampled(strength, ends).mean(axis=-1)),
                _uneven(inner),
                _uneven(outer),
                _apart(inside, tone),
                _apart(outside, tone),
                _apart(outside, inside),
                _beyond(middle, support, 1),
                _beyond(middle, support, -1),
                np.abs(ends[..., 0] - ends[..., 1]) / 10,
                middle / 10,
                np.abs(middle) / 10,
            ],
            axis=-1,
        ).reshape(count, 4, MOST, -1)

    def worth(self) -> Floats:
        """What speaks for each edge's being the card's (n, 4, MOST): first alone, then beside the border of all."""
        alone = self._signs @ _ALONE[1:] + _ALONE[0]
        best = alone.argmax(axis=-1)
        shares = 1 / (1 + np.exp(-np.take_along_axis(alone, best[..., None], -1))).ravel()
        tones = np.take_along_axis(self._inner, best[..., None, None], 2).reshape(-1, 3)
        unlike = _apart(self._inner, _median(tones, shares))
        return np.asarray(self._signs @ _TOGETHER[1:-1] + unlike * _TOGETHER[-1] + _TOGETHER[0], np.float32)

    def fitted(self, ends: Floats) -> Floats:
        """Lines (n, 4, 2) moved onto the edge they run along, between the places it was looked for."""
        flat = ends.reshape(-1, 1, 2)
        weights = np.stack([sampled(self._crest, flat, shift)[:, 0] for shift in _BESIDE], axis=-1)
        total = weights.sum(axis=-1)
        off = (weights * np.array(_BESIDE, np.float32)).sum(axis=-1) / np.maximum(total, 1e-6)
        # where the line runs between two places, they were looked for at the nearer
        straight = flat[:, 0, :1] * (1 - AT) + flat[:, 0, 1:] * AT
        off += np.rint(straight) - straight
        start, end = _straight(off, total)
        return np.asarray(ends + np.stack([start, end], axis=-1).reshape(ends.shape), np.float32)


def _median(tones: Floats, weights: Floats) -> Floats:
    """The weighted median (3,) of each channel of tones (n, 3)."""
    order = np.argsort(tones, axis=0)
    share = np.cumsum(weights[order], axis=0) / weights.sum()
    middle = (share < 0.5).sum(axis=0).clip(0, len(tones) - 1)
    return np.asarray(tones[order[middle, range(3)], range(3)], np.float32)


def _straight(off: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The straight line through moves (n, PARTS) along a side: what it moves the side's start and end by."""
    total = weights.sum(axis=1) + 1e-6
    middle = (weights * AT).sum(axis=1) / total
    mean = (weights * off).sum(axis=1) / total
    spread = (weights * (AT - middle[:, None]) ** 2).sum(axis=1) + 0.05
    lean = (weights * (AT - middle[:, None]) * (off - mean[:, None])).sum(axis=1) / spread
    return mean - lean * middle, mean + lean * (1 - middle)


def _apart(one: Floats, two: Floats) -> Floats:
    return np.asarray(np.log1p(np.linalg.norm(one - two, axis=-1)), np.float32)


def _uneven(tones: Floats) -> Floats:
    """How much the tone changes along lines (n, k, PARTS, 3)."""
    return np.asarray(np.log1p(np.abs(tones - np.median(tones, axis=2, keepdims=True)).mean(axis=(2, 3))), np.float32)


def _beyond(middle: Floats, support: Floats, way: int) -> Floats:
    """The best support of a line clearly further out (`way` 1) or in (-1) than each: (n, k)."""
    further = (way * (middle[:, None, :] - middle[:, :, None])) > _CLEARLY
    return np.asarray(np.where(further, support[:, None, :], 0).max(axis=2), np.float32)


def opposite(ends: Floats, worth: Floats, lengths: Floats, units: float) -> tuple[Floats, Floats, Floats]:
    """Pairs of edges on two opposite sides, (n, k) and (n, k): log-lengths between them and what they are worth.

    `ends` (n, 2, k, 2), `worth` (n, 2, k), `lengths` (n, 2): of the quad between the sides, at the first's start and
    end; `units` a card has there. Returns the log of the mean length and of the two lengths' ratio, and the worth, each
    (n, k, k).
    """
    start = lengths[:, 0, None, None] * (1 + (ends[:, 0, :, None, 0] + ends[:, 1, None, :, 1]) / units)
    end = lengths[:, 1, None, None] * (1 + (ends[:, 0, :, None, 1] + ends[:, 1, None, :, 0]) / units)
    ratio = np.log(start / end)
    return np.log((start + end) / 2), ratio, worth[:, 0, :, None] + worth[:, 1, None, :]


def strange(by: Floats, scale: float) -> Floats:
    """What a misfit costs; beyond a point it costs no more."""
    return np.asarray(np.minimum((by / scale) ** 2 / 2, _STRANGE), np.float32)


def chosen(ends: Floats, worth: Floats, lengths: Floats, units: float) -> Floats:
    """The edges of two opposite sides that are the cards': (n, 2, 2). All cards of a deck are as large.

    Arguments as for `opposite`. An edge that cannot be seen is where the other says it must be.
    """
    size, ratio, total = opposite(ends, worth, lengths, units)
    total = total - strange(ratio, _PARALLEL)
    flat_size, flat_total = size.reshape(len(ends), -1), total.reshape(len(ends), -1)
    middle = float(np.median(np.take_along_axis(flat_size, flat_total.argmax(axis=1)[:, None], 1)))
    sizes = middle + _SIZES
    fits = (flat_total[..., None] - strange(flat_size[..., None] - sizes, _ALIKE)).max(axis=1).sum(axis=0)
    best = sizes[fits.argmax()]
    count = ends.shape[2]
    scored = flat_total - strange(flat_size - best, _ALIKE)
    pair = scored.argmax(axis=1)
    rows = np.arange(len(ends))
    first, second = np.unravel_index(pair, (count, count))
    found = np.stack([ends[rows, 0, first], ends[rows, 1, second]], axis=1)
    for side in (0, 1):
        lone = worth[:, side].argmax(axis=1)
        implied = worth[rows, side, lone] + _UNSEEN > scored[rows, pair]
        line = ends[rows, side, lone]
        across = (np.exp(best) / lengths - 1) * units
        other = (across if side == 0 else across[:, ::-1]) - line
        found[implied, side], found[implied, 1 - side] = line[implied], other[implied][:, ::-1]
    return np.asarray(found, np.float32)


def _lengths(quads: Floats, plane: Plane) -> Floats:
    """How long each side of the quads is on the table (n, 4): each measured where it lies."""
    after = np.roll(quads, -1, axis=1)
    maps = plane.maps_at(((quads + after) / 2).reshape(-1, 2)).reshape(len(quads), 4, 2, 2)
    ways = np.linalg.solve(maps, (after - quads)[..., None].astype(np.float64))
    return np.asarray(np.linalg.norm(ways[..., 0], axis=-1), np.float32)


def _crossed(ends: Floats, height: int) -> Floats:
    """The corners (n, 4, 2) of cards whose sides run at those offsets (n, 4, 2), in units."""
    corners = np.array([[0, 0], [ACROSS, 0], [ACROSS, height], [0, height]], np.float64)
    out = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
    first = corners + out * ends[..., :1]
    way = np.roll(corners, -1, axis=0) + out * ends[..., 1:] - first
    before, before_way = np.roll(first, 1, axis=1), np.roll(way, 1, axis=1)
    cross = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    between = first - before
    share = (between[..., 0] * way[..., 1] - between[..., 1] * way[..., 0]) / cross
    return np.asarray(before + before_way * share[..., None], np.float32)


def bordered(
    pyramid: Pyramid, quads: list[Quad], known: list[Quad], shape: tuple[float, float], table: Floats
) -> list[Quad]:
    """The quads with their sides on the cards' own edges.

    `known`: those that say how large a card is where; `shape`: its width and height; `table` (n, 3): the Lab tone of
    the table around each quad.
    """
    if not quads:
        return []
    height = round(ACROSS * shape[1] / shape[0])
    edges = Sides(np.stack([strips(pyramid, quad, height) for quad in quads]), table)
    lengths = _lengths(np.stack(quads), Plane(known or quads, shape))
    worth = edges.worth()
    ends = np.zeros((len(quads), 4, 2), np.float32)
    for pair, beside, units in (([0, 2], [3, 1], height), ([1, 3], [0, 2], ACROSS)):
        ends[:, pair] = chosen(edges.ends[:, pair], worth[:, pair], lengths[:, beside], units)
    corners = _crossed(edges.fitted(ends), height)
    moved = [laid(corner, around(quad, height)) for quad, corner in zip(quads, corners, strict=True)]
    return [new if _same_card(old, new) else old for old, new in zip(quads, moved, strict=True)]


def _same_card(old: Quad, new: Quad) -> bool:
    """Whether an outline is still about the card it was, and one a card may have."""
    jump = float(np.abs(new - old).max())
    return jump < _FARTHEST * sides(old)[0] and cv2.isContourConvex(new)
