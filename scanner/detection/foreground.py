"""輪郭 rinkaku: where a picture may hold a card's outline: several eyes, each blind to something else."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

Mask = NDArray[np.uint8]
Gradients = tuple[NDArray[np.int16], NDArray[np.int16]]
_MIN_REGION_CARD_SHARE = 0.08
"""What is smaller than this share of a card is not worth looking for a card in."""
_KERNEL_3X3 = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))


def color_gradients(lab: ColorImage) -> Gradients:
    """Horizontal and vertical slope of the channel that changes most at each pixel; int16 like the picture's shape."""
    first, *others = cv2.split(lab)
    best_across, best_down, most = _channel_gradients(np.asarray(first, np.uint8))
    for channel in others:
        across, down, strength = _channel_gradients(np.asarray(channel, np.uint8))
        more = (strength > most).astype(np.uint8)
        cv2.copyTo(across, more, best_across)
        cv2.copyTo(down, more, best_down)
        most = np.maximum(strength, most)
    return best_across, best_down


def _channel_gradients(channel: NDArray[np.uint8]) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]:
    across = np.asarray(cv2.Sobel(channel, cv2.CV_16S, 1, 0), np.int16)
    down = np.asarray(cv2.Sobel(channel, cv2.CV_16S, 0, 1), np.int16)
    return across, down, np.abs(across) + np.abs(down)


def _threshold(values: Mask, level: float) -> Mask:
    """Where values are more than that."""
    return np.asarray(cv2.threshold(values, level, 255, cv2.THRESH_BINARY)[1], np.uint8)


def background_color(lab: ColorImage) -> ColorImage:
    """The table's tone (height / 8, width / 8, 3) all over a picture.

    The table is what most of the wide surroundings look like, so lamps and shade move it along.
    """
    height, width = lab.shape[:2]
    small = cv2.resize(lab, (max(1, width // 8), max(1, height // 8)), interpolation=cv2.INTER_AREA)
    reach = min(small.shape[:2]) // 2 * 2 - 1
    return np.asarray(cv2.medianBlur(small, max(3, min(reach, 101))), np.uint8)


def background_distance(lab: ColorImage) -> Mask:
    """How far each pixel is from the table's tone around it; 0..255."""
    height, width = lab.shape[:2]
    table = cv2.resize(background_color(lab), (width, height), interpolation=cv2.INTER_LINEAR)
    light, green, blue = (np.asarray(part, np.uint8) for part in cv2.split(cv2.absdiff(lab, table)))
    return np.asarray(cv2.add(light >> 1, cv2.add(green, blue)), np.uint8)


def largest_foreground_blobs(distance_map: Mask) -> list[tuple[float, float]]:
    """The largest things on the table, at most three: short and long side of the box around each, in pixels.

    `apart`: the picture's `table_distance`.
    """
    _, mask = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.minAreaRect(contour) for contour in contours if len(contour) > 3]
    found = [(float(min(sides)), float(max(sides))) for _, sides, _ in boxes]
    return sorted(found, key=lambda heap: -heap[0] * heap[1])[:3]


def unexplained_regions(distance_map: Mask, cards: list[NDArray[np.float32]]) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, width, height) around what lies on the table besides those cards, with room for a card each.

    `apart`: the picture's `table_distance`.
    """
    level, _ = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = _threshold(distance_map, max(10.0, level / 2))
    for card in cards:
        centre = card.mean(axis=0)
        cv2.fillConvexPoly(mask, np.asarray(np.round((card - centre) * np.float32(1.08) + centre), np.int32), 0)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    areas = [cv2.contourArea(card) for card in cards]
    least = _MIN_REGION_CARD_SHARE * float(np.median(areas)) if areas else 0.0
    room = round(1.7 * float(np.sqrt(np.median(areas)))) if areas else max(distance_map.shape)
    wanted = np.zeros_like(mask)
    for left, top, width, height, size in _components(mask):
        if size >= least:
            wanted[max(0, top - room) : top + height + room, max(0, left - room) : left + width + room] = 255
    return [(left, top, width, height) for left, top, width, height, _ in _components(wanted)]


def _components(mask: Mask) -> list[tuple[int, ...]]:
    """Left, top, width, height and pixels of each patch of a mask."""
    stats = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_GRANA)[2]  # twice as fast
    return list(map(tuple, stats[1:].tolist()))


def contour_masks(lab: ColorImage, gradients: Gradients, distance_map: Mask) -> Iterator[Mask]:
    """Binary pictures whose contours may be cards.

    `lab`: (height, width, 3) Lab, smoothed; `sloping`: its slopes; `apart`: its `table_distance`.
    """
    height, width = lab.shape[:2]
    across, down = gradients
    edges = [cv2.Canny(across, down, low, 2.5 * low) for low in (40, 110)]
    for found in edges:
        yield np.asarray(cv2.dilate(found, _KERNEL_3X3), np.uint8)
    light = np.ascontiguousarray(lab[..., 0])
    for share in (0.06, 0.2):
        block = int(max(height, width) * share) | 1
        around = np.asarray(cv2.blur(light, (block, block)), np.uint8)
        for more, less in ((light, around), (around, light)):
            yield _threshold(np.asarray(cv2.subtract(more, less), np.uint8), 8)
    level, apart_mask = cv2.threshold(distance_map, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    yield np.asarray(apart_mask, np.uint8)
    yield np.asarray(cv2.morphologyEx(apart_mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), np.uint8)
    low = _threshold(distance_map, max(10.0, level / 2))
    yield np.asarray(cv2.morphologyEx(low, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    yield np.asarray(cv2.bitwise_and(low, cv2.bitwise_not(cv2.dilate(edges[0], _KERNEL_3X3))), np.uint8)
