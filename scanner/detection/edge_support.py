"""Edge support of quads: how much of each side lies on image edges.

`EdgeField.support` measures it. `EdgeField.snap` moves the sides of a quad onto the strongest edges near them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import Gradients
from scanner.imaging.geometry import NEXT_CORNER, PREVIOUS_CORNER, Quad, side_vectors

Floats = NDArray[np.float32]

SIDE_POSITIONS = np.linspace(0.08, 0.92, 28, dtype=np.float32)
"""Where along a side its edge is sampled, as shares 0..1 of its length. The rounded corners are left out."""


@dataclass(frozen=True, slots=True)
class EdgeConfig:
    """What counts as an edge and how far sides may move onto one. Set by `fudayomi bench eyes`."""

    min_gradient: float = 22.0
    """Gradient (Sobel response) of the faintest edge that counts: a step of about 6 grey levels."""
    batch_size: int = 16
    """Quads sampled in one call: their samples stay in the processor's cache."""
    support_reach_px: float = 2.5
    """Distance in work pixels to either side of an outline that is searched for a stronger edge."""
    support_step_px: float = 0.5
    """Spacing of these samples in work pixels."""
    crest_reach_px: float = 1.0
    """Distance in work pixels within which the outline must meet the crest of the edge."""
    min_crest_share: float = 0.8
    """Gradient on the outline as a share of the strongest further away. If lower, the outline is beside the edge."""
    coarse_snap: tuple[float, float, float] = (0.05, 3.0, 1.0)
    """First pass of `snap`: reach in card widths, the least reach in work pixels, the step in work pixels."""
    fine_snap: tuple[float, float, float] = (0.02, 1.5, 0.5)
    """Second pass of `snap`, closer to the side, units as in `coarse_snap`."""
    max_snap_px: float = 12.0
    """Reach in work pixels of either pass, at most: edges further away belong to something else."""
    distance_penalty: float = 0.3
    """Share 0..1 of its gradient that an edge at the limit of the reach loses, so that near edges are preferred."""
    fit_iterations: int = 4
    """Passes of the reweighted line fit, after which the weights hardly change."""
    min_fit_share: float = 0.33
    """Share 0..1 of the points of a side that need an edge before the side is moved."""
    max_jump_widths: float = 0.12
    """Distance that `snap` may move a corner per coordinate in card widths, plus `max_jump_px`. Else the quad stays."""
    max_jump_px: float = 4
    """Constant part of that distance in work pixels, for small cards."""


CONFIG = EdgeConfig()


class EdgeField:
    """The gradients of a picture at work size, sampled along the sides of quads."""

    def __init__(self, gradients: Gradients) -> None:
        self._gradient_image = np.asarray(cv2.merge([part.astype(np.float32) for part in gradients]), np.float32)

    def _profiles(self, quads: Floats, reach: Floats, step: float) -> tuple[Floats, Floats]:
        """Gradient across each side (steps, n, 4, points) at outward offsets (steps, n) in pixels."""
        along = np.asarray(side_vectors(quads), np.float32)
        normal = _outward_normals(along)[:, :, None]
        points = quads[:, :, None] + along[:, :, None] * SIDE_POSITIONS[:, None]
        steps = np.linspace(-1, 1, 2 * int(np.ceil(reach.max() / step)) + 1, dtype=np.float32)
        offsets = steps[:, None] * reach
        x, y = (points[..., axis] + normal[..., axis] * offsets[:, :, None, None] for axis in (0, 1))
        rows = (len(steps) * len(quads), -1)
        sampled = cv2.remap(self._gradient_image, x.reshape(rows), y.reshape(rows), cv2.INTER_LINEAR).reshape(
            *x.shape, 2
        )
        gradient = sampled[..., 0] * normal[..., 0] + sampled[..., 1] * normal[..., 1]
        return np.asarray(np.abs(gradient), np.float32), offsets

    def support(self, quads: list[Quad]) -> NDArray[np.bool_]:
        """Whether each point of each side (`SIDE_POSITIONS`) lies within a pixel of an edge's crest: (n, 4, points)."""
        if not quads:
            return np.zeros((0, 4, len(SIDE_POSITIONS)), bool)
        return np.concatenate([self._support_of_batch(batch) for batch in _batches(quads)])

    def _support_of_batch(self, quads: Floats) -> NDArray[np.bool_]:
        gradient, offsets = self._profiles(
            quads, np.full(len(quads), CONFIG.support_reach_px, np.float32), CONFIG.support_step_px
        )
        is_close = np.abs(offsets[:, 0]) <= CONFIG.crest_reach_px
        crest = gradient[is_close].max(axis=0)
        return np.asarray(
            (crest > CONFIG.min_gradient) & (crest > CONFIG.min_crest_share * gradient[~is_close].max(axis=0))
        )

    def snap(self, quads: list[Quad]) -> list[Quad]:
        """The quads with each side moved onto the strongest edge near it, in a coarse pass and a fine one."""
        return [
            quad
            for batch in _batches(quads)
            for quad in self._snap_batch(self._snap_batch(batch, *CONFIG.coarse_snap), *CONFIG.fine_snap)
        ]

    def _snap_batch(self, quads: Floats, reach_widths: float, min_reach_px: float, step_px: float) -> Floats:
        """The quads (n, 4, 2) with each side moved within `reach_widths` of the card's width.

        The reach is at least `min_reach_px`. Positions `step_px` apart are tried.
        """
        lengths = np.linalg.norm(side_vectors(quads), axis=-1)
        reaches = np.clip(lengths.min(axis=1) * reach_widths, min_reach_px, CONFIG.max_snap_px).astype(np.float32)
        gradient, offsets = self._profiles(quads, reaches, step_px)
        preference = 1 - CONFIG.distance_penalty * np.abs(offsets / reaches)[:, :, None, None]
        best = (gradient * preference).argmax(axis=0)
        moves = np.take_along_axis(np.broadcast_to(offsets[:, :, None, None], gradient.shape), best[None], 0)[0]
        return _offset_sides(quads, *_fit_lines(moves, gradient.max(axis=0) > CONFIG.min_gradient))


def _batches(quads: list[Quad]) -> list[Floats]:
    """The quads in batches of (`batch_size`, 4, 2), the last one shorter."""
    return [
        np.stack(quads[start : start + CONFIG.batch_size]).astype(np.float32)
        for start in range(0, len(quads), CONFIG.batch_size)
    ]


def _outward_normals(along: Floats) -> Floats:
    """Unit vectors perpendicular to the sides of clockwise quads, pointing outwards."""
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6), np.float32)


def _fit_lines(moves: Floats, supported: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """How far outwards each side should move at its start and at its end in pixels: (n, 4) each.

    Iteratively reweighted least squares: a straight line through the moves (n, 4, points) of the supported points, in
    which outliers hardly count. A side with little support stays where it is.
    """
    weights = supported.astype(np.float32)
    start = end = np.zeros(moves.shape[:2], np.float32)
    for _ in range(CONFIG.fit_iterations):
        total = np.maximum(weights.sum(axis=-1), 1e-6)
        center = (weights * SIDE_POSITIONS).sum(axis=-1) / total
        mean = (weights * moves).sum(axis=-1) / total
        spread = np.maximum((weights * (SIDE_POSITIONS - center[..., None]) ** 2).sum(axis=-1), 1e-6)
        slope = (weights * (SIDE_POSITIONS - center[..., None]) * (moves - mean[..., None])).sum(axis=-1) / spread
        start, end = mean - slope * center, mean + slope * (1 - center)
        residual = moves - (start[..., None] * (1 - SIDE_POSITIONS) + end[..., None] * SIDE_POSITIONS)
        weights = supported / (1 + residual**2)
    is_unsupported = supported.mean(axis=-1) < CONFIG.min_fit_share
    return np.where(is_unsupported, 0, start).astype(np.float32), np.where(is_unsupported, 0, end).astype(np.float32)


def _offset_sides(quads: Floats, start: Floats, end: Floats) -> Floats:
    """The quads with each side moved outwards by `start` and `end` pixels at its ends. A quad that would jump stays."""
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
    is_valid = (np.abs(moved - quads).max(axis=(1, 2)) < CONFIG.max_jump_widths * width + CONFIG.max_jump_px) & (
        np.abs(cross).min(axis=1) >= 1e-3
    )
    return np.where(is_valid[:, None, None], moved, quads).astype(np.float32)
