"""A picture read: every card found, named, or asked about.

The stages: `CardDetector.detect` finds cards and what of them shows, `name_cards` names them, `accept` keeps the cards
of the deck, `explain` gives codes and doubts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scanner.detection.detector import Region, shipped_detector
from scanner.detection.naming import NamedCard, accept, name_cards
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.explanation import describe_hidden, explain, is_hidden
from scanner.imaging.geometry import ImagePyramid, Quad, corner_offsets, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.reads import CardRead, HiddenCard, PictureRead
from scanner.recognition.classifier import CardClassifier
from scanner.tracking.motion import BoolMask, changed_share, difference_mask, to_motion_image

_MAX_STEADY_CHANGED_SHARE = 0.03
"""Share 0..1 of a card's place that may look different while the card counts as lying still: noise of the camera."""
_SAME_PLACE_WIDTHS = 0.15
"""Card widths by which the corners of one card may differ from reading to reading. Set by `fudayomi bench crowd`."""


def read_picture(frame: ColorImage, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR uint8 as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    start = time.perf_counter()
    classifier = load_deck_classifier(deck, data)
    height, width = frame.shape[:2]
    with stage("other"):
        pyramid = ImagePyramid(frame)
        detections = shipped_detector().detect(pyramid)
        cards, hidden = _split(accept(name_cards(detections, pyramid, classifier), classifier), classifier)
        reads = explain(cards, (width, height), classifier)
        return _to_picture_read(frame, deck, start, reads, describe_hidden(hidden, cards, reads))


def read_incremental(frame: ColorImage, deck: str, previous: PictureRead, data: Path | None = None) -> PictureRead:
    """Reads the next picture of a table that was last read as `previous`, quickly enough for a live table.

    A sure card whose place looks as it did keeps its read. What changed, and what was not sure, is read as it would be
    in a single picture. Arguments, size of the picture and refusals are those of `read_picture`. A picture of
    another size than the last one is read by `read_picture`.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    if (previous.width, previous.height) != (width, height) or previous.thumbnail is None:
        return read_picture(frame, deck, data)
    classifier = load_deck_classifier(deck, data)
    with stage("other"):
        difference = difference_mask(to_motion_image(frame), previous.thumbnail)
        unchanged = [card for card in previous.cards if _is_unchanged(card, difference, width)]
        steady = [card for card in unchanged if card.sure]
        asked_about = [_quad(card) for card in unchanged if not card.sure]
        region = _changed_region(difference, previous, (width, height))
        if region is None and not asked_about:
            return _to_picture_read(frame, deck, start, tuple(steady), previous.hidden)
        cards, hidden = _find_others(frame, classifier, steady, asked_about, region)
        codes = {
            number: old.card
            for number, card in enumerate(cards)
            for old in previous.cards
            if old.card and old not in steady and _lies_at(card.quad, [_quad(old)])
        }
        fresh = explain(cards, (width, height), classifier, codes, [card.card for card in steady if card.card])
        return _to_picture_read(frame, deck, start, (*steady, *fresh), describe_hidden(hidden, cards, fresh))


def read_region(
    frame: ColorImage,
    deck: str,
    region: Region,
    known: Sequence[CardRead] = (),
    places: Sequence[CardRead] = (),
    data: Path | None = None,
) -> PictureRead:
    """Reads a part of a picture (height, width, 3) BGR uint8: left, top, right and bottom in pixels.

    `known`: cards of the picture whose reads stand; what is found at their places is left out. `places`: where a card
    lay that may still lie there. Corners are in pixels of the whole picture. Refusals are those of `read_picture`.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    classifier = load_deck_classifier(deck, data)
    with stage("other"):
        cards, hidden = _find_others(frame, classifier, known, list(map(_quad, places)), region)
        reads = explain(cards, (width, height), classifier)
        elapsed_ms = (time.perf_counter() - start) * 1000
        return PictureRead(width, height, deck, elapsed_ms, reads, describe_hidden(hidden, cards, reads))


def _find_others(
    frame: ColorImage, classifier: CardClassifier, known: Sequence[CardRead], places: list[Quad], region: Region | None
) -> tuple[list[NamedCard], list[NamedCard]]:
    """The cards in `region` and at `places` that are not `known`, and those of which too little shows."""
    pyramid, steady = ImagePyramid(frame), list(map(_quad, known))
    detections = shipped_detector().detect_again(pyramid, places, region)
    named = name_cards([found for found in detections if not _lies_at(found.quad, steady)], pyramid, classifier)
    return _split(accept(named, classifier, steady), classifier)


def _quad(card: CardRead) -> Quad:
    return np.array(card.corners, np.float32)


def _is_unchanged(card: CardRead, difference: BoolMask, width: int) -> bool:
    """Whether the place of a card in a picture `width` pixels wide looks as it did."""
    scale = difference.shape[1] / width
    return changed_share(difference, [(x * scale, y * scale) for x, y in card.corners]) <= _MAX_STEADY_CHANGED_SHARE


def _changed_region(difference: BoolMask, previous: PictureRead, size: tuple[int, int]) -> Region | None:
    """The part of a picture of `size` (width, height) that changed, and room for a card around it; None for nothing."""
    changed = cv2.erode(difference.astype(np.uint8), np.ones((2, 2), np.uint8))  # single pixels are noise
    rows, columns = np.nonzero(changed)
    if not len(rows):
        return None
    scale = size[0] / difference.shape[1]
    room = max((quad_size(_quad(card))[1] for card in previous.cards), default=max(size))
    left, top = (int(max(0, low * scale - room)) for low in (columns.min(), rows.min()))
    right, bottom = (
        int(min(side, high * scale + room)) for side, high in zip(size, (columns.max(), rows.max()), strict=True)
    )
    return left, top, right, bottom


def _split(cards: list[NamedCard], classifier: CardClassifier) -> tuple[list[NamedCard], list[NamedCard]]:
    """The cards that can be named, and those of which too little shows."""
    hidden = [card for card in cards if is_hidden(card, classifier)]
    return [card for card in cards if card not in hidden], hidden


def _lies_at(quad: Quad, places: list[Quad]) -> bool:
    """Whether an outline is one of the `places`, the card either way up."""
    tolerance = _SAME_PLACE_WIDTHS * quad_size(quad)[0]
    return bool(places) and bool((corner_offsets(np.stack(places), quad) < tolerance).any())


def _to_picture_read(
    frame: ColorImage, deck: str, start: float, reads: tuple[CardRead, ...], hidden: tuple[HiddenCard, ...]
) -> PictureRead:
    """The reads of a frame, with the milliseconds since `start`."""
    height, width = frame.shape[:2]
    elapsed_ms = (time.perf_counter() - start) * 1000
    return PictureRead(width, height, deck, elapsed_ms, reads, hidden, to_motion_image(frame))
