"""Model of the table plane: how large a card looks at each position.

It is fitted to cards already found. The metric tensor of the map from card to picture varies linearly over the
picture, which approximates the perspective of a flat table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad, quad_size, side_vectors, standing

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GroundPlaneConfig:
    """Limits that keep the fit stable, set by `fudayomi bench eyes`."""

    min_cards_for_gradient: int = 3
    """Cards needed to fit the change over the picture: three points define a plane. With fewer it is constant."""
    constant_ridge: float = 1e-6
    """Ridge penalty per card on the tensor at the center, only so that the system can be solved."""
    gradient_ridge: float = 0.05
    """Ridge penalty per card on the change over the picture: inexact outlines must not tilt the table."""
    max_extrapolation: float = 2
    """Distance from the center, in extents of the known cards, beyond which the tensor no longer changes."""
    min_eigenvalue_share: float = 0.05
    """Smallest eigenvalue as a share 0..1 of the larger diagonal element at the center: no card is seen edge-on."""
    same_size_log_ratio: float = 0.25
    """Log-ratio of sides up to which two cards of unknown size are of one: perspective makes some smaller."""


CONFIG = GroundPlaneConfig()


class GroundPlane:
    """The scale of the table, from the outlines of cards of `card_size` (width, height) in any unit."""

    def __init__(self, cards: Sequence[Quad], card_size: tuple[float, float]) -> None:
        self.card_size = np.array(card_size)
        corners = np.array(cards, np.float64)
        centers, metrics = corners.mean(axis=1), _metric_tensors(corners, card_size)
        self._center = np.median(centers, axis=0)
        self._metric = np.median(metrics, axis=0)
        self._extent = max(float(np.abs(centers - self._center).max()), 1.0)
        self._metric_gradient = np.zeros((2, 3))
        if len(cards) >= CONFIG.min_cards_for_gradient:
            around = (centers - self._center) / self._extent
            design = np.column_stack([np.ones(len(cards)), around])
            ridge = np.diag([CONFIG.constant_ridge, CONFIG.gradient_ridge, CONFIG.gradient_ridge]) * len(cards)
            fitted = np.linalg.solve(design.T @ design + ridge, design.T @ metrics)
            self._metric, self._metric_gradient = fitted[0], fitted[1:]

    def local_transforms(self, points: NDArray[np.floating]) -> Floats:
        """The symmetric maps (n, 2, 2) from card units to pixels around points (n, 2) of the picture."""
        around = np.clip(
            (np.asarray(points, np.float64) - self._center) / self._extent,
            -CONFIG.max_extrapolation,
            CONFIG.max_extrapolation,
        )
        metrics = self._metric + around @ self._metric_gradient
        values, vectors = np.linalg.eigh(metrics[:, [[0, 1], [1, 2]]])
        floor = CONFIG.min_eigenvalue_share * float(max(self._metric[0], self._metric[2]))
        roots = np.sqrt(np.maximum(values, floor))
        return np.asarray((vectors * roots[:, None]) @ vectors.transpose(0, 2, 1))

    def flatten(self, quads: Sequence[Quad]) -> Floats:
        """The corners (n, 4, 2) of outlines as they lie on the table, each around its middle, in card units."""
        stacked = np.array(quads, np.float64).reshape(-1, 4, 2)
        centres = stacked.mean(axis=1)
        return np.asarray((stacked - centres[:, None]) @ np.linalg.inv(self.local_transforms(centres)))

    def project(self, corners: NDArray[np.floating], centre: NDArray[np.floating]) -> Quad:
        """The outline, standing, of corners (4, 2) on the table around a point (2,) of the picture."""
        return standing((corners @ self.local_transforms(centre[None])[0] + centre).astype(np.float32))

    def size_errors(self, quads: Sequence[Quad]) -> Floats:
        """Size error (n,) of each upright quad at its position: max |log(side / expected side)| of width and height."""
        lengths = np.linalg.norm(side_vectors(self.flatten(quads)), axis=2)
        across = (lengths[:, :2] + lengths[:, 2:]) / 2
        return np.asarray(np.abs(np.log(across / self.card_size)).max(axis=1))


def fit_to_most(cards: Sequence[Quad]) -> GroundPlane:
    """The plane by those of the outlines, one at least, that agree on a size, in pixels."""
    log_sizes = np.log([quad_size(quad) for quad in cards])
    is_alike = np.abs(log_sizes[:, None] - log_sizes).max(axis=2) < CONFIG.same_size_log_ratio
    alike = np.flatnonzero(is_alike[is_alike.sum(axis=1).argmax()]).tolist()
    width, height = np.exp(log_sizes[alike].mean(axis=0)).tolist()
    return GroundPlane([cards[number] for number in alike], (width, height))


def _metric_tensors(quads: Floats, card_size: tuple[float, float]) -> Floats:
    """The metric tensors (n, 3), xx, xy and yy, of the maps from card to picture. A card's own turn changes nothing."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / (2 * card_size[0])
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / (2 * card_size[1])
    axes = np.stack([right, down], axis=1)
    return np.asarray((axes.transpose(0, 2, 1) @ axes)[:, [0, 0, 1], [0, 1, 1]])
