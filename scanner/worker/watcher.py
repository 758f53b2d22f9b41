"""Watches one table and says what lies there when it is at rest."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scanner.following.card_watcher import CardWatcher, RegionReader
from scanner.following.table_publisher import publish_table
from scanner.imaging import decode
from scanner.imaging.geometry import Region
from scanner.imaging.image import ColorImage
from scanner.play_area import Polygon, restrict_to_play_area
from scanner.reads import CardRead, PictureRead
from scanner.sources import Source
from scanner.tracking.followed_table import FollowedCard
from scanner.tracking.table_state import TableState
from scanner.worker.table_camera import TableCamera

PICTURE_LONG_SIDE_PX = 1920
"""Long side, in pixels, of the picture that belongs to a table state; the state's corners are in its pixels."""


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

    `deck_kind`: kind of the deck. `read`: such as `scanner.reader.read_region`. Cards outside the `play_area` are
    ignored. `clock` counts seconds.
    """

    def __init__(
        self,
        source: Source,
        read: RegionReader,
        deck: str,
        deck_kind: str,
        *,
        play_area: Polygon | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.deck, self.play_area = deck, play_area
        self._camera = TableCamera(source, deck_kind, clock)
        self._read = read
        self._cards = CardWatcher(deck, deck_kind, self._read_in_play_area)
        self._state = TableState(0, 0.0, 1, 1, deck)
        self._published: tuple[FollowedCard, ...] = ()
        self._table_jpeg = b""

    def poll(self, known_version: int, *, live: bool = False) -> WatchResult:
        """Look at the table once, and read what has changed and come to rest.

        `known_version`: version of the table that the caller has. `live`: return a live picture when that version is
        current. Refusal as for `Source.read`.
        """
        preview = self._camera.preview()
        if preview is None or preview.is_repeated:
            return WatchResult(has_new_frame=False, is_still=False, table=self._state, jpeg=b"")
        frames: list[ColorImage | None] = []  # the large picture, asked for once

        def picture() -> ColorImage | None:
            if not frames:
                frames.append(self._camera.picture(preview))
            return frames[0]

        self._cards.see(preview.image, preview.time_s, picture)
        is_still = self._cards.is_settled and self._publish(preview.time_s, picture)
        is_current = self._state.version == known_version
        jpeg = (preview.live_jpeg() if live else b"") if is_current else self._table_jpeg
        return WatchResult(has_new_frame=True, is_still=is_still, table=self._state, jpeg=jpeg)

    def _publish(self, time_s: float, picture: Callable[[], ColorImage | None]) -> bool:
        """Make the next state if the cards are others than in the last. False if there is no picture to go with it."""
        cards = self._cards.table.cards
        if self._state.version and cards == self._published:
            return True
        frame = picture()
        if frame is None:
            return False
        scaled, _ = decode.shrink(frame, PICTURE_LONG_SIDE_PX)
        height, width = scaled.shape[:2]
        state = publish_table(self._state, self._cards.table, time_s, (width, height))
        if state.version != self._state.version:
            self._table_jpeg = decode.encode_jpeg(scaled)
        self._state, self._published = state, cards
        return True

    def _read_in_play_area(
        self, frame: ColorImage, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        return restrict_to_play_area(self._read(frame, deck, region, known, places), self.play_area)
