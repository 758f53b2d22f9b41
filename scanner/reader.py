"""A picture read: every card found, named, or asked about.

The stages: `FrameFeatures` prepares the frame, `detect` proposes outlines, classifies and suppresses them, `refine`
puts outlines on the cards' edges, `explain` gives codes and doubts.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from scanner.detection.classification import CandidateClassifier
from scanner.detection.detector import KnownCard, detect, redetect, refine
from scanner.detection.frame_features import FrameFeatures
from scanner.detection.proposals.contours import MAX_WORK_SIDE_PX
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.explanation import explain
from scanner.imaging.geometry import quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.reads import CardRead, PictureRead

_LIVE_CARD_WIDTH_PX = 44.0
"""Width in work pixels of the narrower cards of a table that is read again and again: small enough to be quick, large
enough to find their edges (`fudayomi bench crowd`)."""
_MIN_LIVE_SCALE = 0.3
"""Work pixels a pixel of the frame, at least, when a table is read again."""
_NARROW_PERCENTILE = 20
"""Percentile of the cards' widths that stands for the narrower ones: those farther from the camera."""
_SAME_PLACE_PX = 0.5
"""Pixels by which the corners of one outline may differ from frame to frame."""
_TRANSIENT_DOUBTS = frozenset({"strange", "unknown", "close_call", "glare", "dark", "blurred", "too_small"})
"""Doubts that say nothing against what the same card was in the frame before."""


def read_picture(frame: ColorImage, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR uint8 as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    start = time.perf_counter()
    with stage("find"):
        cascade = CandidateClassifier(FrameFeatures(frame), load_deck_classifier(deck, data))
        cards = detect(cascade)
        reads = explain(cards, refine(cards, cascade), cascade)
    return _to_picture_read(frame, deck, start, reads)


def read_incremental(frame: ColorImage, deck: str, previous: PictureRead, data: Path | None = None) -> PictureRead:
    """Reads the next picture of a table that was last read as `previous`, quickly enough for a live table.

    Cards that still lie where they lay are only looked at there, once each. New ones are found by their contours; what
    is new and half hidden, only `read_picture` finds. A card that was sure and still looks like the same face stays
    sure. Arguments, size of the picture and refusals are those of `read_picture`. A picture of another size than the
    last one is read by `read_picture`.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    if (previous.width, previous.height) != (width, height) or not previous.cards:
        return read_picture(frame, deck, data)
    quads = [np.array(card.corners, np.float32) for card in previous.cards]
    card_width = float(np.percentile([quad_size(quad)[0] for quad in quads], _NARROW_PERCENTILE))
    scale = max(_LIVE_CARD_WIDTH_PX / max(card_width, 1.0), _MIN_LIVE_SCALE)
    known = [KnownCard(quad, card.card, card.sure) for quad, card in zip(quads, previous.cards, strict=True)]
    with stage("find"):
        features = FrameFeatures(frame, min(MAX_WORK_SIDE_PX, scale * max(width, height)))
        cascade = CandidateClassifier(features, load_deck_classifier(deck, data))
        cards = redetect(cascade, known)
        codes = {
            number: old.card
            for number, card in enumerate(cards)
            for old in _previous_at(previous.cards, card.quad)
            if old.card
        }
        reads = explain(cards, [card.quad for card in cards], cascade, codes)
    return _to_picture_read(frame, deck, start, tuple(_with_previous_certainty(read, previous) for read in reads))


def _to_picture_read(frame: ColorImage, deck: str, start: float, reads: tuple[CardRead, ...]) -> PictureRead:
    """The reads of a frame, with the milliseconds since `start`."""
    height, width = frame.shape[:2]
    return PictureRead(width, height, deck, (time.perf_counter() - start) * 1000, reads)


def _with_previous_certainty(card: CardRead, previous: PictureRead) -> CardRead:
    """The card, sure if it was sure at the same place and nothing but a smaller margin speaks against it.

    What lay over it in the frame before is taken to lie there still: only `read_picture` looks close enough to tell.
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
    """The previous reads with that outline (4, 2), the card either way up."""
    both_ways = np.array([old.corners for old in previous]).reshape(-1, 4, 2)[:, [[0, 1, 2, 3], [2, 3, 0, 1]]]
    is_same = (np.abs(both_ways - corners).max(axis=(2, 3)) <= _SAME_PLACE_PX).any(axis=1)
    return [previous[number] for number in np.flatnonzero(is_same)]
