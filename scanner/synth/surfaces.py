"""Random surfaces of a table: felt, linen, paper, tatami, wood.

Sizes are in pixels, `scale` in pixels per mm. All textures are (height, width, 3) float32 BGR 0..255.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.noise import map_tone, value_noise

Shape = tuple[int, int]
Colour = tuple[float, float, float]
TextureFunction = Callable[[np.random.Generator, Shape, float], NDArray[np.float32]]


def _felt_texture(rng: np.random.Generator, shape: Shape, scale: float, colour: Colour) -> NDArray[np.float32]:
    fibres = np.zeros(shape, np.float32)
    for angle in rng.uniform(0, 180, 2):
        fibres += _fibre_noise(rng, shape, length=max(3, round(2.2 * scale)), angle=float(angle))
    nap = value_noise(rng, shape, 55 * scale, 90 * scale)
    wear = value_noise(rng, shape, 7 * scale, 9 * scale)
    tone = 0.5 + 0.035 * fibres + 0.05 * nap + 0.025 * wear
    dark = tuple(0.62 * part for part in colour)
    light = tuple(min(255.0, 1.3 * part + 8) for part in colour)
    return map_tone(tone, (dark[0], dark[1], dark[2]), (light[0], light[1], light[2]))


def _fibre_noise(rng: np.random.Generator, shape: Shape, length: int, angle: float) -> NDArray[np.float32]:
    """White noise stretched along one direction (degrees) to fibres `length` pixels long, of unit deviation."""
    size = length | 1
    kernel = np.zeros((size, size), np.float32)
    step = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * size / 2
    centre = np.array([size // 2, size // 2])
    first, last = np.rint(centre - step).astype(int), np.rint(centre + step).astype(int)
    cv2.line(kernel, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), 1.0, 1)
    field = cv2.filter2D(rng.standard_normal(shape, np.float32), -1, kernel / max(1.0, float(kernel.sum())))
    return np.asarray(field / max(1e-6, float(field.std())), np.float32)


def _linen_texture(rng: np.random.Generator, shape: Shape, scale: float, colour: Colour) -> NDArray[np.float32]:
    y, x = np.arange(shape[0], dtype=np.float32), np.arange(shape[1], dtype=np.float32)
    pitch = max(2.5, 0.75 * scale)
    slub = value_noise(rng, shape, 0.8 * scale, 25 * scale) + value_noise(rng, shape, 25 * scale, 0.8 * scale)
    weave = np.sin(y * (np.pi / pitch))[:, None] ** 2 + np.sin(x * (np.pi / pitch))[None, :] ** 2
    folds = value_noise(rng, shape, 160 * scale, 230 * scale)
    tone = 0.62 + 0.07 * (weave - 1) + 0.035 * slub + 0.06 * folds
    dark = tuple(0.6 * part for part in colour)
    return map_tone(
        tone, (dark[0], dark[1], dark[2]), (min(255, colour[0] * 1.2), min(255, colour[1] * 1.2), colour[2])
    )


def _paper_texture(rng: np.random.Generator, shape: Shape, scale: float) -> NDArray[np.float32]:
    tone = 0.75 + 0.015 * value_noise(rng, shape, 1.2, 1.2) + 0.05 * value_noise(rng, shape, 120 * scale, 200 * scale)
    return map_tone(tone, (196, 200, 202), (244, 247, 248))


def _tatami_texture(rng: np.random.Generator, shape: Shape, scale: float) -> NDArray[np.float32]:
    """Tatami (畳): rows of rush that warp threads press down every 15 mm, shifted by half in every other row."""
    height, width = shape
    rush = max(2.2, 1.3 * scale)
    y = np.arange(height, dtype=np.float32)[:, None] / rush
    x = np.arange(width, dtype=np.float32)[None, :] / (15 * scale)
    bulge = np.abs(np.sin(np.pi * y))
    shifted = x + 0.5 * (np.floor(y) % 2)
    pressed = np.cos(np.pi * shifted) ** 10
    strands = value_noise(rng, shape, rush, 70 * scale)
    age = value_noise(rng, shape, 130 * scale, 170 * scale)
    tone = 0.42 + 0.24 * bulge - 0.20 * pressed * bulge + 0.10 * strands + 0.06 * age
    colour = map_tone(np.asarray(tone, np.float32), (62, 104, 120), (150, 208, 222))
    if rng.random() < 0.5:  # 縁 heri: the cloth along the edge of the mat
        top = int(rng.uniform(-0.02, 0.12) * height)
        band = slice(max(0, top), max(0, top + round(34 * scale)))
        border = _linen_texture(rng, (height, width), scale, (52, 44, 34))[band]
        colour[band] = border
        colour[band.stop : band.stop + 2] *= 0.6
    return colour


def _wood_texture(
    rng: np.random.Generator, shape: Shape, scale: float, dark: Colour, light: Colour
) -> NDArray[np.float32]:
    height, width = shape
    sway = value_noise(rng, shape, 60 * scale, 260 * scale)
    y = np.arange(height, dtype=np.float32)[:, None]
    figure = np.sin(
        (y + 9 * scale * sway) * (2 * np.pi / (13 * scale)) + 2.4 * value_noise(rng, shape, 90 * scale, 500 * scale)
    )
    grain = value_noise(rng, shape, 0.5 * scale, 60 * scale) + 0.8 * value_noise(rng, shape, 2.2 * scale, 150 * scale)
    pores = np.maximum(0, value_noise(rng, shape, 0.35 * scale, 5 * scale) - 1.5)
    tone = 0.55 + 0.07 * figure + 0.08 * grain - 0.12 * pores
    plank = float(rng.uniform(85, 150)) * scale
    edge = float(rng.uniform(0, plank))
    while edge > 0:
        edge -= plank
    while edge < height:
        rows = slice(max(0, int(edge)), max(0, int(edge + plank)))
        tone[rows] = np.roll(tone[rows], int(rng.integers(0, width)), axis=1) + 0.06 * rng.standard_normal()
        tone[rows.stop - 1 : rows.stop + max(1, round(0.5 * scale))] -= 0.35
        edge += plank
    return map_tone(np.asarray(tone, np.float32), dark, light)


def _checked_texture(
    rng: np.random.Generator, shape: Shape, scale: float, colour: Colour, second: Colour
) -> NDArray[np.float32]:
    """A checked table cloth: stripes of a second colour along both sides, darker where they cross."""
    cloth = _linen_texture(rng, shape, scale, colour)
    stripe = _linen_texture(rng, shape, scale, second)
    pitch = float(rng.uniform(28, 60)) * scale
    y, x = np.arange(shape[0], dtype=np.float32)[:, None], np.arange(shape[1], dtype=np.float32)[None, :]
    share = 0.5 * ((y % pitch < pitch / 2).astype(np.float32) + (x % pitch < pitch / 2))
    return np.asarray(cloth + share[:, :, None] * (stripe - cloth), np.float32)


def _slate_texture(rng: np.random.Generator, shape: Shape, scale: float) -> NDArray[np.float32]:
    """A dark stone or plastic top with faint clouds and scratches."""
    clouds = value_noise(rng, shape, 40 * scale, 60 * scale) + 0.4 * value_noise(rng, shape, 6 * scale, 9 * scale)
    scratches = np.maximum(0, _fibre_noise(rng, shape, length=round(24 * scale), angle=float(rng.uniform(0, 180))) - 2)
    tone = 0.45 + 0.09 * clouds + 0.12 * scratches
    return map_tone(np.asarray(tone, np.float32), (44, 42, 38), (92, 90, 86))


SURFACES: dict[str, TextureFunction] = {
    "green felt": partial(_felt_texture, colour=(72, 98, 38)),
    "navy felt": partial(_felt_texture, colour=(92, 56, 34)),
    "wine felt": partial(_felt_texture, colour=(44, 32, 104)),
    "grey felt": partial(_felt_texture, colour=(104, 102, 98)),
    "linen": partial(_linen_texture, colour=(210, 218, 222)),
    "indigo cloth": partial(_linen_texture, colour=(112, 74, 48)),
    "white paper": _paper_texture,
    "tatami": _tatami_texture,
    "oak": partial(_wood_texture, dark=(62, 108, 152), light=(138, 190, 226)),
    "walnut": partial(_wood_texture, dark=(22, 34, 54), light=(74, 104, 142)),
    "cherry wood": partial(_wood_texture, dark=(24, 52, 110), light=(64, 112, 184)),
}
"""Functions that paint a surface, by the name that `SceneSpec.surface` gives."""

FILM_SURFACES: dict[str, TextureFunction] = {
    **SURFACES,
    "red checked cloth": partial(_checked_texture, colour=(196, 204, 210), second=(58, 52, 148)),
    "blue checked cloth": partial(_checked_texture, colour=(206, 208, 206), second=(142, 96, 62)),
    "slate": _slate_texture,
}
"""Those of films: also tables that no network has learned from."""
