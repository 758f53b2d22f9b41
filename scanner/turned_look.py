"""Find missed cards in the picture turned by a quarter.

The first network sees some cards only when they lie the other way round, above all in rows laid lengthwise. What it
proposes then is used only where no card was accepted, so that nothing that was found is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scanner.detection.detector import CardDetector
from scanner.detection.missed_cards import CONFIG, MissedArea, find_missed
from scanner.detection.naming import NamedCard, sure_quads
from scanner.detection.network import Proposals
from scanner.imaging.geometry import ImagePyramid, Quad, quad_area, quad_size
from scanner.imaging.image import ColorImage
from scanner.recognition.classifier import CardClassifier


def find_turned(
    detector: CardDetector,
    pyramid: ImagePyramid,
    proposals: Proposals,
    cards: Sequence[NamedCard],
    classifier: CardClassifier,
) -> list[NamedCard]:
    """Cards that were missed beside `cards`. `proposals`: of the picture as it is, for where card was seen at all.

    Nothing is looked at where all cards are large and whole, or less was missed at one place than shows of a card.
    """
    sure = sure_quads(cards, classifier)
    if proposals.is_quick or not sure:
        return []
    area = MissedArea.of(proposals, [card.detection for card in cards])
    if not _may_hold(area, min(sure, key=quad_area)):
        return []
    turned = np.asarray(cv2.rotate(pyramid.frame, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    outlines = [turn_back(quad, pyramid.frame) for quad in detector.proposer.propose(turned).quads]
    return find_missed(detector.refiner, pyramid, proposals, outlines, cards, classifier)


def _may_hold(area: MissedArea, quad: Quad) -> bool:
    """Whether, in a square as wide as a card is long, as much was missed as shows of a card of that outline's size."""
    if not len(area.missed):
        return False
    columns, rows = np.round((area.missed - area.missed.min(axis=0)) / area.cell_px).astype(int).T
    missed = np.zeros((rows.max() + 1, columns.max() + 1), np.float32)
    missed[rows, columns] = 1
    side = round(quad_size(quad)[1] / area.cell_px)
    together = cv2.boxFilter(missed, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT).max()
    return bool(together * area.cell_px**2 >= CONFIG.min_missed_share * quad_area(quad))


def turn_back(quad: Quad, frame: ColorImage) -> Quad:
    """The outline (4, 2) in pixels of a frame that it has in the frame turned clockwise by a quarter.

    >>> turn_back(np.float32([[0, 0], [9, 0], [9, 5], [0, 5]]), np.zeros((10, 20, 3), np.uint8)).tolist()
    [[0.0, 9.0], [0.0, 0.0], [5.0, 0.0], [5.0, 9.0]]
    """
    across, down = quad.T
    return np.stack([down, len(frame) - 1 - across], axis=1).astype(np.float32)
