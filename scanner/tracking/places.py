"""Where a card lies, and what became of its place."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Region
from scanner.reads import CardRead, Corners
from scanner.tracking.motion import BoolMask

_MIN_VISIBLE_SHARE = 0.3
"""Share of a card, 0..1, that other cards must leave in sight for its place to be judged."""
_EDGE_PX = 1.5
"""Pixels along the sides of a card that are not looked at: its outline is inexact."""
_RING_PX = 5.0
"""Pixels around a card that stay as they were if only the card was taken away."""
_MIN_CHANGED_SHARE = 0.15
"""Share of a card's place, 0..1. If more of it differs, another card or no card lies there."""
_MIN_RING_CHANGED_SHARE = 0.35
"""Share of the ring around it, 0..1. If more of it differs, something larger than the card hides the place."""
_MIN_RING_TO_CARD = 0.6
"""The same as a share of what differs within the card: a thing does not end where the card did."""
_MIN_RING_PX = 12
"""Pixels. A ring with this few left between the neighbouring cards gives no evidence."""


def card_center(read: CardRead) -> tuple[float, float]:
    """The card's centre in pixels."""
    return sum(x for x, _ in read.corners) / 4, sum(y for _, y in read.corners) / 4


def card_width(read: CardRead) -> float:
    """The card's width in pixels: the shortest of its first, second and fourth side, at least 1."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = read.corners
    return max(1.0, min(math.hypot(bx - ax, by - ay), math.hypot(dx - ax, dy - ay), math.hypot(cx - bx, cy - by)))


def has_center_in(read: CardRead, mask: BoolMask) -> bool:
    """Whether the card's centre lies on a pixel of the mask (h, w), in whose pixels its corners are."""
    x, y = card_center(read)
    row, column = round(y), round(x)
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and bool(mask[row, column])


def distance_in_widths(card: CardRead, other: CardRead) -> float:
    """Distance between the centres of two cards, in widths of the first."""
    (ax, ay), (bx, by) = card_center(card), card_center(other)
    return math.hypot(ax - bx, ay - by) / card_width(card)


def fill(shape: tuple[int, ...], corners: Corners, margin_px: float = 0.0) -> BoolMask:
    """The pixels inside an outline whose corners lie `margin_px` further out."""
    mask = np.zeros(shape[:2], np.uint8)
    points = np.array(corners, np.float32)
    centre = points.mean(axis=0)
    radius = np.linalg.norm(points - centre, axis=1, keepdims=True)
    expanded = centre + (points - centre) * (1 + margin_px / np.maximum(radius, 1))
    cv2.fillConvexPoly(mask, np.round(expanded).astype(int), 1)
    return mask.astype(np.bool_)


def box_mask(shape: tuple[int, ...], box: Region) -> BoolMask:
    """A mask of that shape (h, w, …) with the pixels of the box."""
    mask = np.zeros(shape[:2], np.bool_)
    left, top, right, bottom = box
    mask[top:bottom, left:right] = True
    return mask


def changed_share(difference: BoolMask, corners: Corners) -> float:
    """Share 0..1 of the place of a card, `corners` in pixels of the mask, that looks different."""
    inside = fill(difference.shape, corners)
    return float(difference[inside].mean()) if inside.any() else 1.0


def overlap_share(card: CardRead, other: CardRead) -> float:
    """Share 0..1 of a card's area that another one lies over or under."""
    first, second = (np.array(each.corners, np.float32) for each in (card, other))
    area = float(cv2.contourArea(first))
    if area <= 0:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(first, second)
    return min(1.0, float(shared) / area)


def judge_place(difference: BoolMask, card: CardRead, above: Sequence[CardRead], beside: Sequence[CardRead]) -> str:
    """ "same", "bare", "thing" or "card": what lies at the place of a card that was not found.

    `difference`: where the table looks different from when the card was last seen. `above`: cards that may lie over it.
    `beside`: the places of all other cards, whose changes say nothing about this one. "thing" is something larger than
    the card: a hand, a sleeve, a glass.
    """
    shape = difference.shape
    inside = fill(shape, card.corners, -_EDGE_PX)
    total = max(1, int(inside.sum()))
    for other in above:
        inside &= ~fill(shape, other.corners, _EDGE_PX)
    if inside.sum() < _MIN_VISIBLE_SHARE * total:
        return "card"
    changed = float(difference[inside].mean())
    if changed < _MIN_CHANGED_SHARE:
        return "same"
    ring = fill(shape, card.corners, _RING_PX + 2) & ~fill(shape, card.corners, 2.0)
    for other in beside:
        ring &= ~fill(shape, other.corners, 2.0)
    least = max(_MIN_RING_CHANGED_SHARE, _MIN_RING_TO_CARD * changed)
    is_hidden = ring.sum() > _MIN_RING_PX and float(difference[ring].mean()) > least
    return "thing" if is_hidden else "bare"


def rest_time(moved_at: NDArray[np.float64] | None, card: CardRead, time_s: float) -> float:
    """The second in which the place of a card came to rest, at most `time_s`."""
    if moved_at is None:
        return time_s
    inside = fill(moved_at.shape, card.corners)
    latest = float(np.quantile(moved_at[inside], 0.9)) if inside.any() else time_s
    return min(time_s, latest) if np.isfinite(latest) else time_s
