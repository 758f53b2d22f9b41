"""二角 nikado: cards of which two corners on one side show: as large as that side says, where no card is known yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.detection.corner_proposals import likeliest, meetings
from scanner.detection.edge_support import Edges
from scanner.imaging.geometry import Quad

_STRAIGHT = float(np.sin(np.deg2rad(4)))
_PARALLEL = float(np.cos(np.deg2rad(10)))
_ABOUT = float(np.log(1.6))
_LONGEST = 220
_MOST = 500

Floats = NDArray[np.float64]


def from_pairs(
    lines: Floats, widths: list[float], shape: tuple[float, float], edges: Edges, size: tuple[int, int]
) -> list[Quad]:
    """Quads (work pixels) of cards of `shape` (width, height) with two visible corners, best edges first.

    `lines` (n, 2, 2): straight edges of the picture; `widths`: about how many pixels wide a card may be here, as far as
    can be guessed; `size` (width, height): the picture's.
    """
    lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    found = [np.zeros((0, 4, 2), np.float32)]
    for width in widths:
        long = np.argsort(-lengths, kind="stable")[:_LONGEST]
        long = long[lengths[long] > 0.2 * width]
        if len(long) >= 2:
            corner, one, two = meetings(lines[long], width)
            found += _sided(corner, one, two, width, shape) + _sided(corner, two, one, width, shape)
    return likeliest(np.concatenate(found), edges, size)


def _sided(
    corner: Floats, along: Floats, beside: Floats, width: float, shape: tuple[float, float]
) -> list[NDArray[np.float32]]:
    """Cards on each pair of corners that face each other along one side and open to the same other."""
    between = corner[None] - corner[:, None]
    length = np.linalg.norm(between, axis=2)
    way = between / np.maximum(length, 1e-6)[..., None]
    ahead = (way * along[:, None]).sum(axis=2)
    off = np.abs(way[..., 0] * along[:, None, 1] - way[..., 1] * along[:, None, 0])
    faces = (ahead > 0) & (off < _STRAIGHT) & (along @ along.T < -_PARALLEL) & (beside @ beside.T > _PARALLEL)
    found = []
    for side, other in (shape, shape[::-1]):
        fits = faces & (np.abs(np.log(np.maximum(length, 1e-6) / (width * side / shape[0]))) < _ABOUT)
        first, second = np.nonzero(fits)
        first, second = first[:_MOST], second[:_MOST]
        depth = (length[first, second] * other / side)[:, None]
        start, end = corner[first], corner[second]
        quads = np.stack([start, end, end + beside[second] * depth, start + beside[first] * depth], axis=1)
        turn = way[first, second]
        left = turn[:, 0] * beside[first, 1] < turn[:, 1] * beside[first, 0]
        quads[left] = quads[left][:, ::-1]
        upright = quads if side < other else np.roll(quads, -1, axis=1)
        found.append(np.asarray(upright, np.float32))
    return found
