"""The worker's side of a followed round: frame after frame to rests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scanner.following.play_watcher import PlayWatcher, RegionReader
from scanner.following.zones import PlayZones
from scanner.imaging import decode
from scanner.sources import Source
from scorer.errors import Refusal
from scorer.following.sighting import Rest
from scorer.texts import Text

_CAPTURE_TIMEOUT_S = 1.0
"""Seconds the source has to deliver a picture; the next poll tries again."""
_LIVE_LONG_SIDE_PX = 640
"""Long side of the live picture in pixels, small because it is sent all the time."""
_LIVE_JPEG_QUALITY = 55
"""JPEG quality of the live picture, 0..100, low for the same reason."""

Corners = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class PlayTarget:
    """The round to follow: its name, what its cards are read as, and everybody's zone, that of the middle last."""

    round: str
    deck: str
    zones: tuple[tuple[tuple[float, float], ...], ...]


def play_target(round_: str, deck: str, zones: Sequence[Corners]) -> PlayTarget:
    """The target of a request. Raises `bad_option` for zones that are no polygons."""
    try:
        polygons = tuple(tuple((float(x), float(y)) for x, y in zone) for zone in zones)
    except (TypeError, ValueError):
        polygons = ()
    if len(polygons) < 2 or min(map(len, polygons)) < 3:
        raise Refusal("bad_option", Text("a zone has at least three corners", "席の範囲には角が三つ以上必要です"))
    return PlayTarget(round_, deck, polygons)


class PlayPoller:
    """Follows one round of one source. `kind`: of the deck. `read`: such as `scanner.reader.read_region`.

    `clock` counts seconds; those of the rests begin with the first poll.
    """

    def __init__(
        self,
        source: Source,
        target: PlayTarget,
        kind: str,
        read: RegionReader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.target = target
        self._source, self._kind, self._clock = source, kind, clock
        *seats, middle = target.zones
        self._watcher = PlayWatcher(target.deck, kind, PlayZones(tuple(seats), middle, is_relative=True), read)
        self._began = clock()

    def poll(self, *, live: bool) -> tuple[bool, Rest | None, bytes]:
        """Whether a picture came, the rest that it showed, and it as a small JPEG if that is wanted."""
        frame = self._source.read(_CAPTURE_TIMEOUT_S)
        if frame is None:
            return False, None, b""
        rest = self._watcher.see(frame, self._clock() - self._began)
        small = decode.encode_jpeg(decode.shrink(frame, _LIVE_LONG_SIDE_PX)[0], _LIVE_JPEG_QUALITY) if live else b""
        return True, rest, small
