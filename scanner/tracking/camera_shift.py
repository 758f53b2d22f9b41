"""Whether the camera was pushed, by the shift that most cards made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import CardRead
from scanner.tracking.places import card_center, card_width

Face = str | None
"""Canonical code of a card that lies face up, None face down."""


@dataclass(frozen=True, slots=True)
class CameraShiftConfig:
    """Thresholds, in card widths where nothing else is said."""

    tolerance_widths: float = 0.25
    """Distance from where the shift puts a card to where it lies."""
    max_shift_widths: float = 4.0
    """A longer shift is another table."""
    min_shift_widths: float = 0.1
    """A shorter one needs no correction."""
    min_cards: int = 3
    """Cards needed to tell a push of the camera from cards that were moved."""
    min_share: float = 0.6
    """Share of the cards seen both times, 0..1, that must have shifted together."""
    scale_range: tuple[float, float] = (0.85, 1.18)
    """Factors of scale between which a push may change the picture."""


CONFIG = CameraShiftConfig()


def find_shift(
    before: Sequence[tuple[CardRead, Face]], now: Sequence[tuple[CardRead, Face]]
) -> NDArray[np.float64] | None:
    """The similarity (2, 3) that takes the cards from where they lay `before` to where they lie `now`; None for none.

    Every pair of cards with one face votes for its shift, so that four copies of a face do no harm.
    """
    if min(len(before), len(now)) < CONFIG.min_cards:
        return None
    width = float(np.median([card_width(card) for card, _ in now]))
    old = np.array([card_center(card) for card, _ in before])
    new = np.array([card_center(card) for card, _ in now])
    may_pair = np.array([[first == second for _, second in now] for _, first in before])
    offsets = new[None] - old[:, None]
    near = may_pair & (np.linalg.norm(offsets, axis=2) < CONFIG.max_shift_widths * width)
    # A push also turns and scales a little: twice the tolerance at first.
    votes = (
        _pairs_under(offsets - shift, near, 2 * CONFIG.tolerance_widths * width)
        for shift in (np.zeros(2), *offsets[near])
    )
    best = max(votes, key=len)
    unmoved = _pairs_under(offsets, near, CONFIG.min_shift_widths * width)
    needed = max(CONFIG.min_cards, CONFIG.min_share * min(len(before), len(now)))
    if len(best) < needed or len(unmoved) >= needed:
        return None
    sources, targets = (
        np.array([points[index] for index in picked], np.float32)
        for points, picked in ((old, [first for first, _ in best]), (new, [second for _, second in best]))
    )
    transform, inliers = cv2.estimateAffinePartial2D(
        sources, targets, ransacReprojThreshold=CONFIG.tolerance_widths * width
    )
    if transform is None or inliers.sum() < needed:
        return None
    scale = math.hypot(transform[0, 0], transform[1, 0])
    shifts = np.linalg.norm(targets - sources, axis=1)[inliers.ravel() > 0]
    is_small = float(np.median(shifts)) < CONFIG.min_shift_widths * width
    low, high = CONFIG.scale_range
    return None if is_small or not low < scale < high else np.asarray(transform, np.float64)


def _pairs_under(offsets: NDArray[np.float64], allowed: NDArray[np.bool_], limit: float) -> list[tuple[int, int]]:
    """Pairs of cards that lie within `limit` pixels of each other, each card once, the nearest first."""
    distances = np.where(allowed, np.linalg.norm(offsets, axis=2), np.inf)
    rows, columns = np.nonzero(distances < limit)
    pairs: list[tuple[int, int]] = []
    used_rows: set[int] = set()
    used_columns: set[int] = set()
    for index in np.argsort(distances[rows, columns], kind="stable"):
        row, column = int(rows[index]), int(columns[index])
        if row not in used_rows and column not in used_columns:
            pairs.append((row, column))
            used_rows.add(row)
            used_columns.add(column)
    return pairs


def shifted(card: CardRead, transform: NDArray[np.float64]) -> CardRead:
    """The card where it lies after the shift."""
    points = np.array(card.corners, np.float32).reshape(-1, 1, 2)
    a, b, c, d = ((float(x), float(y)) for x, y in cv2.transform(points, transform).reshape(-1, 2))
    return replace(card, corners=(a, b, c, d))
