"""Props on a synthetic table: go stone, coin, pen, cup, phone, hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.synth.hands.sprites import draw_reaching_hand
from scanner.synth.noise import Field, value_noise
from scanner.synth.sprite import Sprite

_PX_PER_MM = 6.0
"""Pixels per mm of a prop's sprite, about as fine as a picture of a table shows it."""
_HAND_THICKNESS_MM = 14.0
"""Thickness in mm of a flat hand, for its shadow."""
FloatArray = NDArray[np.floating[Any]]


def _mm_grid(width: float, height: float) -> tuple[Field, Field]:
    """x and y of each pixel in mm from the middle, (H, W) float32."""
    columns, rows = round(width * _PX_PER_MM), round(height * _PX_PER_MM)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    return (x - columns / 2 + 0.5) / _PX_PER_MM, (y - rows / 2 + 0.5) / _PX_PER_MM


def _to_bgra(colour: FloatArray, inner_distance: FloatArray) -> NDArray[np.uint8]:
    """BGRA from colours 0..255 and each pixel's distance inside the outline in mm, negative outside."""
    alpha = np.clip(inner_distance * _PX_PER_MM + 0.5, 0, 1) * 255
    return np.dstack([np.clip(colour, 0, 255), alpha]).astype(np.uint8)


def _dome_shading(x: Field, y: Field, radius: float) -> Field:
    """Cosine, -1..1, between the normal of a dome of that radius (mm) and the direction of a lamp at the upper left."""
    normal_z = np.sqrt(np.clip(1 - (x**2 + y**2) / radius**2, 0, 1))
    return np.asarray((-0.45 * x - 0.55 * y) / radius * 0.7 + 0.71 * normal_z, np.float32)


def _draw_stone(rng: np.random.Generator) -> Sprite:
    """A white or black go stone."""
    radius = 11.0
    x, y = _mm_grid(23, 23)
    facing = _dome_shading(x, y, radius * 1.25)
    is_white = rng.random() < 0.5
    if is_white:
        veins = 3 * np.sin(x * 2.2 + 0.4 * np.sin(y / 4)) if rng.random() < 0.6 else np.zeros_like(x)
        tone = (150 + 100 * facing + veins)[:, :, None] * np.array([0.93, 0.985, 1.0], np.float32)
    else:
        shine = np.exp(-((x + 3.2) ** 2 + (y + 4.0) ** 2) / 7.0)
        tone = (20 + 22 * facing + 90 * shine)[:, :, None] * np.array([1.0, 0.97, 0.95], np.float32)
    inside = radius - np.hypot(x, y)
    return Sprite(_to_bgra(tone, inside), 23, 23, thickness=6, gloss=0.25, name="stone")


def _draw_coin(rng: np.random.Generator) -> Sprite:
    radius = float(rng.uniform(10.0, 13.2))
    size = 2 * radius + 1
    x, y = _mm_grid(size, size)
    distance = np.hypot(x, y)
    relief = value_noise(rng, x.shape, 1.6 * _PX_PER_MM, 1.6 * _PX_PER_MM) * (distance < radius * 0.72)
    sheen = np.cos(2 * np.arctan2(y, x) + float(rng.uniform(0, 6)))
    tone = 150 + 26 * sheen + 14 * relief - 45 * (np.abs(distance - radius * 0.9) < 0.35)
    metals = ((0.62, 0.80, 1.0), (0.52, 0.70, 0.92), (0.97, 0.99, 1.0))
    hole = distance - 2.6 if rng.random() < 0.4 else np.full_like(distance, 9.0)
    colour = tone[:, :, None] * np.array(metals[int(rng.integers(0, 3))], np.float32)
    inside = np.minimum(radius - distance, hole)
    return Sprite(_to_bgra(colour, inside), size, size, thickness=1.6, gloss=0.6, name="coin")


def _draw_pen(rng: np.random.Generator) -> Sprite:
    length, radius = float(rng.uniform(128, 150)), float(rng.uniform(4.0, 5.4))
    x, y = _mm_grid(length, 2 * radius + 1)
    taper = np.clip((length / 2 - x) / 16, 0.18, 1)
    roundness = np.sqrt(np.clip(1 - (y / (radius * taper)) ** 2, 0, 1))
    shine = np.exp(-(((y + 0.42 * radius) / (0.16 * radius)) ** 2))
    base = rng.uniform(18, 150, 3).astype(np.float32)
    colour = base * (0.35 + 0.75 * roundness)[:, :, None] + 85 * shine[:, :, None]
    grip = (np.abs(x - length * 0.02) < 0.8) | (x > length / 2 - 15)
    colour[grip] = (np.array([170, 176, 180]) * (0.4 + 0.7 * roundness)[:, :, None])[grip]
    inside = np.minimum(radius * taper - np.abs(y), length / 2 - np.abs(x))
    return Sprite(_to_bgra(colour, inside), length, 2 * radius + 1, thickness=8, name="pen")


def _draw_cup(rng: np.random.Generator) -> Sprite:
    """A tea cup seen from above, with tea in it."""
    radius = float(rng.uniform(34, 42))
    size = 2 * radius + 1
    x, y = _mm_grid(size, size)
    distance = np.hypot(x, y)
    glaze = np.array(((150, 120, 70), (196, 206, 212), (52, 66, 96))[int(rng.integers(0, 3))], np.float32)
    facing = (-0.6 * x - 0.7 * y) / np.maximum(distance, 1e-3)
    rim = np.exp(-(((distance - radius * 0.955) / (0.035 * radius)) ** 2))
    is_inner = distance < radius * 0.93
    wall = glaze * (0.72 - 0.30 * facing * is_inner + 0.25 * facing * ~is_inner)[:, :, None]
    wall += 70 * rim[:, :, None] * (0.6 + 0.4 * facing)[:, :, None]
    tea = np.array([38, 104, 118], np.float32) * (0.9 + 0.1 * np.sin(x / 9))[:, :, None]
    shine = np.exp(-(((x + 9) / 7) ** 2 + ((y + 12) / 3.4) ** 2))
    surface = np.clip((radius * 0.80 - distance) * 2, 0, 1)[:, :, None]
    colour = wall * (1 - surface) + (tea + 90 * shine[:, :, None]) * surface
    inside = radius - distance
    return Sprite(_to_bgra(colour, inside), size, size, thickness=30, gloss=0.1, name="cup")


def _draw_phone(rng: np.random.Generator) -> Sprite:
    width, height = 72.0, 149.0
    x, y = _mm_grid(width, height)
    inside = 9 - np.hypot(np.maximum(np.abs(x) - width / 2 + 9, 0), np.maximum(np.abs(y) - height / 2 + 9, 0))
    reflection = 14 + 26 / (1 + np.exp(-(x * 0.6 + y * 0.35 + float(rng.uniform(-40, 40))) / 3))
    colour = reflection[:, :, None] * np.array([1.06, 1.0, 0.95], np.float32)
    colour[inside < 1.4] = (96, 94, 92)
    return Sprite(_to_bgra(colour, inside), width, height, thickness=8, gloss=0.8, name="phone")


def _draw_hand(rng: np.random.Generator) -> Sprite:
    """A hand with its fingers towards the top of the sprite and its forearm at the bottom."""
    return replace(draw_reaching_hand(rng), thickness=_HAND_THICKNESS_MM)


PROPS: dict[str, Callable[[np.random.Generator], Sprite]] = {
    "stone": _draw_stone,
    "coin": _draw_coin,
    "pen": _draw_pen,
    "cup": _draw_cup,
    "phone": _draw_phone,
    "hand": _draw_hand,
}
"""Functions that draw a prop, by its name in the ground truth."""
