"""Check of camera and lamps: focus, light, glare, tilt, cloth, card size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import shrink
from scanner.imaging.geometry import Quad, quad_size, rectangle
from scanner.imaging.image import ColorImage
from scanner.imaging.image_quality import (
    CLIPPED_LEVEL,
    MAX_BLUR_PX,
    MAX_CLIPPED_SHARE,
    MAX_MEAN_LEVEL,
    MIN_MEAN_LEVEL,
    measure_quality,
)
from scanner.setup.background import background_distance
from scanner.setup.grid_scan import find_card_outlines
from scorer.decks import decks

_WORK_SIDE_PX = 960
"""Pixels, the long side of the picture in which cloth, light and glare are measured. More would only cost time."""
_MIN_GLARE_SHARE = 0.0004
"""Share of the picture, 0..1. A smaller reflection hides no feature of a card."""
_MAX_GLARE_BOXES = 8
"""Number of glare boxes in a report, the largest ones."""
_MAX_UNEVENNESS = 2.2
"""Ratio of the brightest to the dimmest ninth of the cloth up to which one exposure suits the cards in both."""
_MIN_CLOTH_IN_NINTH = 0.3
"""Share of a ninth of the picture, 0..1, that must show cloth. Less may be one dark fold or the edge of the table."""
_MAX_TABLE_DISTANCE = 16
"""Distance 0..255 from the background colour around a pixel. Below it the pixel is table and shows the cloth's tone."""
_MAX_CHROMA_DISTANCE = 28
"""Sum of the distances in a and b of Lab, 8 bits each. A pixel of the cloth stays below it, also faded in shade."""
_MAX_LIGHTNESS_DISTANCE = 70
"""Levels of L of Lab, 8 bits, by which lamps and shadows may change the cloth."""
_MIN_CLOTH_SHARE = 0.25
"""Share of the picture, 0..1, that the cloth must fill to leave room for the cards."""
_MAX_TILT_DEG = 30.0
"""Degrees from straight above. The reader was made for less."""
_MIN_CARD_WIDTH_PX = 50.0
"""Pixels. No card narrower than 34 is sure, and cards of a real hand lie less well than the single card measured."""
_MAX_CLOTH_CORNERS = 8
"""Corners of the cloth's outline in a report: the four of a table, each of which the picture's border may cut off."""
_MAX_CARDS = 80
"""Outlines to search for in the picture, more than a deck has cards. The card to measure need not lie alone."""


@dataclass(frozen=True, slots=True)
class CameraSetupReport:
    """Result of the check of camera and lamps.

    `ratings`: "good", "poor" or "unknown" for each check. `measurements`: the measured values, None if unknown.
    Places are fractions 0..1 of the picture: `glare_boxes` (x, y, width, height), `cloth_outline` a polygon,
    `card_outline` a quad.
    """

    ratings: dict[str, str]
    measurements: dict[str, float | None]
    glare_boxes: tuple[tuple[float, ...], ...]
    cloth_outline: tuple[tuple[float, float], ...]
    card_outline: tuple[tuple[float, float], ...]

    def as_json(self) -> dict[str, Any]:
        """The report as the page shows and stores it, with the required values as `needed`."""
        return {
            "marks": self.ratings,
            "figures": {key: None if value is None else round(value, 3) for key, value in self.measurements.items()},
            "needed": {
                "focus": MAX_BLUR_PX,
                "dark": MIN_MEAN_LEVEL,
                "bright": MAX_MEAN_LEVEL,
                "uneven": _MAX_UNEVENNESS,
                "tilt": _MAX_TILT_DEG,
                "card": _MIN_CARD_WIDTH_PX,
            },
            "glare": _round_places(self.glare_boxes),
            "cloth": _round_places(self.cloth_outline),
            "card": _round_places(self.card_outline),
        }


def _round_places(places: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    return [[round(value, 4) for value in place] for place in places]


def assess_camera_setup(frame: ColorImage, kind: str) -> CameraSetupReport:
    """Check camera and lamps by a picture (H, W, 3) uint8 BGR of the table.

    A card of a deck of that kind near the middle shows card size and tilt.
    """
    quality = measure_quality(frame)
    small, _ = shrink(frame, _WORK_SIDE_PX)
    cloth, mask = _find_cloth(small)
    uneven = _measure_unevenness(small, mask)
    glare = _find_glare(small)
    card = _find_middle_card(frame)
    width, tilt = (None, None) if card is None else (quad_size(card)[0], _estimate_tilt_deg(card, kind))
    area = float(np.count_nonzero(mask) / mask.size) if cloth else 0.0
    light = (
        "poor"
        if quality.mean_level < MIN_MEAN_LEVEL
        or quality.mean_level > MAX_MEAN_LEVEL
        or quality.clipped_share > MAX_CLIPPED_SHARE
        else "good"
    )
    ratings = {
        "focus": _rate(quality.blur_px, quality.blur_px is not None and quality.blur_px <= MAX_BLUR_PX),
        "light": light,
        "even": _rate(uneven, uneven is not None and uneven <= _MAX_UNEVENNESS),
        "glare": "poor" if glare else "good",
        "cloth": "good" if area >= _MIN_CLOTH_SHARE else "poor",
        "card": _rate(width, width is not None and width >= _MIN_CARD_WIDTH_PX),
        "tilt": _rate(tilt, tilt is not None and tilt <= _MAX_TILT_DEG),
    }
    measurements = {
        "focus": quality.blur_px, "level": quality.mean_level, "burnt": quality.clipped_share, "uneven": uneven,
        "cloth": area, "card": width, "tilt": tilt,
    }  # fmt: skip
    frame_height, frame_width = frame.shape[:2]
    corners = () if card is None else tuple((float(x) / frame_width, float(y) / frame_height) for x, y in card)
    return CameraSetupReport(ratings, measurements, glare, cloth, corners)


def _rate(value: float | None, is_good: bool) -> str:  # noqa: FBT001  a measured value and its assessment
    return "unknown" if value is None else "good" if is_good else "poor"


def _find_cloth(small: ColorImage) -> tuple[tuple[tuple[float, float], ...], NDArray[np.uint8]]:
    """The cloth's outline as a polygon of fractions 0..1, and its mask (H, W), 255 inside.

    The cloth is the largest region with the colour of most of the picture's middle.
    """
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB), np.uint8)
    height, width = lab.shape[:2]
    middle = (slice(height // 4, 3 * height // 4), slice(width // 4, 3 * width // 4))
    table = lab[middle][background_distance(lab)[middle] < _MAX_TABLE_DISTANCE]
    mask = np.zeros((height, width), np.uint8)
    if not len(table):
        return (), mask
    distance = np.abs(lab.astype(np.int16) - np.median(table, axis=0).astype(np.int16))
    chroma_distance = distance[..., 1] + distance[..., 2]
    is_cloth = (chroma_distance < _MAX_CHROMA_DISTANCE) & (distance[..., 0] < _MAX_LIGHTNESS_DISTANCE)
    pixels = np.asarray(is_cloth * np.uint8(255), np.uint8)
    opened = cv2.morphologyEx(pixels, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return (), mask
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    tolerance = 0.004 * cv2.arcLength(hull, closed=True)
    outline = hull
    while len(outline) > _MAX_CLOTH_CORNERS:
        outline = cv2.approxPolyDP(hull, tolerance, closed=True)
        tolerance *= 1.4
    cv2.fillConvexPoly(mask, hull, 255)
    return tuple((float(x) / width, float(y) / height) for x, y in outline.reshape(-1, 2)), mask


def _measure_unevenness(small: ColorImage, mask: NDArray[np.uint8]) -> float | None:
    """Ratio of the brightest to the dimmest ninth of the cloth. None without a cloth."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    levels = []
    for row in range(3):
        for column in range(3):
            part = (
                slice(row * height // 3, (row + 1) * height // 3),
                slice(column * width // 3, (column + 1) * width // 3),
            )
            cloth = grey[part][mask[part] > 0]
            if len(cloth) > _MIN_CLOTH_IN_NINTH * grey[part].size:
                levels.append(float(np.median(cloth)) + 4.0)
    return max(levels) / min(levels) if len(levels) > 1 else None


def _find_glare(small: ColorImage) -> tuple[tuple[float, ...], ...]:
    """Boxes (x, y, width, height) around clipped regions as fractions 0..1 of the picture, largest region first."""
    clipped = np.asarray((small.min(axis=2) >= CLIPPED_LEVEL) * np.uint8(255), np.uint8)
    clipped = np.asarray(cv2.morphologyEx(clipped, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(clipped)
    height, width = clipped.shape
    large = [row for row in stats[1:] if row[cv2.CC_STAT_AREA] >= _MIN_GLARE_SHARE * clipped.size]
    large.sort(key=lambda row: -int(row[cv2.CC_STAT_AREA]))
    return tuple(
        (x / width, y / height, box_width / width, box_height / height)
        for x, y, box_width, box_height, _ in large[:_MAX_GLARE_BOXES]
    )


def _find_middle_card(frame: ColorImage) -> Quad | None:
    """The card nearest to the middle of the picture, within its middle third. None without one."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2])
    candidates = [
        quad
        for quad in find_card_outlines(frame, _MAX_CARDS)
        if (np.abs(quad.mean(axis=0) - middle) < (width / 6, height / 6)).all()
    ]
    return min(candidates, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - middle)), default=None)


def _estimate_tilt_deg(card: Quad, kind: str) -> float:
    """Tilt of the camera in degrees from straight above, by a card's foreshortening. Accurate to about ten degrees."""
    corners = rectangle(*decks()[kind].size_mm).astype(np.float64)
    corners -= corners.mean(axis=0)
    matrix, *_ = np.linalg.lstsq(corners, card - card.mean(axis=0), rcond=None)
    longest, shortest = np.linalg.svd(matrix, compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(shortest / longest))))
