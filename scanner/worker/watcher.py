"""見守り mimamori: follows one source at a low rate, and reads only when a table that had changed has come to rest."""

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

PICTURE_LONG_SIDE_PX = 1920  # of the picture that goes with a table state, to which its corners refer
_LIVE_LONG_SIDE_PX = 640
_LIVE_JPEG_QUALITY = 55
_CAPTURE_TIMEOUT_S = 1.0
_STALE_AFTER_S = 2.0
_MAX_READINGS = 3  # of one rest, at most

Frame = NDArray[np.uint8]
FullReader = Callable[[Frame, str], PictureRead]
IncrementalReader = Callable[[Frame, str, PictureRead], PictureRead]


@dataclass(frozen=True, slots=True)
class WatchResult:
    """What one look gave. `fresh`: a new picture came; `still`: the table is at rest and `table` is what lies on it.

    `jpeg`: the picture of `table` when that has a new version, else the small live one if it was asked for, else b"".
    """

    has_new_frame: bool
    is_still: bool
    table: TableState
    jpeg: bytes


class TableWatcher:
    """Follows the table of one source laid with one deck; `kind` is the deck's kind.

    `read` reads the first picture of a rest whole, `again` (as `scanner.reader.read_again`) the next ones quickly.
    Cards that lie off the `cloth` are none of this table.
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
        self._last_read_grey: GreyImage | None = None  # how the table looked when it was last read
        self._readings: list[PictureRead] = []  # of this rest, in pixels of the pictures as they came
        self._table_jpeg = b""

    def poll(self, known_version: int, *, live: bool = False) -> WatchResult:
        """Looks once; the one who asks knows the table's version `known`. Refusal as the source's `read`."""
        since = self._clock()
        frame = self._source.preview(self._deck_kind, _CAPTURE_TIMEOUT_S)
        if not self._is_new(frame):
            return WatchResult(has_new_frame=False, is_still=False, table=self._tracker.state, jpeg=b"")
        assert frame is not None  # noqa: S101  what is not there is not new
        grey = to_motion_image(frame)
        still = self._motion_gate.update(grey, since)
        if not still:
            self._readings = []
        elif self._last_read_grey is None or self._readings or has_changed(grey, self._last_read_grey):
            still = self._add_reading(grey)
        else:
            self._last_read_grey = grey  # light that creeps is followed
            self._tracker.refresh_background(grey)
        state = self._tracker.state
        jpeg = self._table_jpeg if state.version != known_version else _encode_live(frame) if live else b""
        return WatchResult(has_new_frame=True, is_still=still, table=state, jpeg=jpeg)

    def _is_new(self, frame: Frame | None) -> bool:
        """Whether it is a picture not seen before: a camera that repeats itself to the last bit shows nothing."""
        if frame is None:
            return False
        mark = zlib.crc32(frame[::4, ::4].tobytes())
        self._last_checksum, last = mark, self._last_checksum
        return mark != last

    def _add_reading(self, grey: GreyImage) -> bool:
        """Reads the table once more; True when enough readings of this rest agree, or there are enough of them."""
        taken = self._clock()
        frame = self._source.read(_CAPTURE_TIMEOUT_S)
        late = self._clock() - taken > _STALE_AFTER_S
        if frame is None or (late and not self._source.renders_on_demand):
            return False
        like = (
            self._source.preview(self._deck_kind, _CAPTURE_TIMEOUT_S) if self._source.preview_is_downscaled else frame
        )
        if like is None or has_changed(to_motion_image(like), grey):  # somebody moved in between
            self._readings = []
            return False
        if self._readings and self._incremental_reader:
            reading = self._incremental_reader(frame, self.deck, self._readings[-1])
        else:
            reading = self._reader(frame, self.deck)
        reading = restrict_to_play_area(reading, self.play_area)
        self._readings.append(reading)
        enough = len(self._readings) >= _MAX_READINGS
        if len(self._readings) < 2 or not (enough or readings_agree(self._readings[-2], reading, self._deck_kind)):
            return False
        version = self._tracker.state.version
        shown, _ = decode.shrink(frame, PICTURE_LONG_SIDE_PX)
        height, width = shown.shape[:2]
        state = self._tracker.update(taken, grey, [one.to_size(width, height) for one in self._readings])
        self._last_read_grey, self._readings = grey, []
        if state.version != version:
            self._table_jpeg = decode.encode_jpeg(shown)
        return True


def _encode_live(frame: Frame) -> bytes:
    return decode.encode_jpeg(decode.shrink(frame, _LIVE_LONG_SIDE_PX)[0], _LIVE_JPEG_QUALITY)
