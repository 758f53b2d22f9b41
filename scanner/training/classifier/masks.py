"""Masks of what shows of a card, as inexact as the detector's."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.recognition.crops import Mask
from scanner.synth.backgrounds import Rng

_ABSENT_SHARE = 0.12
"""Share of the masks, 0..1, that say all of the card shows if that may be: the detector misses some covers."""
_MIN_OWN_SHARE = 0.5
"""Share of what a mask shows, 0..1, that must be of its card. Where it is less a card that lies over it fills the crop:
the name of that card is right, and would count as sure and wrong."""
_CELLS_SHARE = 0.35
"""Share of the masks, 0..1, as coarse as the detector's own map; the rest follow the outlines of covering cards."""
_CELL_WIDTHS = (0.12, 0.28)
"""Side of a cell of that map in card widths: 8 pixels of a picture in which a card is 30 to 70 pixels wide."""
_OUTLINE_ERROR_WIDTHS = 0.035
"""Standard deviation, in card widths, of the place of a covering card's edge as the detector knows it."""
_FALSE_COVER_SHARE = 0.08
"""Share of the masks, 0..1, that hide a part that shows."""


def is_of_card(mask: Mask, visible_share: float) -> bool:
    """Whether a mask (height, width) can be that of a card of which so much truly shows, 0..1."""
    return visible_share >= _MIN_OWN_SHARE * float(mask.mean()) / 255


def degrade_mask(shows: Mask, rng: Rng) -> Mask:
    """The mask (height, width) as the detector may give it: shifted, grown or shrunk, blurred, coarse or all 255."""
    draw = rng.random()
    height, width = shows.shape
    everything = np.full_like(shows, 255)
    if draw < _ABSENT_SHARE and is_of_card(everything, float((shows > 127).mean())):
        return everything
    if draw < _ABSENT_SHARE + _CELLS_SHARE and (shows < 255).any():
        mask = _coarsen(shows, width * rng.uniform(*_CELL_WIDTHS), rng)
    else:
        shift = rng.normal(0, _OUTLINE_ERROR_WIDTHS, 2) * width
        matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        mask = np.asarray(cv2.warpAffine(shows, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        reach = round(abs(rng.normal(0, _OUTLINE_ERROR_WIDTHS / 2)) * width)
        if reach:
            kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
            mask = np.asarray((cv2.erode if rng.random() < 0.5 else cv2.dilate)(mask, kernel), np.uint8)
    if rng.random() < _FALSE_COVER_SHARE:
        angle = rng.uniform(0, 2 * np.pi)
        rows, columns = np.mgrid[0:height, 0:width]
        distance = columns * np.cos(angle) + rows * np.sin(angle)
        mask = np.asarray(np.where(distance < np.quantile(distance, rng.uniform(0.03, 0.25)), 0, mask), np.uint8)
    if rng.random() < 0.5:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.4, 0.05 * width))), np.uint8)
    return mask


def _coarsen(shows: Mask, cell_px: float, rng: Rng) -> Mask:
    """The mask as means of square cells, at a random place of their grid and a little wrong, drawn out again."""
    height, width = shows.shape
    columns, rows = int(width / cell_px) + 2, int(height / cell_px) + 2
    left, top = rng.uniform(0, cell_px, 2)
    scale = np.array([[1 / cell_px, 0, left / cell_px], [0, 1 / cell_px, top / cell_px]], np.float32)
    soft = cv2.blur(shows, (max(1, int(cell_px)),) * 2, borderType=cv2.BORDER_REPLICATE)
    cells = cv2.warpAffine(soft, scale, (columns, rows), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    cells = np.clip((cells - 128) * rng.uniform(1.0, 2.5) + 128 + rng.normal(0, 20, cells.shape), 0, 255)
    back = cv2.warpAffine(
        cells.astype(np.float32),
        scale,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(np.clip(back, 0, 255), np.uint8)
