"""静けさ shizukesa: what the small pictures tell: a table at rest, black, frozen, or in other light."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Luma = NDArray[np.uint8]

STILL_SECONDS = 0.5
_BLOCK = 40  # pixels; a card seen from above is about this wide in the small picture
_MOVED = 5.0  # grey levels by which the mean of a block changes; the noise of a mean of 1600 pixels is under 1
_BLACK = 8.0  # grey levels; the exposure control brings anything that has light at all far above
_FROZEN_PICTURES = 5  # a sensor's noise never repeats to the last bit, not even twice
_CHANGED_SECONDS = 3.0
_CHANGED = 2.0  # one stop lighter or darker than when the exposure was locked


class Watch:
    """Looks at one small luma picture (H, W) uint8 after the other; all of them must have the same shape."""

    def __init__(self) -> None:
        self._rest: NDArray[np.float64] | None = None
        self._since = 0.0
        self._mark: int | None = None
        self._same = 0
        self._lit: float | None = None
        self._steady = 0.0
        self.level = 0.0

    def see(self, luma: Luma) -> None:
        """Takes in the next picture."""
        now = time.monotonic()
        mark = zlib.crc32(luma.tobytes())
        self._same = self._same + 1 if mark == self._mark else 0
        self._mark = mark
        rows, columns = (max(1, side // _BLOCK) for side in luma.shape)
        cut = luma[: rows * (luma.shape[0] // rows), : columns * (luma.shape[1] // columns)]
        blocks = cut.reshape(rows, luma.shape[0] // rows, columns, luma.shape[1] // columns).mean(axis=(1, 3))
        self.level = float(blocks.mean())
        if self._rest is None or self._moved(blocks, self._rest):
            self._rest, self._since = blocks, now
        if self._lit is None or not self._changed(self._lit):
            self._steady = now

    @staticmethod
    def _moved(blocks: NDArray[np.float64], rest: NDArray[np.float64]) -> bool:
        # Against the first picture of the rest, so that what creeps is noticed; less what all blocks do together.
        step = blocks - rest
        return bool(np.abs(step - np.median(step)).max() > _MOVED)

    def _changed(self, lit: float) -> bool:
        return not 1 / _CHANGED < (self.level + 1) / (lit + 1) < _CHANGED

    @property
    def still(self) -> bool:
        """Whether nothing has moved for `STILL_SECONDS`."""
        return time.monotonic() - self._since >= STILL_SECONDS

    @property
    def fresh(self) -> bool:
        """Whether the newest picture differs from the one before."""
        return not self._same

    @property
    def frozen(self) -> bool:
        """Whether the camera repeats itself to the last bit, though the picture is not just black."""
        return self._same >= _FROZEN_PICTURES and not self.black

    @property
    def black(self) -> bool:
        """Whether there is as good as nothing to see."""
        return self.level < _BLACK

    @property
    def relit(self) -> bool:
        """Whether the light has been another than when it was measured, for some seconds."""
        return self._lit is not None and time.monotonic() - self._steady > _CHANGED_SECONDS

    def measured(self) -> None:
        """The exposure has just been locked for the light there is now."""
        self._lit, self._steady = self.level, time.monotonic()
