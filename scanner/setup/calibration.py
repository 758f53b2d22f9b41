"""据え付け suetsuke: what a picture of the table says of camera and lamps: focus, light, glare, tilt, cloth, card."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import background_distance
from scanner.imaging.decode import shrink
from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.image_quality import (
    CLIPPED_LEVEL,
    MAX_BLUR_PX,
    MAX_CLIPPED_SHARE,
    MAX_MEAN_LEVEL,
    MIN_MEAN_LEVEL,
    measure_quality,
)
from scanner.setup.grid_scan import find_card_outlines
from scorer.decks import decks

_WORK_SIDE_PX = 960
_MIN_GLARE_SHARE = 0.0004  # of the picture; smaller reflections hide no mark of a card
_MAX_GLARE_BOXES = 8
_MAX_UNEVENNESS = 2.2  # brightest to dimmest ninth of the cloth; cards in both are still exposed alike
_MAX_TABLE_DISTANCE = 16
_MAX_CHROMA_DISTANCE = 28  # of its colour; in shade it fades
_MAX_LIGHTNESS_DISTANCE = 70  # grey levels that lamps and shadows may change the cloth by
_MIN_CLOTH_SHARE = 0.25  # of the picture
_MAX_TILT_DEG = 30.0  # degrees from straight above; the reader was made for less
_MIN_CARD_WIDTH_PX = 50.0  # pixels; below 34 no card is sure, and a hand never lies as well as one card
_MAX_CLOTH_CORNERS = 8
_MAX_CARDS = 80


@dataclass(frozen=True, slots=True)
class CameraSetupReport:
    """`marks`: by check "good", "poor" or "unknown"; `figures`: what was measured, what is `needed`.

    Places are fractions 0..1 of the picture: `glare` boxes (x, y, width, height), `cloth` a polygon, `card` a quad.
    """

    ratings: dict[str, str]
    measurements: dict[str, float | None]
    glare_boxes: tuple[tuple[float, ...], ...]
    cloth_outline: tuple[tuple[float, float], ...]
    card_outline: tuple[tuple[float, float], ...]

    def as_json(self) -> dict[str, Any]:
        """The calibration as the page shows it and keeps it."""
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
    """What a picture (H, W, 3) uint8 BGR of the table says; one card of that kind in the middle gives its size."""
    seen = measure_quality(frame)
    small, _ = shrink(frame, _WORK_SIDE_PX)
    cloth, mask = _find_cloth(small)
    uneven = _measure_unevenness(small, mask)
    glare = _find_glare(small)
    card = _find_middle_card(frame, kind)
    width, tilt = (None, None) if card is None else (quad_size(card)[0], _estimate_tilt_deg(card, kind))
    area = float(np.count_nonzero(mask) / mask.size) if cloth else 0.0
    light = (
        "poor"
        if seen.mean_level < MIN_MEAN_LEVEL
        or seen.mean_level > MAX_MEAN_LEVEL
        or seen.clipped_share > MAX_CLIPPED_SHARE
        else "good"
    )
    marks = {
        "focus": _rate(seen.blur_px, seen.blur_px is not None and seen.blur_px <= MAX_BLUR_PX),
        "light": light,
        "even": _rate(uneven, uneven is not None and uneven <= _MAX_UNEVENNESS),
        "glare": "poor" if glare else "good",
        "cloth": "good" if area >= _MIN_CLOTH_SHARE else "poor",
        "card": _rate(width, width is not None and width >= _MIN_CARD_WIDTH_PX),
        "tilt": _rate(tilt, tilt is not None and tilt <= _MAX_TILT_DEG),
    }
    figures = {
        "focus": seen.blur_px, "level": seen.mean_level, "burnt": seen.clipped_share, "uneven": uneven, "cloth": area,
        "card": width, "tilt": tilt,
    }  # fmt: skip
    height, across = frame.shape[:2]
    corners = () if card is None else tuple((float(x) / across, float(y) / height) for x, y in card)
    return CameraSetupReport(marks, figures, glare, cloth, corners)


def _rate(value: float | None, good: bool) -> str:  # noqa: FBT001  a figure and what is thought of it
    return "unknown" if value is None else "good" if good else "poor"


def _find_cloth(small: ColorImage) -> tuple[tuple[tuple[float, float], ...], NDArray[np.uint8]]:
    """Where the cloth lies: a polygon around the pixels most of the middle looks like, and those pixels (255)."""
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB), np.uint8)
    height, width = lab.shape[:2]
    middle = (slice(height // 4, 3 * height // 4), slice(width // 4, 3 * width // 4))
    inner = lab[middle][background_distance(lab)[middle] < _MAX_TABLE_DISTANCE]
    empty = np.zeros((height, width), np.uint8)
    if not len(inner):
        return (), empty
    apart = np.abs(lab.astype(np.int16) - np.median(inner, axis=0).astype(np.int16))
    like = (apart[..., 1] + apart[..., 2] < _MAX_CHROMA_DISTANCE) & (apart[..., 0] < _MAX_LIGHTNESS_DISTANCE)
    tone = np.asarray(like * np.uint8(255), np.uint8)
    closed = cv2.morphologyEx(tone, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return (), empty
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    reach = 0.004 * cv2.arcLength(hull, closed=True)
    outline = hull
    while len(outline) > _MAX_CLOTH_CORNERS:
        outline = cv2.approxPolyDP(hull, reach, closed=True)
        reach *= 1.4
    cv2.fillConvexPoly(empty, hull, 255)
    return tuple((float(x) / width, float(y) / height) for x, y in outline.reshape(-1, 2)), empty


def _measure_unevenness(small: ColorImage, mask: NDArray[np.uint8]) -> float | None:
    """How many times brighter the brightest ninth of the cloth is than the dimmest; None without a cloth."""
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
            if len(cloth) > 0.3 * grey[part].size:
                levels.append(float(np.median(cloth)) + 4.0)
    return max(levels) / min(levels) if len(levels) > 1 else None


def _find_glare(small: ColorImage) -> tuple[tuple[float, ...], ...]:
    """Boxes around what is too bright to tell apart, largest first."""
    burnt = np.asarray((small.min(axis=2) >= CLIPPED_LEVEL) * np.uint8(255), np.uint8)
    burnt = np.asarray(cv2.morphologyEx(burnt, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(burnt)
    height, width = burnt.shape
    large = [row for row in stats[1:] if row[cv2.CC_STAT_AREA] >= _MIN_GLARE_SHARE * burnt.size]
    large.sort(key=lambda row: -int(row[cv2.CC_STAT_AREA]))
    return tuple(
        (x / width, y / height, wide / width, high / height) for x, y, wide, high, _ in large[:_MAX_GLARE_BOXES]
    )


def _find_middle_card(frame: ColorImage, kind: str) -> Quad | None:
    """The card that lies nearest the middle of the picture, within its middle third; None when there is none."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2])
    found = [
        quad
        for quad in find_card_outlines(frame, decks()[kind].size_mm, _MAX_CARDS)
        if (np.abs(quad.mean(axis=0) - middle) < (width / 6, height / 6)).all()
    ]
    return min(found, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - middle)), default=None)


def _estimate_tilt_deg(card: Quad, kind: str) -> float:
    """By how many degrees the camera looks aslant, from how a card is foreshortened; right to about ten."""
    width, height = decks()[kind].size_mm
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    corners -= corners.mean(axis=0)
    matrix, *_ = np.linalg.lstsq(corners, card - card.mean(axis=0), rcond=None)
    longest, shortest = np.linalg.svd(matrix, compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(shortest / longest))))
