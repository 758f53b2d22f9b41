"""四角 shikaku: outlines that may be cards: four-sided, of a card's shape, seen from above or aslant."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import Mask, Slopes, masks
from scanner.imaging.geometry import Quad, area, clockwise, spans, upright
from scanner.recognition.features import Picture

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


def card_shaped(quads: NDArray[np.float32], shape: float) -> NDArray[np.bool_]:
    """Which upright convex quads (n, 4, 2) can be cards of `shape` (width by height) seen from above or aslant."""
    edges = spans(quads)
    lengths = np.linalg.norm(edges, axis=2)
    least, most = (np.stack([ends(lengths[:, [n, n + 2]], axis=1) for n in (0, 1)]) for ends in (np.min, np.max))
    alike = ((least >= _SMALLEST) & (least >= 0.6 * most)).all(axis=0)
    directions = edges / np.maximum(lengths, 1e-6)[..., None]
    leans = np.abs((directions * np.roll(directions, -1, axis=1)).sum(axis=2)).max(axis=1)
    width, height = lengths[:, [0, 2]].mean(axis=1), lengths[:, [1, 3]].mean(axis=1)
    ratio = width / np.maximum(height, 1e-6)
    return np.asarray(alike & (leans <= _LEAN) & (ratio > 0.72 * shape) & (ratio < min(1.0, 1.45 * shape)))


def _outline(contour: NDArray[np.int32], smallest: float) -> NDArray[np.float32] | None:
    """The four corners (4, 2) around a contour, None when it is no four-sided thing of at least that area."""
    hull = cv2.convexHull(contour)
    if len(hull) < 4:
        return None
    full = cv2.contourArea(hull)
    four = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    within = area(four) if len(four) == 4 else 0.0
    return four if within >= smallest and full >= 0.86 * within else None


def from_contours(lab: Picture, sloping: Slopes, apart: Mask, shape: float) -> list[Quad]:
    """Upright quads of a picture (`smoothed`, at work size) that may be cards of `shape`, width by height.

    `sloping`, `apart`: the picture's `slopes` and `table_distance`.
    """
    height, width = lab.shape[:2]
    found: list[NDArray[np.float32]] = []
    smallest = max(_SMALLEST**2 * 1.5, height * width * 2e-4)
    for mask in masks(lab, sloping, apart):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            _, _, wide, high = cv2.boundingRect(contour)
            if wide < _SMALLEST or high < _SMALLEST or wide * high < smallest:
                continue
            four = _outline(np.asarray(contour, np.int32), smallest)
            if four is not None:
                found.append(four)
    if not found:
        return []
    quads = [upright(quad) for quad in clockwise(np.stack(found))]
    return [quad for quad, fits in zip(quads, card_shaped(np.stack(quads), shape).tolist(), strict=True) if fits]


def distinct(quads: list[Quad], near: float = 0.03) -> list[Quad]:
    """The quads without near repetitions: corners closer than `near` of the card's width count as the same."""
    if not quads:
        return []
    corners = np.stack(quads).reshape(-1, 8)
    reaches = near * np.linalg.norm(corners[:, 2:4] - corners[:, :2], axis=1)
    later, earlier = _beside(corners.reshape(-1, 4, 2).mean(axis=1), float(reaches.max()))
    same = np.zeros(len(later), bool)
    for way_round in (corners, np.roll(corners, 4, axis=1)):
        same |= np.abs(way_round[later] - corners[earlier]).max(axis=1) < reaches[later]
    kept = [True] * len(quads)
    for number, other in zip(later[same].tolist(), earlier[same].tolist(), strict=True):
        kept[number] = kept[number] and not kept[other]
    return [quad for quad, keep in zip(quads, kept, strict=True) if keep]


def _beside(middles: NDArray[np.float32], reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of points (n, 2) within `reach` of each other both ways, by number: the later ones, rising, the earlier."""
    order = np.argsort(middles[:, 0], kind="stable")
    along = middles[order, 0]
    counts = np.searchsorted(along, along + np.float32(reach), "right") - np.arange(1, len(along) + 1)
    first = np.repeat(np.arange(len(along)), counts)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    one, two = order[first], order[second]
    near = np.abs(middles[one, 1] - middles[two, 1]) <= reach
    later, earlier = np.maximum(one[near], two[near]), np.minimum(one[near], two[near])
    rising = np.argsort(later, kind="stable")
    return later[rising], earlier[rising]
