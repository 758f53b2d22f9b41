"""Follows the play on one camera's frames: what came to rest, where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scanner.following.card_watcher import CardWatcher, RegionReader
from scanner.following.sightings import SightingWriter
from scanner.following.zones import PlayZones
from scanner.imaging.image import ColorImage
from scanner.tracking.followed_table import FollowedTable
from scanner.tracking.motion import MOTION_WIDTH_PX, SmallImage, to_color_image
from scorer.errors import Refusal
from scorer.following.sighting import Rest
from scorer.texts import Text


class PlayWatcher:
    """Follows one table: `see` takes frame after frame and tells what came to rest.

    `deck`: what the cards are read as, of the kind `kind`. `read`: such as `scanner.reader.read_region`.
    """

    def __init__(self, deck: str, kind: str, zones: PlayZones, read: RegionReader) -> None:
        self._deck, self._kind, self._read = deck, kind, read
        self._cards = CardWatcher(deck, kind, read)
        self._writer = SightingWriter(kind, zones)
        self._zones = zones
        self._told: frozenset[int] = frozenset()
        self._size = (0, 0)
        self._shape: tuple[int, ...] = ()

    @property
    def table(self) -> FollowedTable:
        """The cards as they are known."""
        return self._cards.table

    @property
    def readings(self) -> int:
        """Parts of pictures that were read so far."""
        return self._cards.readings

    def see(self, frame: ColorImage, time_s: float) -> Rest | None:
        """What happened by this frame (height, width, 3) BGR uint8 of second `time_s`; None for nothing new.

        Zones are of the first frame; larger and smaller ones of its shape are the same table. Raises `bad_option` when
        the zones lie off the picture, and for a frame of another shape.
        """
        height, width = frame.shape[:2]
        return self.see_small(to_color_image(frame), (width, height), time_s, lambda: frame)

    def see_small(
        self, image: SmallImage, size: tuple[int, int], time_s: float, picture: Callable[[], ColorImage | None]
    ) -> Rest | None:
        """The same by the small picture of a frame of `size` (width, height) pixels, which `picture` gives."""
        if self._size == (0, 0):
            self._zones.check_size(*size)
            self._size, self._shape = size, image.shape
            longest_px = self._zones.longest_card(size) * MOTION_WIDTH_PX / size[0]
            self._cards = CardWatcher(self._deck, self._kind, self._read, longest_px)
        elif self._shape != image.shape:
            raise Refusal("bad_option", _other_shape(self._size, size))
        look = self._cards.see(image, time_s, picture)
        scale = self._size[0] / MOTION_WIDTH_PX
        parts = self._cards.account.unexplained(time_s)
        told = frozenset(part.number for part in parts)
        if not look.events and told == self._told and (self.table.is_clear or not look.has_read):
            return None
        is_news, self._told = told != self._told, told
        unexplained = self._writer.places(parts, self._size, scale)
        rest = self._writer.to_rest(self.table, look.events, self._size, scale, self._cards.trail, is_news=is_news)
        return None if rest is None else replace(rest, unexplained=unexplained)


def _other_shape(first: tuple[int, int], now: tuple[int, int]) -> Text:
    return Text(
        f"The pictures were {first[0]} x {first[1]} pixels and are {now[0]} x {now[1]} now: the zones no longer fit.",
        f"画像が{first[0]}×{first[1]}画素から{now[0]}×{now[1]}画素に変わり、席の範囲が合わなくなりました。",
    )
