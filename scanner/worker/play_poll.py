"""The worker's side of a followed round: frame after frame to rests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scanner.following.card_watcher import RegionReader
from scanner.following.frames import HANGING, HANGS_AFTER_S
from scanner.following.play_watcher import PlayWatcher
from scanner.following.zones import PlayZones
from scanner.play_area import Polygon
from scanner.sources import Source
from scanner.worker.table_camera import TableCamera
from scorer.errors import Refusal
from scorer.following.sighting import Rest
from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class PlayTarget:
    """The round to follow: its name, what its cards are read as, and everybody's zone, that of the middle last."""

    round: str
    deck: str
    zones: tuple[tuple[tuple[float, float], ...], ...]


def play_target(round_: str, deck: str, zones: Sequence[Polygon]) -> PlayTarget:
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
        self._camera, self._clock = TableCamera(source, kind, clock), clock
        *seats, middle = target.zones
        self._watcher = PlayWatcher(target.deck, kind, PlayZones(tuple(seats), middle, is_relative=True), read)
        self._began = self._new_at = clock()
        self._refusal: Refusal | None = None

    @property
    def trouble(self) -> Text | None:
        """Why nothing can be followed though the camera says that it is well; None while it can."""
        if self._refusal is not None:
            return self._refusal.message
        return HANGING if self._clock() - self._new_at > HANGS_AFTER_S else None

    def poll(self, *, live: bool) -> tuple[bool, Rest | None, bytes]:
        """Whether a new picture came, the rest that it showed, and it as a small JPEG if that is wanted.

        One that repeats the last is no new one, though after a while it counts as a table at rest. One of another shape
        shows nothing, and `trouble` says so.
        """
        preview = self._camera.preview()
        if preview is None:
            return False, None, b""
        if not preview.is_repeated:
            self._new_at = preview.time_s
        height, width = preview.frame.shape[:2]
        rest, self._refusal = None, None
        try:
            rest = self._watcher.see_small(
                preview.image, (width, height), preview.time_s - self._began, lambda: self._camera.picture(preview)
            )
        except Refusal as refusal:
            self._refusal = refusal
        return not preview.is_repeated, rest, preview.live_jpeg() if live else b""
