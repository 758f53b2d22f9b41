"""疑い utagai: why a card is not sure, as a key and as words for the table."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from scanner.imaging.geometry import Quad, sides
from scanner.imaging.image_quality import BURNT_AT, shaken
from scanner.recognition.features import Picture
from scorer.texts import Text

DOUBTS = {
    "twice": Text("another card was read as the same one", "同じ札がもう一枚読まれています"),
    "cut_off": Text("part of the card is outside the picture", "札の一部が写っていません"),
    "covered": Text("something lies over it", "何かが重なっています"),
    "too_small": Text("the card is too small in the picture", "札が小さすぎます"),
    "dark": Text("it is too dark there", "暗くて見えません"),
    "glare": Text("a light is reflected on it", "光が反射しています"),
    "blurred": Text("the picture is blurred there", "ぼけています"),
    "strange": Text(
        "most cards here look like none that is known: teach this deck first",
        "見慣れない絵柄です。先にこの札を覚えさせてください",
    ),
    "unknown": Text("it looks like a card, but like none that is known", "札のようですが、知らない絵柄です"),
    "close_call": Text("two cards look nearly alike here", "似た札と見分けがつきません"),
}
"""Every key a read's `doubt` may have, gravest first."""

_ON_EDGE = 2.0
_NARROW = 34.0
_DARK = 50.0
_SHINY = 0.3
_LEGIBLE = 0.45
_EDGES = 0.05
_SOFT = 1.3
"""Pixels of a crop: the print's edges are smeared by 0.7 to 1 on cards seen well, by 1.3 and more on nine of ten that
are in doubt for their blur (synthetic tables, seeds from 6200 and 8000)."""
_RIM = 12
"""Of a crop's sides so much is left out of what is looked at: an outline may take in some of the table."""


def cut_off(quad: Quad, width: int, height: int) -> bool:
    """Whether a card's outline leaves a picture of that size, or ends on its edge; a card that fills it does not."""
    if quad.min() < -2 or quad[:, 0].max() > width + 1 or quad[:, 1].max() > height + 1:
        return True
    near = np.stack([quad[:, 0], quad[:, 1], width - 1 - quad[:, 0], height - 1 - quad[:, 1]]) < _ON_EDGE
    return 0 < int((near.sum(axis=1) >= 2).sum()) < 4


def too_small(quad: Quad) -> bool:
    """Whether a card is narrower than faces can be told apart at: so small, table tops look like cards, too."""
    return bool(sides(quad)[0] < _NARROW)


def paper(crop: Picture) -> float:
    """The brightest tone 0..255 of a flattened card (height, width, 3), as dark as its darkest channel has it."""
    return float(np.percentile(_inner(crop).min(axis=2), 95))


def washed_out(crop: Picture, white: Callable[[], float]) -> bool:
    """Whether a lamp burns so much of a flattened card that less than 45 % is left to read: a pip may lie there.

    `white`: as for `seen_badly`.
    """
    return _burnt(crop) > 1 - _LEGIBLE and white() < BURNT_AT


def _burnt(crop: Picture) -> float:
    """The share 0..1 of a flattened card in which no tone is left."""
    return float((_inner(crop).min(axis=2) >= BURNT_AT).mean())


def seen_badly(quad: Quad, crop: Picture, white: Callable[[], float] = lambda: 0.0) -> str:
    """What is wrong with how a card is seen: its outline in frame pixels, the flattened crop (height, width, 3).

    `white`: the `paper` of most cards of the picture: where that is burnt, no lamp burns it. Asked where it matters.
    """
    if too_small(quad):
        return "too_small"
    grey = np.asarray(cv2.cvtColor(_inner(crop), cv2.COLOR_BGR2GRAY), np.uint8)
    if float(np.percentile(grey, 95)) < _DARK:
        return "dark"
    if _burnt(crop) > _SHINY and white() < BURNT_AT:
        return "glare"
    wider = max(1.0, crop.shape[1] / sides(quad)[0])  # what was enlarged is smeared by that
    return "blurred" if shaken(grey.astype(np.float32), _EDGES) > _SOFT * wider else ""


def _inner(crop: Picture) -> Picture:
    height, width = (side // _RIM for side in crop.shape[:2])
    return crop[height:-height, width:-width]
