"""Foreground segmentation: masks and boxes of what lies on the table.

Several detectors of edges and of contrast work side by side, because each of them misses cards that another one finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

Mask = NDArray[np.uint8]
Gradients = tuple[NDArray[np.int16], NDArray[np.int16]]


BACKGROUND_STEP_PX = 8
"""Pixels at work scale for each sample of the background's color."""


@dataclass(frozen=True, slots=True)
class ForegroundConfig:
    """Thresholds and sizes of the masks, set by `fudayomi bench eyes`."""

    min_region_card_share: float = 0.08
    """Area of the smallest region worth searching, as a share 0..1 of the median area of the cards already found."""
    background_window: int = 101
    """Side of the median filter for the table's color in cells of 8 pixels, at most. It spans several cards."""
    max_blobs: int = 3
    """Foreground blobs from which a card's size is guessed, the largest ones."""
    min_distance_level: float = 10.0
    """Distance 0..255 from the table's color below which nothing counts as foreground: sensor noise and weave."""
    card_scale: float = 1.08
    """Factor by which found cards are enlarged before they are erased from the mask, so that no rim of them is left."""
    room_card_sides: float = 1.7
    """Margin around an unexplained region in side lengths of a square of a card's area: room for a whole card."""
    canny_thresholds: tuple[float, float] = (40, 110)
    """Lower hysteresis thresholds of the two Canny passes (Sobel response): faint edges, and clear ones only."""
    canny_ratio: float = 2.5
    """Upper hysteresis threshold as a multiple of the lower one."""
    window_shares: tuple[float, float] = (0.06, 0.2)
    """Sides of the local mean for adaptive thresholding, as shares 0..1 of the picture's longer side."""
    local_contrast: float = 8
    """Grey levels 0..255 by which a pixel must differ from that mean."""


CONFIG = ForegroundConfig()
_KERNEL_3X3 = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))


def color_gradients(lab: ColorImage) -> Gradients:
    """Horizontal and vertical Sobel response of the channel that changes most at each pixel: int16 (height, width)."""
    first, *others = cv2.split(lab)
    best_across, best_down, strongest = _channel_gradients(np.asarray(first, np.uint8))
    for channel in others:
        across, down, strength = _channel_gradients(np.asarray(channel, np.uint8))
        is_stronger = (strength > strongest).astype(np.uint8)
        cv2.copyTo(across, is_stronger, best_across)
        cv2.copyTo(down, is_stronger, best_down)
        strongest = np.maximum(strength, strongest)
    return best_across, best_down


def _channel_gradients(channel: NDArray[np.uint8]) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    """Horizontal and vertical Sobel response of one channel, and the sum of their magnitudes."""
    across = np.asarray(cv2.Sobel(channel, cv2.CV_16S, 1, 0), np.int16)
    down = np.asarray(cv2.Sobel(channel, cv2.CV_16S, 0, 1), np.int16)
    return across, down, np.abs(across) + np.abs(down)


def _threshold(values: Mask, level: float) -> Mask:
    """255 where values are above the level, else 0."""
    return np.asarray(cv2.threshold(values, level, 255, cv2.THRESH_BINARY)[1], np.uint8)


def background_color(lab: ColorImage) -> ColorImage:
    """The color of the table all over a picture, in the color space of `lab`: (height / 8, width / 8, 3).

    It is the median over wide surroundings, so it follows lamps and shade.
    """
    height, width = lab.shape[:2]
    small = cv2.resize(
        lab, (max(1, width // BACKGROUND_STEP_PX), max(1, height // BACKGROUND_STEP_PX)), interpolation=cv2.INTER_AREA
    )
    reach = min(small.shape[:2]) // 2 * 2 - 1
    return np.asarray(cv2.medianBlur(small, max(3, min(reach, CONFIG.background_window))), np.uint8)


def background_distance(lab: ColorImage) -> Mask:
    """How far the color of each pixel is from the table's color around it: (height, width), 0..255.

    Lightness counts half, because shadows change it most.
    """
    height, width = lab.shape[:2]
    table = cv2.resize(background_color(lab), (width, height), interpolation=cv2.INTER_LINEAR)
    lightness, a, b = (np.asarray(part, np.uint8) for part in cv2.split(cv2.absdiff(lab, table)))
    return np.asarray(cv2.add(lightness >> 1, cv2.add(a, b)), np.uint8)


def largest_foreground_blobs(distance_map: Mask) -> list[tuple[float, float]]:
    """The largest things on the table, at most three: short and long side of the box around each, in pixels.

    `distance_map`: the picture's `background_distance`.
    """
    _, mask = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.minAreaRect(contour) for contour in contours if len(contour) > 3]
    blobs = [(float(min(sides)), float(max(sides))) for _, sides, _ in boxes]
    return sorted(blobs, key=lambda blob: -blob[0] * blob[1])[: CONFIG.max_blobs]


def unexplained_regions(distance_map: Mask, cards: list[NDArray[np.float32]]) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, width, height) around the foreground outside the cards, each with room for a card around it.

    `distance_map`: the picture's `background_distance`. `cards`: outlines (4, 2) in its pixels.
    """
    level, _ = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = _threshold(distance_map, max(CONFIG.min_distance_level, level / 2))
    for card in cards:
        center = card.mean(axis=0)
        cv2.fillConvexPoly(
            mask, np.asarray(np.round((card - center) * np.float32(CONFIG.card_scale) + center), np.int32), 0
        )
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    areas = [cv2.contourArea(card) for card in cards]
    min_size = CONFIG.min_region_card_share * float(np.median(areas)) if areas else 0.0
    room = round(CONFIG.room_card_sides * float(np.sqrt(np.median(areas)))) if areas else max(distance_map.shape)
    search_mask = np.zeros_like(mask)
    for left, top, width, height, size in _components(mask):
        if size >= min_size:
            search_mask[max(0, top - room) : top + height + room, max(0, left - room) : left + width + room] = 255
    return [(left, top, width, height) for left, top, width, height, _ in _components(search_mask)]


def _components(mask: Mask) -> list[tuple[int, ...]]:
    """Left, top, width, height and number of pixels of each connected component of a mask."""
    stats = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_GRANA)[2]  # twice as fast
    return list(map(tuple, stats[1:].tolist()))


def contour_masks(lab: ColorImage, gradients: Gradients, distance_map: Mask) -> Iterator[Mask]:
    """Binary masks (0 or 255) whose contours may be cards: Canny edges, local contrast, distance from the background.

    `lab`: (height, width, 3) smoothed Lab. `gradients`: its `color_gradients`. `distance_map`: its
    `background_distance`.
    """
    height, width = lab.shape[:2]
    across, down = gradients
    edges = [cv2.Canny(across, down, low, CONFIG.canny_ratio * low) for low in CONFIG.canny_thresholds]
    for edge_mask in edges:
        yield np.asarray(cv2.dilate(edge_mask, _KERNEL_3X3), np.uint8)
    lightness = np.ascontiguousarray(lab[..., 0])
    for share in CONFIG.window_shares:
        block = int(max(height, width) * share) | 1
        around = np.asarray(cv2.blur(lightness, (block, block)), np.uint8)
        for brighter, darker in ((lightness, around), (around, lightness)):
            yield _threshold(np.asarray(cv2.subtract(brighter, darker), np.uint8), CONFIG.local_contrast)
    level, foreground = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield np.asarray(foreground, np.uint8)
    yield np.asarray(cv2.morphologyEx(foreground, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    faint = _threshold(distance_map, max(CONFIG.min_distance_level, level / 2))
    yield np.asarray(cv2.morphologyEx(faint, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    yield np.asarray(cv2.bitwise_and(faint, cv2.bitwise_not(cv2.dilate(edges[0], _KERNEL_3X3))), np.uint8)
