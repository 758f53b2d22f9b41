"""What became of a card's place: the card, nothing, or what covers it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import CardRead
from scanner.tracking.motion import CONFIG as MOTION
from scanner.tracking.motion import BoolMask, Corners

_MIN_VISIBLE_SHARE = 0.3
"""Share of a card, 0..1, that other cards must leave in sight for its place to be judged."""
_EDGE_PX = 1.5
"""Pixels along the sides of a card that are not looked at: its outline is inexact."""
_RING_PX = 5.0
"""Pixels around a card that stay as they were if only the card was taken away."""


def fill(shape: tuple[int, ...], corners: Corners, margin_px: float = 0.0) -> BoolMask:
    """The pixels inside an outline whose corners lie `margin_px` further out."""
    mask = np.zeros(shape[:2], np.uint8)
    points = np.array(corners, np.float32)
    centre = points.mean(axis=0)
    radius = np.linalg.norm(points - centre, axis=1, keepdims=True)
    expanded = centre + (points - centre) * (1 + margin_px / np.maximum(radius, 1))
    cv2.fillConvexPoly(mask, np.round(expanded).astype(int), 1)
    return mask.astype(np.bool_)


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
    if float(difference[inside].mean()) < MOTION.min_card_changed_share:
        return "same"
    ring = fill(shape, card.corners, _RING_PX + 2) & ~fill(shape, card.corners, 2.0)
    for other in beside:
        ring &= ~fill(shape, other.corners, 2.0)
    is_hidden = ring.sum() > MOTION.min_ring_px and float(difference[ring].mean()) > MOTION.min_ring_changed_share
    return "thing" if is_hidden else "bare"


def rest_time(moved_at: NDArray[np.float32] | None, card: CardRead, time_s: float) -> float:
    """The second in which the place of a card came to rest, at most `time_s`."""
    if moved_at is None:
        return time_s
    inside = fill(moved_at.shape, card.corners)
    latest = float(np.quantile(moved_at[inside], 0.9)) if inside.any() else time_s
    return min(time_s, latest) if np.isfinite(latest) else time_s
