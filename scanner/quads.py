"""四角 shikaku: outlines that may be cards: four-sided, of a card's shape, seen from above or aslant."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.features import Picture
from scanner.geometry import Quad, area, clockwise, sides, upright
from scanner.outlines import Slopes, masks

WORK_SIDE = 1600
"""Outlines are sought with the longer side of the picture at most this many pixels."""
_SMALLEST = 20.0
_LEAN = np.cos(np.deg2rad(58))


def worked(frame: Picture, side: float = WORK_SIDE) -> tuple[Picture, float]:
    """The picture as outlines are sought in it, `side` at most, and how many of its pixels make one of the frame's."""
    scale = min(1.0, side / max(frame.shape[:2]))
    if scale == 1.0:
        return frame, 1.0
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def smoothed(picture: Picture) -> Picture:
    """The picture in Lab, its finest grain smoothed away, as edges are sought in it."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2Lab), np.uint8)


def card_shaped(quad: Quad, shape: float) -> bool:
    """Whether an upright quad can be a card of `shape` (width by height) seen from above or aslant."""
    if not cv2.isContourConvex(quad):
        return False
    edges = np.roll(quad, -1, axis=0) - quad
    lengths = np.linalg.norm(edges, axis=1)
    if lengths.min() < _SMALLEST or lengths[[0, 2]].min() < 0.6 * lengths[[0, 2]].max():
        return False
    if lengths[[1, 3]].min() < 0.6 * lengths[[1, 3]].max():
        return False
    directions = edges / lengths[:, None]
    if np.abs((directions * np.roll(directions, -1, axis=0)).sum(axis=1)).max() > _LEAN:
        return False
    width, height = sides(quad)
    return bool(0.72 * shape < width / height < min(1.0, 1.45 * shape))


def _outline(contour: NDArray[np.int32]) -> Quad | None:
    """The four-sided outline around a contour, None when it is no four-sided thing."""
    hull = cv2.convexHull(contour)
    if len(hull) < 4:
        return None
    full = cv2.contourArea(hull)
    four = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    if len(four) != 4 or full < 0.86 * area(four):
        return None
    return clockwise(four)


def from_contours(lab: Picture, sloping: Slopes, shape: float) -> list[Quad]:
    """Upright quads of a picture (`smoothed`, at work size) that may be cards of `shape`, width by height.

    `sloping`: the picture's `slopes`.
    """
    height, width = lab.shape[:2]
    found: list[Quad] = []
    smallest = max(_SMALLEST**2 * 1.5, height * width * 2e-4)
    for mask in masks(lab, sloping):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            box = cv2.boundingRect(contour)
            if box[2] * box[3] < smallest or min(box[2:]) < _SMALLEST:
                continue
            quad = _outline(np.asarray(contour, np.int32))
            if quad is None or area(quad) < smallest:
                continue
            standing = upright(quad)
            if card_shaped(standing, shape):
                found.append(standing)
    return found


def distinct(quads: list[Quad], near: float = 0.03) -> list[Quad]:
    """The quads without near repetitions: corners closer than `near` of the card's width count as the same."""
    if not quads:
        return []
    stacked = np.stack(quads).reshape(-1, 8)
    turned = np.roll(stacked, 4, axis=1)
    reach = near * np.linalg.norm(stacked[:, 2:4] - stacked[:, :2], axis=1)
    kept: list[int] = []
    for number in range(len(quads)):
        others = stacked[kept]
        same = np.abs(others - stacked[number]).max(axis=1, initial=0) < reach[number]
        same |= np.abs(others - turned[number]).max(axis=1, initial=0) < reach[number]
        if not same.any():
            kept.append(number)
    return [quads[number] for number in kept]
