"""Cloths with edges, and things that lie about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.props import PROPS
from scanner.synth.sprite import Sprite

Rng = np.random.Generator
FloatImage = NDArray[np.float32]
_INSET = (0.015, 0.08)
"""Shares of the picture, 0..1, by which the edges of a cloth lie inside it, least and most."""
_MISSING_SIDE = 0.25
"""Share of the sides, 0..1, over which a cloth hangs: that edge lies off the picture."""
_CLOTH_SHADOW = (0.35, 0.75)
"""Share of the light, 0..1, that the table keeps beside the edge of a cloth, least and most."""
_SHADOW_PX = 6.0
"""Pixels of a picture 1280 wide in which that shadow fades."""
_MOST_THINGS = 4
"""Things on a table, at most."""
_CLEAR_MM = 42.0
"""Millimetres from the edge of a thing to the middle of the nearest card, at least."""
_TRIES = 40
"""Attempts at finding a place for a thing; without one it is left out."""
_NOTE_MM = ((48.0, 90.0), (60.0, 130.0))
"""Width and height of a note in mm, least and most: some are as large as cards."""
_PX_PER_MM = 4.0
"""Pixels per mm of a note's sprite."""
_THINGS = ("note", "note", "stone", "coin", "pen", "phone")
"""What may lie there, the more often named the more often."""


def lay_cloth(rng: Rng, cloth: FloatImage, table: FloatImage) -> FloatImage:
    """The picture (H, W, 3) of a table with a cloth on it whose edges show; both arguments fill the picture."""
    height, width = cloth.shape[:2]
    insets = [-0.1 if rng.random() < _MISSING_SIDE else float(rng.uniform(*_INSET)) for _ in range(8)]
    if all(inset < 0 for inset in insets):
        insets[0] = insets[1] = _INSET[1]
    left, top, right, bottom = insets[0:2], insets[2:4], insets[4:6], insets[6:8]
    for pair in (left, top, right, bottom):  # one side hangs over the edge as a whole
        pair[1] = pair[0] if pair[0] < 0 else max(pair[1], _INSET[0])
    corners = ((left[0], top[0]), (1 - right[0], top[1]), (1 - right[1], 1 - bottom[0]), (left[1], 1 - bottom[1]))
    quad = np.array([(x * width, y * height) for x, y in corners], np.float32)
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1.0, cv2.LINE_AA)
    fade = _SHADOW_PX * width / 1280
    near = cv2.GaussianBlur(mask, (0, 0), fade)
    shade = 1 - (1 - float(rng.uniform(*_CLOTH_SHADOW))) * near[:, :, None]
    over = cv2.GaussianBlur(mask, (3, 3), 0)[:, :, None]
    return np.asarray(over * cloth + (1 - over) * table * shade, np.float32)


def draw_note(rng: Rng) -> Sprite:
    """A note or a printed slip: paper with lines of writing, perhaps a frame."""
    width, height = (float(rng.uniform(*limits)) for limits in _NOTE_MM)
    columns, rows = round(width * _PX_PER_MM), round(height * _PX_PER_MM)
    paper = np.array([float(rng.uniform(190, 250)) for _ in range(3)], np.float32)
    pixels = np.empty((rows, columns, 4), np.float32)
    pixels[:] = (*paper, 255.0)
    ink = (*[float(part) for part in rng.uniform(10, 120, 3)], 255.0)
    for row in range(int(6 * _PX_PER_MM), rows - int(5 * _PX_PER_MM), int(7 * _PX_PER_MM)):
        end = int(columns * float(rng.uniform(0.4, 0.92)))
        cv2.line(pixels, (int(0.08 * columns), row), (end, row), ink, int(rng.integers(2, 6)), cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.rectangle(pixels, (4, 4), (columns - 5, rows - 5), ink, 3)
    return Sprite(pixels.astype(np.uint8), width, height, thickness=0.2, gloss=0.1, name="note")


def scatter_things(rng: Rng, extent: tuple[float, float], cards: Sequence[tuple[float, float]]) -> list[Sprite]:
    """Things that lie where no card ever does.

    `extent`: width and height in mm of what the picture shows of the table, around (0, 0). `cards`: centres in mm.
    """
    things: list[Sprite] = []
    for _ in range(int(rng.integers(1, _MOST_THINGS + 1))):
        name = _THINGS[int(rng.integers(0, len(_THINGS)))]
        sprite = draw_note(rng) if name == "note" else PROPS[name](rng)
        room = _CLEAR_MM + max(sprite.width, sprite.height) / 2
        for _ in range(_TRIES):
            x, y = (float(rng.uniform(-0.5, 0.5)) * side for side in extent)
            taken = [*cards, *((thing.x, thing.y) for thing in things)]
            if all(np.hypot(x - ax, y - ay) > room for ax, ay in taken):
                things.append(replace(sprite, x=x, y=y, angle=float(rng.uniform(0, 360))))
                break
    return things
