"""Cards in fans held in hands, photographed by a phone."""

from __future__ import annotations

from math import ceil

import numpy as np

from scanner.synth.hands.fan import random_fan
from scanner.synth.hands.grip import grip_cards
from scanner.synth.hands.skin import random_skin
from scanner.synth.layout import move_group, rectangle_corners
from scanner.synth.layouts import Arrangement, LayoutRequest, phone_camera

_MAX_HAND_SIZE = 10
"""Cards in one hand, at most. More cards are held in several hands."""
_MAX_COLUMNS = 3
"""Hands beside each other, at most."""
_FILL = (0.4, 0.8)
"""Share of the side of its part of the picture, 0..1, that the longer extent of a fan takes."""
_UPSIDE_DOWN_PROBABILITY = 0.1
"""Share of the hands, 0..1, that point anywhere: people sit opposite, and phones are turned."""


def hold_cards(request: LayoutRequest) -> Arrangement:
    """The cards in as few hands as can hold them."""
    rng, card = request.rng, request.card
    codes = [str(code) for code in rng.permutation(list(request.pack))[: request.count]]
    hands = max(1, ceil(len(codes) / _MAX_HAND_SIZE))
    columns = min(hands, _MAX_COLUMNS)
    cell = (request.width / columns, request.height / ceil(hands / columns))
    fans = [random_fan(rng, codes[number::hands], card) for number in range(hands)]
    outlines = [
        np.array([rectangle_corners(placed.x, placed.y, card, placed.angle) for placed in fan]).reshape(-1, 2)
        for fan in fans
    ]
    extent = max([card[1], *(float(np.ptp(outline, axis=0).max()) for outline in outlines if len(outline))])
    tilt = float(rng.uniform(22, 40) if request.is_oblique else abs(rng.normal(0, 12)))
    camera = phone_camera(request, min(cell) * float(rng.uniform(*_FILL)) / extent, tilt)
    arrangement = Arrangement(camera, [], is_held=True)
    for number, (fan, outline) in enumerate(zip(fans, outlines, strict=True)):
        if not fan:
            continue
        turn = float(rng.uniform(0, 360) if rng.random() < _UPSIDE_DOWN_PROBABILITY else rng.normal(0, 14))
        local_lamp = request.lamp_angle - float(np.radians(turn))
        grip = grip_cards(rng, fan, card, camera.px_per_mm, local_lamp, random_skin(rng))
        x, y = (outline.min(axis=0) + outline.max(axis=0)) / 2
        row, column = divmod(number, columns)
        pixel = ((column + 0.5) * cell[0], (row + 0.5) * cell[1]) + rng.normal(0, 0.04, 2) * cell
        target = camera.to_table(np.array([pixel]))[0]
        radians = np.radians(turn)
        target -= (x * np.cos(radians) - y * np.sin(radians), x * np.sin(radians) + y * np.cos(radians))
        place = (float(target[0]), float(target[1]), turn)
        moved = grip.moved(*place)
        arrangement.behind.append(moved.behind)
        arrangement.cards.extend(move_group(fan, *place))
        arrangement.before.append(moved.before)
    return arrangement


LAYOUT = hold_cards
