"""寄せ yose: rough outlines moved onto the borders that a network sees."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
CELL = 4
"""A cell of the border map is so many pixels wide."""
_ALONG = np.linspace(-0.85, 0.85, 12, dtype=np.float32)
_WIDE = (10.0, 9, 0.24, 15)
_CLOSE = (3.0, 7, 0.08, 11)
"""Degrees a quad is turned by at most and how many turns are tried; the same of its sides, in widths of the card."""
_SIZE, _ALIKE = 0.1, 0.12
"""What it costs that a card becomes larger or smaller by that share of its width."""
_FAR, _TURNED = 0.03, 0.02
_OPPOSITE = ((0, 2), (3, 1))


def _looked(borders: Floats, at: Floats) -> Floats:
    """The border map at points (n, …, 2) in pixels."""
    x, y = ((at[..., axis].reshape(len(at), -1) - (CELL - 1) / 2) / CELL for axis in (0, 1))
    return np.asarray(cv2.remap(borders, x, y, cv2.INTER_LINEAR).reshape(at.shape[:-1]), np.float32)


def _unit(ways: Floats) -> Floats:
    return np.asarray(ways / np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-6), np.float32)


def _moved(quads: Floats, borders: Floats, tried: tuple[float, int, float, int]) -> tuple[Floats, Floats]:
    """Parallelograms (n, 4, 2), turned and with each side moved to where the most border runs, and how much runs there.

    Opposite sides are chosen together: of a card half covered the side that shows carries the other along.
    """
    turn, turns, reach, steps = tried
    centre = quads.mean(axis=1)
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    angles = np.radians(np.linspace(-turn, turn, turns, dtype=np.float32))
    cos, sin = np.cos(angles), np.sin(angles)
    spin = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
    rights, downs = (np.einsum("aij,nj->nai", spin, way).astype(np.float32) for way in (right, down))
    shares = np.linspace(-reach, reach, steps, dtype=np.float32)
    offsets = shares * (2 * np.linalg.norm(right, axis=1))[:, None]

    def seen(out: Floats, along: Floats) -> Floats:
        """How much border runs along the side that lies `out` of the middle, for each turn and offset."""
        start = centre[:, None] + out
        at = start[:, :, None] + _unit(out)[:, :, None] * offsets[:, None, :, None]
        points = at[:, :, :, None] + along[:, :, None, None] * _ALONG[:, None]
        return np.asarray(_looked(borders, points).mean(axis=-1) - _FAR * (shares / reach) ** 2, np.float32)

    sides = [seen(-downs, rights), seen(rights, downs), seen(downs, rights), seen(-rights, downs)]
    cost = _SIZE * ((shares[:, None] + shares) / _ALIKE) ** 2
    pairs = [
        (sides[a][..., :, None] + sides[b][..., None, :] - cost).reshape(*rights.shape[:2], -1) for a, b in _OPPOSITE
    ]
    score = sum(pair.max(axis=-1) for pair in pairs) - _TURNED * (angles / np.radians(turn)) ** 2
    rows, best = np.arange(len(quads)), np.asarray(score).argmax(axis=1)
    right, down = rights[rows, best], downs[rows, best]
    (top, bottom), (left, far) = (divmod(pair.argmax(axis=-1)[rows, best], steps) for pair in pairs)
    by = {name: offsets[rows, step][:, None] for name, step in zip("tblr", (top, bottom, left, far), strict=True)}
    east, south = _unit(right), _unit(down)
    first, second = -right - east * by["l"], right + east * by["r"]
    upper, lower = -down - south * by["t"], down + south * by["b"]
    corners = [first + upper, second + upper, second + lower, first + lower]
    return np.asarray(centre[:, None] + np.stack(corners, axis=1), np.float32), np.asarray(score)[rows, best]


def nudged(quads: Floats, borders: Floats) -> tuple[Floats, Floats]:
    """Rough quads (n, 4, 2) in pixels moved onto borders (height / CELL, width / CELL) 0..1, and how well they lie.

    First looking wide, then close; how well (n,): the border seen along their sides, 0 about nothing, 4 all of it.
    """
    if not len(quads):
        return quads, np.zeros(0, np.float32)
    wide, _ = _moved(quads, borders, _WIDE)
    return _moved(wide, borders, _CLOSE)
