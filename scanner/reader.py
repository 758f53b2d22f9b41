"""読み手 yomite: a whole picture read: every card found, flattened, named, or asked about."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scanner.detection.candidates import Candidate, is_covered
from scanner.detection.contours import MAX_WORK_SIDE_PX
from scanner.detection.detector import CardDetector
from scanner.detection.occlusion import visible_share
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.reads import Alternative, CardRead, Corner, PictureRead
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.labels import equivalent_codes
from scanner.recognition.uncertainty import (
    flag_unknown_deck,
    is_cut_off,
    is_overexposed,
    is_too_small,
    paper_brightness,
    visibility_issue,
)
from scorer.decks import decks

_MIN_COMPLETE_SIDE_SUPPORT = 0.5
"""An outline is whole when on each side an edge was seen along this share of it."""
_MIN_ANCHORED_SIDE_SUPPORT = 0.1
"""A side along less than this share of which an edge was seen may lie anywhere."""
_MIN_HIDDEN_SIDE_SHARE = 0.3
"""A side of which this share cannot be seen where something lies beyond it lies under that."""
_MIN_SURE_VISIBLE_SHARE = 0.85
"""Of a card so much in the picture shows all of its art: who may be sure of a half-covered card may be of it. But one
whose outline ends where the picture does may be longer than that."""
_UNREADABLE_ISSUES = frozenset({"dark", "glare", "too_small"})
_LIVE_CARD_WIDTH_PX = 44.0
"""Outlines of a table looked at all the time are sought with its narrower cards this many pixels wide."""
_MIN_LIVE_SCALE = 0.3
_TRANSIENT_DOUBTS = frozenset({"strange", "unknown", "close_call", "glare", "dark", "blurred", "too_small"})
"""Doubts that say nothing against what the same card was a moment ago."""
_PAPER_PERCENTILE = 25
"""This percentile of the cards' brightest tones is their paper's: a lamp is mirrored by fewer than three of four."""
_SAME_PLACE_PX = 0.5
"""Pixels by which corners of one outline may differ."""


def _unique_codes(
    cards: list[Candidate], classifier: CardClassifier, previous_codes: dict[int, str]
) -> dict[int, tuple[str, bool]]:
    """A code for each face by the card's id, and whether it is its own: no card of one deck is there twice.

    `told`: the codes of those that lay there a moment ago; of two chaff alike each keeps its own. Then the surest card
    chooses first; one too many takes what else it looks most like.
    """
    left = {code: face.copies for code, face in decks()[classifier.kind].faces.items()}
    group = equivalent_codes(classifier.kind)
    codes = {}
    for card in sorted(cards, key=lambda card: id(card) not in previous_codes):
        own = card.prediction.face
        before = [code for code in group[own] if code == previous_codes.get(id(card))]
        others = [face for face, _ in classifier.alternatives(card.prediction, len(classifier.labels))]
        wanted = (*before, *(code for face in (own, *others) for code in (face, *group[face])))
        code = next((code for code in wanted if left[code]), own)
        left[code] -= 1
        codes[id(card)] = (code, code in group[own])
    return codes


def read_picture(frame: ColorImage, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    start = time.perf_counter()
    with stage("find"):
        finder = CardDetector(frame, load_deck_classifier(deck, data))
        cards = finder.detect()
        return _to_picture_read(finder, cards, finder.refine_outlines(cards), deck, start)


def read_incremental(frame: ColorImage, deck: str, previous: PictureRead, data: Path | None = None) -> PictureRead:
    """Reads the next picture of a table last read as `before`: quickly, for a table looked at all the time.

    Cards that still lie where they lay are only looked at there, once each, and new ones are found where outlines show
    them; what is half hidden and new, only `read_picture` finds. A card that was sure and still looks like the same
    face stays sure. Arguments, size of the picture and refusals as for `read_picture`; a picture of another size than
    the last one's is read as by that.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    if (previous.width, previous.height) != (width, height) or not previous.cards:
        return read_picture(frame, deck, data)
    quads = [np.array(card.corners, np.float32) for card in previous.cards]
    narrow = float(np.percentile([quad_size(quad)[0] for quad in quads], 20))
    side = min(MAX_WORK_SIDE_PX, max(_LIVE_CARD_WIDTH_PX / max(narrow, 1.0), _MIN_LIVE_SCALE) * max(width, height))
    with stage("find"):
        finder = CardDetector(frame, load_deck_classifier(deck, data), side)
        cards = finder.redetect(
            [(quad, card.card, card.sure) for quad, card in zip(quads, previous.cards, strict=True)]
        )
        read = _to_picture_read(finder, cards, [card.quad for card in cards], deck, start, previous.cards)
    return replace(read, cards=tuple(_with_previous_certainty(card, previous) for card in read.cards))


def _with_previous_certainty(card: CardRead, previous: PictureRead) -> CardRead:
    """The card, sure if it was so at the same place a moment ago and nothing but a smaller lead speaks against it.

    What lay over it then is taken to lie there still: only `read_picture` looks close enough to tell.
    """
    if not card.sure and card.doubt not in _TRANSIENT_DOUBTS:
        return card
    for old in _previous_at(previous.cards, card.corners):
        if (old.card, old.face) == (card.card, card.face):
            if old.doubt == "covered":
                return replace(card, sure=False, doubt="covered")
            if old.sure and not card.sure:
                return replace(card, sure=True, doubt="", confidence=max(card.confidence, old.confidence))
    return card


def _previous_at(previous: tuple[CardRead, ...], corners: ArrayLike) -> list[CardRead]:
    """Those of `before` with that outline, the card either way up."""
    apart = np.array([old.corners for old in previous]).reshape(-1, 4, 2)[:, [[0, 1, 2, 3], [2, 3, 0, 1]]] - corners
    there = (np.abs(apart).max(axis=(2, 3)) <= _SAME_PLACE_PX).any(axis=1)
    return [previous[number] for number in np.flatnonzero(there)]


def _to_picture_read(
    detector: CardDetector,
    cards: list[Candidate],
    quads: list[Quad],
    deck: str,
    start: float,
    previous: tuple[CardRead, ...] = (),
) -> PictureRead:
    """The cards found as reads, their corners those of `quads`, and why some are not sure; `before`: read last."""
    width, height = detector.frame_size
    recogniser = detector.classifier
    told = {id(card): old.card for card in cards for old in _previous_at(previous, card.quad) if old.card}
    codes = _unique_codes([card for card in cards if not card.is_back], recogniser, told)
    sure = recogniser.final_calibration.sure_margin
    sized = any((not card.is_reconstructed and not card.is_occluded) or _is_certain(card, sure) for card in cards)
    white = cache(
        lambda: float(np.percentile([paper_brightness(detector.crop(card.quad)) for card in cards], _PAPER_PERCENTILE))
    )
    reads = []
    for card, quad in zip(cards, quads, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in quad)
        corners = (a, b, c, d)
        outside = is_cut_off(quad, width, height)
        if card.is_back:
            crop = detector.crop(card.quad)
            seen = "cut_off" if outside else visibility_issue(quad, crop, white)
            blind = outside or visibility_issue(quad, crop) in _UNREADABLE_ISSUES
            reads.append(_to_back_read(card, corners, recogniser, seen, is_unreadable=blind))
            continue
        code, own = codes[id(card)]
        doubt = "" if own else "twice"
        if (
            not doubt
            and outside
            and not (
                recogniser.is_calibrated_for_occlusion
                and _MIN_SURE_VISIBLE_SHARE <= visible_share(quad, detector.frame_size) < 1
            )
        ):
            doubt = "cut_off"
        if (
            not doubt
            and not card.is_keypoint_confirmed
            and not recogniser.is_calibrated_for_occlusion
            and is_covered(card, cards)
        ):
            doubt = "covered"
        crop = detector.crop(card.quad)
        guessed = (card.is_reconstructed and not sized) or _has_unanchored_side(card)
        unread = is_too_small(card.quad) or is_overexposed(crop, white)
        if not doubt and (guessed or unread or card.prediction.margin < sure):
            doubt = visibility_issue(card.quad, crop, white) or _explain_doubt(
                card, cards, detector.unobstructed_sides(card, cards)
            )
        reads.append(_to_face_read(card, code, doubt, corners, recogniser))
    ms = (time.perf_counter() - start) * 1000
    return PictureRead(width, height, deck, ms, flag_unknown_deck(reads))


def _is_certain(card: Candidate, sure_margin: float) -> bool:
    """Whether a card is beyond doubt though its size was guessed from a corner: then it tells how large cards are.

    Tiles and grain have corners as well: its outline must be whole, and screen and network (a lead of `sure`) each sure
    of its face.
    """
    return (
        bool(card.screen_label)
        and card.prediction.margin >= sure_margin
        and card.support_shares[0] >= _MIN_COMPLETE_SIDE_SUPPORT
    )


def _has_unanchored_side(card: Candidate) -> bool:
    """Whether a side of an outline lies on no edge, with nothing over it: it may run across two cards that touch."""
    within = card.edge_support if card.out_of_frame is None else card.edge_support[~card.out_of_frame.any(axis=1)]
    return (
        not card.is_keypoint_confirmed
        and not card.is_occluded
        and bool((within.mean(axis=1) < _MIN_ANCHORED_SIDE_SUPPORT).any())
    )


def _explain_doubt(card: Candidate, cards: list[Candidate], free: NDArray[np.bool_]) -> str:
    """Why a card seen well is not sure: something, or one of the cards, lies over it, or no face fits, or several do.

    Where bare table or another card lies beyond an edge that is not seen, it is faint, not hidden; but of a card found
    by what others leave of it, it is hidden.
    """
    hidden = ~card.edge_support if card.is_occluded else ~card.edge_support & ~free
    if hidden.mean(axis=1).max() >= _MIN_HIDDEN_SIDE_SHARE or is_covered(card, cards):
        return "covered"
    return "unknown" if card.prediction.margin < 0 else "close_call"


CardCorners = tuple[Corner, Corner, Corner, Corner]


def _to_face_read(card: Candidate, code: str, doubt: str, corners: CardCorners, classifier: CardClassifier) -> CardRead:
    """A face; one that took another's code is as likely as it was for that."""
    others = classifier.alternatives(card.prediction)
    confidence = classifier.final_calibration.confidence(card.prediction.margin)
    if doubt == "twice":
        confidence = dict(classifier.alternatives(card.prediction, len(classifier.labels))).get(code, 0.0)
    alternatives = tuple(Alternative(face, share) for face, share in others if face != code)
    return CardRead(code, confidence, not doubt, "up", corners, alternatives, doubt)


def _to_back_read(
    card: Candidate, corners: CardCorners, classifier: CardClassifier, issue: str, *, is_unreadable: bool
) -> CardRead:
    """A back: sure when it leads as a sure face would and its outline is whole; `seen`: what is wrong with the sight.

    `blind`: it is in the dark, burnt or tiny, where a face, or a letter, shows as little as a back does.
    """
    sure = (
        card.prediction.back_margin >= classifier.sure_back_margin
        and card.support_shares[0] >= _MIN_COMPLETE_SIDE_SUPPORT
        and not is_unreadable
    )
    doubt = "" if sure else issue or "close_call"
    return CardRead(
        None, classifier.final_calibration.confidence(card.prediction.back_margin), sure, "down", corners, (), doubt
    )
