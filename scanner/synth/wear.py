"""使い込み tsukaikomi: what makes a drawing a card: paper, a rounded edge that catches light, rubbed borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.noise import value_noise

_EDGE_CURVE_MM = 0.55  # how far in from its edge a card curves down


@dataclass(frozen=True, slots=True)
class Wear:
    """`scale`: pixels per mm to make a card in; `age` 0..1: how used the deck is; `lamp`: where light is, rad."""

    px_per_mm: float
    age: float
    lamp_angle: float


def apply_wear(
    rng: np.random.Generator, art: NDArray[np.uint8], card_size: tuple[float, float], wear: Wear, angle: float
) -> NDArray[np.uint8]:
    """The art (H, W, 4) uint8 BGRA as a used card of `card` mm that lies turned by `angle` degrees."""
    width, height = (max(8, round(side * wear.px_per_mm)) for side in card_size)
    way = cv2.INTER_AREA if width < art.shape[1] else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(art, (width, height), interpolation=way), np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lean = rng.normal(0, 0.025, 2)
    tone = float(rng.normal(1.0, 0.014)) + lean[0] * (2 * y / height - 1) + lean[1] * (2 * x / width - 1)
    tone += 0.012 * value_noise(rng, (height, width), 1.3, 1.3) + 0.012 * value_noise(
        rng, (height, width), width / 2, width / 2
    )
    turn = wear.lamp_angle - np.radians(angle)
    east, south = float(np.cos(turn)), float(np.sin(turn))
    curve = _EDGE_CURVE_MM * wear.px_per_mm
    sides = ((x, -east), (width - 1 - x, east), (y, -south), (height - 1 - y, south))
    for far, facing in sides:
        tone += 0.5 * facing * np.clip(1 - far / curve, 0, 1) * (0.5 if facing > 0 else 0.9)
    colour = small[:, :, :3] * tone[:, :, None]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    rubbed = np.clip(1 - edge / (1.0 * wear.px_per_mm), 0, 1) * np.clip(
        value_noise(rng, (height, width), 3, 3) - 1.6, 0, 1
    )
    glint = np.clip(1 - np.abs(edge - 0.35 * curve) / (0.4 * curve + 0.5), 0, 1)
    colour += (30 + 10 * east) * 0.35 * glint[:, :, None]
    fresh = (1 - 0.8 * wear.age * rubbed)[:, :, None]
    colour = colour * fresh + np.array([150, 168, 178], np.float32) * (1 - fresh)
    yellowed = np.array([1 - 0.10 * wear.age, 1 - 0.025 * wear.age, 1.0], np.float32)
    out: NDArray[np.float32] = np.dstack([colour * yellowed, small[:, :, 3]])
    return np.clip(out, 0, 255).astype(np.uint8)
