"""Cards in fans that lie on the table, photographed by a phone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scanner.synth.hands.fan import random_fan
from scanner.synth.layout import PlacedCard, place_apart, rectangle_corners, split_randomly
from scanner.synth.layouts import Arrangement, LayoutRequest, phone_camera

_FAN_SIZES = (3, 10)
"""Cards in one fan, from a few to a hand of cards. The last fan may have up to two more."""
_FILL = (0.2, 0.45)
"""Share of the picture, 0..1, that the boxes around the fans take."""
_USED = 0.85
"""Share of the picture's sides, 0..1, in which the cards have their centres."""
_MAX_PX_PER_MM = 9.0
"""Pixels per mm in a picture 1920 pixels wide: a single fan is not photographed from closer."""
_SHRINK = 0.85
"""Factor by which everything becomes smaller if there was no place for some fan."""


def fan_out(request: LayoutRequest) -> Arrangement:
    """The cards in fans of three to ten, none on another, some cards in them face down."""
    rng, card = request.rng, request.card
    *parts, last = split_randomly(rng, request.draw_codes(), *_FAN_SIZES) or [[]]
    if len(last) < _FAN_SIZES[0] and parts:
        parts[-1] = [*parts[-1], *last]
    else:
        parts.append(last)
    fans = [_centre(random_fan(rng, part, card), card) for part in parts if part]
    area = sum(float(np.prod(_extent(fan, card))) for fan in fans)
    scale = float(np.sqrt(request.width * request.height * rng.uniform(*_FILL) / max(area, 1.0)))
    scale = min(scale, _MAX_PX_PER_MM * request.width / 1920)
    tilt = float(rng.uniform(25, 42) if request.is_oblique else rng.uniform(0, 28))
    camera = phone_camera(request, scale, tilt)
    while True:
        space = (_USED * request.width / camera.px_per_mm, _USED * request.height / camera.px_per_mm)
        cards = place_apart(rng, fans, space, card)
        if len(cards) == sum(map(len, fans)):
            return Arrangement(camera, cards)
        camera = replace(camera, distance_mm=camera.distance_mm / _SHRINK)


def _extent(fan: list[PlacedCard], card: tuple[float, float]) -> np.ndarray:
    """Width and height in mm of the box around a fan."""
    return np.asarray(np.ptp(_outline(fan, card), axis=0))


def _outline(fan: list[PlacedCard], card: tuple[float, float]) -> np.ndarray:
    """The corners (n, 2) in mm of all cards."""
    return np.array([rectangle_corners(placed.x, placed.y, card, placed.angle) for placed in fan]).reshape(-1, 2)


def _centre(fan: list[PlacedCard], card: tuple[float, float]) -> list[PlacedCard]:
    """The fan with the middle of its box at (0, 0)."""
    outline = _outline(fan, card)
    x, y = ((outline.min(axis=0) + outline.max(axis=0)) / 2).tolist()
    return [replace(placed, x=placed.x - x, y=placed.y - y) for placed in fan]


LAYOUT = fan_out
