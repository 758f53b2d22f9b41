"""目 me: what the recogniser looks at in a flattened card: outlines (HOG) and coarse colours, as one vector."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

FEATURES_VERSION = "hog-lab-1"
HOG_CELL_PX = 8
_HOG_BINS = 9
_COLOR_CELL_PX = 8

FeatureVector = NDArray[np.float32]


@cache
def _hog_descriptor(width: int, height: int) -> cv2.HOGDescriptor:
    return cv2.HOGDescriptor(
        (width, height),
        (2 * HOG_CELL_PX, 2 * HOG_CELL_PX),
        (HOG_CELL_PX, HOG_CELL_PX),
        (HOG_CELL_PX, HOG_CELL_PX),
        _HOG_BINS,
    )


@cache
def feature_count(width: int, height: int) -> int:
    """How many numbers `features` gives for crops of that size in pixels; both sides are multiples of 8."""
    return int(_hog_descriptor(width, height).getDescriptorSize()) + 3 * (width // _COLOR_CELL_PX) * (
        height // _COLOR_CELL_PX
    )


def white_balance(crop: ColorImage) -> NDArray[np.float32]:
    """The crop with its brightest tone taken for white paper: lamps and shade change colours, ink does not."""
    tones = crop[::2, ::2].reshape(-1, 3).T.copy()
    tones.sort(axis=1, kind="stable")  # bytes are counted so, in half the time of any other way
    white = tones[:, tones.shape[1] * 95 // 100]
    scaled = crop.astype(np.float32) * (1.0 / np.maximum(white, 24.0)).astype(np.float32)
    return np.asarray(np.minimum(scaled, 1.0), np.float32)


def extract_features(crop: ColorImage) -> FeatureVector:
    """Outlines and colours of a flattened card.

    `crop`: (height, width, 3) BGR, the card alone, both sides multiples of 8. Returns float32, `length(…)` long.
    """
    height, width = crop.shape[:2]
    outlines = np.asarray(_hog_descriptor(width, height).compute(crop), np.float32).ravel()
    lab = cv2.cvtColor(white_balance(crop), cv2.COLOR_BGR2Lab)
    small = cv2.resize(lab, (width // _COLOR_CELL_PX, height // _COLOR_CELL_PX), interpolation=cv2.INTER_AREA)
    return np.concatenate([outlines, (small * np.float32(0.01)).ravel()])


def rotate_half_turn(vector: FeatureVector, crop_size: tuple[int, int]) -> FeatureVector:
    """The features of the same crop upside down, from those of the crop: an outline's direction has no sign."""
    width, height = crop_size
    across, down = width // HOG_CELL_PX - 1, height // HOG_CELL_PX - 1
    split = across * down * 4 * _HOG_BINS
    outlines = vector[:split].reshape(across, down, 2, 2, _HOG_BINS)[::-1, ::-1, ::-1, ::-1]
    colours = vector[split:].reshape(height // _COLOR_CELL_PX, width // _COLOR_CELL_PX, 3)[::-1, ::-1]
    return np.concatenate([outlines.ravel(), colours.ravel()])
