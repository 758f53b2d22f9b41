"""Small cards in a large picture: a look from nearer, or the word to come."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Region
from scanner.imaging.image import ColorImage
from scanner.imaging.image_quality import quality_issue
from scanner.reads import CardRead, HiddenCard, PictureRead

_FEW_CARDS = 3
"""Cards up to which a picture without any sure card is looked at again."""
_FAR_SHARE = 0.042
"""Share 0..1 of the picture's long side below which a card's long side is too small to be found surely.

The network that looks for cards sees the picture 768 pixels wide, and such a card 32 pixels long. Of 16 cards of 0.028
and 0.036 it found one.
"""
_MIN_SIDE_PX = 1536
"""Longer side in pixels from which that may help: twice what the network that looks for cards sees of it."""
_AROUND = 1.6
"""How many times as large as what was found the part is that is looked at. Of 16 cards in a picture of 12, 50, 108 or
200 megapixels, taken for one card, 14 to 16 are read with 1.3, all with 1.5 to 1.8, and of that of 50 none with 2."""
_MANY_PLACES = 10
"""Places that the network takes for cards from which on it is said that there may be more, where none could be read."""
_MAX_SHARE = 0.7
"""Share 0..1 of each side of the picture that the part may have: of more, nothing would be seen from nearer."""

Points = NDArray[np.float32]
Read = Callable[[ColorImage], PictureRead]
Outlined = TypeVar("Outlined", CardRead, HiddenCard)


def look_closer(frame: ColorImage, read: PictureRead, places: Points, read_part: Read) -> PictureRead:
    """The read of a picture (H, W, 3), or that of the part of it where cards are likely, if that has more sure cards.

    `places` (n, 2): centres in pixels of what may be cards. The network sees a picture 768 pixels wide: sixteen cards
    of 16 pixels each are one card to it, or none.
    """
    is_small = max(read.width, read.height) < _MIN_SIDE_PX
    if is_small or len(read.cards) > _FEW_CARDS or any(card.sure for card in read.cards):
        return read
    region = _part_to_see(read, places)
    if region is None:
        return read
    left, top, right, bottom = region
    closer = read_part(np.ascontiguousarray(frame[top:bottom, left:right]))
    if sum(card.sure for card in closer.cards) <= _FEW_CARDS:
        return replace(read, issue="far") if len(places) >= _MANY_PLACES else read
    return replace(
        closer,
        width=read.width,
        height=read.height,
        elapsed_ms=read.elapsed_ms + closer.elapsed_ms,
        cards=tuple(_moved(card, left, top) for card in closer.cards),
        hidden=tuple(_moved(card, left, top) for card in closer.hidden),
    )


def _part_to_see(read: PictureRead, places: Points) -> Region | None:
    """Left, top, right and bottom in pixels of the part around what was found. None where that is most of it."""
    corners = [corner for card in read.cards for corner in card.corners]
    around = np.array(corners) if corners else np.asarray(places)
    if len(around) < 2:
        return None
    first, last = around.min(axis=0), around.max(axis=0)
    middle, half = (first + last) / 2, np.maximum((last - first) / 2 * _AROUND, 1.0)
    size = np.array([read.width, read.height])
    start, end = np.maximum(middle - half, 0), np.minimum(middle + half, size)
    if ((end - start) > _MAX_SHARE * size).all():
        return None
    (left, top), (right, bottom) = start.astype(int).tolist(), end.astype(int).tolist()
    return (left, top, right, bottom)


def _moved(card: Outlined, left: int, top: int) -> Outlined:
    a, b, c, d = ((x + left, y + top) for x, y in card.corners)
    return replace(card, corners=(a, b, c, d))


def with_issue(read: PictureRead, frame: ColorImage) -> PictureRead:
    """The read with what is amiss with its picture (H, W, 3), a key of `scanner.doubt_texts.ISSUE_TEXTS`.

    Small cards are said to be too small rather than left out without a word.
    """
    if read.issue:
        return read
    if not read.cards:
        return replace(read, issue=quality_issue(frame))
    sides = [max(math.dist(card.corners[at], card.corners[at - 1]) for at in range(4)) for card in read.cards]
    is_far = len(sides) <= _FEW_CARDS and median(sides) < _FAR_SHARE * max(read.width, read.height)
    return replace(read, issue="far") if is_far else read
