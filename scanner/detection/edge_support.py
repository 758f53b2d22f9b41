"""縁 fuchi: how well a quad's sides lie on edges of the picture, and moving them there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import Gradients
from scanner.imaging.geometry import NEXT_CORNER, PREVIOUS_CORNER, Quad, side_vectors

SIDE_POSITIONS = np.linspace(0.08, 0.92, 28, dtype=np.float32)
"""Where along a side its edge is looked for, as shares of its length."""
_MIN_GRADIENT = 22.0
"""A step of this much Sobel slope (about 6 grey levels) is the faintest edge that counts."""
_BATCH_SIZE = 16
"""So many quads are looked at together: what they take stays in the processor's cache."""

Floats = NDArray[np.float32]


class EdgeField:
    """The slopes of a picture (at work size), asked along the sides of quads."""

    def __init__(self, gradients: Gradients) -> None:
        self._gradient_image = np.asarray(cv2.merge([side.astype(np.float32) for side in gradients]), np.float32)

    def _profiles(self, quads: Floats, reach: Floats, step: float) -> tuple[Floats, Floats]:
        """Slope across each side (steps, n, 4, points) at outward offsets (steps, n) in pixels."""
        along = np.asarray(side_vectors(quads), np.float32)
        normal = _outward_normals(along)[:, :, None]
        points = quads[:, :, None] + along[:, :, None] * SIDE_POSITIONS[:, None]
        steps = np.linspace(-1, 1, 2 * int(np.ceil(reach.max() / step)) + 1, dtype=np.float32)
        offsets = steps[:, None] * reach
        x, y = (points[..., axis] + normal[..., axis] * offsets[:, :, None, None] for axis in (0, 1))
        rows = (len(steps) * len(quads), -1)
        found = cv2.remap(self._gradient_image, x.reshape(rows), y.reshape(rows), cv2.INTER_LINEAR).reshape(*x.shape, 2)
        slope = found[..., 0] * normal[..., 0] + found[..., 1] * normal[..., 1]
        return np.asarray(np.abs(slope), np.float32), offsets

    def support(self, quads: list[Quad]) -> NDArray[np.bool_]:
        """For each quad, side and point along it (`POINTS`): whether it lies on an edge's crest, within a pixel."""
        if not quads:
            return np.zeros((0, 4, len(SIDE_POSITIONS)), bool)
        return np.concatenate([self._support_of_batch(some) for some in _batches(quads)])

    def _support_of_batch(self, quads: Floats) -> NDArray[np.bool_]:
        slope, offsets = self._profiles(quads, np.full(len(quads), 2.5, np.float32), 0.5)
        here = np.abs(offsets[:, 0]) <= 1.0
        crest = slope[here].max(axis=0)
        return np.asarray((crest > _MIN_GRADIENT) & (crest > 0.8 * slope[~here].max(axis=0)))

    def snap(self, quads: list[Quad]) -> list[Quad]:
        """The quads with each side moved onto the strongest edge near it: first looking wide, then close."""
        return [
            quad
            for some in _batches(quads)
            for quad in self._snap_batch(self._snap_batch(some, 0.05, 3.0, 1.0), 0.02, 1.5, 0.5)
        ]

    def _snap_batch(self, quads: Floats, reach_widths: float, min_reach_px: float, step_px: float) -> Floats:
        """Each side moved within `reach` of the card's width, `least` pixels at least, tried every `step` pixels."""
        lengths = np.linalg.norm(side_vectors(quads), axis=-1)
        reaches = np.clip(lengths.min(axis=1) * reach_widths, min_reach_px, 12.0).astype(np.float32)
        slope, offsets = self._profiles(quads, reaches, step_px)
        near = 1 - 0.3 * np.abs(offsets / reaches)[:, :, None, None]
        best = (slope * near).argmax(axis=0)
        moves = np.take_along_axis(np.broadcast_to(offsets[:, :, None, None], slope.shape), best[None], 0)[0]
        return _offset_sides(quads, *_fit_lines(moves, slope.max(axis=0) > _MIN_GRADIENT))


def _batches(quads: list[Quad]) -> list[Floats]:
    """The quads a few at a time: (few, 4, 2) each."""
    return [np.stack(quads[at : at + _BATCH_SIZE]).astype(np.float32) for at in range(0, len(quads), _BATCH_SIZE)]


def _outward_normals(along: Floats) -> Floats:
    """Unit vectors square to the sides of clockwise quads, pointing out."""
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6), np.float32)


def _fit_lines(moves: Floats, supported: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """How far out each side's line lies at its start and end: a straight fit to the moves, hardly pulled by outliers.

    A side of which little is seen stays where it is.
    """
    weights = supported.astype(np.float32)
    start = end = np.zeros(moves.shape[:2], np.float32)
    for _ in range(4):
        total = np.maximum(weights.sum(axis=-1), 1e-6)
        middle = (weights * SIDE_POSITIONS).sum(axis=-1) / total
        mean = (weights * moves).sum(axis=-1) / total
        spread = np.maximum((weights * (SIDE_POSITIONS - middle[..., None]) ** 2).sum(axis=-1), 1e-6)
        lean = (weights * (SIDE_POSITIONS - middle[..., None]) * (moves - mean[..., None])).sum(axis=-1) / spread
        start, end = mean - lean * middle, mean + lean * (1 - middle)
        rest = moves - (start[..., None] * (1 - SIDE_POSITIONS) + end[..., None] * SIDE_POSITIONS)
        weights = supported / (1 + rest**2)
    little = supported.mean(axis=-1) < 0.33
    return np.where(little, 0, start).astype(np.float32), np.where(little, 0, end).astype(np.float32)


def _offset_sides(quads: Floats, start: Floats, end: Floats) -> Floats:
    """The quads whose sides run `start` to `end` pixels outside the old ones; a quad that would jump stays."""
    after = quads.take(NEXT_CORNER, axis=1)
    normal = _outward_normals(after - quads)
    first = quads + normal * start[..., None]
    way = after + normal * end[..., None] - first
    before, before_way = (lines.take(PREVIOUS_CORNER, axis=1) for lines in (first, way))
    cross = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    between = first - before
    share = (between[..., 0] * way[..., 1] - between[..., 1] * way[..., 0]) / np.where(np.abs(cross) < 1e-3, 1, cross)
    moved = before + before_way * share[..., None]
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=-1)
    kept = (np.abs(moved - quads).max(axis=(1, 2)) < 0.12 * width + 4) & (np.abs(cross).min(axis=1) >= 1e-3)
    return np.where(kept[:, None, None], moved, quads).astype(np.float32)
