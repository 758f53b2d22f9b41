"""Motion detection on a small grey image: does the table move, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import Corner

GreyImage = NDArray[np.float32]
SmallImage = NDArray[np.float32]
"""A small image in grey (h, w) or in colour (h, w, 3), brightness 0..255."""
BoolMask = NDArray[np.bool_]
Corners = Sequence[Corner]

MOTION_WIDTH_PX = 320
"""Pixels, the width of the small grey image. A card seen from above is 12 to 25 pixels wide in it."""
MIN_REST_S = 0.4
"""Seconds without change after which the table is at rest."""


@dataclass(frozen=True, slots=True)
class MotionConfig:
    """Thresholds on the small grey image, set on the synthetic sequences that the tests of the tracker replay."""

    min_level_difference: float = 18.0
    """Grey levels of 255. The edge of a card that shakes by a tenth of a pixel of the small image stays below it."""
    min_changed_share: float = 0.0012
    """Share of the image, 0..1, that must differ: a quarter of the smallest card that can be read."""
    min_card_changed_share: float = 0.15
    """Share of a card's place, 0..1. If more of it differs, another card or no card lies there."""
    ring_width_px: float = 4.0
    """Pixels around a card that stay unchanged if only the card itself was removed."""
    min_ring_changed_share: float = 0.35
    """Share of that ring, 0..1. If more of it differs, something larger than the card hides the place."""
    min_ring_px: int = 12
    """Pixels. A ring with this few left between the neighbouring cards gives no evidence."""
    min_gain: float = 0.77
    """Smallest factor of brightness between two images that counts as a change of light."""
    max_gain: float = 1.3
    """Largest factor of brightness between two images that counts as a change of light."""


CONFIG = MotionConfig()


def to_motion_image(frame: NDArray[np.uint8]) -> GreyImage:
    """A picture (H, W, 3) uint8 BGR as a slightly blurred (h, MOTION_WIDTH_PX) float32 grey image."""
    grey = cv2.GaussianBlur(cv2.cvtColor(_shrink(frame), cv2.COLOR_BGR2GRAY), (3, 3), 0)
    return np.asarray(grey, np.float32)


def to_color_image(frame: NDArray[np.uint8]) -> SmallImage:
    """A picture (H, W, 3) uint8 BGR as a slightly blurred (h, MOTION_WIDTH_PX, 3) float32 image in colour.

    Red cloth and the green back of a card may be equally bright.
    """
    return np.asarray(cv2.GaussianBlur(_shrink(frame), (3, 3), 0), np.float32)


def _shrink(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height = max(1, round(frame.shape[0] * MOTION_WIDTH_PX / frame.shape[1]))
    small = cv2.resize(frame, (MOTION_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def difference_mask(
    current: SmallImage, previous: SmallImage, min_level: float = CONFIG.min_level_difference
) -> BoolMask:
    """Mask (h, w) of the pixels where two small images differ. A change of light over the whole image is ignored.

    `min_level`: grey levels of 255 by which a pixel differs, in one of the colours of colour images.
    """
    if current.shape != previous.shape:
        return np.ones(current.shape[:2], np.bool_)
    channels: list[tuple[GreyImage, GreyImage]] = (
        [(current, previous)]
        if current.ndim == 2
        else [(current[:, :, n], previous[:, :, n]) for n in range(current.shape[2])]
    )
    mask = np.zeros(current.shape[:2], np.bool_)
    for now, before in channels:
        gain, offset = _light_change(now, before)
        mask |= cv2.absdiff(now, before * np.float32(gain) + np.float32(offset)) > min_level
    return mask


def _light_change(current: GreyImage, previous: GreyImage) -> tuple[float, float]:
    """Factor and summand, in grey levels, by which the light has changed."""
    a, b = current[::3, ::3].ravel(), previous[::3, ::3].ravel()
    step = a - b
    middle = float(np.median(step))
    unchanged = np.abs(step - middle) < CONFIG.min_level_difference
    gain, offset = 1.0, middle
    if unchanged.sum() > len(a) // 3:
        x, y = b[unchanged], a[unchanged]
        spread = x - x.mean()
        variance = float(spread @ spread)
        if variance > 4 * len(x):
            gain = min(CONFIG.max_gain, max(CONFIG.min_gain, float(spread @ y) / variance))
        offset = float(np.median(y - gain * x))
    return gain, offset


def has_changed(current: GreyImage, previous: GreyImage) -> bool:
    """Whether two small images differ by more than noise and light."""
    return float(difference_mask(current, previous).mean()) > CONFIG.min_changed_share


class MotionGate:
    """Opens when the table has been at rest for `MIN_REST_S` seconds."""

    def __init__(self) -> None:
        self._previous: GreyImage | None = None
        self._still_since = 0.0

    def update(self, grey: GreyImage, time_s: float) -> bool:
        """Take the small image captured at monotonic second `time_s` and return whether the table is at rest now."""
        if self._previous is None or has_changed(grey, self._previous):
            self._still_since = time_s
        self._previous = grey
        return time_s - self._still_since >= MIN_REST_S


def _fill_quad(shape: tuple[int, ...], corners: Corners, margin_px: float = 0.0) -> NDArray[np.uint8]:
    """A mask 0 or 1 of that shape, filled inside the quad whose corners lie `margin_px` further out."""
    mask = np.zeros(shape, np.uint8)
    points = np.array(corners, np.float32)
    centre = points.mean(axis=0)
    radius = np.linalg.norm(points - centre, axis=1, keepdims=True)
    expanded = centre + (points - centre) * (1 + margin_px / np.maximum(radius, 1))
    cv2.fillConvexPoly(mask, np.round(expanded).astype(int), 1)
    return mask


def changed_share(difference: BoolMask, corners: Corners) -> float:
    """Share 0..1 of the place of a card, `corners` in pixels of the mask, that looks different."""
    inside = _fill_quad(difference.shape, corners).astype(np.bool_)
    return float(difference[inside].mean()) if inside.any() else 1.0


def classify_place(difference: BoolMask, corners: Corners, others: Sequence[Corners]) -> str:
    """State of a card's place: "same", "bare", or "hidden" under something larger than the card.

    `difference` (h, w) marks where the table looks different. `corners` and `others`, the corners of the other cards,
    are in its pixels. Removing only the card leaves the ring around it unchanged. A hand or a sleeve changes it.
    """
    inside = _fill_quad(difference.shape, corners, -2.0).astype(np.bool_)
    if not inside.any() or float(difference[inside].mean()) < CONFIG.min_card_changed_share:
        return "same"
    ring = _fill_quad(difference.shape, corners, CONFIG.ring_width_px + 3) > _fill_quad(difference.shape, corners, 3.0)
    for other in others:
        ring &= _fill_quad(difference.shape, other, 3.0) == 0
    hides_ring = ring.sum() > CONFIG.min_ring_px and float(difference[ring].mean()) > CONFIG.min_ring_changed_share
    return "hidden" if hides_ring else "bare"
