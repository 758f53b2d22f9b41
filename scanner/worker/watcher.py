"""見守り mimamori: follows one source at a low rate, and reads only when a table that had changed has come to rest."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging import decode
from scanner.play_area import Polygon, within
from scanner.reads import PictureRead
from scanner.sources import Source
from scanner.tracking.fusion import agree
from scanner.tracking.motion import Gate, Grey, differs, small
from scanner.tracking.table_state import TableState
from scanner.tracking.tracker import Tabletop

SHOWN_SIDE = 1920  # of the picture that goes with a table state, to which its corners refer
_LIVE_SIDE = 640
_LIVE_QUALITY = 55
_GLIMPSE_SECONDS = 1.0
_STALE_SECONDS = 2.0
_READINGS = 3  # of one rest, at most

Frame = NDArray[np.uint8]
Read = Callable[[Frame, str], PictureRead]
Again = Callable[[Frame, str, PictureRead], PictureRead]


@dataclass(frozen=True, slots=True)
class Glance:
    """What one look gave. `fresh`: a new picture came; `still`: the table is at rest and `table` is what lies on it.

    `jpeg`: the picture of `table` when that has a new version, else the small live one if it was asked for, else b"".
    """

    fresh: bool
    still: bool
    table: TableState
    jpeg: bytes


class Watcher:
    """Follows the table of one source laid with one deck; `kind` is the deck's kind.

    `read` reads the first picture of a rest whole, `again` (as `scanner.reader.read_again`) the next ones quickly.
    Cards that lie off the `cloth` are none of this table.
    """

    def __init__(
        self,
        source: Source,
        read: Read,
        deck: str,
        kind: str,
        *,
        again: Again | None = None,
        cloth: Polygon | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.deck, self.cloth = deck, cloth
        self._clock = clock
        self._source, self._read, self._again, self._kind = source, read, again, kind
        self._gate = Gate()
        self._tabletop = Tabletop(deck, kind)
        self._mark: int | None = None
        self._rest: Grey | None = None  # how the table looked when it was last read
        self._readings: list[PictureRead] = []  # of this rest, in pixels of the pictures as they came
        self._shown = b""

    def glance(self, known: int, *, live: bool = False) -> Glance:
        """Looks once; the one who asks knows the table's version `known`. Refusal as the source's `read`."""
        since = self._clock()
        frame = self._source.glimpse(self._kind, _GLIMPSE_SECONDS)
        if not self._new(frame):
            return Glance(fresh=False, still=False, table=self._tabletop.state, jpeg=b"")
        assert frame is not None  # noqa: S101  what is not there is not new
        grey = small(frame)
        still = self._gate.saw(grey, since)
        if not still:
            self._readings = []
        elif self._rest is None or self._readings or differs(grey, self._rest):
            still = self._reread(grey)
        else:
            self._rest = grey  # light that creeps is followed
            self._tabletop.same(grey)
        state = self._tabletop.state
        jpeg = self._shown if state.version != known else _live(frame) if live else b""
        return Glance(fresh=True, still=still, table=state, jpeg=jpeg)

    def _new(self, frame: Frame | None) -> bool:
        """Whether it is a picture not seen before: a camera that repeats itself to the last bit shows nothing."""
        if frame is None:
            return False
        mark = zlib.crc32(frame[::4, ::4].tobytes())
        self._mark, last = mark, self._mark
        return mark != last

    def _reread(self, grey: Grey) -> bool:
        """Reads the table once more; True when enough readings of this rest agree, or there are enough of them."""
        taken = self._clock()
        frame = self._source.read(_GLIMPSE_SECONDS)
        late = self._clock() - taken > _STALE_SECONDS
        if frame is None or (late and not self._source.made_to_order):
            return False
        like = self._source.glimpse(self._kind, _GLIMPSE_SECONDS) if self._source.small_glimpses else frame
        if like is None or differs(small(like), grey):  # somebody moved in between
            self._readings = []
            return False
        if self._readings and self._again:
            reading = self._again(frame, self.deck, self._readings[-1])
        else:
            reading = self._read(frame, self.deck)
        reading = within(reading, self.cloth)
        self._readings.append(reading)
        enough = len(self._readings) >= _READINGS
        if len(self._readings) < 2 or not (enough or agree(self._readings[-2], reading, self._kind)):
            return False
        version = self._tabletop.state.version
        shown, _ = decode.shrink(frame, SHOWN_SIDE)
        height, width = shown.shape[:2]
        state = self._tabletop.saw(taken, grey, [one.scaled(width, height) for one in self._readings])
        self._rest, self._readings = grey, []
        if state.version != version:
            self._shown = decode.encode_jpeg(shown)
        return True


def _live(frame: Frame) -> bytes:
    return decode.encode_jpeg(decode.shrink(frame, _LIVE_SIDE)[0], _LIVE_QUALITY)
