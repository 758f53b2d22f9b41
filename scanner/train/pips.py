"""数札 kazufuda: a number card's pips set out as another maker might, in their own count, around its own index.

Makers differ: an eight is three, two and three pips or two columns of four; an ace is one small pip or a large one.
Who has seen one of them alone takes the other for a nine.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.features import Picture
from scanner.train.grounds import Rng

MOST = 10
_DRAWN = 64
_RED, _BLACK = (45, 35, 195), (28, 25, 25)
_SIDE, _END = 0.21, 0.04
"""What is left of the card at each side and end, in its width and height: there stands its index."""


def _disc(mask: Picture, across: float, down: float, reach: float) -> None:
    cv2.circle(mask, (round(across * _DRAWN), round(down * _DRAWN)), round(reach * _DRAWN), 255, -1)


def _shape(mask: Picture, *corners: tuple[float, float]) -> None:
    cv2.fillPoly(mask, [np.round(np.array(corners) * _DRAWN).astype(np.int32)], 255)


def pip(suit: str) -> Picture:
    """A pip of the suit, 255 where it is inked: (64, 64)."""
    mask = np.zeros((_DRAWN, _DRAWN), np.uint8)
    if suit == "diamonds":
        _shape(mask, (0.5, 0.02), (0.9, 0.5), (0.5, 0.98), (0.1, 0.5))
        return mask
    if suit == "clubs":
        for across, down in ((0.5, 0.25), (0.25, 0.58), (0.75, 0.58)):
            _disc(mask, across, down, 0.22)
        _shape(mask, (0.5, 0.35), (0.6, 0.6), (0.4, 0.6))
    else:
        for across in (0.28, 0.72):
            _disc(mask, across, 0.3, 0.23)
        _shape(mask, (0.08, 0.42), (0.5, 0.25), (0.92, 0.42), (0.5, 0.98))
        if suit == "hearts":
            return mask
        mask = np.ascontiguousarray(mask[::-1])
    _shape(mask, (0.46, 0.5), (0.54, 0.5), (0.66, 0.98), (0.34, 0.98))
    return mask


def places(number: int, rng: Rng) -> NDArray[np.float64]:
    """Where so many pips (1 to 10) stand: (number, 2), across and down, -1 to 1; two like columns, the rest between."""
    beside = max(0, number // 2 - int(rng.random() < 0.45))
    if number <= 3 and rng.random() < 0.8:
        beside = 0
    between = number - 2 * beside
    column = np.linspace(-1, 1, beside) if beside > 1 else np.zeros(beside)
    gaps = (column[1:] + column[:-1]) / 2
    if 0 < between <= len(gaps):
        middle = rng.choice(gaps, between, replace=False)
    else:
        middle = np.linspace(-1, 1, between) * (0.5 if beside else 1.0) if between > 1 else np.zeros(between)
    sides = [(across, down) for across in (-1.0, 1.0) for down in column]
    return np.array([*sides, *((0.0, down) for down in middle)])


def set_out(face: Picture, suit: str, number: int, rng: Rng) -> Picture:
    """The number card (height, width, 3) with its pips set out anew; suits as in the Western deck, 1 to 10 pips."""
    height, width = face.shape[:2]
    out = face.copy()
    end, side = int(_END * height), int(_SIDE * width)
    out[end : height - end, side : width - side] = np.percentile(face[::3, ::3].reshape(-1, 3), 85, axis=0)
    size = max(6, int(width * (rng.uniform(0.14, 0.6) if number == 1 else rng.uniform(0.13, 0.21))))
    tall = max(6, int(size * rng.uniform(0.9, 1.25)))
    share = cv2.resize(pip(suit), (size, tall), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    ink = np.clip(np.array(_RED if suit in {"hearts", "diamonds"} else _BLACK) + rng.normal(0, 14, 3), 0, 255)
    reach = np.array([rng.uniform(0.16, 0.21) * width, rng.uniform(0.3, 0.4) * height])
    for across, down in places(number, rng):
        left, top = (np.array([width, height]) / 2 + reach * (across, down) - np.array([size, tall]) / 2).astype(int)
        there = out[top : top + tall, left : left + size]
        stands = share[::-1] if down > 0.05 else share
        there[:] = there * (1 - stands) + ink * stands
    return out
