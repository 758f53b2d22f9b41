"""盤 ban: the table's plane, learned from the cards already known: how large a card looks, and which way, anywhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Quad

Floats = NDArray[np.float64]


def _metric(quad: Quad, shape: tuple[float, float]) -> Floats:
    """The symmetric (xx, xy, yy) of the map from card to picture: the same for every way a card may lie there."""
    corners = np.asarray(quad, np.float64)
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / (2 * shape[0])
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / (2 * shape[1])
    whole = np.outer(right, right) + np.outer(down, down)
    return np.array([whole[0, 0], whole[0, 1], whole[1, 1]])


class Plane:
    """Fitted to cards of `shape` (width, height) in any unit; changes linearly over the picture."""

    def __init__(self, cards: list[Quad], shape: tuple[float, float]) -> None:
        centres = np.array([quad.mean(axis=0) for quad in cards], np.float64)
        metrics = np.array([_metric(quad, shape) for quad in cards])
        self._middle = np.median(centres, axis=0)
        self._metric = np.median(metrics, axis=0)
        self._reach = max(float(np.abs(centres - self._middle).max()), 1.0)
        self._slope = np.zeros((2, 3))
        if len(cards) >= 3:
            around = (centres - self._middle) / self._reach
            design = np.column_stack([np.ones(len(cards)), around])
            ridge = np.diag([1e-6, 0.05, 0.05]) * len(cards)
            fitted = np.linalg.solve(design.T @ design + ridge, design.T @ metrics)
            self._metric, self._slope = fitted[0], fitted[1:]

    def map_at(self, point: NDArray[np.floating]) -> Floats:
        """The symmetric 2 x 2 map from card units to pixels around a point of the picture."""
        around = np.clip((np.asarray(point, np.float64) - self._middle) / self._reach, -2, 2)
        xx, xy, yy = self._metric + around @ self._slope
        values, vectors = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
        floor = 0.05 * float(max(self._metric[0], self._metric[2]))
        return np.asarray(vectors @ np.diag(np.sqrt(np.maximum(values, floor))) @ vectors.T)

    def misfit(self, quad: Quad, shape: tuple[float, float]) -> float:
        """How far an upright quad is from a card lying there: the larger log-ratio of its two sides."""
        inverse = np.linalg.inv(self.map_at(quad.mean(axis=0)))
        flat = np.asarray(quad, np.float64) @ inverse.T
        lengths = np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1)
        width, height = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
        return float(max(abs(np.log(width / shape[0])), abs(np.log(height / shape[1]))))
