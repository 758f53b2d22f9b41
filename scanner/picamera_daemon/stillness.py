"""静けさ shizukesa: what the small pictures tell: a table at rest, black, frozen, or in other light."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Luma = NDArray[np.uint8]

STILL_AFTER_S = 0.5
_BLOCK_PX = 40  # pixels; a card seen from above is about this wide in the small picture
_MOTION_THRESHOLD = (
    5.0  # grey levels by which the mean of a block changes; the noise of a mean of 1600 pixels is under 1
)
_BLACK_LEVEL = 8.0  # grey levels; the exposure control brings anything that has light at all far above
_FROZEN_AFTER_REPEATS = 5  # a sensor's noise never repeats to the last bit, not even twice
_LIGHT_CHANGED_AFTER_S = 3.0
_LIGHT_CHANGE_FACTOR = 2.0  # one stop lighter or darker than when the exposure was locked


class StillnessDetector:
    """Looks at one small luma picture (H, W) uint8 after the other; all of them must have the same shape."""

    def __init__(self) -> None:
        self._reference_blocks: NDArray[np.float64] | None = None
        self._still_since = 0.0
        self._last_checksum: int | None = None
        self._repeats = 0
        self._locked_level: float | None = None
        self._light_unchanged_at = 0.0
        self.level = 0.0

    def update(self, luma: Luma) -> None:
        """Takes in the next picture."""
        now = time.monotonic()
        mark = zlib.crc32(luma.tobytes())
        self._repeats = self._repeats + 1 if mark == self._last_checksum else 0
        self._last_checksum = mark
        rows, columns = (max(1, side // _BLOCK_PX) for side in luma.shape)
        cut = luma[: rows * (luma.shape[0] // rows), : columns * (luma.shape[1] // columns)]
        blocks = cut.reshape(rows, luma.shape[0] // rows, columns, luma.shape[1] // columns).mean(axis=(1, 3))
        self.level = float(blocks.mean())
        if self._reference_blocks is None or self._has_moved(blocks, self._reference_blocks):
            self._reference_blocks, self._still_since = blocks, now
        if self._locked_level is None or not self._light_differs_from(self._locked_level):
            self._light_unchanged_at = now

    @staticmethod
    def _has_moved(blocks: NDArray[np.float64], reference: NDArray[np.float64]) -> bool:
        # Against the first picture of the rest, so that what creeps is noticed; less what all blocks do together.
        step = blocks - reference
        return bool(np.abs(step - np.median(step)).max() > _MOTION_THRESHOLD)

    def _light_differs_from(self, locked_level: float) -> bool:
        return not 1 / _LIGHT_CHANGE_FACTOR < (self.level + 1) / (locked_level + 1) < _LIGHT_CHANGE_FACTOR

    @property
    def is_still(self) -> bool:
        """Whether nothing has moved for `STILL_SECONDS`."""
        return time.monotonic() - self._still_since >= STILL_AFTER_S

    @property
    def is_new(self) -> bool:
        """Whether the newest picture differs from the one before."""
        return not self._repeats

    @property
    def is_frozen(self) -> bool:
        """Whether the camera repeats itself to the last bit, though the picture is not just black."""
        return self._repeats >= _FROZEN_AFTER_REPEATS and not self.is_black

    @property
    def is_black(self) -> bool:
        """Whether there is as good as nothing to see."""
        return self.level < _BLACK_LEVEL

    @property
    def has_light_changed(self) -> bool:
        """Whether the light has been another than when it was measured, for some seconds."""
        return self._locked_level is not None and time.monotonic() - self._light_unchanged_at > _LIGHT_CHANGED_AFTER_S

    def mark_exposure_locked(self) -> None:
        """The exposure has just been locked for the light there is now."""
        self._locked_level, self._light_unchanged_at = self.level, time.monotonic()
