"""形 katachi: quads in pixels, cards in millimetres, and flattening one into the other."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.recognition.features import Picture

Quad = NDArray[np.float32]

CARD_MM = {
    "hanafuda": (33.0, 54.0),
    "kabufuda": (33.0, 54.0),
    "daini": (33.0, 54.0),
    "mekurifuda": (33.0, 54.0),
    "western": (63.0, 88.0),
}
"""Width and height of a card of each kind of deck in millimetres."""
NEXT, OPPOSITE, BEFORE = [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]
"""The corner after each one of a quad, the one opposite it and the one before it, by number."""


def input_size(kind: str) -> tuple[int, int]:
    """Width and height in pixels of a flattened card of that kind; multiples of 8, of the card's shape."""
    width, height = CARD_MM[kind]
    return (64, 104) if width / height < 0.66 else (96, 136)  # Western suits are told apart by their small indices


def clockwise(quads: NDArray[np.floating]) -> Quad:
    """The four corners of each quad (…, 4, 2) in clockwise order as seen in the picture."""
    points = np.asarray(quads, np.float32)
    apart = points - points.mean(axis=-2, keepdims=True)
    order = np.argsort(np.arctan2(apart[..., 1], apart[..., 0]), axis=-1)
    return np.take_along_axis(points, order[..., None], -2)


def upright(quad: Quad) -> Quad:
    """Clockwise corners beginning so that the first side is a short one: the card stands, either way up."""
    width, height = sides(quad)
    return quad if width <= height else quad[NEXT]


def spans(quads: NDArray[np.floating]) -> NDArray[np.floating]:
    """The four sides of each quad (…, 4, 2) as vectors, from each corner to the next."""
    return quads.take(NEXT, axis=-2) - quads


def sides(quad: Quad) -> tuple[float, float]:
    """Mean width (first and third side) and height (second and fourth) of a quad in pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    width = (math.hypot(bx - ax, by - ay) + math.hypot(dx - cx, dy - cy)) / 2
    return width, (math.hypot(cx - bx, cy - by) + math.hypot(ax - dx, ay - dy)) / 2


def grown(quad: Quad, by: float) -> Quad:
    """The quad with every side moved out by `by` of its mean width."""
    width, height = sides(quad)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    edge = np.float32(by * width)
    wider = flat + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * edge
    matrix = cv2.getPerspectiveTransform(flat, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(wider[None], matrix)[0], np.float32)


def area(quad: NDArray[np.floating]) -> float:
    """Area in square pixels."""
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


@cache
def _flat(size: tuple[int, int]) -> Quad:
    """Where the corners of a flattened card of `size` (width, height) lie."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


class Pyramid:
    """A picture at halving sizes, so that a large card is flattened without moiré and at little cost."""

    def __init__(self, frame: Picture) -> None:
        self.frame = frame
        self._levels: list[Picture] = [frame]

    def _level(self, number: int) -> Picture:
        while len(self._levels) <= number:
            last = self._levels[-1]
            half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[number]

    def flatten(self, quad: Quad, size: tuple[int, int]) -> Picture:
        """The quad (4, 2) of full-size pixels, its first corner top left, as a picture of `size` (width, height)."""
        width, height = size
        wide, high = sides(quad)
        across = max(wide / width, high / height)
        number = min(max(0, int(np.log2(max(across, 1.0)))), 6)
        level = self._level(number)
        scale = np.array(level.shape[1::-1], np.float32) / np.array(self.frame.shape[1::-1], np.float32)
        matrix = cv2.getPerspectiveTransform((quad * scale - np.float32(0.5)).astype(np.float32), _flat(size))
        return np.asarray(
            cv2.warpPerspective(level, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
