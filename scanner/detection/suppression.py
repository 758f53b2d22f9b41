"""Suppress: of detections of the same pixels the best remains.

The textbook compares outlines. In a fan the outlines of neighbours are nearly the same, so here what shows is compared:
two cards never show at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scanner.detection.detection import SHOWS, Detection, any_shows_at, boxes_meet
from scanner.imaging.profiling import stage


@dataclass(frozen=True, slots=True)
class SuppressionConfig:
    """Thresholds of suppression, set by `fudayomi bench fans` and `bench eyes` on decks that were not learned."""

    min_card_log_odds: float = -6.0
    """Log odds of being a card from which a detection is kept: an outline that lies badly is moved once more."""
    max_claimed_share: float = 0.6
    """Share 0..1 of what a detection shows that better ones may show, too."""
    min_own_share: float = 0.5
    """Share 0..1 of what a detection shows that no known card shows: most of a card that was missed is its own."""


CONFIG = SuppressionConfig()


def rank(detection: Detection) -> float:
    """How good a detection is, to compare it with others of the same picture."""
    return min(detection.card_log_odds, 4.0) - detection.log_error


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


def own_part(found: Detection, known: Sequence[Detection]) -> Detection | None:
    """A detection whose mask leaves out what known cards show, where no other shows; None if little is left."""
    near = [card for card in known if boxes_meet(card, found)]
    taken = any_shows_at(near, found.cell_middles(np.ones_like(found.mask, bool))).reshape(found.mask.shape)
    mask = np.where(taken, np.float32(0), found.mask)
    is_own = (mask > SHOWS).sum() >= CONFIG.min_own_share * (found.mask > SHOWS).sum()
    return replace(found, mask=mask) if is_own else None
