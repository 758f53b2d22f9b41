"""Pictures of a source as watching needs them: small, and large to read.

A small one is looked at each time; the large one is asked for only where some of it is read.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from scanner.imaging import decode
from scanner.imaging.image import ColorImage
from scanner.sources import Source
from scanner.tracking.motion import SmallImage, difference_mask, to_color_image

_LIVE_LONG_SIDE_PX = 640
"""Long side of the live picture in pixels, small because it is sent all the time."""
_LIVE_JPEG_QUALITY = 55
"""JPEG quality of the live picture, 0..100, low for the same reason."""
_CAPTURE_TIMEOUT_S = 1.0
"""Seconds the source has to deliver a picture; the next poll tries again."""
_STALE_AFTER_S = 2.0
"""Seconds from requesting a picture to receiving it, beyond which a camera's picture is too old to be read."""
_CHECKSUM_STEP = 4
"""Every so many pixels, in both directions, goes into the checksum that recognises a repeated picture."""
_MAX_MOVED_SHARE = 0.0012
"""Share of the picture, 0..1, that may differ between the small and the large one: a quarter of a small card."""


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """A picture asked for at second `time_s`: `frame` as the source gives it quickly, and small as `image`.

    `is_repeated`: it is the last one to the bit, as from a camera that hangs.
    """

    time_s: float
    frame: ColorImage
    image: SmallImage
    is_repeated: bool

    def live_jpeg(self) -> bytes:
        """The picture as a phone that looks on gets it."""
        return decode.encode_jpeg(decode.shrink(self.frame, _LIVE_LONG_SIDE_PX)[0], _LIVE_JPEG_QUALITY)


class TableCamera:
    """Pictures of one source of cards of the kind `kind`. `clock` counts seconds."""

    def __init__(self, source: Source, kind: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._source, self._kind, self._clock = source, kind, clock
        self._last_checksum: int | None = None

    def preview(self) -> Preview | None:
        """The next picture; None if none came or it comes too late. Refusal as for `Source.read`."""
        asked_at = self._clock()
        frame = self._source.preview(self._kind, _CAPTURE_TIMEOUT_S)
        if frame is None or self._is_late(asked_at):
            return None
        checksum = zlib.crc32(frame[::_CHECKSUM_STEP, ::_CHECKSUM_STEP].tobytes())
        self._last_checksum, last_checksum = checksum, self._last_checksum
        return Preview(asked_at, frame, to_color_image(frame), checksum == last_checksum)

    def picture(self, preview: Preview) -> ColorImage | None:
        """The large picture of the same moment; None if none came or something moved in between."""
        if not self._source.has_small_preview:
            return preview.frame
        asked_at = self._clock()
        frame = self._source.read(_CAPTURE_TIMEOUT_S)
        if frame is None or self._is_late(asked_at):
            return None
        comparable = (
            self._source.preview(self._kind, _CAPTURE_TIMEOUT_S) if self._source.preview_is_downscaled else frame
        )
        if comparable is None:
            return None
        moved = difference_mask(to_color_image(comparable), preview.image)
        return None if float(moved.mean()) > _MAX_MOVED_SHARE else frame

    def _is_late(self, asked_at: float) -> bool:
        return self._clock() - asked_at > _STALE_AFTER_S and not self._source.renders_on_demand
