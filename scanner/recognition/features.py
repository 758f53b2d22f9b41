"""目 me: what the recogniser looks at in a flattened card: outlines (HOG) and coarse colours, as one vector."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

VERSION = "hog-lab-1"
CELL = 8
_BINS = 9
_COLOUR_CELL = 8

Picture = NDArray[np.uint8]
Vector = NDArray[np.float32]


@cache
def _hog(width: int, height: int) -> cv2.HOGDescriptor:
    return cv2.HOGDescriptor((width, height), (2 * CELL, 2 * CELL), (CELL, CELL), (CELL, CELL), _BINS)


@cache
def length(width: int, height: int) -> int:
    """How many numbers `features` gives for crops of that size in pixels; both sides are multiples of 8."""
    return int(_hog(width, height).getDescriptorSize()) + 3 * (width // _COLOUR_CELL) * (height // _COLOUR_CELL)


def whitened(crop: Picture) -> NDArray[np.float32]:
    """The crop with its brightest tone taken for white paper: lamps and shade change colours, ink does not."""
    tones = crop[::2, ::2].reshape(-1, 3).T.copy()
    tones.sort(axis=1, kind="stable")  # bytes are counted so, in half the time of any other way
    white = tones[:, tones.shape[1] * 95 // 100]
    scaled = crop.astype(np.float32) * (1.0 / np.maximum(white, 24.0)).astype(np.float32)
    return np.asarray(np.minimum(scaled, 1.0), np.float32)


def features(crop: Picture) -> Vector:
    """Outlines and colours of a flattened card.

    `crop`: (height, width, 3) BGR, the card alone, both sides multiples of 8. Returns float32, `length(…)` long.
    """
    height, width = crop.shape[:2]
    outlines = np.asarray(_hog(width, height).compute(crop), np.float32).ravel()
    lab = cv2.cvtColor(whitened(crop), cv2.COLOR_BGR2Lab)
    small = cv2.resize(lab, (width // _COLOUR_CELL, height // _COLOUR_CELL), interpolation=cv2.INTER_AREA)
    return np.concatenate([outlines, (small * np.float32(0.01)).ravel()])


def turned(row: Vector, size: tuple[int, int]) -> Vector:
    """The features of the same crop upside down, from those of the crop: an outline's direction has no sign."""
    width, height = size
    across, down = width // CELL - 1, height // CELL - 1
    split = across * down * 4 * _BINS
    outlines = row[:split].reshape(across, down, 2, 2, _BINS)[::-1, ::-1, ::-1, ::-1]
    colours = row[split:].reshape(height // _COLOUR_CELL, width // _COLOUR_CELL, 3)[::-1, ::-1]
    return np.concatenate([outlines.ravel(), colours.ravel()])
