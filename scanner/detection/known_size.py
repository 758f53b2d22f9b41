"""Outlines of covered cards in the size that whole ones have.

Where a card's far corners are hidden they are guessed, wrong by a tenth of the card's width or more. Its size is no
guess: cards that lie open beside it show it. So the outline is drawn again in that size, as near as can be to the
corners that show, and the refinement network starts from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.detection import Detection
from scanner.detection.ground_plane import GroundPlane, fit_to_most
from scanner.imaging.geometry import Quad

WHOLE_SHARE = 0.8
"""Share 0..1 of an outline that shows from which nothing lies over the card: masks are soft along the rim."""


@dataclass(frozen=True, slots=True)
class KnownSizeConfig:
    """How outlines are drawn again. Set by `fudayomi bench fans`, seeds from 700, with decks of no stated figure."""

    mask_size: tuple[int, int] = (16, 24)
    """Columns and rows of the mask on which it is seen whether a corner shows."""
    corner_cells: int = 5
    """Side in its cells of the part around a corner that must show for the corner to be known."""
    hidden_weight: float = 0.03
    """Weight of a corner that is hidden beside 1 for one that shows: two that show leave a turn open."""


CONFIG = KnownSizeConfig()
CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
"""The corners (4, 2) of a card around its middle, in shares of its width and height."""


def redraw_covered(detections: Sequence[Detection]) -> list[Quad]:
    """The outlines of all detections, those of covered cards drawn again if whole cards show their size."""
    covered = [found for found in detections if found.visible_share < WHOLE_SHARE]
    known = [found.quad for found in detections if found.is_clear and found.visible_share >= WHOLE_SHARE]
    if not known or not covered:
        return [found.quad for found in detections]
    plane = fit_to_most(known)
    return [redraw(found, plane) if found in covered else found.quad for found in detections]


def redraw(found: Detection, plane: GroundPlane) -> Quad:
    """The outline of a detection as a card of the plane, moved and turned onto the corners that show."""
    (flat,) = plane.flatten([found.quad])
    return plane.project(_fit(CORNERS * plane.card_size, flat, _corner_weights(found)), found.quad.mean(axis=0))


def _corner_weights(found: Detection) -> NDArray[np.floating]:
    """How much of what is around each corner shows (4,), together 1."""
    mask, side = found.crop_mask(CONFIG.mask_size) / 255, CONFIG.corner_cells
    parts = mask[:side, :side], mask[:side, -side:], mask[-side:, -side:], mask[-side:, :side]
    weights = np.array([part.mean() for part in parts]) + CONFIG.hidden_weight
    return np.asarray(weights / weights.sum())


def _fit(
    card: NDArray[np.floating], corners: NDArray[np.floating], weights: NDArray[np.floating]
) -> NDArray[np.floating]:
    """The card (4, 2) moved and turned so that its weighted squared distance to the corners (4, 2) is least."""
    card_middle, middle = weights @ card, weights @ corners
    left, _, right = np.linalg.svd(((card - card_middle) * weights[:, None]).T @ (corners - middle))
    if np.linalg.det(left @ right) < 0:  # a mirrored card
        left[:, 1] *= -1
    return np.asarray((card - card_middle) @ left @ right + middle)
