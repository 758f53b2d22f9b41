"""What watching a table reads of a picture when one card has been laid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage
    from scanner.reads import PictureRead

_ROOM = 0.5
"""Room around a card that is read with it, in lengths of the card: `CardWatcher` leaves .35 to .7."""


def read_around_card(frame: ColorImage, deck: str, read: PictureRead, data: Path | None = None) -> PictureRead:
    """Read the part of a frame around the surest card of its reading again, the other cards being known.

    Without a card in it the whole frame is read. Arguments and refusals are those of `scanner.reader.read_picture`.
    """
    from scanner.reader import read_region  # noqa: PLC0415  OpenCV only where pictures are read

    laid = max(read.cards, key=lambda card: (card.sure, card.confidence), default=None)
    if laid is None:
        return read_region(frame, deck, (0, 0, read.width, read.height), data=data)
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*laid.corners, strict=True))
    room = _ROOM * max(right - left, bottom - top)
    region = (
        max(0, round(left - room)),
        max(0, round(top - room)),
        min(read.width, round(right + room)),
        min(read.height, round(bottom + room)),
    )
    return read_region(
        frame, deck, region, [card for card in read.cards if card is not laid and card.sure], (laid,), data
    )
