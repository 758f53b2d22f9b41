"""切れ kire: cards that the picture's edge cuts off: what of them is in the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import POINTS
from scanner.imaging.geometry import Quad, spans

LEGIBLE = 0.45
"""Of a card so much, at least, must be in the picture to be worth looking for."""
_GRID = (np.arange(8, dtype=np.float32) + 0.5) / 8


def shares(quads: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Of each quad (n, 4, 2) about how much (n,) 0..1 is in a picture of `size` (width, height)."""
    found = np.ones(len(quads), np.float32)
    leaving = ~_within(quads, size).all(axis=1)
    quads = quads[leaving]
    across, down = (axis.ravel()[:, None] for axis in np.meshgrid(_GRID, _GRID))
    first, second, third, fourth = (quads[:, None, number] for number in range(4))
    points = (first * (1 - across) + second * across) * (1 - down) + (fourth * (1 - across) + third * across) * down
    found[leaving] = _within(np.asarray(points, np.float32), size).mean(axis=1)
    return found


def shown_of(quad: Quad, size: tuple[int, int]) -> float:
    """About how much 0..1 of one quad is in a picture of `size`."""
    return float(shares(quad[None], size)[0])


def inside_of(quads: list[Quad], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which of the points along each quad's sides (`POINTS`) are in a picture of `size`: (n, 4, points)."""
    stacked = np.stack(quads)
    along = spans(stacked)
    return _within(np.asarray(stacked[:, :, None] + along[:, :, None] * POINTS[:, None], np.float32), size)


def _within(points: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.bool_]:
    """A pixel from the picture's edge on: closer no edge can be told from it."""
    return np.asarray(((points >= 1) & (points <= np.array(size, np.float32) - 2)).all(axis=-1))


def cut_sides(quads: list[Quad], size: tuple[int, int]) -> list[NDArray[np.bool_] | None]:
    """Of each quad where along its sides (4, points) the picture ends first; None: nowhere."""
    if not quads:
        return []
    out = ~inside_of(quads, size)
    return [one if one.any() else None for one in out]
