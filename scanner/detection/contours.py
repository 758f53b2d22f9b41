"""四角 shikaku: outlines that may be cards: four-sided, of a card's shape, seen from above or aslant."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import Gradients, Mask, contour_masks
from scanner.imaging.geometry import Quad, order_clockwise, quad_area, side_vectors, start_at_short_side
from scanner.imaging.image import ColorImage

MAX_WORK_SIDE_PX = 1600
"""Outlines are sought with the longer side of the picture at most this many pixels."""
_MIN_SIDE_PX = 20.0
_MAX_ANGLE_COSINE = np.cos(np.deg2rad(58))


def to_work_size(frame: ColorImage, max_side_px: float = MAX_WORK_SIDE_PX) -> tuple[ColorImage, float]:
    """The picture as outlines are sought in it, `side` at most, and how many of its pixels make one of the frame's."""
    scale = min(1.0, max_side_px / max(frame.shape[:2]))
    if scale == 1.0:
        return frame, 1.0
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def to_smoothed_lab(picture: ColorImage) -> ColorImage:
    """The picture in Lab, its finest grain smoothed away, as edges are sought in it."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2Lab), np.uint8)


def card_shape_mask(quads: NDArray[np.float32], aspect_ratio: float) -> NDArray[np.bool_]:
    """Which upright convex quads (n, 4, 2) can be cards of `shape` (width by height) seen from above or aslant."""
    edges = side_vectors(quads)
    lengths = np.linalg.norm(edges, axis=2)
    least, most = (np.stack([ends(lengths[:, [n, n + 2]], axis=1) for n in (0, 1)]) for ends in (np.min, np.max))
    alike = ((least >= _MIN_SIDE_PX) & (least >= 0.6 * most)).all(axis=0)
    directions = edges / np.maximum(lengths, 1e-6)[..., None]
    leans = np.abs((directions * np.roll(directions, -1, axis=1)).sum(axis=2)).max(axis=1)
    width, height = lengths[:, [0, 2]].mean(axis=1), lengths[:, [1, 3]].mean(axis=1)
    ratio = width / np.maximum(height, 1e-6)
    return np.asarray(
        alike & (leans <= _MAX_ANGLE_COSINE) & (ratio > 0.72 * aspect_ratio) & (ratio < min(1.0, 1.45 * aspect_ratio))
    )


def _fit_quad(contour: NDArray[np.int32], min_area: float) -> NDArray[np.float32] | None:
    """The four corners (4, 2) around a contour, None when it is no four-sided thing of at least that area."""
    hull = cv2.convexHull(contour)
    if len(hull) < 4:
        return None
    full = cv2.contourArea(hull)
    four = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    within = quad_area(four) if len(four) == 4 else 0.0
    return four if within >= min_area and full >= 0.86 * within else None


def quads_from_contours(lab: ColorImage, gradients: Gradients, distance_map: Mask, aspect_ratio: float) -> list[Quad]:
    """Upright quads of a picture (`smoothed`, at work size) that may be cards of `shape`, width by height.

    `sloping`, `apart`: the picture's `slopes` and `table_distance`.
    """
    height, width = lab.shape[:2]
    found: list[NDArray[np.float32]] = []
    smallest = max(_MIN_SIDE_PX**2 * 1.5, height * width * 2e-4)
    for mask in contour_masks(lab, gradients, distance_map):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            _, _, wide, high = cv2.boundingRect(contour)
            if wide < _MIN_SIDE_PX or high < _MIN_SIDE_PX or wide * high < smallest:
                continue
            four = _fit_quad(np.asarray(contour, np.int32), smallest)
            if four is not None:
                found.append(four)
    if not found:
        return []
    quads = [start_at_short_side(quad) for quad in order_clockwise(np.stack(found))]
    return [
        quad for quad, fits in zip(quads, card_shape_mask(np.stack(quads), aspect_ratio).tolist(), strict=True) if fits
    ]


def deduplicate_quads(quads: list[Quad], tolerance_widths: float = 0.03) -> list[Quad]:
    """The quads without near repetitions: corners closer than `near` of the card's width count as the same."""
    if not quads:
        return []
    corners = np.stack(quads).reshape(-1, 8)
    reaches = tolerance_widths * np.linalg.norm(corners[:, 2:4] - corners[:, :2], axis=1)
    later, earlier = _close_pairs(corners.reshape(-1, 4, 2).mean(axis=1), float(reaches.max()))
    same = np.zeros(len(later), bool)
    for way_round in (corners, np.roll(corners, 4, axis=1)):
        same |= np.abs(way_round[later] - corners[earlier]).max(axis=1) < reaches[later]
    kept = [True] * len(quads)
    for number, other in zip(later[same].tolist(), earlier[same].tolist(), strict=True):
        kept[number] = kept[number] and not kept[other]
    return [quad for quad, keep in zip(quads, kept, strict=True) if keep]


def _close_pairs(middles: NDArray[np.float32], reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
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
