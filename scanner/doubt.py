"""疑い utagai: why a card is not sure, as a key and as words for the table."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.features import Picture
from scanner.geometry import Quad, sides
from scorer.texts import Text

DOUBTS = {
    "twice": Text("another card was read as the same one", "同じ札がもう一枚読まれています"),
    "cut_off": Text("part of the card is outside the picture", "札の一部が写っていません"),
    "covered": Text("something lies over it", "何かが重なっています"),
    "too_small": Text("the card is too small in the picture", "札が小さすぎます"),
    "dark": Text("it is too dark there", "暗くて見えません"),
    "glare": Text("a light is reflected on it", "光が反射しています"),
    "blurred": Text("the picture is blurred there", "ぼけています"),
    "unknown": Text("it looks like a card, but like none that is known", "札のようですが、知らない絵柄です"),
    "close_call": Text("two cards look nearly alike here", "似た札と見分けがつきません"),
}
"""Every key a read's `doubt` may have, gravest first."""

_ON_EDGE = 2.0
_NARROW = 34.0
_DARK = 50.0
_WHITE = 250
_SHINY = 0.3
_SOFT = 5.0


def cut_off(quad: Quad, width: int, height: int) -> bool:
    """Whether a card's outline leaves a picture of that size, or ends on its edge; a card that fills it does not."""
    if quad.min() < -2 or quad[:, 0].max() > width + 1 or quad[:, 1].max() > height + 1:
        return True
    near = np.stack([quad[:, 0], quad[:, 1], width - 1 - quad[:, 0], height - 1 - quad[:, 1]]) < _ON_EDGE
    return 0 < int((near.sum(axis=1) >= 2).sum()) < 4


def too_small(quad: Quad) -> bool:
    """Whether a card is narrower than faces can be told apart at: so small, table tops look like cards, too."""
    return bool(sides(quad)[0] < _NARROW)


def seen_badly(quad: Quad, crop: Picture) -> str:
    """What is wrong with how a card is seen: its outline in frame pixels, the flattened crop (height, width, 3)."""
    if too_small(quad):
        return "too_small"
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.float32)
    if float(np.percentile(grey, 95)) < _DARK:
        return "dark"
    if float((crop.min(axis=2) >= _WHITE).mean()) > _SHINY:
        return "glare"
    spread = float(np.percentile(grey, 95) - np.percentile(grey, 5))
    steps = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    if float(np.percentile(steps, 97)) * 4 < _SOFT * max(spread, 1.0):
        return "blurred"
    return ""
