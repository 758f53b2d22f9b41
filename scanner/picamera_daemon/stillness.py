"""Detect a still table, black or frozen pictures, and changed light."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Luma = NDArray[np.uint8]

STILL_AFTER_S = 0.5
"""Seconds without motion after which the table counts as still."""

_BLOCK_PX = 40
"""Side of a block in pixels: about the width of a card in the small picture, seen from above."""

_MOTION_THRESHOLD = 5.0
"""Change of a block's mean, in grey levels, that counts as motion. A mean of 1600 pixels has noise below 1."""

_BLACK_LEVEL = 8.0
"""Mean grey level below which a picture counts as black: with any light, auto exposure brings it far above."""

_FROZEN_AFTER_REPEATS = 5
"""Identical pictures in a row after which the camera counts as frozen: a sensor's noise never repeats even twice."""

_LIGHT_CHANGED_AFTER_S = 3.0
"""Seconds the light must differ before it counts as changed, so that a passing shadow starts no new metering."""

_LIGHT_CHANGE_FACTOR = 2.0
"""Factor of brightness, lighter or darker than when the exposure was locked, that counts as other light: one stop."""


class StillnessDetector:
    """Examines a sequence of small luma pictures (H, W) uint8, all of the same shape."""

    def __init__(self) -> None:
        self._reference_blocks: NDArray[np.float64] | None = None
        self._still_since = 0.0
        self._last_checksum: int | None = None
        self._repeats = 0
        self._locked_level: float | None = None
        self._light_unchanged_at = 0.0
        self.level = 0.0
        """Mean grey level of the newest picture, 0..255."""

    def update(self, luma: Luma) -> None:
        """Examine the next picture."""
        now = time.monotonic()
        checksum = zlib.crc32(luma.tobytes())
        self._repeats = self._repeats + 1 if checksum == self._last_checksum else 0
        self._last_checksum = checksum
        rows, columns = (max(1, side // _BLOCK_PX) for side in luma.shape)
        cropped = luma[: rows * (luma.shape[0] // rows), : columns * (luma.shape[1] // columns)]
        blocks = cropped.reshape(rows, luma.shape[0] // rows, columns, luma.shape[1] // columns).mean(axis=(1, 3))
        self.level = float(blocks.mean())
        if self._reference_blocks is None or self._has_moved(blocks, self._reference_blocks):
            self._reference_blocks, self._still_since = blocks, now
        if self._locked_level is None or not self._light_differs_from(self._locked_level):
            self._light_unchanged_at = now

    @staticmethod
    def _has_moved(blocks: NDArray[np.float64], reference: NDArray[np.float64]) -> bool:
        # Compared with the first still picture, so that slow motion adds up. The median removes a change of light.
        change = blocks - reference
        return bool(np.abs(change - np.median(change)).max() > _MOTION_THRESHOLD)

    def _light_differs_from(self, locked_level: float) -> bool:
        return not 1 / _LIGHT_CHANGE_FACTOR < (self.level + 1) / (locked_level + 1) < _LIGHT_CHANGE_FACTOR

    @property
    def is_still(self) -> bool:
        """Whether nothing has moved for `STILL_AFTER_S` seconds."""
        return time.monotonic() - self._still_since >= STILL_AFTER_S

    @property
    def is_new(self) -> bool:
        """Whether the newest picture differs from the one before."""
        return not self._repeats

    @property
    def is_frozen(self) -> bool:
        """Whether the camera repeats a picture to the last bit, and the picture is not just black."""
        return self._repeats >= _FROZEN_AFTER_REPEATS and not self.is_black

    @property
    def is_black(self) -> bool:
        """Whether the newest picture is practically black."""
        return self.level < _BLACK_LEVEL

    @property
    def has_light_changed(self) -> bool:
        """Whether the light has differed from the metered one for `_LIGHT_CHANGED_AFTER_S` seconds."""
        return self._locked_level is not None and time.monotonic() - self._light_unchanged_at > _LIGHT_CHANGED_AFTER_S

    def mark_exposure_locked(self) -> None:
        """Take the newest picture's brightness as that of the light for which the exposure is locked."""
        self._locked_level, self._light_unchanged_at = self.level, time.monotonic()
