"""疑い utagai: why a card is not sure, as a key and as words for the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.image_quality import CLIPPED_LEVEL, motion_blur_px
from scanner.reads import CardRead
from scorer.texts import Text

DOUBT_TEXTS = {
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

_FRAME_MARGIN_PX = 2.0
_MIN_CARD_WIDTH_PX = 34.0
_MIN_WHITE_LEVEL = 50.0
_MAX_GLARE_SHARE = 0.3
_MIN_READABLE_SHARE = 0.45
_STRONG_EDGE_SHARE = 0.05
_MAX_BLUR_PX = 1.3
"""Pixels of a crop: the print's edges are smeared by 0.7 to 1 on cards seen well, by 1.3 and more on nine of ten that
are in doubt for their blur (synthetic tables, seeds from 6200 and 8000)."""
_RIM_DIVISOR = 12
"""Of a crop's sides so much is left out of what is looked at: an outline may take in some of the table."""


def is_cut_off(quad: Quad, width: int, height: int) -> bool:
    """Whether a card's outline leaves a picture of that size, or ends on its edge; a card that fills it does not."""
    if quad.min() < -2 or quad[:, 0].max() > width + 1 or quad[:, 1].max() > height + 1:
        return True
    near = np.stack([quad[:, 0], quad[:, 1], width - 1 - quad[:, 0], height - 1 - quad[:, 1]]) < _FRAME_MARGIN_PX
    return 0 < int((near.sum(axis=1) >= 2).sum()) < 4


def is_too_small(quad: Quad) -> bool:
    """Whether a card is narrower than faces can be told apart at: so small, table tops look like cards, too."""
    return bool(quad_size(quad)[0] < _MIN_CARD_WIDTH_PX)


def paper_brightness(crop: ColorImage) -> float:
    """The brightest tone 0..255 of a flattened card (height, width, 3), as dark as its darkest channel has it."""
    return float(np.percentile(_without_rim(crop).min(axis=2), 95))


def is_overexposed(crop: ColorImage, paper_level: Callable[[], float]) -> bool:
    """Whether a lamp burns so much of a flattened card that less than 45 % is left to read: a pip may lie there.

    `white`: as for `seen_badly`.
    """
    return _clipped_share(crop) > 1 - _MIN_READABLE_SHARE and paper_level() < CLIPPED_LEVEL


def _clipped_share(crop: ColorImage) -> float:
    """The share 0..1 of a flattened card in which no tone is left."""
    return float((_without_rim(crop).min(axis=2) >= CLIPPED_LEVEL).mean())


def visibility_issue(quad: Quad, crop: ColorImage, paper_level: Callable[[], float] = lambda: 0.0) -> str:
    """What is wrong with how a card is seen: its outline in frame pixels, the flattened crop (height, width, 3).

    `white`: the `paper` of most cards of the picture: where that is burnt, no lamp burns it. Asked where it matters.
    """
    if is_too_small(quad):
        return "too_small"
    grey = np.asarray(cv2.cvtColor(_without_rim(crop), cv2.COLOR_BGR2GRAY), np.uint8)
    if float(np.percentile(grey, 95)) < _MIN_WHITE_LEVEL:
        return "dark"
    if _clipped_share(crop) > _MAX_GLARE_SHARE and paper_level() < CLIPPED_LEVEL:
        return "glare"
    wider = max(1.0, crop.shape[1] / quad_size(quad)[0])  # what was enlarged is smeared by that
    return "blurred" if motion_blur_px(grey.astype(np.float32), _STRONG_EDGE_SHARE) > _MAX_BLUR_PX * wider else ""


def _without_rim(crop: ColorImage) -> ColorImage:
    height, width = (side // _RIM_DIVISOR for side in crop.shape[:2])
    return crop[height:-height, width:-width]


_MIN_JUDGED_CARDS = 8
"""Of fewer cards the share that is sure says little: of six cards of a deck read well one may be sure by chance."""
_MIN_SURE_SHARE = 0.25
"""Of decks whose patterns were held out, but named, 60 to 95 % of the cards on synthetic tables are sure."""
_DOUBTS_OF_VISIBLE_CARDS = frozenset({"", "unknown", "close_call"})


def flag_unknown_deck(cards: Sequence[CardRead]) -> tuple[CardRead, ...]:
    """The cards of one picture; of many seen well and hardly one sure, each of these is doubtful: "strange"."""
    seen = [card for card in cards if card.face == "up" and card.doubt in _DOUBTS_OF_VISIBLE_CARDS]
    if len(seen) < _MIN_JUDGED_CARDS or sum(card.sure for card in seen) >= _MIN_SURE_SHARE * len(seen):
        return tuple(cards)
    return tuple(replace(card, sure=False, doubt="strange") if card in seen else card for card in cards)
