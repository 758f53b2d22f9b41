"""Watches one table and reads it when it has changed and come to rest."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging import decode
from scanner.play_area import Polygon, restrict_to_play_area
from scanner.reads import PictureRead
from scanner.sources import Source
from scanner.tracking.fusion import readings_agree
from scanner.tracking.motion import GreyImage, MotionGate, has_changed, to_motion_image
from scanner.tracking.table_state import TableState
from scanner.tracking.tracker import TableTracker

PICTURE_LONG_SIDE_PX = 1920
"""Long side, in pixels, of the picture that belongs to a table state; the state's corners are in its pixels."""

_LIVE_LONG_SIDE_PX = 640
"""Long side of the live picture in pixels, small because it is sent all the time."""

_LIVE_JPEG_QUALITY = 55
"""JPEG quality of the live picture, 0..100, low for the same reason."""

_CAPTURE_TIMEOUT_S = 1.0
"""Seconds the source has to deliver a picture; the next poll tries again."""

_STALE_AFTER_S = 2.0
"""Seconds from requesting a picture to receiving it, beyond which a camera's picture is too old to be read."""

_MAX_READINGS = 3
"""Readings of one rest, at most: then the table counts as read even if they disagree."""

_CHECKSUM_STEP = 4
"""Every so many pixels, in both directions, goes into the checksum that recognises a repeated picture."""

Frame = NDArray[np.uint8]
"""Picture (H, W, 3) uint8 BGR."""

FullReader = Callable[[Frame, str], PictureRead]
"""Reads a whole picture of cards of the named deck."""

IncrementalReader = Callable[[Frame, str, PictureRead], PictureRead]
"""Reads the next picture of the same table, given the reading before."""


@dataclass(frozen=True, slots=True)
class WatchResult:
    """Result of one poll.

    `has_new_frame`: a new picture came. `is_still`: the table is at rest, and `table` is its reading. `jpeg`: the
    picture of `table` if that has a new version, else the small live one if it was requested, else b"".
    """

    has_new_frame: bool
    is_still: bool
    table: TableState
    jpeg: bytes


class TableWatcher:
    """Watches the table of one source for cards of one deck.

    `deck_kind`: kind of the deck. `reader` reads the first picture in full, `incremental_reader` (such as
    `scanner.reader.read_incremental`) the next ones, by what changed since the last rest. Cards outside the
    `play_area` are ignored. `clock` counts seconds.
    """

    def __init__(
        self,
        source: Source,
        reader: FullReader,
        deck: str,
        deck_kind: str,
        *,
        incremental_reader: IncrementalReader | None = None,
        play_area: Polygon | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.deck, self.play_area = deck, play_area
        self._clock = clock
        self._source, self._reader, self._incremental_reader, self._deck_kind = (
            source,
            reader,
            incremental_reader,
            deck_kind,
        )
        self._motion_gate = MotionGate()
        self._tracker = TableTracker(deck, deck_kind)
        self._last_checksum: int | None = None
        self._last_read_grey: GreyImage | None = None  # the table when it was last read
        self._readings: list[PictureRead] = []  # of this rest, in pixels of the pictures as captured
        self._last_rest: PictureRead | None = None  # the last reading of the rest before
        self._table_jpeg = b""

    def poll(self, known_version: int, *, live: bool = False) -> WatchResult:
        """Look at the table once, and read it if it has changed and come to rest.

        `known_version`: version of the table that the caller has. `live`: return a live picture when that version is
        current. Refusal as for `Source.read`.
        """
        requested_at = self._clock()
        frame = self._source.preview(self._deck_kind, _CAPTURE_TIMEOUT_S)
        if not self._is_new(frame):
            return WatchResult(has_new_frame=False, is_still=False, table=self._tracker.state, jpeg=b"")
        assert frame is not None  # noqa: S101  None is never new
        grey = to_motion_image(frame)
        is_still = self._motion_gate.update(grey, requested_at)
        if not is_still:
            self._readings = []
        elif self._last_read_grey is None or self._readings or has_changed(grey, self._last_read_grey):
            is_still = self._add_reading(grey)
        else:
            self._last_read_grey = grey  # follow light that changes slowly
            self._tracker.refresh_background(grey)
        state = self._tracker.state
        jpeg = self._table_jpeg if state.version != known_version else _encode_live(frame) if live else b""
        return WatchResult(has_new_frame=True, is_still=is_still, table=state, jpeg=jpeg)

    def _is_new(self, frame: Frame | None) -> bool:
        """Whether the picture differs from the last one: one repeated to the last bit shows nothing new."""
        if frame is None:
            return False
        checksum = zlib.crc32(frame[::_CHECKSUM_STEP, ::_CHECKSUM_STEP].tobytes())
        self._last_checksum, last_checksum = checksum, self._last_checksum
        return checksum != last_checksum

    def _add_reading(self, grey: GreyImage) -> bool:
        """Read the table once more; True when two readings of this rest agree or `_MAX_READINGS` are reached."""
        requested_at = self._clock()
        frame = self._source.read(_CAPTURE_TIMEOUT_S)
        is_stale = self._clock() - requested_at > _STALE_AFTER_S
        if frame is None or (is_stale and not self._source.renders_on_demand):
            return False
        comparable = (
            self._source.preview(self._deck_kind, _CAPTURE_TIMEOUT_S) if self._source.preview_is_downscaled else frame
        )
        if comparable is None or has_changed(to_motion_image(comparable), grey):  # something moved in between
            self._readings = []
            return False
        previous = self._last_rest or (self._readings[-1] if self._readings else None)
        if previous and self._incremental_reader:
            reading = self._incremental_reader(frame, self.deck, previous)
        else:
            reading = self._reader(frame, self.deck)
        reading = restrict_to_play_area(reading, self.play_area)
        self._readings.append(reading)
        is_last = len(self._readings) >= _MAX_READINGS
        if len(self._readings) < 2 or not (is_last or readings_agree(self._readings[-2], reading, self._deck_kind)):
            return False
        version = self._tracker.state.version
        scaled, _ = decode.shrink(frame, PICTURE_LONG_SIDE_PX)
        height, width = scaled.shape[:2]
        state = self._tracker.update(requested_at, grey, [reading.to_size(width, height) for reading in self._readings])
        self._last_read_grey, self._last_rest, self._readings = grey, self._readings[-1], []
        if state.version != version:
            self._table_jpeg = decode.encode_jpeg(scaled)
        return True


def _encode_live(frame: Frame) -> bytes:
    return decode.encode_jpeg(decode.shrink(frame, _LIVE_LONG_SIDE_PX)[0], _LIVE_JPEG_QUALITY)
