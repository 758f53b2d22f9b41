"""散らかり chirakari: what lies about and is no card: papers, books, boxes, boards; and what all of it lies on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng, paint_tabletop
from scanner.synth.face_textures import rounded_mask
from scanner.synth.layout import Size
from scanner.synth.noise import value_noise
from scanner.synth.props import PROPS
from scanner.synth.sprite import Sprite
from scanner.synth.surfaces import SURFACES

_PIXELS_PER_MM = 3.0
"""Printed things are drawn with so many pixels a millimetre, large ones with fewer."""
_MAX_PRINT_SIDE_PX = 400
_PROP_PROBABILITIES = {"stone": 0.2, "coin": 0.3, "pen": 0.25, "cup": 0.2, "phone": 0.15, "hand": 0.25}
_CARPET_GRAINS_PX = (1, 2, 4, 9, 30)
Shape = tuple[int, int]
Colours = NDArray[np.float32]


def _paint_newspaper(rng: Rng, width: int, height: int) -> Colours:
    sheet = np.full((height, width, 3), rng.uniform(190, 250), np.float32) + rng.normal(0, 6, 3).astype(np.float32)
    ink = (rng.uniform(10, 90),) * 3
    for y in range(6, height - 4, max(3, int(rng.integers(3, 9)))):
        if rng.random() < 0.12:
            continue
        x = int(rng.integers(2, 8))
        while x < width - 6:
            word = int(rng.integers(2, 14))
            cv2.line(sheet, (x, y), (min(width - 4, x + word), y), ink, int(rng.integers(1, 3)))
            x += word + int(rng.integers(2, 5))
    for _ in range(int(rng.integers(0, 3))):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        end = (x + int(width * rng.uniform(0.1, 0.5)), y + int(height * rng.uniform(0.1, 0.4)))
        cv2.rectangle(sheet, (x, y), end, rng.uniform(20, 230, 3).tolist(), cv2.FILLED)
    return sheet


def _crop_photograph(rng: Rng, width: int, height: int, backgrounds: list[ColorImage]) -> Colours:
    top = backgrounds[int(rng.integers(len(backgrounds)))]
    high, wide = top.shape[0] // 2, top.shape[1] // 2
    y, x = int(rng.integers(0, high + 1)), int(rng.integers(0, wide + 1))
    part = cv2.resize(top[y : y + high, x : x + wide], (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(part, np.float32) * np.float32(rng.uniform(0.5, 1.4))


def _paint_poster(rng: Rng, width: int, height: int) -> Colours:
    sheet = np.zeros((height, width, 3), np.float32) + rng.uniform(10, 240, 3).astype(np.float32)
    for _ in range(int(rng.integers(0, 14))):
        colour = rng.uniform(5, 250, 3).tolist()
        start, end = ((int(rng.integers(0, width)), int(rng.integers(0, height))) for _ in range(2))
        kind, thick = rng.random(), int(rng.choice([-1, 1, 2, 3]))
        if kind < 0.35:
            cv2.rectangle(sheet, start, end, colour, thick)
        elif kind < 0.55:
            cv2.line(sheet, start, end, colour, abs(thick) * int(rng.integers(1, 4)))
        elif kind < 0.75:
            cv2.circle(sheet, start, int(rng.uniform(2, width / 4)), colour, thick)
        else:
            word = "".join(chr(65 + int(letter)) for letter in rng.integers(0, 26, int(rng.integers(2, 8))))
            cv2.putText(sheet, word, start, int(rng.choice([0, 2, 3, 4])), rng.uniform(0.3, 2), colour, abs(thick))
    return sheet


def random_print(rng: Rng, card: Size, backgrounds: list[ColorImage]) -> Sprite:
    """A printed thing beside cards of that size: a newspaper, a photograph, a book, a box, a board; at the origin."""
    long = rng.uniform(0.5, 5) * card[1]
    short = long * rng.uniform(0.12, 1)
    fine = min(_PIXELS_PER_MM, _MAX_PRINT_SIDE_PX / long)
    width, height = max(8, int(long * fine)), max(8, int(short * fine))
    kind = rng.random()
    if kind < 0.35:
        sheet = _paint_newspaper(rng, width, height)
    elif kind < 0.6 and backgrounds:
        sheet = _crop_photograph(rng, width, height, backgrounds)
    else:
        sheet = _paint_poster(rng, width, height)
    mask = rounded_mask(height, width, int(rng.choice([1, 1, 3])))
    pixels = np.dstack([np.clip(sheet, 0, 255).astype(np.uint8), mask])
    return Sprite(pixels, long, short, thickness=float(rng.choice([0.1, 0.3, 2, 12, 25])), gloss=0.2, name="print")


def random_props(rng: Rng) -> list[Sprite]:
    """Stones, coins, a pen, a cup, a phone, a hand: some of them or none, at the origin."""
    return [PROPS[name](rng) for name, share in _PROP_PROBABILITIES.items() if rng.random() < share]


def _paint_carpet(rng: Rng, shape: Shape) -> Colours:
    pile = np.zeros(shape, np.float32)
    for coarse in _CARPET_GRAINS_PX:
        lump = max(0.6, coarse * rng.uniform(0.5, 1.3))
        pile += value_noise(rng, shape, lump, lump * rng.uniform(0.6, 1.8)) * np.float32(rng.uniform(0, 1))
    tint = rng.uniform(4, 34) * (1 + 0.1 * rng.normal(0, 1, 3))
    return np.asarray(np.clip(rng.uniform(20, 220) + rng.normal(0, 18, 3) + pile[..., None] * tint, 0, 255), np.float32)


def _background_from_photo(rng: Rng, shape: Shape, backgrounds: list[ColorImage]) -> Colours:
    top = backgrounds[int(rng.integers(len(backgrounds)))]
    share = rng.uniform(0.35, 1.0)
    high, wide = int(top.shape[0] * share), int(top.shape[1] * share)
    y, x = int(rng.integers(0, top.shape[0] - high + 1)), int(rng.integers(0, top.shape[1] - wide + 1))
    part = top[y : y + high, x : x + wide]
    if rng.random() < 0.5:
        part = np.ascontiguousarray(np.rot90(part))
    laid = cv2.resize(part, shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(laid, np.float32) * np.float32(rng.uniform(0.6, 1.3))


def random_surface(rng: Rng, shape: Shape, scale: float, backgrounds: list[ColorImage]) -> Colours:
    """What the table is covered with: (height, width, 3) 0..255 at `scale` pixels a millimetre.

    `tops`: pictures of bare tables, some of which are taken; none: all are drawn.
    """
    kind = rng.random()
    if kind < 0.35:
        return SURFACES[str(rng.choice(sorted(SURFACES)))](rng, shape, scale)
    if kind < 0.65 and backgrounds:
        return _background_from_photo(rng, shape, backgrounds)
    if kind < 0.85:
        return _paint_carpet(rng, shape)
    return np.asarray(paint_tabletop(rng, shape[::-1]), np.float32)
