"""Geometry of card outlines: corner order, size, perspective crops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scorer.decks import decks

Quad = NDArray[np.float32]
"""The four corners (4, 2) of an outline, in pixels."""
Region = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""

NEXT_CORNER, OPPOSITE_CORNER = [1, 2, 3, 0], [2, 3, 0, 1]
"""For each corner of a quad the index of the next corner, and of the opposite one."""
_QUARTER_TURN = np.array([-1, 1], np.float32)
"""Times a vector (y, x): the vector (x, y) turned by a quarter, clockwise in the picture."""


def input_size(kind: str) -> tuple[int, int]:
    """Width and height in pixels of a classifier crop for that kind of deck: multiples of 8 in the card's shape."""
    width, height = decks()[kind].size_mm
    return (64, 104) if width / height < 0.66 else (96, 136)  # the small indices of Western cards need more pixels


def order_clockwise(quads: NDArray[np.floating]) -> Quad:
    """The four corners of each quad (…, 4, 2) in clockwise order as seen in the picture."""
    points = np.asarray(quads, np.float32)
    from_centre = points - points.mean(axis=-2, keepdims=True)
    order = np.argsort(np.arctan2(from_centre[..., 1], from_centre[..., 0]), axis=-1)
    return np.take_along_axis(points, order[..., None], -2)


def start_at_short_side(quad: Quad) -> Quad:
    """The clockwise corners rotated so that the first side is a short one. The card then stands, either way up."""
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


def rectangle(width: float, height: float) -> Quad:
    """The corners of an upright rectangle of this size, from the top left one, which is at 0, on clockwise."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def expand_quad(quad: Quad, margin_widths: float) -> Quad:
    """The quad with every side moved out by `margin_widths` of its mean width."""
    width, height = quad_size(quad)
    flat = rectangle(width, height)
    margin = np.float32(margin_widths * width)
    expanded = flat + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * margin
    matrix = cv2.getPerspectiveTransform(flat, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(expanded[None], matrix)[0], np.float32)


def quad_area(quad: NDArray[np.floating]) -> float:
    """Area in square pixels."""
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


def standing(quad: Quad) -> Quad:
    """The same outline clockwise from the start of a short side, so that the card stands, either way up."""
    return start_at_short_side(order_clockwise(quad))


def corner_offsets(quads: NDArray[np.floating], quad: Quad) -> NDArray[np.floating]:
    """Largest coordinate difference of each of the quads (n, 4, 2) to another, the card either way up: (n,)."""
    straight = np.abs(quads - quad).max(axis=(1, 2))
    return np.asarray(np.minimum(straight, np.abs(quads[:, OPPOSITE_CORNER] - quad).max(axis=(1, 2))))


def lies_at(quad: Quad, places: Sequence[Quad], max_widths: float) -> bool:
    """Whether an outline is one of the places: no corner is further from it than so many widths, either way up."""
    return bool(places) and bool((corner_offsets(np.stack(places), quad) < max_widths * quad_size(quad)[0]).any())


def points_in_quad(points: NDArray[np.floating], quad: Quad) -> NDArray[np.bool_]:
    """Whether each of the points (n, 2) lies in a clockwise convex quad: (n,)."""
    inwards = side_vectors(quad)[:, ::-1] * _QUARTER_TURN
    at_least = (inwards * quad).sum(axis=1)
    return np.asarray((inwards @ points.T >= at_least[:, None]).all(axis=0))


def intersection_area(first: Quad, second: Quad) -> float:
    """Area both convex quads cover, in square pixels."""
    return float(cv2.intersectConvexConvex(first, second)[0])


@cache
def _crop_corners(size: tuple[int, int]) -> Quad:
    """The corners of a crop of `size` (width, height) in its own pixels."""
    return rectangle(*size) - np.float32(0.5)


class ImagePyramid:
    """A picture at halved sizes, from which crops of large cards are cut fast and without moiré."""

    def __init__(self, frame: ColorImage) -> None:
        self.frame = frame
        self._levels: list[ColorImage] = [frame]

    @property
    def border(self) -> Quad:
        """The outline of the whole picture, standing."""
        return standing(rectangle(*self.frame.shape[1::-1]))

    def _level(self, number: int) -> ColorImage:
        """The picture halved `number` times."""
        while len(self._levels) <= number:
            last = self._levels[-1]
            half = (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2))
            self._levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[number]

    def rectify(self, quad: Quad, size: tuple[int, int]) -> ColorImage:
        """Warp a quad (4, 2) of full-size pixels, first corner top left, to a crop of `size` (width, height)."""
        width, height = size
        quad_width, quad_height = quad_size(quad)
        reduction = max(quad_width / width, quad_height / height)
        number = min(max(0, int(np.log2(max(reduction, 1.0)))), 6)
        level = self._level(number)
        scale = np.array(level.shape[1::-1], np.float32) / np.array(self.frame.shape[1::-1], np.float32)
        matrix = cv2.getPerspectiveTransform((quad * scale - np.float32(0.5)).astype(np.float32), _crop_corners(size))
        return np.asarray(
            cv2.warpPerspective(level, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
