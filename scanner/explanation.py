"""Explain: from cards with their outlines to reads with codes and doubts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from scanner.detection.detection import Detection, lies_over
from scanner.detection.naming import NamedCard
from scanner.half_cards import find_halves
from scanner.imaging.geometry import Quad
from scanner.reads import Alternative, CardRead, Corners, HiddenCard
from scanner.recognition.classifier import CardClassifier
from scanner.uncertainty import (
    blur_px,
    flag_unknown_deck,
    is_cut_off,
    is_overexposed,
    is_too_small,
    paper_brightness,
    visibility_issue,
)
from scorer.decks import decks


@dataclass(frozen=True, slots=True)
class DoubtConfig:
    """When a card is asked about. Shares are 0..1; set by `fudayomi bench eyes` and `bench doubts`."""

    max_log_error: float = -2.6
    """Logarithm of the expected error of a sure card's corners, in widths of the crop: 7 % of it."""
    min_whole_visible_share: float = 0.9
    """Share of a card that shows from which nothing is said to lie over it: masks are inexact along the sides."""
    min_sure_cut_off_share: float = 0.85
    """Share of a card in the picture from which a card that is cut off may be sure."""
    min_named_share: float = 0.18
    """Share of a card's mask that shows below which it is not named unless it is sure: a rim looks like many cards.
    Masks are soft along the rim: that of a card of which a quarter shows has 0.17 to 0.22 of it."""
    min_unlike_share: float = 0.45
    """The same for a card that looks more like none than like any face."""
    max_close_blur_px: float = 2.0
    """Blur of a crop's edges in crop pixels up to which a face is sure from its usual margin: pips and blossoms of a
    blurred face run into those of another."""
    blurred_margin: float = 1.0
    """Logits by which a face that is more blurred must exceed that margin. Set on 653 blurred cards of six tuning decks
    (as `fudayomi bench doubts` blurs them, seeds from 9000): both wrong faces that were sure lay within .7, and none of
    874 sharp faces that were sure does and measures blurred."""
    max_back_blur_px: float = 0.95
    """The same blur up to which a back that nothing covers is sure. It is .27 to .92 on 34 sure backs. A face of which
    blur leaves only the sensor's noise is measured from .8 on."""
    paper_percentile: float = 25.0
    """Percentile of the cards' brightest tones that is taken for their paper: a lamp is mirrored by fewer than three
    cards of four."""


CONFIG = DoubtConfig()
_UNREADABLE_ISSUES = frozenset({"blurred", "dark", "glare", "too_small"})


def explain(
    cards: Sequence[NamedCard],
    frame_size: tuple[int, int],
    classifier: CardClassifier,
) -> tuple[CardRead, ...]:
    """What is read of each card, with the reason where it is not sure. `frame_size`: width and height in pixels."""
    codes, halves = _unique_codes(cards, classifier), find_halves(cards, classifier)

    @cache
    def paper_level() -> float:
        levels = [paper_brightness(card.crop) for card in cards]
        return float(np.percentile(levels, CONFIG.paper_percentile))

    reads = []
    for number, card in enumerate(cards):
        corners = _corners(card.quad)
        if card.is_back:
            reads.append(_to_back_read(card, corners, frame_size, classifier, paper_level))
        else:
            code, has_own_code = codes[number]
            doubt = _find_doubt(card, cards, frame_size, classifier, paper_level) if has_own_code else "twice"
            if card in halves:
                doubt = doubt or "covered"
            reads.append(_to_face_read(card, code, doubt, corners, classifier))
    return flag_unknown_deck(reads)


def is_hidden(card: NamedCard, classifier: CardClassifier) -> bool:
    """Whether so little of a card shows that its name would be invented."""
    share = card.prediction.visible_share
    if card.is_back or classifier.is_sure(card.prediction):
        return False
    return share < CONFIG.min_named_share or (card.prediction.margin < 0 and share < CONFIG.min_unlike_share)


def describe_hidden(
    hidden: Sequence[Detection], cards: Sequence[NamedCard], reads: Sequence[CardRead]
) -> tuple[HiddenCard, ...]:
    """The cards without a name, each with the code of what lies over it. `reads`: of the `cards`, in their order."""
    result = []
    for lower in hidden:
        over = [read.card for card, read in zip(cards, reads, strict=True) if lies_over(card.detection, lower)]
        result.append(HiddenCard(over[0] if over else None, _corners(lower.quad)))
    return tuple(result)


def _corners(quad: Quad) -> Corners:
    top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in quad)
    return top_left, top_right, bottom_right, bottom_left


def _find_doubt(
    card: NamedCard,
    cards: Sequence[NamedCard],
    frame_size: tuple[int, int],
    classifier: CardClassifier,
    paper_level: Callable[[], float],
) -> str:
    """Why a face is not sure, "" if it is."""
    share = card.prediction.visible_share
    if is_cut_off(card.quad, *frame_size) and share < CONFIG.min_sure_cut_off_share:
        return "cut_off"
    is_unread = is_too_small(card.quad) or is_overexposed(card.crop, paper_level) or _may_be_blurred(card, classifier)
    is_inexact = card.detection.log_error > CONFIG.max_log_error
    if not is_unread and not is_inexact and classifier.is_sure(card.prediction):
        return ""
    issue = visibility_issue(card.quad, card.crop, paper_level)
    is_covered = share < CONFIG.min_whole_visible_share or any(
        other is not card and lies_over(other.detection, card.detection) for other in cards
    )
    # Blur is measured on the whole crop, so also on the skin of a hand that lies over the card.
    if issue and not (issue == "blurred" and is_covered):
        return issue
    if is_covered:
        return "covered"
    return "unknown" if card.prediction.margin < 0 else "close_call"


def _may_be_blurred(card: NamedCard, classifier: CardClassifier) -> bool:
    """Whether a face is so blurred that it may be another one that its margin is too small to exclude."""
    close = replace(card.prediction, margin=card.prediction.margin - CONFIG.blurred_margin)
    return not classifier.is_sure(close) and blur_px(card.quad, card.crop) > CONFIG.max_close_blur_px


def _unique_codes(cards: Sequence[NamedCard], classifier: CardClassifier) -> dict[int, tuple[str, bool]]:
    """A code for each face by its number, and whether it is the face's own: no card of one deck is there twice.

    The surest card chooses first, and one too many takes the code of what else it looks most like.
    """
    free_copies = Counter({code: face.copies for code, face in decks()[classifier.kind].faces.items()})
    same = decks()[classifier.kind].same_faces
    codes = {}
    for number, card in enumerate(cards):
        if card.is_back:
            continue
        prediction = card.prediction
        own = prediction.face
        others = [face for face, _ in classifier.alternatives(prediction, len(classifier.labels))]
        preferred = [code for face in (own, *others) for code in (face, *same[face])]
        code = next((code for code in preferred if free_copies[code] > 0), own)
        free_copies[code] -= 1
        codes[number] = (code, code in same[own])
    return codes


def _to_face_read(card: NamedCard, code: str, doubt: str, corners: Corners, classifier: CardClassifier) -> CardRead:
    """The read of a face. A card that took the code of another face is as likely as it was for that face."""
    alternatives = classifier.alternatives(card.prediction)
    confidence = classifier.confidence(card.prediction)
    if doubt == "twice":
        confidence = dict(classifier.alternatives(card.prediction, len(classifier.labels))).get(code, 0.0)
    others = tuple(Alternative(face, share) for face, share in alternatives if face != code)
    return CardRead(code, confidence, not doubt, "up", corners, others, doubt)


def _to_back_read(
    card: NamedCard,
    corners: Corners,
    frame_size: tuple[int, int],
    classifier: CardClassifier,
    paper_level: Callable[[], float],
) -> CardRead:
    """The read of a back: sure when its margin is as large as a sure face's and its outline is exact.

    An unreadable crop (blurred, dark, burnt, tiny, cut off) looks like a back, whatever it shows.
    """
    is_outside = is_cut_off(card.quad, *frame_size)
    is_unreadable = is_outside or visibility_issue(card.quad, card.crop) in _UNREADABLE_ISSUES
    is_covered = card.prediction.visible_share < CONFIG.min_whole_visible_share
    is_sure = (
        card.prediction.back_margin >= classifier.sure_back_margin
        and card.detection.back_log_odds > 0
        and card.detection.log_error <= CONFIG.max_log_error
        and not is_unreadable
        and (is_covered or blur_px(card.quad, card.crop) <= CONFIG.max_back_blur_px)
    )
    issue = "cut_off" if is_outside else visibility_issue(card.quad, card.crop, paper_level)
    doubt = "" if is_sure else issue or "close_call"
    confidence = classifier.calibration.confidence(card.prediction.back_margin, card.prediction.visible_share)
    return CardRead(None, confidence, is_sure, "down", corners, (), doubt)
