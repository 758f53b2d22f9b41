"""盤 ban: the table's plane, learned from the cards already known: how large a card looks, and which way, anywhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad, side_vectors

Floats = NDArray[np.float64]


def _metric_tensor(quad: Quad, card_size: tuple[float, float]) -> Floats:
    """The symmetric (xx, xy, yy) of the map from card to picture: the same for every way a card may lie there."""
    corners = np.asarray(quad, np.float64)
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * card_size[0])
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / (2 * card_size[1])
    whole = np.outer(right, right) + np.outer(down, down)
    return np.array([whole[0, 0], whole[0, 1], whole[1, 1]])


class GroundPlane:
    """Fitted to cards of `shape` (width, height) in any unit; changes linearly over the picture."""

    def __init__(self, cards: list[Quad], card_size: tuple[float, float]) -> None:
        self._card_size = np.array(card_size)
        centres = np.array([quad.mean(axis=0) for quad in cards], np.float64)
        metrics = np.array([_metric_tensor(quad, card_size) for quad in cards])
        self._center = np.median(centres, axis=0)
        self._metric = np.median(metrics, axis=0)
        self._extent = max(float(np.abs(centres - self._center).max()), 1.0)
        self._metric_gradient = np.zeros((2, 3))
        if len(cards) >= 3:
            around = (centres - self._center) / self._extent
            design = np.column_stack([np.ones(len(cards)), around])
            ridge = np.diag([1e-6, 0.05, 0.05]) * len(cards)
            fitted = np.linalg.solve(design.T @ design + ridge, design.T @ metrics)
            self._metric, self._metric_gradient = fitted[0], fitted[1:]

    def local_transforms(self, points: NDArray[np.floating]) -> Floats:
        """The symmetric maps (n, 2, 2) from card units to pixels around points (n, 2) of the picture."""
        around = np.clip((np.asarray(points, np.float64) - self._center) / self._extent, -2, 2)
        metrics = self._metric + around @ self._metric_gradient
        values, vectors = np.linalg.eigh(metrics[:, [[0, 1], [1, 2]]])
        floor = 0.05 * float(max(self._metric[0], self._metric[2]))
        roots = np.sqrt(np.maximum(values, floor))
        return np.asarray((vectors * roots[:, None]) @ vectors.transpose(0, 2, 1))

    def local_transform(self, point: NDArray[np.floating]) -> Floats:
        """The map (2, 2) around one point."""
        return np.asarray(self.local_transforms(np.asarray(point)[None])[0])

    def size_errors(self, quads: list[Quad]) -> Floats:
        """How far upright quads are from a card lying there: the larger log-ratio of the two sides of each, (n,)."""
        if not quads:
            return np.zeros(0)
        stacked = np.stack(quads).astype(np.float64)
        flat = stacked @ np.linalg.inv(self.local_transforms(stacked.mean(axis=1))).transpose(0, 2, 1)
        lengths = np.linalg.norm(side_vectors(flat), axis=2)
        across = (lengths[:, :2] + lengths[:, 2:]) / 2
        return np.asarray(np.abs(np.log(across / self._card_size)).max(axis=1))
