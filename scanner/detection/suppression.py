"""Suppress: of detections of the same pixels the best remains.

The textbook compares outlines. In a fan the outlines of neighbours are nearly the same, so here what shows is compared:
two cards never show at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.detection.detection import Detection, any_shows_at, boxes_meet
from scanner.detection.ground_plane import fit_to_most
from scanner.imaging.geometry import quad_size
from scanner.imaging.profiling import stage


@dataclass(frozen=True, slots=True)
class SuppressionConfig:
    """Thresholds of suppression, set by `fudayomi bench fans` and `bench eyes` on decks that were not learned."""

    min_card_log_odds: float = -6.0
    """Log odds of being a card from which a detection is kept: an outline that lies badly is moved once more."""
    max_claimed_share: float = 0.6
    """Share 0..1 of what a detection shows that better ones may show, too."""
    min_reference_share: float = 0.25
    """Share 0..1 of a clear detection that must show for it to say how large cards are: of less, that is guessed."""
    min_references: int = 3
    """Detections that must say so: of two, one may be two cards that touch."""
    max_size_error: float = 0.45
    """Log-ratio of a detection's sides to those of most. Cards in a hand are nearer than those on the table."""


CONFIG = SuppressionConfig()


def rank(detection: Detection) -> float:
    """How good a detection is, to compare it with others of the same picture."""
    return min(detection.card_log_odds, 4.0) - detection.log_error


@stage("suppress")
def of_one_size(detections: Sequence[Detection]) -> list[Detection]:
    """The detections without those of another size than most: two cards that touch look like a larger one."""
    clear = [each.quad for each in detections if each.is_clear and each.visible_share >= CONFIG.min_reference_share]
    if len(clear) < CONFIG.min_references:
        return list(detections)
    plane, count = fit_to_most(clear)
    if 2 * count <= len(clear):
        return list(detections)
    quads = [found.quad for found in detections]
    errors = np.abs(np.log([quad_size(quad) for quad in quads] / plane.card_size)).max(axis=1)
    errors = np.minimum(errors, plane.size_errors(quads))  # far cards of a table seen at a slant are smaller
    return [found for found, error in zip(detections, errors, strict=True) if error <= CONFIG.max_size_error]


@stage("suppress")
def suppress(detections: Sequence[Detection]) -> list[Detection]:
    """The detections that remain, the best first."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=rank, reverse=True):
        points = detection.visible_points
        if detection.card_log_odds < CONFIG.min_card_log_odds or not len(points):
            continue
        near = [other for other in kept if boxes_meet(other, detection)]
        if any_shows_at(near, points).mean() <= CONFIG.max_claimed_share:
            kept.append(detection)
    return kept
