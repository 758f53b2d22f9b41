"""Suppress: of detections of the same pixels the best remains.

The textbook compares outlines. In a fan the outlines of neighbours are nearly the same, so here what shows is compared:
two cards never show at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.detection.detection import Detection, boxes_meet
from scanner.detection.ground_plane import GroundPlane
from scanner.imaging.geometry import quad_area, quad_size


@dataclass(frozen=True, slots=True)
class SuppressionConfig:
    """Thresholds of suppression, set by `fudayomi bench fans` and `bench eyes` on decks that were not learned."""

    min_card_log_odds: float = -6.0
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
    min_reference_visible_share: float = 0.25
    """Share 0..1 of the outline that must show for it to do so: of less, the size of the whole is guessed."""
    min_references: int = 3
    """Detections that must say so: of two, one may be two cards that touch."""
    same_size_log_ratio: float = 0.25
    """Log-ratio of sides up to which two of those are of one size: perspective makes some smaller."""
    max_size_error: float = 0.45
    """Log-ratio of a detection's sides to those of most. Cards in a hand are nearer than those on the table."""


CONFIG = SuppressionConfig()


def rank(detection: Detection) -> float:
    """How good a detection is, to compare it with others of the same picture."""
    return min(detection.card_log_odds, 4.0) - CONFIG.error_weight * detection.log_error


def is_clear(detection: Detection) -> bool:
    """Whether a detection is a card, and where its corners are, beyond doubt."""
    return (
        detection.card_log_odds > CONFIG.min_reference_log_odds and detection.log_error < CONFIG.max_reference_log_error
    )


def of_one_size(detections: Sequence[Detection]) -> list[Detection]:
    """The detections without those of another size than most: two cards that touch look like a larger one."""
    if not detections:
        return []
    log_sizes = np.log([quad_size(found.quad) for found in detections])
    is_reference = np.array(
        [is_clear(found) and visible_share(found) >= CONFIG.min_reference_visible_share for found in detections]
    )
    references = np.flatnonzero(is_reference)
    clear = log_sizes[references]
    if len(clear) < CONFIG.min_references:
        return list(detections)
    is_alike = np.abs(clear[:, None] - clear).max(axis=2) < CONFIG.same_size_log_ratio
    typical = int(is_alike.sum(axis=1).argmax())
    if 2 * is_alike[typical].sum() <= len(clear):
        return list(detections)
    mean = clear[is_alike[typical]].mean(axis=0)
    errors = np.abs(log_sizes - mean).max(axis=1)
    if (errors > CONFIG.max_size_error).any():  # far cards of a table seen at a slant are smaller, and as short as wide
        quads = [found.quad for found in detections]
        known = [quads[number] for number in references[is_alike[typical]]]
        width, height = np.exp(mean).tolist()
        errors = np.minimum(errors, GroundPlane(known, (width, height)).size_errors(quads))
    return [found for found, error in zip(detections, errors, strict=True) if error <= CONFIG.max_size_error]


def suppress(detections: Sequence[Detection]) -> list[Detection]:
    """The detections that remain, the best first."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=rank, reverse=True):
        points = detection.visible_points
        if detection.card_log_odds < CONFIG.min_card_log_odds or not len(points):
            continue
        if visible_share(detection) < CONFIG.min_visible_share:
            continue
        claimed = np.zeros(len(points), bool)
        for other in kept:
            if boxes_meet(other, detection):
                claimed |= other.shows_at(points)
        if claimed.mean() <= CONFIG.max_claimed_share:
            kept.append(detection)
    return kept


def visible_share(detection: Detection) -> float:
    """Share 0..1 of the outline that shows: the area of the mask's cells that do, by that of the outline."""
    cell_area = quad_area(detection.mask_outline) / detection.mask.size
    return len(detection.visible_points) * cell_area / max(detection.area, 1e-6)
