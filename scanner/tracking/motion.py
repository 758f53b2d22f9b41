"""動き ugoki: does anything move on the table, and where does it look different? Judged on a small grey picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reads import Corner

Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]
Corners = Sequence[Corner]

WIDTH = 320  # a card seen from above is 12 to 25 pixels wide in it
STILL_SECONDS = 0.4
_LEVELS = 18.0  # grey levels; a card's edge shaking by a tenth of a pixel of the small picture stays below
_SHARE = 0.0012  # of the picture: a quarter of the smallest card that can be read
_OWN = 0.15  # of a card's place that differs: another card, or none, lies there
_RING = 4.0  # pixels round a card that would be bare if only the card had gone
_HIDDEN = 0.35


def small(frame: NDArray[np.uint8]) -> Grey:
    """A picture (H, W, 3) uint8 BGR as (h, WIDTH) float32 grey, a little softened."""
    height = max(1, round(frame.shape[0] * WIDTH / frame.shape[1]))
    shrunk = cv2.resize(frame, (WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(shrunk, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    return np.asarray(grey, np.float32)


def changed(now: Grey, before: Grey) -> Mask:
    """Where two small pictures differ (h, w), apart from light that grew or faded everywhere alike."""
    if now.shape != before.shape:
        return np.ones(now.shape, np.bool_)
    a, b = now[::3, ::3].ravel(), before[::3, ::3].ravel()
    step = a - b
    same = np.abs(step - np.median(step)) < _LEVELS
    gain, offset = 1.0, float(np.median(step))
    if same.sum() > len(a) // 3 and float(b[same].std()) > 2:
        gain = min(1.3, max(0.77, float(np.polyfit(b[same], a[same], 1)[0])))
        offset = float(np.median(a[same] - gain * b[same]))
    return np.asarray(np.abs(now - before * np.float32(gain) - np.float32(offset)) > _LEVELS, np.bool_)


def differs(now: Grey, before: Grey) -> bool:
    """Whether two small pictures differ by more than noise and light."""
    return float(changed(now, before).mean()) > _SHARE


class Gate:
    """Lets through only what has been at rest for `STILL_SECONDS`."""

    def __init__(self) -> None:
        self._last: Grey | None = None
        self._since = 0.0

    def saw(self, grey: Grey, at: float) -> bool:
        """Takes the next small picture, taken at monotonic second `at`; whether the table is at rest now."""
        if self._last is None or differs(grey, self._last):
            self._since = at
        self._last = grey
        return at - self._since >= STILL_SECONDS


def _filled(shape: tuple[int, ...], corners: Corners, grown: float = 0.0) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    points = np.array(corners, np.float32)
    centre = points.mean(axis=0)
    reach = np.linalg.norm(points - centre, axis=1, keepdims=True)
    cv2.fillConvexPoly(mask, np.round(centre + (points - centre) * (1 + grown / np.maximum(reach, 1))).astype(int), 1)
    return mask


def place(difference: Mask, corners: Corners, others: Sequence[Corners]) -> str:
    """What became of a card's place: "same", "bare" or "hidden" under something larger than the card.

    `difference` (h, w): where the table looks different; `corners` and those of the other cards in its pixels.
    What only took the card leaves the ground round it as it was; a hand or a sleeve does not.
    """
    own = _filled(difference.shape, corners, -2.0).astype(np.bool_)
    if not own.any() or float(difference[own].mean()) < _OWN:
        return "same"
    ring = _filled(difference.shape, corners, _RING + 3) > _filled(difference.shape, corners, 3.0)
    for other in others:
        ring &= _filled(difference.shape, other, 3.0) == 0
    return "hidden" if ring.sum() > 12 and float(difference[ring].mean()) > _HIDDEN else "bare"
