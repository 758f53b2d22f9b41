"""The small picture of a table, and where two of them differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SmallImage = NDArray[np.float32]
"""A small picture in colour (h, w, 3), brightness 0..255."""
BoolMask = NDArray[np.bool_]
_Channel = NDArray[np.float32]

MOTION_WIDTH_PX = 320
"""Pixels, the width of the small picture. A card seen from above is 12 to 25 pixels wide in it."""


@dataclass(frozen=True, slots=True)
class MotionConfig:
    """Thresholds on the small picture, set on synthetic sequences and on films of `fudayomi synth --film`."""

    min_level_difference: float = 13.0
    """Levels of 255 in one colour by which a pixel differs: a back may be hardly darker than the table."""
    max_light_difference: float = 18.0
    """Levels of 255 up to which a pixel counts as unchanged when the change of the light is measured."""
    min_gain: float = 0.77
    """Smallest factor of brightness between two pictures that counts as a change of light."""
    max_gain: float = 1.3
    """Largest factor of brightness between two pictures that counts as a change of light."""
    saturated_level: float = 245.0
    """Level of 255 from which a pixel may have been brighter than the camera could tell."""


CONFIG = MotionConfig()


def to_color_image(frame: NDArray[np.uint8]) -> SmallImage:
    """A picture (H, W, 3) uint8 BGR as a slightly blurred (h, MOTION_WIDTH_PX, 3) float32 picture in colour.

    In grey, red cloth and the green back of a card may be equally bright.
    """
    height = max(1, round(frame.shape[0] * MOTION_WIDTH_PX / frame.shape[1]))
    small = cv2.resize(frame, (MOTION_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.float32)


def difference_mask(
    current: SmallImage, previous: SmallImage, min_level: float = CONFIG.min_level_difference
) -> BoolMask:
    """Mask (h, w) of the pixels where two small pictures differ. A change of light over the whole picture is ignored.

    `min_level`: levels of 255 in one colour by which a pixel differs.
    """
    return np.asarray(difference_levels(current, previous) > min_level)


def difference_levels(current: SmallImage, previous: SmallImage) -> NDArray[np.float32]:
    """By how many levels of 255 (h, w) each pixel differs in one colour, less a change of light over the whole picture.

    What is white to the camera stays white in more light, and may become anything less in less light.
    """
    if current.shape != previous.shape:
        return np.full(current.shape[:2], np.inf, np.float32)
    difference = np.abs(current - previous)
    if float(difference.max()) <= CONFIG.min_level_difference / 2:  # no light explains so little as more
        return _largest(difference)
    light = [_light_change(current[:, :, channel], previous[:, :, channel]) for channel in range(current.shape[2])]
    gains, offsets = np.array(light, np.float32).T
    expected = previous * gains
    expected += offsets
    np.minimum(expected, 255, out=expected)
    np.subtract(current, expected, out=difference)
    np.minimum(difference, 0, out=difference, where=previous >= CONFIG.saturated_level)
    np.abs(difference, out=difference)
    return _largest(difference)


def _largest(levels: SmallImage) -> NDArray[np.float32]:
    """The largest of the three colours of each pixel."""
    return np.asarray(np.maximum(np.maximum(levels[:, :, 0], levels[:, :, 1]), levels[:, :, 2]))


def _light_change(current: _Channel, previous: _Channel) -> tuple[float, float]:
    """Factor and summand, in levels of 255, by which the light has changed."""
    a, b = current[::3, ::3].ravel(), previous[::3, ::3].ravel()
    step = a - b
    middle = float(np.median(step))
    unchanged = np.abs(step - middle) < CONFIG.max_light_difference
    gain, offset = 1.0, middle
    if unchanged.sum() > len(a) // 3:
        x, y = b[unchanged], a[unchanged]
        spread = x - x.mean()
        variance = float(spread @ spread)
        if variance > 4 * len(x):
            gain = min(CONFIG.max_gain, max(CONFIG.min_gain, float(spread @ y) / variance))
        offset = float(np.median(y - gain * x))
    return gain, offset
