"""Wear of a card: paper tone, rounded edges, rubbed borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.noise import value_noise

_EDGE_CURVE_MM = 0.55
"""Millimetres from its edge over which a card curves down. Light from the side shows there."""


@dataclass(frozen=True, slots=True)
class Wear:
    """How a card is rendered.

    `px_per_mm`: pixels per mm of the sprite. `age`: use of the deck, 0..1. `lamp_angle`: direction of the light in
    radians.
    """

    px_per_mm: float
    age: float
    lamp_angle: float


def apply_wear(
    rng: np.random.Generator, art: NDArray[np.uint8], card_size: tuple[float, float], wear: Wear, angle: float
) -> NDArray[np.uint8]:
    """The art (H, W, 4) uint8 BGRA as a used card of `card_size` mm, turned by `angle` degrees on the table."""
    width, height = (max(8, round(side * wear.px_per_mm)) for side in card_size)
    interpolation = cv2.INTER_AREA if width < art.shape[1] else cv2.INTER_LINEAR
    card = np.asarray(cv2.resize(art, (width, height), interpolation=interpolation), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    tilt = rng.normal(0, 0.025, 2)
    tone = float(rng.normal(1.0, 0.014)) + tilt[0] * (2 * y / height - 1) + tilt[1] * (2 * x / width - 1)
    tone += 0.012 * value_noise(rng, (height, width), 1.3, 1.3) + 0.012 * value_noise(
        rng, (height, width), width / 2, width / 2
    )
    light_angle = wear.lamp_angle - np.radians(angle)
    east, south = float(np.cos(light_angle)), float(np.sin(light_angle))
    curve = _EDGE_CURVE_MM * wear.px_per_mm
    sides = ((x, -east), (width - 1 - x, east), (y, -south), (height - 1 - y, south))
    for distance, facing in sides:
        tone += 0.5 * facing * np.clip(1 - distance / curve, 0, 1) * (0.5 if facing > 0 else 0.9)
    colour = card[:, :, :3] * tone[:, :, None]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    rubbed = np.clip(1 - edge / (1.0 * wear.px_per_mm), 0, 1) * np.clip(
        value_noise(rng, (height, width), 3, 3) - 1.6, 0, 1
    )
    glint = np.clip(1 - np.abs(edge - 0.35 * curve) / (0.4 * curve + 0.5), 0, 1)
    colour += (30 + 10 * east) * 0.35 * glint[:, :, None]
    intact = (1 - 0.8 * wear.age * rubbed)[:, :, None]
    colour = colour * intact + np.array([150, 168, 178], np.float32) * (1 - intact)
    yellowed = np.array([1 - 0.10 * wear.age, 1 - 0.025 * wear.age, 1.0], np.float32)
    out: NDArray[np.float32] = np.dstack([colour * yellowed, card[:, :, 3]])
    return np.clip(out, 0, 255).astype(np.uint8)
