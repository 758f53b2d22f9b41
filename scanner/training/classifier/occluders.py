"""Occluders for synthetic crops: a card, a book or a board."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng, paint_tabletop

_MIN_HIDDEN_SHARE = 0.12
"""Share of the card, 0..1, that an occluder hides, at least: less is hardly more than an inaccurate crop."""
_MAX_HIDDEN_SHARE = 0.55
"""Share of the card, 0..1, that an occluder hides, at most: a card that is 45 % visible must still be read."""
_CARD_OCCLUDER_PROBABILITY = 0.7
"""Probability, 0..1, that the occluder is another card of the deck: at a table most occluders are."""

Outline = NDArray[np.float32]


def add_occluder(
    picture: ColorImage, hidden: NDArray[np.uint8], outline: Outline, rng: Rng, neighbours: tuple[ColorImage, ...]
) -> None:
    """Cover part of the card in the middle with a straight-edged occluder, in place.

    `picture`: (height, width, 3) BGR; `hidden`: (height, width), set to 1 where the occluder lies; `outline`: the
    card's corners (4, 2) in pixels, top left first; `neighbours`: cards that may be the occluder; if there are none,
    the occluder is no card.
    """
    angle = rng.uniform(0, 2 * np.pi)
    inward = np.array([np.cos(angle), np.sin(angle)], np.float32)
    inside = outline[0] + (np.mgrid[0:1:12j, 0:1:12j].reshape(2, -1).T * (outline[2] - outline[0])).astype(np.float32)
    edge = float(np.quantile(inside @ inward, rng.uniform(_MIN_HIDDEN_SHARE, _MAX_HIDDEN_SHARE)))
    along = np.array([-inward[1], inward[0]])
    middle = outline.mean(axis=0)
    start = middle + (edge - middle @ inward) * inward
    width, height = outline[2] - outline[0]
    if neighbours and rng.random() < _CARD_OCCLUDER_PROBABILITY:
        sheet = neighbours[int(rng.integers(len(neighbours)))]
        is_sideways = rng.random() < 0.5
        sides = np.array([height, width] if is_sideways else [width, height]) * rng.uniform(0.97, 1.03)
        start = start + along * rng.uniform(-0.35, 0.35) * sides[0]
    else:
        sheet = _random_sheet(rng, (int(width), int(height)))
        is_sideways, sides = False, np.array([3 * width, 3 * width])
    first, second = start - along * sides[0] / 2, start + along * sides[0] / 2
    quad = np.array([first, second, second - inward * sides[1], first - inward * sides[1]], np.float32)
    quad = np.roll(quad, int(is_sideways) + 2 * int(rng.integers(2)), axis=0)
    _draw_occluder(picture, hidden, quad, sheet, rng)


def _draw_occluder(picture: ColorImage, hidden: NDArray[np.uint8], quad: Outline, sheet: ColorImage, rng: Rng) -> None:
    """Draw the sheet on the four corners of `quad`, in place, half of the time with a shadow beside it."""
    size = (picture.shape[1], picture.shape[0])
    width, height = (max(2, round(float(np.linalg.norm(quad[corner] - quad[0])))) for corner in (1, 3))
    sheet = np.asarray(cv2.resize(sheet, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, quad)
    if rng.random() < 0.5:
        shadow = np.zeros(picture.shape[:2], np.float32)
        cv2.fillConvexPoly(shadow, np.asarray(np.round(quad), np.int32), (1.0,))
        blurred = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.01, 0.05) * size[0]))
        picture[:] = picture * (1 - np.float32(rng.uniform(0.2, 0.7)) * blurred)[..., None]
    border = cv2.BORDER_TRANSPARENT
    cv2.warpPerspective(sheet, matrix, size, dst=picture, flags=cv2.INTER_LINEAR, borderMode=border)
    cv2.warpPerspective(np.ones((height, width), np.uint8), matrix, size, dst=hidden, borderMode=border)


def _random_sheet(rng: Rng, size: tuple[int, int]) -> ColorImage:
    """A sheet of `size` (width, height) that is no card: any colour, a grain, perhaps blocks of print on it."""
    width, height = size
    sheet = paint_tabletop(rng, size)
    if rng.random() < 0.5:
        sheet[:] = np.clip(sheet.astype(np.int16) - sheet.mean(axis=(0, 1)) + rng.uniform(10, 250, 3), 0, 255)
    for _ in range(int(rng.integers(0, 12))):
        start = (rng.random(2) * (width, height)).astype(int)
        end = start + (rng.random(2) * (0.4 * width, 0.15 * height)).astype(int)
        colour = tuple(float(value) for value in rng.integers(0, 255, 3))
        cv2.rectangle(sheet, start.tolist(), end.tolist(), colour, -1)
    return sheet
