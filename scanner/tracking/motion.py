"""動き ugoki: does anything move on the table, and where does it look different? Judged on a small grey picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import Corner

GreyImage = NDArray[np.float32]
BoolMask = NDArray[np.bool_]
Corners = Sequence[Corner]

MOTION_WIDTH_PX = 320  # a card seen from above is 12 to 25 pixels wide in it
MIN_REST_S = 0.4
_MIN_LEVEL_DIFFERENCE = (
    18.0  # grey levels; a card's edge shaking by a tenth of a pixel of the small picture stays below
)
_MIN_CHANGED_SHARE = 0.0012  # of the picture: a quarter of the smallest card that can be read
_MIN_CARD_CHANGED_SHARE = 0.15  # of a card's place that differs: another card, or none, lies there
_RING_WIDTH_PX = 4.0  # pixels round a card that would be bare if only the card had gone
_MIN_RING_CHANGED_SHARE = 0.35


def to_motion_image(frame: NDArray[np.uint8]) -> GreyImage:
    """A picture (H, W, 3) uint8 BGR as (h, WIDTH) float32 grey, a little softened."""
    height = max(1, round(frame.shape[0] * MOTION_WIDTH_PX / frame.shape[1]))
    shrunk = cv2.resize(frame, (MOTION_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    return np.asarray(grey, np.float32)


def difference_mask(current: GreyImage, previous: GreyImage) -> BoolMask:
    """Where two small pictures differ (h, w), apart from light that grew or faded everywhere alike."""
    if current.shape != previous.shape:
        return np.ones(current.shape, np.bool_)
    a, b = current[::3, ::3].ravel(), previous[::3, ::3].ravel()
    step = a - b
    same = np.abs(step - np.median(step)) < _MIN_LEVEL_DIFFERENCE
    gain, offset = 1.0, float(np.median(step))
    if same.sum() > len(a) // 3 and float(b[same].std()) > 2:
        gain = min(1.3, max(0.77, float(np.polyfit(b[same], a[same], 1)[0])))
        offset = float(np.median(a[same] - gain * b[same]))
    return np.asarray(
        np.abs(current - previous * np.float32(gain) - np.float32(offset)) > _MIN_LEVEL_DIFFERENCE, np.bool_
    )


def has_changed(current: GreyImage, previous: GreyImage) -> bool:
    """Whether two small pictures differ by more than noise and light."""
    return float(difference_mask(current, previous).mean()) > _MIN_CHANGED_SHARE


class MotionGate:
    """Lets through only what has been at rest for `STILL_SECONDS`."""

    def __init__(self) -> None:
        self._previous: GreyImage | None = None
        self._still_since = 0.0

    def update(self, grey: GreyImage, time_s: float) -> bool:
        """Takes the next small picture, taken at monotonic second `at`; whether the table is at rest now."""
        if self._previous is None or has_changed(grey, self._previous):
            self._still_since = time_s
        self._previous = grey
        return time_s - self._still_since >= MIN_REST_S


def _fill_quad(shape: tuple[int, ...], corners: Corners, margin_px: float = 0.0) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    points = np.array(corners, np.float32)
    centre = points.mean(axis=0)
    reach = np.linalg.norm(points - centre, axis=1, keepdims=True)
    cv2.fillConvexPoly(
        mask, np.round(centre + (points - centre) * (1 + margin_px / np.maximum(reach, 1))).astype(int), 1
    )
    return mask


def classify_place(difference: BoolMask, corners: Corners, others: Sequence[Corners]) -> str:
    """What became of a card's place: "same", "bare" or "hidden" under something larger than the card.

    `difference` (h, w): where the table looks different; `corners` and those of the other cards in its pixels.
    What only took the card leaves the ground round it as it was; a hand or a sleeve does not.
    """
    own = _fill_quad(difference.shape, corners, -2.0).astype(np.bool_)
    if not own.any() or float(difference[own].mean()) < _MIN_CARD_CHANGED_SHARE:
        return "same"
    ring = _fill_quad(difference.shape, corners, _RING_WIDTH_PX + 3) > _fill_quad(difference.shape, corners, 3.0)
    for other in others:
        ring &= _fill_quad(difference.shape, other, 3.0) == 0
    return "hidden" if ring.sum() > 12 and float(difference[ring].mean()) > _MIN_RING_CHANGED_SHARE else "bare"
