"""Skin, nails and cloth over bones: what a hand looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.noise import Field, value_noise

Point = tuple[float, float]
_SKINS_BGR = ((172, 198, 236), (150, 183, 228), (128, 166, 216), (98, 138, 194), (72, 106, 160), (48, 72, 116))
"""Skin in white light from pale to dark, 0..255. Every shade between two of them is as frequent."""
_FAR_BELOW_MM = -60.0
"""Height in mm of what is no part of the hand."""
_BLEND_MM = 5.0
"""Millimetres of height over which two parts of a hand run into each other, as flesh does."""
_SMOOTHING_MM = 0.7
"""Sigma in mm of the smoothing of the surface: flesh has no sharp edges."""
_SCATTER = np.array([0.08, 0.16, 0.42], np.float32)
"""How far light goes round a curve inside the skin, BGR 0..1: red light goes furthest."""


@dataclass(frozen=True, slots=True)
class Bone:
    """A tapered limb between two points (x, y, height) in mm, with its radius in mm at both."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    start_radius: float
    end_radius: float


@dataclass(frozen=True, slots=True)
class Nail:
    """A nail: the middle of its root in mm, the direction to its tip in degrees clockwise from up, its size in mm."""

    x: float
    y: float
    angle: float
    width: float
    length: float


@dataclass(frozen=True, slots=True)
class Crease:
    """A fold of the skin between two points in mm, `depth` mm deep."""

    start: Point
    end: Point
    depth: float


@dataclass(frozen=True, slots=True)
class Grid:
    """The pixels of a drawing: x and y of the upper left corner in mm, columns and rows, pixels per mm."""

    left: float
    top: float
    columns: int
    rows: int
    px_per_mm: float

    def window(self, points: Sequence[Point], margin: float) -> tuple[slice, slice]:
        """Rows and columns of the box around some points, `margin` mm wider on each side."""
        xy = (np.array(points) - (self.left, self.top)) * self.px_per_mm
        low, high = xy.min(axis=0) - margin * self.px_per_mm, xy.max(axis=0) + margin * self.px_per_mm
        left, top = (int(np.clip(part, 0, limit)) for part, limit in zip(low, (self.columns, self.rows), strict=True))
        right, bottom = (
            int(np.clip(part + 1, 0, limit)) for part, limit in zip(high, (self.columns, self.rows), strict=True)
        )
        return slice(top, max(top, bottom)), slice(left, max(left, right))

    def crop(self, window: tuple[slice, slice]) -> Grid:
        """The grid of a window."""
        rows, columns = window
        left, top = self.left + columns.start / self.px_per_mm, self.top + rows.start / self.px_per_mm
        return Grid(left, top, columns.stop - columns.start, rows.stop - rows.start, self.px_per_mm)

    def millimetres(self, window: tuple[slice, slice] | None = None) -> tuple[Field, Field]:
        """x and y in mm of the pixels of a window, or of all."""
        rows, columns = window or (slice(0, self.rows), slice(0, self.columns))
        x = self.left + (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5) / self.px_per_mm
        y = self.top + (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) / self.px_per_mm
        shape = (len(y), len(x))
        return np.broadcast_to(x, shape), np.broadcast_to(y[:, None], shape)  # type: ignore[bad-return]  # float is float64


@dataclass(frozen=True, slots=True)
class Relief:
    """The surface of a hand. `height` (rows, columns) in mm; `inside`: distance in mm inside the outline."""

    grid: Grid
    height: Field
    inside: Field

    def alpha(self) -> Field:
        """How much of each pixel (rows, columns) lies inside the outline, 0..1."""
        return np.asarray(np.clip(self.inside * self.grid.px_per_mm + 0.5, 0, 1), np.float32)


def along(x: Field, y: Field, start: Point, end: Point) -> tuple[Field, Field]:
    """How far along a line segment, 0..1, the nearest point of it lies, and the distance to it in mm."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = np.clip(((x - start[0]) * dx + (y - start[1]) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
    distance = np.hypot(x - start[0] - share * dx, y - start[1] - share * dy)
    return np.asarray(share, np.float32), np.asarray(distance, np.float32)


def _smooth_max(first: Field, second: Field, blend: float) -> Field:
    mix = np.clip(0.5 + 0.5 * (first - second) / blend, 0, 1)
    return np.asarray(second + (first - second) * mix + blend * mix * (1 - mix), np.float32)


def build_relief(grid: Grid, bones: Sequence[Bone], creases: Sequence[Crease] = ()) -> Relief:
    """The surface over the bones, smoothed, with its creases."""
    height = np.full((grid.rows, grid.columns), _FAR_BELOW_MM, np.float32)
    inside = np.full((grid.rows, grid.columns), _FAR_BELOW_MM, np.float32)
    for bone in bones:
        start, end = bone.start[:2], bone.end[:2]
        window = grid.window((start, end), max(bone.start_radius, bone.end_radius) + 2 * _BLEND_MM)
        share, distance = along(*grid.millimetres(window), start, end)
        radius = bone.start_radius + share * (bone.end_radius - bone.start_radius)
        level = bone.start[2] + share * (bone.end[2] - bone.start[2])
        part = radius - distance
        dome = level + np.sqrt(np.clip(part * (2 * radius - part), 0, None)) + 4 * np.minimum(part, 0)
        height[window] = _smooth_max(dome, height[window], _BLEND_MM)
        inside[window] = _smooth_max(part, inside[window], 0.6 * _BLEND_MM)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), max(0.3, _SMOOTHING_MM * grid.px_per_mm)), np.float32)
    for crease in creases:
        window = grid.window((crease.start, crease.end), 3.0)
        share, distance = along(*grid.millimetres(window), crease.start, crease.end)
        height[window] -= (
            crease.depth * np.exp(-((distance / 0.7) ** 2)) * np.sqrt(np.clip(4 * share * (1 - share), 0, 1))
        )
    return Relief(grid, height, inside)


def random_skin(rng: np.random.Generator) -> NDArray[np.float32]:
    """A skin colour, BGR 0..255."""
    place = float(rng.uniform(0, len(_SKINS_BGR) - 1))
    first = int(place)
    pale, dark = (np.array(_SKINS_BGR[n], np.float32) for n in (first, min(first + 1, len(_SKINS_BGR) - 1)))
    return np.asarray((pale + (place - first) * (dark - pale)) * rng.normal(1, 0.02, 3), np.float32)


def _light(relief: Relief, lamp_angle: float) -> tuple[NDArray[np.float32], Field]:
    """Light on the surface (rows, columns, 3), and the lamp's reflection (rows, columns) 0..1.

    `lamp_angle`: direction to the lamp in radians, clockwise from the right.
    """
    px = relief.grid.px_per_mm
    slope_y, slope_x = np.gradient(np.maximum(relief.height, -25), 1 / px)
    length = np.sqrt(1 + slope_x**2 + slope_y**2)
    lamp = np.array([0.62 * np.cos(lamp_angle), 0.62 * np.sin(lamp_angle), 0.785], np.float32)
    facing = ((-slope_x * lamp[0] - slope_y * lamp[1] + lamp[2]) / length)[:, :, None]
    diffuse = np.clip((facing + _SCATTER) / (1 + _SCATTER), 0, 1)
    quarter = (max(1, relief.grid.columns // 4), max(1, relief.grid.rows // 4))
    small = cv2.resize(relief.height, quarter, interpolation=cv2.INTER_AREA)
    wide = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.25 * px), relief.height.shape[::-1])
    near = cv2.GaussianBlur(relief.height, (0, 0), 1.6 * px)
    hollow = np.clip((wide - relief.height) / 16, 0, 0.32) + np.clip((near - relief.height) / 4, 0, 0.3)
    upright = 1 / length
    light = (0.34 + 0.14 * upright[:, :, None] + 0.56 * diffuse) * (1 - hollow)[:, :, None]
    shine = np.clip(facing[:, :, 0], 0, 1) ** 26
    return np.asarray(light, np.float32), np.asarray(shine, np.float32)


def paint_skin(
    rng: np.random.Generator, relief: Relief, skin: NDArray[np.float32], nails: Sequence[Nail], lamp_angle: float
) -> NDArray[np.float32]:
    """Colours (rows, columns, 3) 0..255 BGR of the skin with its nails, in the light of a lamp."""
    px = relief.grid.px_per_mm
    shape = relief.height.shape
    light, shine = _light(relief, lamp_angle)
    blotches = value_noise(rng, shape, 11 * px, 11 * px) + 0.5 * value_noise(rng, shape, 3.5 * px, 3.5 * px)
    pores = value_noise(rng, shape, 0.5 * px, 0.5 * px)
    albedo = skin * (1 + 0.012 * pores)[:, :, None]
    albedo *= 1 + blotches[:, :, None] * np.array([-0.016, -0.014, 0.012], np.float32)
    gloss = np.full(shape, 0.09, np.float32)
    for nail in nails:
        _paint_nail(relief.grid, nail, skin, albedo, gloss)
    return np.asarray(albedo * light + 200 * (gloss * shine)[:, :, None], np.float32)


def _paint_nail(grid: Grid, nail: Nail, skin: NDArray[np.float32], albedo: NDArray[np.floating], gloss: Field) -> None:
    """Paint a nail into the colours of the skin, and its shine into `gloss`."""
    window = grid.window([(nail.x, nail.y)], 2 * nail.length)
    x, y = grid.millimetres(window)
    turn = np.radians(nail.angle)
    up = (x - nail.x) * np.sin(turn) - (y - nail.y) * np.cos(turn)
    across = (x - nail.x) * np.cos(turn) + (y - nail.y) * np.sin(turn)
    middle = (up - nail.length / 2) / (nail.length / 2)
    edge = 1 - (np.abs(across) / (nail.width / 2)) ** 2.6 - np.abs(middle) ** 3.2
    cover = np.clip(edge * nail.width * 0.25 * grid.px_per_mm + 0.5, 0, 1)[:, :, None]
    rim = np.exp(-((edge * nail.width / 1.6) ** 2))[:, :, None]
    pink = 0.72 * skin + np.array([48, 44, 66], np.float32) * (0.45 + 0.55 * float(skin.mean()) / 190)
    tip = np.clip((middle - 0.72) / 0.1, 0, 1)[:, :, None]
    colour = pink * (1 - 0.55 * tip) + 0.55 * tip * np.array([205, 215, 222], np.float32)
    albedo[window] = albedo[window] * (1 - 0.85 * cover) + 0.85 * cover * colour
    albedo[window] *= 1 - 0.22 * rim
    gloss[window] = gloss[window] * (1 - cover[:, :, 0]) + 0.3 * cover[:, :, 0]


def paint_cloth(rng: np.random.Generator, relief: Relief, lamp_angle: float) -> NDArray[np.float32]:
    """Colours (rows, columns, 3) 0..255 BGR of a sleeve: plain, striped or checked, with folds, in a lamp's light."""
    px = relief.grid.px_per_mm
    shape = relief.height.shape
    folds = 1.1 * value_noise(rng, shape, 7 * px, 26 * px) + 0.5 * value_noise(rng, shape, 5 * px, 9 * px)
    light, _ = _light(Relief(relief.grid, relief.height + folds.astype(np.float32), relief.inside), lamp_angle)
    base, second = (rng.uniform(12, 235, 3).astype(np.float32) for _ in range(2))
    base = base * 0.4 + 0.6 * base.mean()
    x, y = relief.grid.millimetres()
    pitch = float(rng.uniform(4, 22))
    pattern = np.zeros(shape, np.float32)
    draw = rng.random()
    if draw < 0.45:
        pattern += (np.sin(2 * np.pi * (x + 0.7 * folds) / pitch) > 0.5) * 0.6
    if draw < 0.2:
        pattern += (np.sin(2 * np.pi * (y + 0.7 * folds) / pitch) > 0.5) * 0.4
    weave = 1 + 0.035 * value_noise(rng, shape, 0.7 * px, 0.7 * px)
    colour = base + (second - base) * (0.8 * pattern)[:, :, None]
    return np.asarray(colour * weave[:, :, None] * light, np.float32)
