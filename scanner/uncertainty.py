"""Why a card is uncertain: visibility checks and unknown decks.

`visibility_issue` and its helpers measure what hinders reading one card. `flag_unknown_deck` is an out-of-distribution
check of a whole picture. `scanner/doubt_texts.py` has the words for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.image_quality import CLIPPED_LEVEL, motion_blur_px
from scanner.reads import CardRead

_DOUBTS_OF_VISIBLE_CARDS = frozenset({"", "unknown", "close_call"})


@dataclass(frozen=True, slots=True)
class UncertaintyConfig:
    """Limits of what can be read, set by `fudayomi bench doubts`, and of decks that are known."""

    frame_margin_px: float = 2.0
    """Distance in frame pixels from the border within which a corner counts as lying on it."""
    min_card_width_px: float = 34.0
    """Width in frame pixels from which faces can be distinguished. Plain surfaces resemble narrower cards, too."""
    min_paper_level: float = 50.0
    """Grey level 0..255 of the brightest part of a card, at least: below it print sinks into noise."""
    paper_percentile: float = 95
    """Percentile of a crop's pixels that counts as its brightest part: single pixels may be noise or glare."""
    max_glare_share: float = 0.3
    """Share 0..1 of a card that may be overexposed before glare explains the doubt."""
    min_readable_share: float = 0.45
    """Share 0..1 of a card that must not be overexposed for the card to be sure: a pip may lie in the rest."""
    strong_edge_share: float = 0.05
    """Share 0..1 of a crop's pixels that count as its strongest edges, on which blur is measured."""
    max_blur_px: float = 1.3
    """Blur of a crop's edges in crop pixels, at most.

    It is 0.7 to 1 on cards that are clearly visible, and 1.3 or more on nine of ten cards that are in doubt for their
    blur (synthetic tables, seeds from 6200 and 8000).
    """
    rim_divisor: int = 12
    """Part of a crop's height and width left out on each side: an outline may include some of the table."""
    min_cards_for_deck_check: int = 8
    """Visible cards from which a deck can be called unknown. Of six cards of a known deck one may be sure by chance."""
    min_sure_share: float = 0.25
    """Share 0..1 of the visible cards that are sure if the deck is known.

    It is 0.60 to 0.95 on synthetic tables with decks whose patterns were held out from training but can be named.
    """


CONFIG = UncertaintyConfig()


def is_cut_off(quad: Quad, width: int, height: int) -> bool:
    """Whether an outline leaves a picture of this size, or a side lies on its border. A card that fills it does not."""
    if quad.min() < -2 or quad[:, 0].max() > width + 1 or quad[:, 1].max() > height + 1:
        return True
    border_distances = np.stack([quad[:, 0], quad[:, 1], width - 1 - quad[:, 0], height - 1 - quad[:, 1]])
    is_on_border = (border_distances < CONFIG.frame_margin_px).sum(axis=1) >= 2
    return 0 < int(is_on_border.sum()) < 4


def is_too_small(quad: Quad) -> bool:
    """Whether a card is too narrow in the picture for its face to be distinguished."""
    return bool(quad_size(quad)[0] < CONFIG.min_card_width_px)


def paper_brightness(crop: ColorImage) -> float:
    """Brightness 0..255 of the paper of a crop (height, width, 3), in its darkest channel."""
    return float(np.percentile(_darkest_channel(crop), CONFIG.paper_percentile))


def is_overexposed(crop: ColorImage, paper_level: Callable[[], float]) -> bool:
    """Whether a lamp overexposes so much of a crop that too little can be read: a pip may lie there.

    `paper_level`: as for `visibility_issue`.
    """
    return _clipped_share(crop) > 1 - CONFIG.min_readable_share and paper_level() < CLIPPED_LEVEL


def visibility_issue(quad: Quad, crop: ColorImage, paper_level: Callable[[], float] = lambda: 0.0) -> str:
    """What hinders reading a card: "too_small", "dark", "glare", "blurred", or "" for nothing.

    `quad`: the outline in frame pixels. `crop`: (height, width, 3). `paper_level`: the `paper_brightness` of most cards
    of the picture, called only if it matters. Where that is clipped, the exposure is to blame and not a lamp.
    """
    if is_too_small(quad):
        return "too_small"
    if float(np.percentile(_grey(crop), CONFIG.paper_percentile)) < CONFIG.min_paper_level:
        return "dark"
    if _clipped_share(crop) > CONFIG.max_glare_share and paper_level() < CLIPPED_LEVEL:
        return "glare"
    return "blurred" if blur_px(quad, crop) > CONFIG.max_blur_px else ""


def blur_px(quad: Quad, crop: ColorImage) -> float:
    """Blur of a card's strongest edges in crop pixels, or in frame pixels where the crop is larger than the card.

    `quad`: the outline in frame pixels. `crop`: (height, width, 3).
    """
    enlargement = max(1.0, crop.shape[1] / quad_size(quad)[0])  # enlarging a crop blurs it by the same factor
    return motion_blur_px(_grey(crop).astype(np.float32), CONFIG.strong_edge_share) / enlargement


def flag_unknown_deck(cards: Sequence[CardRead]) -> tuple[CardRead, ...]:
    """The cards of one picture. If many are visible and few of them sure, the visible ones get the doubt "strange"."""
    visible = [card for card in cards if card.face == "up" and card.doubt in _DOUBTS_OF_VISIBLE_CARDS]
    sure_count = sum(card.sure for card in visible)
    if len(visible) < CONFIG.min_cards_for_deck_check or sure_count >= CONFIG.min_sure_share * len(visible):
        return tuple(cards)
    return tuple(replace(card, sure=False, doubt="strange") if card in visible else card for card in cards)


def _grey(crop: ColorImage) -> NDArray[np.uint8]:
    """Grey levels (height, width) of a crop without its rim."""
    return np.asarray(cv2.cvtColor(_without_rim(crop), cv2.COLOR_BGR2GRAY), np.uint8)


def _clipped_share(crop: ColorImage) -> float:
    """Share 0..1 of a crop that is overexposed in every channel."""
    return float((cv2.inRange(_without_rim(crop), (CLIPPED_LEVEL,) * 3, (255,) * 3) > 0).mean())


def _darkest_channel(crop: ColorImage) -> NDArray[np.uint8]:
    """The darkest of the three channels (height, width) of a crop without its rim."""
    blue, green, red = cv2.split(_without_rim(crop))
    return np.minimum(np.minimum(blue, green), red)


def _without_rim(crop: ColorImage) -> ColorImage:
    """The crop without the rim that may show some of the table."""
    height, width = (side // CONFIG.rim_divisor for side in crop.shape[:2])
    return crop[height:-height, width:-width]
