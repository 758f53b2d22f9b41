"""縁 fuchi: how well a quad's sides lie on edges of the picture, and moving them there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.features import Picture
from scanner.geometry import Quad
from scanner.outlines import slopes

_POINTS = 28
_STEP = 0.5
_FAINT = 22.0
"""A step of this much Sobel slope (about 6 grey levels) is the faintest edge that counts."""

Floats = NDArray[np.float32]


class Edges:
    """The slopes of a picture (Lab at work size), asked along the sides of quads."""

    def __init__(self, lab: Picture) -> None:
        across, down = slopes(lab)
        self._across = across.astype(np.float32)
        self._down = down.astype(np.float32)

    def _profiles(self, quads: Floats, reach: Floats) -> tuple[Floats, Floats, Floats]:
        """Slope across each side: (n, 4, points, steps), with the points (…, 2) and outward offsets (n, steps)."""
        starts = quads
        along = np.roll(quads, -1, axis=1) - quads
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
        shares = np.linspace(0.08, 0.92, _POINTS, dtype=np.float32)
        points = starts[:, :, None] + along[:, :, None] * shares[:, None]
        steps = np.linspace(-1, 1, 2 * int(np.ceil(reach.max() / _STEP)) + 1, dtype=np.float32)
        offsets = reach[:, None] * steps
        at = points[:, :, :, None] + normal[:, :, None, None] * offsets[:, None, None, :, None]
        flat = at.reshape(-1, 1, 2).astype(np.float32)
        x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
        rows = 30_000  # cv2.remap addresses at most 32 767 rows
        parts = [
            (
                cv2.remap(self._across, x[i : i + rows], y[i : i + rows], cv2.INTER_LINEAR),
                cv2.remap(self._down, x[i : i + rows], y[i : i + rows], cv2.INTER_LINEAR),
            )
            for i in range(0, len(x), rows)
        ]
        shape = at.shape[:-1]
        across = np.concatenate([part[0] for part in parts]).reshape(shape)
        down = np.concatenate([part[1] for part in parts]).reshape(shape)
        slope = across * normal[:, :, None, None, 0] + down * normal[:, :, None, None, 1]
        return np.abs(slope), points, offsets

    def support(self, quads: list[Quad]) -> Floats:
        """For each quad and side (n, 4), the share 0..1 of its length that lies on an edge's crest, within a pixel."""
        if not quads:
            return np.zeros((0, 4), np.float32)
        stacked = np.stack(quads).astype(np.float32)
        slope, _, offsets = self._profiles(stacked, np.full(len(quads), 2.5, np.float32))
        here = np.abs(offsets[0]) <= 1.0
        crest = slope[..., here].max(axis=-1)
        seen = (crest > _FAINT) & (crest > 0.8 * slope[..., ~here].max(axis=-1))
        return np.asarray(seen.mean(axis=-1), np.float32)

    def snapped(self, quads: list[Quad]) -> list[Quad]:
        """The quads with each side moved onto the strongest edge near it: first looking wide, then close."""
        return self._snapped(self._snapped(quads, 0.05, 3.0), 0.02, 1.5)

    def _snapped(self, quads: list[Quad], reach: float, least: float) -> list[Quad]:
        """Each side moved within `reach` of the card's width, `least` pixels at least."""
        if not quads:
            return []
        stacked = np.stack(quads).astype(np.float32)
        lengths = np.linalg.norm(np.roll(stacked, -1, axis=1) - stacked, axis=-1)
        reaches = np.clip(lengths.min(axis=1) * reach, least, 12.0).astype(np.float32)
        slope, points, offsets = self._profiles(stacked, reaches)
        near = 1 - 0.3 * np.abs(offsets / reaches[:, None])[:, None, None, :]
        best = (slope * near).argmax(axis=-1)
        strength = slope.max(axis=-1)
        moved = np.take_along_axis(np.broadcast_to(offsets[:, None, None, :], slope.shape), best[..., None], -1)[..., 0]
        along = np.roll(stacked, -1, axis=1) - stacked
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
        normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
        hits = points + normal[:, :, None] * moved[..., None]
        return [_meeting(quad, hit, weight > _FAINT) for quad, hit, weight in zip(stacked, hits, strength, strict=True)]


def _meeting(quad: Quad, hits: Floats, seen: NDArray[np.bool_]) -> Quad:
    """The quad whose sides are lines through the edge points seen; a side with few of them stays where it was."""
    lines = []
    for number in range(4):
        points = hits[number][seen[number]]
        if len(points) < _POINTS // 3:
            points = np.stack([quad[number], quad[(number + 1) % 4]])
        vx, vy, x, y = np.asarray(cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float64).ravel()
        lines.append((vy, -vx, vy * x - vx * y))
    corners = []
    for number in range(4):
        a1, b1, c1 = lines[number - 1]
        a2, b2, c2 = lines[number]
        cross = a1 * b2 - a2 * b1
        if abs(cross) < 1e-3:
            return quad
        corners.append(((c1 * b2 - c2 * b1) / cross, (a1 * c2 - a2 * c1) / cross))
    moved = np.array(corners, np.float32)
    width = float(np.linalg.norm(quad[1] - quad[0]))
    return moved if float(np.abs(moved - quad).max()) < 0.12 * width + 4 else quad
