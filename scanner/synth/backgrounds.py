"""Random table tops and card backs, painted without any photograph."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

Rng = np.random.Generator
_MATERIALS_BGR = {
    "wood": ((60, 100, 150), (20, 35, 55)),
    "dark_wood": ((25, 35, 50), (10, 14, 20)),
    "felt": ((50, 95, 30), (15, 30, 12)),
    "cloth": ((90, 60, 50), (60, 50, 50)),
    "straw": ((110, 175, 185), (15, 20, 22)),
    "paper": ((205, 208, 210), (22, 22, 22)),
    "stone": ((130, 130, 130), (35, 35, 35)),
}
"""Mean and standard deviation of the colour of each material, BGR 0..255."""


def _smooth_noise(rng: Rng, size: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise of about unit deviation, `size` (width, height), with `cells` spots across and down."""
    values = rng.standard_normal((max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_CUBIC), np.float32)


def paint_tabletop(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A table top of `size` (width, height), uint8 BGR."""
    width, height = size
    name = str(rng.choice(list(_MATERIALS_BGR)))
    mean, deviation = _MATERIALS_BGR[name]
    variation = rng.standard_normal(3).astype(np.float32) * np.array(deviation, np.float32) * 0.5
    colour = np.array(mean, np.float32) + variation
    grain = _smooth_noise(rng, size, (3, 3)) * 0.4
    if "wood" in name or name == "straw":
        lines = int(rng.integers(10, 60))
        cells = (lines, 3) if rng.random() < 0.5 else (3, lines)
        grain = grain + _smooth_noise(rng, size, cells)
    elif name == "stone":
        grain = grain + _smooth_noise(rng, size, (max(2, width // 9), max(2, height // 9)))
    grain = grain + rng.standard_normal((height, width)).astype(np.float32) * rng.uniform(0.1, 0.9)
    contrast = rng.uniform(2, 14)
    return np.asarray(np.clip(colour + grain[..., None] * contrast, 0, 255), np.uint8)


def paint_card_back(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A card's back of `size` (width, height), uint8 BGR.

    It is of one dull colour, or has a small pattern over it, with or without a border.
    """
    width, height = size
    palette = [(30, 30, 130), (25, 25, 28), (35, 45, 90), (110, 60, 30), (50, 80, 40), (190, 195, 198)]
    colour = np.clip(np.array(palette[int(rng.integers(len(palette)))]) + rng.normal(0, 16, 3), 5, 245)
    card = np.empty((height, width, 3), np.float32)
    card[:] = colour
    if rng.random() < 0.4:
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        pitch, angle = rng.uniform(5, 24), rng.uniform(0, np.pi)
        wave = np.sin((columns * np.cos(angle) + rows * np.sin(angle)) * 2 * np.pi / pitch)
        if rng.random() < 0.6:
            wave *= np.sin((rows * np.cos(angle) - columns * np.sin(angle)) * 2 * np.pi / pitch)
        card += (wave[..., None] > rng.uniform(-0.2, 0.6)) * rng.normal(0, 45, 3).astype(np.float32)
    card += _smooth_noise(rng, size, (6, 9))[..., None] * rng.uniform(0, 5)
    picture = np.asarray(np.clip(card, 0, 255), np.uint8)
    if rng.random() < 0.3:
        border_px = int(width * rng.uniform(0.02, 0.08)) + 1
        border_colour = tuple(int(value) for value in rng.integers(10, 240, 3))
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), border_colour, border_px)
    return picture
