"""A card that was found: its outline, and what of it shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import (
    NEXT_CORNER,
    OPPOSITE_CORNER,
    Quad,
    intersection_area,
    points_in_quad,
    quad_area,
    rectangle,
)
from scanner.imaging.onnx_session import Floats

SHOWS = 0.5
"""Share of a mask's cell, 0..1, from which the cell counts as showing the card."""
_MIN_CLEAR_LOG_ODDS, _MAX_CLEAR_LOG_ERROR = 2.0, -3.0
"""Log odds of being a card, and logarithm of the expected error in card widths (5 %), of what is one beyond doubt.
Set by `fudayomi bench fans` and `bench eyes` on decks that were not learned."""
_MIN_COMMON_SHARE = 0.04
"""Share 0..1 of the smaller card's area up to which two outlines only touch: inexact outlines overlap that much."""


@dataclass(frozen=True, eq=False)
class Detection:
    """A card in a picture, whatever it shows.

    `quad` (4, 2) in frame pixels, clockwise from the start of a short side, so that the card stands, either way up.
    `mask` (rows, columns), 0..1: how much of each cell shows the card itself, on a grid over `mask_outline` (4, 2) in
    frame pixels, which is somewhat larger than the card. `card_log_odds`: of being a card at all. `back_log_odds`: of
    lying face down. `log_error`: logarithm of the expected error of the corners, in widths of the card.
    """

    quad: Quad
    mask: Floats
    mask_outline: Quad
    card_log_odds: float
    back_log_odds: float
    log_error: float

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Bounding box of the outline: left, top, right and bottom in pixels."""
        x, y = self.quad.T.tolist()
        return min(x), min(y), max(x), max(y)

    @cached_property
    def area(self) -> float:
        """Area of the outline in square pixels."""
        return quad_area(self.quad)

    @cached_property
    def visible_share(self) -> float:
        """Share 0..1 of the outline that shows: the area of the mask's cells that do, by that of the outline."""
        cell_area = quad_area(self.mask_outline) / self.mask.size
        return len(self.visible_points) * cell_area / max(self.area, 1e-6)

    @property
    def is_clear(self) -> bool:
        """Whether it is a card, and where its corners are, beyond doubt."""
        return self.card_log_odds > _MIN_CLEAR_LOG_ODDS and self.log_error < _MAX_CLEAR_LOG_ERROR

    @cached_property
    def visible_points(self) -> Floats:
        """Middles (n, 2) in frame pixels of the mask's cells that show the card."""
        return self.cell_middles(self.mask > SHOWS)

    def cell_middles(self, chosen: NDArray[np.bool_]) -> Floats:
        """Middles (n, 2) in frame pixels of the mask's cells that are chosen (rows, columns), row by row."""
        rows, columns = np.nonzero(chosen)
        cells = np.stack([columns, rows], axis=1).astype(np.float32) + np.float32(0.5)
        if not len(cells):
            return cells
        return np.asarray(cv2.perspectiveTransform(cells[None], np.linalg.inv(self._to_cells))[0], np.float32)

    @cached_property
    def _to_cells(self) -> NDArray[np.float64]:
        """The map (3, 3) from frame pixels to columns and rows of the mask."""
        grid = rectangle(*self.mask.shape[::-1])
        return np.asarray(cv2.getPerspectiveTransform(self.mask_outline.astype(np.float32), grid), np.float64)

    def shows_at(self, points: Floats) -> NDArray[np.bool_]:
        """Whether the card shows at each of the points (n, 2) in frame pixels: (n,)."""
        shown = points_in_quad(points, self.mask_outline)
        if shown.any():
            cells = cv2.perspectiveTransform(np.asarray(points[shown], np.float32)[None], self._to_cells)[0]
            columns, rows = np.clip(cells.astype(int), 0, np.array(self.mask.shape[::-1]) - 1).T
            shown[shown] = self.mask[rows, columns] > SHOWS
        return shown

    def crop_mask(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """The mask (height, width), 0..255, of the crop along the outline to `size` (width, height)."""
        corners = cv2.perspectiveTransform(self.quad[None], self._to_cells)[0] - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), rectangle(*size) - np.float32(0.5))
        mask = cv2.warpPerspective(self.mask, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(np.clip(mask, 0, 1) * 255, np.uint8)

    def turned(self) -> Detection:
        """The same card with its outline starting at the opposite corner."""
        return replace(self, quad=self.quad[OPPOSITE_CORNER])

    def on_its_side(self) -> Detection:
        """The same outline taken as that of a card whose other sides are the short ones."""
        return replace(self, quad=self.quad[NEXT_CORNER])


def any_shows_at(detections: Iterable[Detection], points: Floats) -> NDArray[np.bool_]:
    """Whether any of the detections shows at each of the points (n, 2) in frame pixels: (n,)."""
    shown = np.zeros(len(points), bool)
    for detection in detections:
        shown |= detection.shows_at(points)
    return shown


def lies_over(upper: Detection, lower: Detection) -> bool:
    """Whether a card lies over a part of another: where their outlines overlap, it is the one that shows."""
    if not boxes_meet(upper, lower):
        return False
    upper_shows = int(points_in_quad(upper.visible_points, lower.quad).sum()) * upper.area
    lower_shows = int(points_in_quad(lower.visible_points, upper.quad).sum()) * lower.area
    common = intersection_area(upper.quad, lower.quad)
    return common > _MIN_COMMON_SHARE * min(upper.area, lower.area) and upper_shows > lower_shows


def boxes_meet(first: Detection, second: Detection) -> bool:
    """Whether the bounding boxes of two outlines overlap."""
    left, top, right, bottom = first.bounds
    other_left, other_top, other_right, other_bottom = second.bounds
    return left < other_right and top < other_bottom and other_left < right and other_top < bottom
