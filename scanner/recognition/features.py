"""Features of a crop: HOG and coarse Lab colors as one vector."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

FEATURES_VERSION = "hog-lab-1"
"""Version in model files: a model trained on other features is refused."""
HOG_CELL_PX = 8
"""Side in pixels of a HOG cell, also the stride of its blocks of 2 by 2 cells. Crops have sides of whole cells."""
_HOG_BINS = 9
"""Bins of gradient direction over 180 degrees, the usual number."""
_COLOR_CELL_PX = 8
"""Side in pixels of a cell of mean color. Coarse cells change little when a crop is slightly off."""
_PAPER_PERCENTILE = 95
"""Percentile of a crop's pixels, per channel, that counts as white paper: a lamp's reflection may be brighter."""
_MIN_PAPER_LEVEL = 24.0
"""Level 0..255 of the darkest paper: darker crops are not brightened to full range, which would only show noise."""

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
    """Length of the vector of `extract_features` for crops of this size in pixels. Both sides are multiples of 8."""
    return int(_hog_descriptor(width, height).getDescriptorSize()) + 3 * (width // _COLOR_CELL_PX) * (
        height // _COLOR_CELL_PX
    )


def white_balance(crop: ColorImage) -> NDArray[np.float32]:
    """The crop as float32 0..1, scaled so that paper is white, which removes the color of lamps and shade."""
    levels = crop[::2, ::2].reshape(-1, 3).T.copy()
    levels.sort(axis=1, kind="stable")  # a radix sort of bytes, twice as fast as any other way
    white = levels[:, levels.shape[1] * _PAPER_PERCENTILE // 100]
    scaled = crop.astype(np.float32) * (1.0 / np.maximum(white, _MIN_PAPER_LEVEL)).astype(np.float32)
    return np.asarray(np.minimum(scaled, 1.0), np.float32)


def extract_features(crop: ColorImage) -> FeatureVector:
    """HOG and color features of a crop, float32, as many as `feature_count`.

    `crop`: (height, width, 3) BGR, the card alone, both sides multiples of 8.
    """
    height, width = crop.shape[:2]
    hog = np.asarray(_hog_descriptor(width, height).compute(crop), np.float32).ravel()
    lab = cv2.cvtColor(white_balance(crop), cv2.COLOR_BGR2Lab)
    small = cv2.resize(lab, (width // _COLOR_CELL_PX, height // _COLOR_CELL_PX), interpolation=cv2.INTER_AREA)
    return np.concatenate([hog, (small * np.float32(0.01)).ravel()])


def rotate_half_turn(vector: FeatureVector, crop_size: tuple[int, int]) -> FeatureVector:
    """The features of the crop turned by 180 degrees, from its own: HOG directions are unsigned, so cells only swap."""
    width, height = crop_size
    across, down = width // HOG_CELL_PX - 1, height // HOG_CELL_PX - 1
    split = across * down * 4 * _HOG_BINS
    hog = vector[:split].reshape(across, down, 2, 2, _HOG_BINS)[::-1, ::-1, ::-1, ::-1]
    colors = vector[split:].reshape(height // _COLOR_CELL_PX, width // _COLOR_CELL_PX, 3)[::-1, ::-1]
    return np.concatenate([hog.ravel(), colors.ravel()])
