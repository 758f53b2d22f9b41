"""Suppress: of detections of the same pixels the best remains.

The textbook compares outlines. In a fan the outlines of neighbours are nearly the same, so here what shows is compared:
two cards never show at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from scanner.detection.detection import Detection
from scanner.imaging.geometry import (
    Quad,
    intersection_area,
    order_clockwise,
    quad_area,
    quad_size,
    start_at_short_side,
)


@dataclass(frozen=True, slots=True)
class SuppressionConfig:
    """Thresholds of suppression, set by `fudayomi bench fans` and `bench eyes` on decks that were not learned."""

    min_card_log_odds: float = -4.0
    """Log odds of being a card from which a detection is kept: an outline that lies badly is moved once more."""
    min_visible_share: float = 0.05
    """Share 0..1 of the outline that must show: less is the rim of an inexact neighbour."""
    max_claimed_share: float = 0.6
    """Share 0..1 of what a detection shows that better ones may show, too."""
    error_weight: float = 1.0
    """Weight of the logarithm of the expected error beside the log odds in what is better."""
    min_reference_log_odds: float = 2.0
    """Log odds of being a card from which a detection says how large cards are here."""
    max_reference_log_error: float = -3.0
    """Logarithm of the expected error up to which it does."""
    min_references: int = 3
    """Detections that must say so: of two, one may be two cards that touch."""
    same_size_log_ratio: float = 0.25
    """Log-ratio of sides up to which two of those are of one size: perspective makes some smaller."""
    max_size_error: float = 0.45
    """Log-ratio of a detection's sides to those of most. Cards in a hand are nearer than those on the table."""
    min_outer_log_odds: float = 1.0
    """Log odds of being a card from which smaller detections within it are parts of its art."""
    max_inner_area_share: float = 0.7
    """Area of such a part as a share 0..1 of the card's, at most: perspective makes other cards smaller by less."""
    min_within_share: float = 0.85
    """Share 0..1 of its area that lies within the card."""
    max_joined: int = 4
    """Clear detections up to which two may be halves of one card."""
    min_joined_aspect: float = 1.25
    """Height by width from which a box around two halves has a card's shape; two cards side by side are wider."""
    max_joined_aspect: float = 1.85
    """The same at most: the narrowest cards have 1.64, and tilted ones more."""
    min_joined_fill: float = 0.8
    """Share 0..1 of that box that the halves must fill."""


CONFIG = SuppressionConfig()


def rank(detection: Detection) -> float:
    """How good a detection is, to compare it with others of the same picture."""
    return min(detection.card_log_odds, 4.0) - CONFIG.error_weight * detection.log_error


def of_one_size(detections: Sequence[Detection]) -> list[Detection]:
    """The detections without those of another size than most: two cards that touch look like a larger one."""
    if not detections:
        return []
    log_sizes = np.log([quad_size(found.quad) for found in detections])
    is_clear = np.array(
        [
            found.card_log_odds > CONFIG.min_reference_log_odds and found.log_error < CONFIG.max_reference_log_error
            for found in detections
        ]
    )
    clear = log_sizes[is_clear]
    if len(clear) < CONFIG.min_references:
        return list(detections)
    is_alike = np.abs(clear[:, None] - clear).max(axis=2) < CONFIG.same_size_log_ratio
    typical = int(is_alike.sum(axis=1).argmax())
    if 2 * is_alike[typical].sum() <= len(clear):
        return list(detections)
    errors = np.abs(log_sizes - clear[is_alike[typical]].mean(axis=0)).max(axis=1)
    return [found for found, error in zip(detections, errors, strict=True) if error <= CONFIG.max_size_error]


def join_halves(detections: Sequence[Detection]) -> list[tuple[Detection, Detection, Quad]]:
    """Detections that may be halves of one card with a line across its art, and the outline (4, 2) around both.

    None where several cards say how large cards are, because then `of_one_size` knows better.
    """
    if sum(found.card_log_odds > CONFIG.min_reference_log_odds for found in detections) > CONFIG.max_joined:
        return []
    joined = []
    for first, second in combinations(detections, 2):
        box = cv2.minAreaRect(np.concatenate([first.quad, second.quad]))
        low, high = sorted(box[1])
        covered = first.area + second.area - intersection_area(first.quad, second.quad)
        is_card_shaped = low > 0 and CONFIG.min_joined_aspect < high / low < CONFIG.max_joined_aspect
        if is_card_shaped and covered > CONFIG.min_joined_fill * low * high:
            joined.append((first, second, start_at_short_side(order_clockwise(cv2.boxPoints(box)))))
    return joined


def _lies_within(inner: Detection, outer: Detection) -> bool:
    """Whether a detection is a part of a larger one that is clearly a card."""
    if outer.card_log_odds < CONFIG.min_outer_log_odds or inner.area > CONFIG.max_inner_area_share * outer.area:
        return False
    return intersection_area(inner.quad, outer.quad) > CONFIG.min_within_share * inner.area


def suppress(detections: Sequence[Detection]) -> list[Detection]:
    """The detections that remain, the best first. All cards of a deck have one size, so no card lies within another."""
    kept: list[Detection] = []
    whole = [inner for inner in detections if not any(_lies_within(inner, outer) for outer in detections)]
    for detection in sorted(whole, key=rank, reverse=True):
        points = detection.visible_points
        if detection.card_log_odds < CONFIG.min_card_log_odds or not len(points):
            continue
        cell_area = _cell_area(detection)
        if len(points) * cell_area < CONFIG.min_visible_share * detection.area:
            continue
        claimed = np.zeros(len(points), bool)
        for other in kept:
            if (other.bounds[:2] < detection.bounds[2:]).all() and (detection.bounds[:2] < other.bounds[2:]).all():
                claimed |= other.shows_at(points)
        if claimed.mean() <= CONFIG.max_claimed_share:
            kept.append(detection)
    return kept


def _cell_area(detection: Detection) -> float:
    """Area of a cell of the mask, in square pixels of the frame."""
    return quad_area(detection.mask_outline) / detection.mask.size
