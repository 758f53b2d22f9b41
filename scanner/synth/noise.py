"""Smooth random fields for cloth, wood and light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
"""One value for each pixel (H, W), float32."""


def value_noise(rng: np.random.Generator, shape: tuple[int, int], spot_height: float, spot_width: float) -> Field:
    """A field (H, W) float32 of deviation 1 with spots of about `spot_height` × `spot_width` pixels, mean about 0.

    The size of the spots gives the grain: long and thin for wood, round for felt.
    """
    height, width = shape
    spot_height, spot_width = max(1.0, spot_height), max(1.0, spot_width)
    small = rng.standard_normal((int(height / spot_height) + 3, int(width / spot_width) + 3), np.float32)
    field = cv2.resize(
        small, (int(small.shape[1] * spot_width), int(small.shape[0] * spot_height)), interpolation=cv2.INTER_CUBIC
    )
    top = int(rng.integers(0, field.shape[0] - height + 1))
    left = int(rng.integers(0, field.shape[1] - width + 1))
    crop = field[top : top + height, left : left + width]
    deviation = float(crop.std())
    return np.asarray(crop / deviation if deviation > 0 else crop, np.float32)


def map_tone(
    tone: NDArray[np.floating], dark: tuple[float, float, float], light: tuple[float, float, float]
) -> NDArray[np.float32]:
    """Colours (H, W, 3) float32 0..255 BGR from `dark` at tone 0 to `light` at tone 1."""
    low, high = np.array(dark, np.float32), np.array(light, np.float32)
    return np.asarray(low + np.clip(tone, 0, 1)[:, :, None] * (high - low), np.float32)
