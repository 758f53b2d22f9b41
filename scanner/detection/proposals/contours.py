"""Card-shaped quads fitted to contours: the first source of proposals."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import Gradients, Mask, contour_masks
from scanner.imaging.geometry import Quad, order_clockwise, quad_area, side_vectors, start_at_short_side
from scanner.imaging.image import ColorImage

MAX_WORK_SIDE_PX = 1600
"""Longer side in pixels of the picture in which outlines are proposed, at most.

Larger frames are shrunk to it to bound the time. Cards are still cropped from the full frame.
"""


@dataclass(frozen=True, slots=True)
class ContourConfig:
    """What counts as card-shaped, seen from above or at an angle. Set by `fudayomi bench eyes`."""

    min_side_px: float = 20.0
    """Length in work pixels of the shortest side of a card worth classifying."""
    min_corner_angle_deg: float = 58
    """Smallest corner angle in degrees, 90 from above. Its supplement is the largest. Flatter views are unreadable."""
    min_opposite_side_ratio: float = 0.6
    """Length of the shorter of two opposite sides as a share 0..1 of the longer. Perspective makes them differ."""
    min_aspect_factor: float = 0.72
    """Factor by which perspective may make a card look narrower than its true ratio of width to height."""
    max_aspect_factor: float = 1.45
    """Factor by which foreshortening may make it look wider. The ratio itself stays below 1: the quad is upright."""
    min_fill_share: float = 0.86
    """Share 0..1 of the quad that the convex hull of the contour must fill. A rounder shape has no four corners."""
    min_area_factor: float = 1.5
    """Area of the smallest quad in squares of `min_side_px`: a card is about half again as high as wide."""
    min_frame_share: float = 2e-4
    """Area of the smallest quad as a share 0..1 of the picture, so that large pictures do not yield every speck."""


CONFIG = ContourConfig()
_MAX_CORNER_COSINE = np.cos(np.deg2rad(CONFIG.min_corner_angle_deg))
"""Absolute cosine 0..1 of the angle between neighboring sides, from `min_corner_angle_deg`."""


def to_work_size(frame: ColorImage, max_side_px: float = MAX_WORK_SIDE_PX) -> tuple[ColorImage, float]:
    """The frame shrunk to a longer side of at most `max_side_px`, and the scale 0..1: work pixels per frame pixel."""
    scale = min(1.0, max_side_px / max(frame.shape[:2]))
    if scale == 1.0:
        return frame, 1.0
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def to_smoothed_lab(picture: ColorImage) -> ColorImage:
    """The picture in Lab with its finest grain smoothed away, ready for edge detection."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2Lab), np.uint8)


def card_shape_mask(quads: NDArray[np.float32], aspect_ratio: float) -> NDArray[np.bool_]:
    """Which upright convex quads (n, 4, 2) can be cards of `aspect_ratio` (width / height), from above or aslant."""
    edges = side_vectors(quads)
    lengths = np.linalg.norm(edges, axis=2)
    shorter, longer = (np.stack([ends(lengths[:, [n, n + 2]], axis=1) for n in (0, 1)]) for ends in (np.min, np.max))
    is_regular = ((shorter >= CONFIG.min_side_px) & (shorter >= CONFIG.min_opposite_side_ratio * longer)).all(axis=0)
    directions = edges / np.maximum(lengths, 1e-6)[..., None]
    cosines = np.abs((directions * np.roll(directions, -1, axis=1)).sum(axis=2)).max(axis=1)
    width, height = lengths[:, [0, 2]].mean(axis=1), lengths[:, [1, 3]].mean(axis=1)
    ratio = width / np.maximum(height, 1e-6)
    return np.asarray(
        is_regular
        & (cosines <= _MAX_CORNER_COSINE)
        & (ratio > CONFIG.min_aspect_factor * aspect_ratio)
        & (ratio < min(1.0, CONFIG.max_aspect_factor * aspect_ratio))
    )


def quads_from_contours(lab: ColorImage, gradients: Gradients, distance_map: Mask, aspect_ratio: float) -> list[Quad]:
    """Upright quads of a picture that may be cards of `aspect_ratio` (width / height), in its pixels.

    `lab`: the picture from `to_smoothed_lab`, at work size. `gradients`: its `color_gradients`. `distance_map`: its
    `background_distance`.
    """
    height, width = lab.shape[:2]
    fitted: list[NDArray[np.float32]] = []
    min_area = max(CONFIG.min_side_px**2 * CONFIG.min_area_factor, height * width * CONFIG.min_frame_share)
    for mask in contour_masks(lab, gradients, distance_map):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            _, _, box_width, box_height = cv2.boundingRect(contour)
            if box_width < CONFIG.min_side_px or box_height < CONFIG.min_side_px or box_width * box_height < min_area:
                continue
            quad = _fit_quad(np.asarray(contour, np.int32), min_area)
            if quad is not None:
                fitted.append(quad)
    if not fitted:
        return []
    quads = [start_at_short_side(quad) for quad in order_clockwise(np.stack(fitted))]
    return [
        quad for quad, fits in zip(quads, card_shape_mask(np.stack(quads), aspect_ratio).tolist(), strict=True) if fits
    ]


def _fit_quad(contour: NDArray[np.int32], min_area: float) -> NDArray[np.float32] | None:
    """The four corners (4, 2) around a contour, None if it is not four-sided or smaller than `min_area` (px²)."""
    hull = cv2.convexHull(contour)
    if len(hull) < 4:
        return None
    hull_area = cv2.contourArea(hull)
    quad = np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), np.float32).reshape(-1, 2)
    area = quad_area(quad) if len(quad) == 4 else 0.0
    return quad if area >= min_area and hull_area >= CONFIG.min_fill_share * area else None


def deduplicate_quads(quads: list[Quad], tolerance_widths: float = 0.03) -> list[Quad]:
    """The quads without near repetitions, the earlier of two kept.

    Two quads repeat each other if, either way up, all their corners differ by less than `tolerance_widths` of the width
    of the later one, per coordinate.
    """
    if not quads:
        return []
    corners = np.stack(quads).reshape(-1, 8)
    tolerances = tolerance_widths * np.linalg.norm(corners[:, 2:4] - corners[:, :2], axis=1)
    later, earlier = _close_pairs(corners.reshape(-1, 4, 2).mean(axis=1), float(tolerances.max()))
    is_same = np.zeros(len(later), bool)
    for either_way in (corners, np.roll(corners, 4, axis=1)):
        is_same |= np.abs(either_way[later] - corners[earlier]).max(axis=1) < tolerances[later]
    is_first = [True] * len(quads)
    for index, previous in zip(later[is_same].tolist(), earlier[is_same].tolist(), strict=True):
        is_first[index] = is_first[index] and not is_first[previous]
    return [quad for quad, first in zip(quads, is_first, strict=True) if first]


def _close_pairs(centers: NDArray[np.float32], reach: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices of the pairs of points (n, 2) within `reach` of each other in x and in y: the later, rising, the earlier.

    Sorting by x avoids comparing all pairs.
    """
    order = np.argsort(centers[:, 0], kind="stable")
    along = centers[order, 0]
    counts = np.searchsorted(along, along + np.float32(reach), "right") - np.arange(1, len(along) + 1)
    first = np.repeat(np.arange(len(along)), counts)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    left, right = order[first], order[second]
    is_near = np.abs(centers[left, 1] - centers[right, 1]) <= reach
    later, earlier = np.maximum(left[is_near], right[is_near]), np.minimum(left[is_near], right[is_near])
    rising = np.argsort(later, kind="stable")
    return later[rising], earlier[rising]
