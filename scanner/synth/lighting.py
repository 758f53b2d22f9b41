"""Lighting, lens and sensor of a synthetic photograph."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.noise import value_noise

FloatImage = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CaptureConditions:
    """Light and camera of one photograph.

    `lamp_colour`: BGR factors. `spot_centre`: x, y of the lamp's bright spot as fractions of the picture, with its
    `spot_reach` and `spot_strength`. `window_gradient`: x, y gradient of the window's light. `glare`: how strongly
    lacquer reflects the lamp, 0..1. `vignette`: darkening towards the corners. `blur_sigma_px`: sigma of the lens
    blur in pixels. `shake_px`: x, y pixels that the camera moved. `noise_sigma`: deviation of the sensor noise in grey
    levels. `exposure`: factor of brightness. `jpeg_quality`: 0..100.
    """

    lamp_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    spot_centre: tuple[float, float] = (0.5, 0.4)
    spot_reach: float = 0.7
    spot_strength: float = 0.25
    window_gradient: tuple[float, float] = (0.0, 0.0)
    glare: float = 0.1
    vignette: float = 0.25
    blur_sigma_px: float = 0.8
    shake_px: tuple[float, float] = (0.0, 0.0)
    noise_sigma: float = 2.0
    exposure: float = 1.0
    jpeg_quality: int = 90


def random_conditions(rng: np.random.Generator, tags: frozenset[str]) -> CaptureConditions:
    """Random light and camera. The tags dim, glare and motion make them harder."""
    warmth = float(rng.normal(0, 0.07))
    dim, glare = "dim" in tags, "glare" in tags
    shake = float(rng.uniform(3, 8)) if "motion" in tags else 0.0
    direction = float(rng.uniform(0, np.pi))
    return CaptureConditions(
        lamp_colour=(1 - warmth - 0.02 - (0.08 if dim else 0), 1.0 + float(rng.normal(0, 0.012)), 1 + warmth + 0.01),
        spot_centre=(float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.15, 0.7))),
        spot_reach=float(rng.uniform(0.45, 0.9)),
        spot_strength=float(rng.uniform(0.12, 0.35)),
        window_gradient=(float(rng.normal(0, 0.12)), float(rng.normal(0, 0.10))),
        glare=float(rng.uniform(0.6, 1.0)) if glare else float(rng.uniform(0.02, 0.12)),
        vignette=float(rng.uniform(0.12, 0.34)),
        blur_sigma_px=float(rng.uniform(0.55, 0.95)),
        shake_px=(shake * float(np.cos(direction)), shake * float(np.sin(direction))),
        noise_sigma=float(rng.uniform(6, 11)) if dim else float(rng.uniform(1.2, 3.0)),
        exposure=float(rng.uniform(0.42, 0.6)) if dim else float(rng.uniform(0.86, 1.04)),
        jpeg_quality=int(rng.integers(80, 94)),
    )


def vary_conditions(conditions: CaptureConditions, rng: np.random.Generator) -> CaptureConditions:
    """The same light a moment later, changed a little as by a cloud, a person's shadow or automatic exposure."""
    x, y = conditions.spot_centre
    return replace(
        conditions,
        exposure=conditions.exposure * float(rng.normal(1, 0.025)),
        spot_centre=(x + float(rng.normal(0, 0.02)), y + float(rng.normal(0, 0.02))),
        spot_strength=conditions.spot_strength * float(rng.normal(1, 0.05)),
    )


def apply_lighting(
    frame: FloatImage, gloss: FloatImage, conditions: CaptureConditions, rng: np.random.Generator
) -> FloatImage:
    """The frame (H, W, 3) 0..255 under the light. `gloss` (H, W) 0..1 says what reflects the lamp. Changes `frame`."""
    height, width = frame.shape[:2]
    rows, columns = max(2, height // 16), max(2, width // 16)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = x / (columns - 1), y / (rows - 1)
    ratio = height / width
    distance_sq = (
        (x - conditions.spot_centre[0]) ** 2 + ((y - conditions.spot_centre[1]) * ratio) ** 2
    ) / conditions.spot_reach**2
    lamp = np.exp(-3 * distance_sq)
    centre_distance_sq = (x - 0.5) ** 2 + ((y - 0.5) * ratio) ** 2
    field = (
        1
        - conditions.spot_strength / 2
        + conditions.spot_strength * lamp
        + conditions.window_gradient[0] * (x - 0.5)
        + conditions.window_gradient[1] * (y - 0.5)
    )
    field *= (1 - conditions.vignette * 2.4 * centre_distance_sq) * (
        1 + 0.012 * value_noise(rng, (rows, columns), rows / 3, columns / 3)
    )
    field *= conditions.exposure
    light = np.stack([field * (factor + 0.06 * (factor - 1) * lamp) for factor in conditions.lamp_colour], axis=-1)
    frame *= cv2.resize(light.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    # The lamp's reflection is a small core in a wide veil, only on lacquered surfaces.
    reflection = np.exp(-34 * distance_sq * conditions.spot_reach**2) + 0.28 * np.exp(
        -6 * distance_sq * conditions.spot_reach**2
    )
    veil = cv2.resize(reflection.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR) * gloss
    veil *= 255 * conditions.glare * conditions.exposure
    for channel, factor in enumerate(conditions.lamp_colour):
        frame[:, :, channel] += veil * factor
    return frame


def simulate_camera(
    frame: FloatImage,
    conditions: CaptureConditions,
    rng: np.random.Generator,
    sensor_noise: FloatImage | None = None,
) -> NDArray[np.uint8]:
    """The frame (H, W, 3) 0..255 after lens, sensor and the camera's sharpening, uint8.

    `sensor_noise` (H, W, 3) of about unit deviation, as `draw_sensor_noise` gives it: drawn anew if None.
    """
    if conditions.shake_px != (0.0, 0.0):
        frame = _blur_motion(frame, conditions.shake_px)
    blurred = np.asarray(cv2.GaussianBlur(frame, (0, 0), conditions.blur_sigma_px), np.float32)
    noise = draw_sensor_noise(rng, frame.shape) if sensor_noise is None else sensor_noise
    noise = noise * conditions.noise_sigma
    gain = blurred * (0.7 / 255)
    gain += 0.55
    gain *= noise
    blurred += gain
    sharp = cv2.addWeighted(blurred, 1.35, cv2.GaussianBlur(blurred, (0, 0), 1.6), -0.35, 0)
    out = np.clip(sharp, 0, 255, out=sharp).astype(np.uint8)
    return np.asarray(cv2.LUT(out, _TONE_CURVE), np.uint8)


def draw_sensor_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> FloatImage:
    """Sensor noise (H, W, 3) of about unit deviation, coarser in colour than in brightness as after demosaicing."""
    height, width = shape[:2]
    grey = rng.standard_normal((height, width), np.float32)
    colour = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32)
    coarse = cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(0.8 * grey[:, :, None] + 0.7 * coarse, np.float32)


def _blur_motion(frame: FloatImage, shake_px: tuple[float, float]) -> FloatImage:
    length = int(np.hypot(*shake_px)) | 1
    kernel = np.zeros((length, length), np.float32)
    middle = length // 2
    dx, dy = (round(part / 2) for part in shake_px)
    cv2.line(kernel, (middle - dx, middle - dy), (middle + dx, middle + dy), 1.0, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(frame, -1, kernel / kernel.sum()), np.float32)


def _tone_curve() -> NDArray[np.uint8]:
    """A camera's tone curve (256,): a little more contrast, soft highlights, blacks that are not quite black."""
    x = np.linspace(0, 1, 256)
    y = x + 0.10 * np.sin(2 * np.pi * (x - 0.5)) / 2
    return np.clip(6 + y * 246, 0, 255).astype(np.uint8)


_TONE_CURVE = _tone_curve()
