"""地 ji: table tops and card backs painted by chance: wood, cloth, straw, stone, paper; nothing photographed."""

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


def _smooth_noise(rng: Rng, size: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise of about unit spread; `size` (width, height), `cells` how many lumps across and down."""
    lumps = rng.standard_normal((max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return np.asarray(cv2.resize(lumps, size, interpolation=cv2.INTER_CUBIC), np.float32)


def paint_tabletop(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A table top of `size` (width, height), BGR."""
    width, height = size
    name = str(rng.choice(list(_MATERIALS_BGR)))
    mean, spread = _MATERIALS_BGR[name]
    tone = np.array(mean, np.float32) + rng.standard_normal(3).astype(np.float32) * np.array(spread, np.float32) * 0.5
    grain = _smooth_noise(rng, size, (3, 3)) * 0.4
    if "wood" in name or name == "straw":
        lines = int(rng.integers(10, 60))
        along = (lines, 3) if rng.random() < 0.5 else (3, lines)
        grain = grain + _smooth_noise(rng, size, along)
    elif name == "stone":
        grain = grain + _smooth_noise(rng, size, (max(2, width // 9), max(2, height // 9)))
    grain = grain + rng.standard_normal((height, width)).astype(np.float32) * rng.uniform(0.1, 0.9)
    depth = rng.uniform(2, 14)
    return np.asarray(np.clip(tone + grain[..., None] * depth, 0, 255), np.uint8)


def paint_card_back(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A card's back of `size` (width, height): one dull colour, or a small pattern over it, with or without an edge."""
    width, height = size
    palette = [(30, 30, 130), (25, 25, 28), (35, 45, 90), (110, 60, 30), (50, 80, 40), (190, 195, 198)]
    tone = np.clip(np.array(palette[int(rng.integers(len(palette)))]) + rng.normal(0, 16, 3), 5, 245)
    card = np.empty((height, width, 3), np.float32)
    card[:] = tone
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
        edge = int(width * rng.uniform(0.02, 0.08)) + 1
        shade = tuple(int(value) for value in rng.integers(10, 240, 3))
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), shade, edge)
    return picture
