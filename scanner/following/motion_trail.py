"""From where an arm came to a card, by what moved with it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import Corners
from scanner.tracking.motion import BoolMask
from scanner.tracking.places import fill

Points = NDArray[np.intp]
"""Pixels (n, 2) of the small picture, each x, y."""


@dataclass(frozen=True, slots=True)
class TrailConfig:
    """Spans in seconds, lengths in pixels of the small picture."""

    kept_s: float = 18.0
    """For how long movements are remembered: an arm may rest over a card that was laid for so long."""
    spans_s: tuple[tuple[float, float], ...] = ((1.2, 1.0), (0.7, 0.5))
    """Spans before and after a card came to rest or left in which its arm moved. Two arms seldom do in the shorter."""
    join_px: int = 2
    """Pixels between parts of an arm that moved in two pictures."""
    reach_px: float = 8.0
    """Pixels around a card where the hand is that lays it."""
    edge_px: int = 4
    """Width of the edge of the picture that an arm crosses."""
    min_points: int = 4
    """Pixels of the edge that an arm covers, at least."""


CONFIG = TrailConfig()


@dataclass(frozen=True, slots=True, eq=False)
class MotionTrail:
    """What moved in the last seconds: for each picture its second and the pixels that moved."""

    masks: tuple[tuple[float, BoolMask], ...] = ()

    def add(self, time_s: float, moving: BoolMask) -> MotionTrail:
        """The trail with what moved in the picture of second `time_s`; what is too old is forgotten."""
        kept = tuple(pair for pair in self.masks if time_s - CONFIG.kept_s <= pair[0] < time_s)
        return MotionTrail((*kept, (time_s, moving)) if moving.any() else kept)

    def edges(self, corners: Corners, time_s: float) -> list[Points]:
        """Where arms that reached a card at second `time_s` crossed the edge, for each span, the longest first.

        `corners`: the card's, in pixels of the small picture. Empty where no arm came, or none that can be told.
        """
        return [
            points
            for before_s, after_s in CONFIG.spans_s
            if len(points := self._edge(corners, time_s - before_s, time_s + after_s)) >= CONFIG.min_points
        ]

    def _edge(self, corners: Corners, since_s: float, until_s: float) -> Points:
        masks = [mask for time_s, mask in self.masks if since_s <= time_s <= until_s]
        nothing = np.zeros((0, 2), np.intp)
        if not masks:
            return nothing
        moved = np.logical_or.reduce(masks)
        size = 2 * CONFIG.join_px + 1
        grown = cv2.dilate(moved.astype(np.uint8), np.ones((size, size), np.uint8))
        _, labels = cv2.connectedComponents(grown, connectivity=8)
        at_card = labels[fill(moved.shape, corners, CONFIG.reach_px)]
        at_card = at_card[at_card > 0]
        if not at_card.size:
            return nothing
        arm = labels == np.bincount(at_card).argmax()
        arm[CONFIG.edge_px : -CONFIG.edge_px, CONFIG.edge_px : -CONFIG.edge_px] = False
        rows, columns = np.nonzero(arm)
        return np.stack([columns, rows], axis=1)
