"""A room behind held cards, out of focus."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.backgrounds import Rng
from scanner.synth.hands.skin import random_skin
from scanner.synth.noise import value_noise

_SMALL_WIDTH_PX = 320
"""Width in pixels at which a room is painted: nothing in it is sharp."""
_BLUR = (0.008, 0.035)
"""Sigma of the blur in widths of the picture: from a large room in daylight to a lens held close to the cards."""


def paint_room(rng: Rng, shape: tuple[int, int]) -> NDArray[np.float32]:
    """A blurred room (height, width, 3) 0..255 BGR: wall, furniture, windows, people, a table, lamps."""
    width = _SMALL_WIDTH_PX
    height = max(8, round(width * shape[0] / shape[1]))
    tone = float(rng.uniform(45, 215))
    wall = np.clip(tone + rng.normal(0, 8, 3), 5, 250)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = rng.normal(0, 0.25, 2)
    room = wall * (1 + slope[0] * (x / width - 0.5) + slope[1] * (y / height - 0.5))[:, :, None]
    room = np.ascontiguousarray(room, np.float32)
    for _ in range(int(rng.integers(2, 9))):
        _paint_furniture(rng, room)
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        _paint_person(rng, room)
    if rng.random() < 0.6:
        edge = int(height * rng.uniform(0.45, 0.95))
        colour = np.clip(rng.uniform(30, 190) + rng.normal(0, 13, 3), 5, 240)
        grain = value_noise(rng, (height - edge, width), 3, 60)
        room[edge:] = colour * (1 + 0.08 * grain)[:, :, None]
    blur = float(rng.uniform(*_BLUR)) * width
    soft = cv2.GaussianBlur(room, (0, 0), blur)
    for _ in range(int(rng.choice([0, 0, 0, 2, 5]))):  # lamps far away become discs
        centre = (int(rng.integers(0, width)), int(rng.integers(0, height * 2 // 3)))
        disc = np.zeros((height, width), np.float32)
        cv2.circle(disc, centre, max(2, round(1.6 * blur)), 1.0, cv2.FILLED, cv2.LINE_AA)
        light = np.array([170, 215, 250], np.float32) * float(rng.uniform(0.6, 1.0))
        soft = soft + (0.7 * disc)[:, :, None] * np.maximum(light - soft, 0)
    soft = cv2.GaussianBlur(soft, (0, 0), 1.0)
    return np.asarray(np.clip(cv2.resize(soft, shape[::-1], interpolation=cv2.INTER_CUBIC), 0, 255), np.float32)


def _paint_furniture(rng: Rng, room: NDArray[np.float32]) -> None:
    """A window, a cupboard, a picture, or a shelf with books."""
    height, width = room.shape[:2]
    left, top = int(rng.uniform(-0.1, 0.9) * width), int(rng.uniform(-0.2, 0.7) * height)
    right, bottom = left + int(rng.uniform(0.08, 0.45) * width), top + int(rng.uniform(0.15, 0.9) * height)
    draw = rng.random()
    if draw < 0.25:
        colour = rng.uniform(205, 255) + rng.normal(0, 6, 3)
        cv2.rectangle(room, (left, top), (right, bottom), colour.tolist(), cv2.FILLED)
        cv2.line(room, ((left + right) // 2, top), ((left + right) // 2, bottom), (colour * 0.6).tolist(), 4)
    elif draw < 0.5:
        while left < right:
            step = int(rng.integers(3, 10))
            book = np.clip(rng.uniform(20, 200) + rng.normal(0, 24, 3), 5, 240)
            cv2.rectangle(
                room, (left, top + int(rng.integers(0, 10))), (left + step, bottom), book.tolist(), cv2.FILLED
            )
            left += step
    else:
        colour = np.clip(rng.uniform(15, 200) + rng.normal(0, 14, 3), 3, 245)
        cv2.rectangle(room, (left, top), (right, bottom), colour.tolist(), cv2.FILLED)
        cv2.rectangle(room, (left, top), (right, bottom), (colour * 0.6).tolist(), int(rng.integers(1, 6)))


def _paint_person(rng: Rng, room: NDArray[np.float32]) -> None:
    """A head with hair over shoulders in plain clothes."""
    height, width = room.shape[:2]
    x, size = int(rng.uniform(0.05, 0.95) * width), float(rng.uniform(0.08, 0.2)) * width
    y = int(rng.uniform(0.05, 0.4) * height)
    cloth = np.clip(rng.uniform(15, 210) + rng.normal(0, 17, 3), 3, 245).tolist()
    shoulders = (x, y + round(3.1 * size))
    cv2.ellipse(room, shoulders, (round(1.7 * size), round(2.1 * size)), 0, 0, 360, cloth, cv2.FILLED)
    hair = (rng.uniform(10, 90) * np.array([0.8, 0.9, 1.0])).tolist()
    cv2.ellipse(room, (x, y), (round(0.72 * size), round(0.95 * size)), 0, 0, 360, hair, cv2.FILLED)
    face = (random_skin(rng) * 0.85).tolist()
    middle = (x, y + round(0.2 * size))
    cv2.ellipse(room, middle, (round(0.58 * size), round(0.78 * size)), 0, 0, 360, face, cv2.FILLED)
