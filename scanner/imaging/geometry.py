"""形 katachi: quads in pixels, cards in millimetres, and flattening one into the other."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scorer.decks import decks

Quad = NDArray[np.float32]

NEXT_CORNER, OPPOSITE_CORNER, PREVIOUS_CORNER = [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]
"""The corner after each one of a quad, the one opposite it and the one before it, by number."""


def input_size(kind: str) -> tuple[int, int]:
    """Width and height in pixels of a flattened card of that kind; multiples of 8, of the card's shape."""
    width, height = decks()[kind].size_mm
    return (64, 104) if width / height < 0.66 else (96, 136)  # Western suits are told apart by their small indices


def order_clockwise(quads: NDArray[np.floating]) -> Quad:
    """The four corners of each quad (…, 4, 2) in clockwise order as seen in the picture."""
    points = np.asarray(quads, np.float32)
    apart = points - points.mean(axis=-2, keepdims=True)
    order = np.argsort(np.arctan2(apart[..., 1], apart[..., 0]), axis=-1)
    return np.take_along_axis(points, order[..., None], -2)


def start_at_short_side(quad: Quad) -> Quad:
    """Clockwise corners beginning so that the first side is a short one: the card stands, either way up."""
    width, height = quad_size(quad)
    return quad if width <= height else quad[NEXT_CORNER]


def side_vectors(quads: NDArray[np.floating]) -> NDArray[np.floating]:
    """The four sides of each quad (…, 4, 2) as vectors, from each corner to the next."""
    return quads.take(NEXT_CORNER, axis=-2) - quads


def quad_size(quad: Quad) -> tuple[float, float]:
    """Mean width (first and third side) and height (second and fourth) of a quad in pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    width = (math.hypot(bx - ax, by - ay) + math.hypot(dx - cx, dy - cy)) / 2
    return width, (math.hypot(cx - bx, cy - by) + math.hypot(ax - dx, ay - dy)) / 2


def expand_quad(quad: Quad, margin_widths: float) -> Quad:
    """The quad with every side moved out by `by` of its mean width."""
    width, height = quad_size(quad)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    edge = np.float32(margin_widths * width)
    wider = flat + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * edge
    matrix = cv2.getPerspectiveTransform(flat, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(wider[None], matrix)[0], np.float32)


def quad_area(quad: NDArray[np.floating]) -> float:
    """Area in square pixels."""
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


@cache
def _crop_corners(size: tuple[int, int]) -> Quad:
    """Where the corners of a flattened card of `size` (width, height) lie."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


class ImagePyramid:
    """A picture at halving sizes, so that a large card is flattened without moiré and at little cost."""

    def __init__(self, frame: ColorImage) -> None:
        self.frame = frame
        self._levels: list[ColorImage] = [frame]

    def _level(self, number: int) -> ColorImage:
        while len(self._levels) <= number:
            last = self._levels[-1]
            half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[number]

    def rectify(self, quad: Quad, size: tuple[int, int]) -> ColorImage:
        """The quad (4, 2) of full-size pixels, its first corner top left, as a picture of `size` (width, height)."""
        width, height = size
        wide, high = quad_size(quad)
        across = max(wide / width, high / height)
        number = min(max(0, int(np.log2(max(across, 1.0)))), 6)
        level = self._level(number)
        scale = np.array(level.shape[1::-1], np.float32) / np.array(self.frame.shape[1::-1], np.float32)
        matrix = cv2.getPerspectiveTransform((quad * scale - np.float32(0.5)).astype(np.float32), _crop_corners(size))
        return np.asarray(
            cv2.warpPerspective(level, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
