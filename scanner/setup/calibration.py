"""据え付け suetsuke: what a picture of the table says of camera and lamps: focus, light, glare, tilt, cloth, card."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.foreground import table_distance
from scanner.imaging.decode import shrink
from scanner.imaging.geometry import CARD_MM, Quad, sides
from scanner.imaging.image_quality import BRIGHT, BURNT, BURNT_AT, DARK, SOFT, quality
from scanner.recognition.features import Picture
from scanner.setup.grid_scan import outlines

_SIDE = 960
_SPOT = 0.0004  # of the picture; smaller reflections hide no mark of a card
_SPOTS = 8
_UNEVEN = 2.2  # brightest to dimmest ninth of the cloth; cards in both are still exposed alike
_LIKE_TABLE = 16
_LIKE_CLOTH = 28  # of its colour; in shade it fades
_SHADE = 70  # grey levels that lamps and shadows may change the cloth by
_LEAST_CLOTH = 0.25  # of the picture
_SLANTED = 30.0  # degrees from straight above; the reader was made for less
_WIDE = 50.0  # pixels; below 34 no card is sure, and a hand never lies as well as one card
_CORNERS = 8
_MOST_CARDS = 80


@dataclass(frozen=True, slots=True)
class Calibration:
    """`marks`: by check "good", "poor" or "unknown"; `figures`: what was measured, what is `needed`.

    Places are fractions 0..1 of the picture: `glare` boxes (x, y, width, height), `cloth` a polygon, `card` a quad.
    """

    marks: dict[str, str]
    figures: dict[str, float | None]
    glare: tuple[tuple[float, ...], ...]
    cloth: tuple[tuple[float, float], ...]
    card: tuple[tuple[float, float], ...]

    def as_json(self) -> dict[str, Any]:
        """The calibration as the page shows it and keeps it."""
        return {
            "marks": self.marks,
            "figures": {key: None if value is None else round(value, 3) for key, value in self.figures.items()},
            "needed": {
                "focus": SOFT,
                "dark": DARK,
                "bright": BRIGHT,
                "uneven": _UNEVEN,
                "tilt": _SLANTED,
                "card": _WIDE,
            },
            "glare": _rounded(self.glare),
            "cloth": _rounded(self.cloth),
            "card": _rounded(self.card),
        }


def _rounded(places: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    return [[round(value, 4) for value in place] for place in places]


def calibrated(frame: Picture, kind: str) -> Calibration:
    """What a picture (H, W, 3) uint8 BGR of the table says; one card of that kind in the middle gives its size."""
    seen = quality(frame)
    small, _ = shrink(frame, _SIDE)
    cloth, mask = _cloth(small)
    uneven = _unevenness(small, mask)
    glare = _glare(small)
    card = _middle_card(frame, kind)
    width, tilt = (None, None) if card is None else (sides(card)[0], _tilt(card, kind))
    area = float(np.count_nonzero(mask) / mask.size) if cloth else 0.0
    light = "poor" if seen.level < DARK or seen.level > BRIGHT or seen.burnt > BURNT else "good"
    marks = {
        "focus": _mark(seen.smear, seen.smear is not None and seen.smear <= SOFT),
        "light": light,
        "even": _mark(uneven, uneven is not None and uneven <= _UNEVEN),
        "glare": "poor" if glare else "good",
        "cloth": "good" if area >= _LEAST_CLOTH else "poor",
        "card": _mark(width, width is not None and width >= _WIDE),
        "tilt": _mark(tilt, tilt is not None and tilt <= _SLANTED),
    }
    figures = {
        "focus": seen.smear, "level": seen.level, "burnt": seen.burnt, "uneven": uneven, "cloth": area,
        "card": width, "tilt": tilt,
    }  # fmt: skip
    height, across = frame.shape[:2]
    corners = () if card is None else tuple((float(x) / across, float(y) / height) for x, y in card)
    return Calibration(marks, figures, glare, cloth, corners)


def _mark(figure: float | None, good: bool) -> str:  # noqa: FBT001  a figure and what is thought of it
    return "unknown" if figure is None else "good" if good else "poor"


def _cloth(small: Picture) -> tuple[tuple[tuple[float, float], ...], NDArray[np.uint8]]:
    """Where the cloth lies: a polygon around the pixels most of the middle looks like, and those pixels (255)."""
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB), np.uint8)
    height, width = lab.shape[:2]
    middle = (slice(height // 4, 3 * height // 4), slice(width // 4, 3 * width // 4))
    inner = lab[middle][table_distance(lab)[middle] < _LIKE_TABLE]
    empty = np.zeros((height, width), np.uint8)
    if not len(inner):
        return (), empty
    apart = np.abs(lab.astype(np.int16) - np.median(inner, axis=0).astype(np.int16))
    like = (apart[..., 1] + apart[..., 2] < _LIKE_CLOTH) & (apart[..., 0] < _SHADE)
    tone = np.asarray(like * np.uint8(255), np.uint8)
    closed = cv2.morphologyEx(tone, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return (), empty
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    reach = 0.004 * cv2.arcLength(hull, closed=True)
    outline = hull
    while len(outline) > _CORNERS:
        outline = cv2.approxPolyDP(hull, reach, closed=True)
        reach *= 1.4
    cv2.fillConvexPoly(empty, hull, 255)
    return tuple((float(x) / width, float(y) / height) for x, y in outline.reshape(-1, 2)), empty


def _unevenness(small: Picture, mask: NDArray[np.uint8]) -> float | None:
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


def _glare(small: Picture) -> tuple[tuple[float, ...], ...]:
    """Boxes around what is too bright to tell apart, largest first."""
    burnt = np.asarray((small.min(axis=2) >= BURNT_AT) * np.uint8(255), np.uint8)
    burnt = np.asarray(cv2.morphologyEx(burnt, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(burnt)
    height, width = burnt.shape
    large = [row for row in stats[1:] if row[cv2.CC_STAT_AREA] >= _SPOT * burnt.size]
    large.sort(key=lambda row: -int(row[cv2.CC_STAT_AREA]))
    return tuple((x / width, y / height, wide / width, high / height) for x, y, wide, high, _ in large[:_SPOTS])


def _middle_card(frame: Picture, kind: str) -> Quad | None:
    """The card that lies nearest the middle of the picture, within its middle third; None when there is none."""
    height, width = frame.shape[:2]
    middle = np.array([width / 2, height / 2])
    found = [
        quad
        for quad in outlines(frame, CARD_MM[kind], _MOST_CARDS)
        if (np.abs(quad.mean(axis=0) - middle) < (width / 6, height / 6)).all()
    ]
    return min(found, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - middle)), default=None)


def _tilt(card: Quad, kind: str) -> float:
    """By how many degrees the camera looks aslant, from how a card is foreshortened; right to about ten."""
    width, height = CARD_MM[kind]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    corners -= corners.mean(axis=0)
    matrix, *_ = np.linalg.lstsq(corners, card - card.mean(axis=0), rcond=None)
    longest, shortest = np.linalg.svd(matrix, compute_uv=False)
    return math.degrees(math.acos(min(1.0, float(shortest / longest))))
