"""Light and camera through a film: flicker, slow change, pushes, noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth import lighting
from scanner.synth.films.patches import FloatArray
from scanner.synth.films.plan import Bump, LightChange, Shade

Rng = np.random.Generator
_DRIFT = 0.05
"""By how much the light becomes brighter or darker through a film, as a deviation."""
_FLICKER = (0.002, 0.012)
"""Share by which the lamp's flicker shows from frame to frame, least and most."""
_RESTLESS = 0.003
"""Deviation of the brightness from frame to frame that the camera's own exposure adds."""
_STEP_S = 1.5
"""Seconds for which the light's distribution over the table is taken as the same."""
_ARM_EXPOSURE = 0.12
"""By how much the exposure changes when arms fill the whole picture."""
_WARMTH = 0.11
"""Deviation of the lamp's colour from white, as a share: bulbs are yellow, daylight is blue."""
_MAX_WARMTH = 0.24
"""That deviation, at most: cameras take out the rest."""
_SHADE_COMES_S = 0.8
"""Seconds in which somebody leans over the table, or sits up again."""
_SHAKE_PX = 2.5
"""Pixels by which the picture still shakes when the camera is pushed."""
_SHAKE_S = 0.25
"""Seconds in which that fades to a third."""
_NOISE_MARGIN_PX = 97
"""Pixels by which the store of noise is larger than the picture, so that every frame has other noise."""
_NOISE_FIELDS = 3
"""Stores of noise that take turns."""


class FilmLight:
    """The light of one film, and the camera that takes it."""

    def __init__(
        self,
        rng: Rng,
        size: tuple[int, int],
        duration_s: float,
        lights: Sequence[LightChange] = (),
        bumps: Sequence[Bump] = (),
        shades: Sequence[Shade] = (),
    ) -> None:
        """`size`: width and height in pixels."""
        self._rng, self._size, self._lights, self._bumps = rng, size, tuple(lights), tuple(bumps)
        self._shades = [(shade, self._shadow(shade)) for shade in shades]
        self._duration_s = max(duration_s, 1.0)
        self.conditions = replace(lighting.random_conditions(rng, frozenset()), lamp_colour=_lamp_colour(rng))
        later = lighting.vary_conditions(lighting.vary_conditions(self.conditions, rng), rng)
        self._fields = [self._field(conditions) for conditions in (self.conditions, later)]
        self._drift = 1 + float(rng.normal(0, _DRIFT))
        self._flicker, self._phase = float(rng.uniform(*_FLICKER)), float(rng.uniform(0, 7))
        width, height = size
        shape = (height + _NOISE_MARGIN_PX, width + _NOISE_MARGIN_PX, 3)
        self._noise = [lighting.draw_sensor_noise(rng, shape) for _ in range(_NOISE_FIELDS)]
        self._frame = np.empty((height, width, 3), np.float32)
        self._blend: tuple[float, FloatArray, FloatArray] | None = None

    @property
    def jpeg_quality(self) -> int:
        """The camera's quality of JPEG, 0..100."""
        return self.conditions.jpeg_quality

    def _field(self, conditions: lighting.CaptureConditions) -> tuple[FloatArray, FloatArray]:
        """What the light multiplies (H, W, 3) and what the lamp's reflection adds to full gloss (H, W, 3)."""
        width, height = self._size
        ones, none = np.ones((height, width, 3), np.float32), np.zeros((height, width), np.float32)
        field = lighting.apply_lighting(ones, none, conditions, np.random.default_rng(5))
        veil = lighting.apply_lighting(np.zeros_like(ones), none + 1, conditions, np.random.default_rng(5))
        return field, veil

    def _fields_at(self, time_s: float) -> tuple[FloatArray, FloatArray]:
        share = min(1.0, time_s // _STEP_S * _STEP_S / self._duration_s)
        if self._blend is None or self._blend[0] != share:
            (field, veil), (later_field, later_veil) = self._fields
            self._blend = (
                share,
                np.asarray(field + np.float32(share) * (later_field - field), np.float32),
                np.asarray(veil + np.float32(share) * (later_veil - veil), np.float32),
            )
        return self._blend[1], self._blend[2]

    def _gain(self, time_s: float, arm_share: float) -> float:
        gain = 1 + (self._drift - 1) * time_s / self._duration_s
        for change in self._lights:
            share = min(1.0, max(0.0, (time_s - change.time_s) / change.duration_s))
            gain *= 1 + share * (change.factor - 1)
        flicker = self._flicker * float(np.sin(self._phase + 17.3 * time_s))
        return gain * (1 + flicker + float(self._rng.normal(0, _RESTLESS)) + _ARM_EXPOSURE * arm_share)

    def offset(self, time_s: float) -> tuple[float, float, float]:
        """By how many pixels, in x and in y, and degrees the picture is off after the pushes so far."""
        dx = dy = turn = 0.0
        for bump in self._bumps:
            since = time_s - bump.time_s
            if since >= 0:
                swing = _SHAKE_PX * float(np.exp(-since / _SHAKE_S) * np.cos(40 * since))
                dx, dy, turn = dx + bump.dx + swing, dy + bump.dy - swing, turn + bump.turn_deg
        return dx, dy, turn

    def take(self, frame: FloatArray, gloss: FloatArray, time_s: float, arm_share: float) -> NDArray[np.uint8]:
        """The picture (H, W, 3) uint8 of a painted table (H, W, 3) at a time. `arm_share`: how much of it arms fill."""
        field, veil = self._fields_at(time_s)
        lit = self._frame
        np.multiply(veil, gloss[:, :, None], out=lit)
        lit += cv2.multiply(frame, field)
        lit *= np.float32(self._gain(time_s, arm_share))
        for shade, shadow in self._shades:
            since_s, left_s = time_s - shade.time_s, shade.time_s + shade.duration_s - time_s
            share = min(1.0, max(0.0, min(since_s, left_s) / _SHADE_COMES_S))
            if share > 0:
                lit *= 1 - np.float32(share) * shadow
        dx, dy, turn = self.offset(time_s)
        if (dx, dy, turn) != (0.0, 0.0, 0.0):
            width, height = self._size
            matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
            matrix[:, 2] += np.array((dx, dy))
            lit = np.asarray(cv2.warpAffine(lit, matrix, self._size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        return lighting.simulate_camera(lit, self.conditions, self._rng, self._draw_noise())

    def _shadow(self, shade: Shade) -> FloatArray:
        """The share of the light (H, W, 1) that a shade takes while it is there."""
        width, height = self._size
        y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
        distance_sq = ((x / width - shade.x) ** 2 + ((y - shade.y * height) / width) ** 2) / shade.reach**2
        small = shade.depth / (1 + np.exp(np.minimum(6 * (distance_sq - 1), 30)))
        return np.asarray(cv2.resize(small.astype(np.float32), self._size), np.float32)[:, :, None]

    def _draw_noise(self) -> FloatArray:
        width, height = self._size
        left, top = (int(part) for part in self._rng.integers(0, _NOISE_MARGIN_PX, 2))
        field = self._noise[int(self._rng.integers(0, _NOISE_FIELDS))]
        return field[top : top + height, left : left + width]


def _lamp_colour(rng: Rng) -> tuple[float, float, float]:
    """BGR factors of a lamp between a yellow bulb and blue daylight."""
    warmth = float(np.clip(rng.normal(0.02, _WARMTH), -_MAX_WARMTH, _MAX_WARMTH))
    return 1 - warmth, 1 + float(rng.normal(0, 0.012)), 1 + 0.7 * warmth
