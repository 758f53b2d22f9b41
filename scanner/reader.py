"""A picture read: every card found, named, or asked about.

The stages: `CardDetector.detect` finds cards and what of them shows, `name_either_way` names them, `accept` keeps the
cards of the deck, `find_missed` looks again where one is missing or half, `find_turned` once more with the picture
turned, `reread_covered` reads covered cards in doubt anew, `read_indices` corners of Western cards in doubt, `explain`
gives codes and doubts, `find_unnamed` says where one lies without a name.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.closer_look import look_closer
from scanner.detection.covered_cards import reread_covered
from scanner.detection.detection import Detection, any_shows_at
from scanner.detection.detector import CardDetector, DetectorOutput, shipped_detector
from scanner.detection.missed_cards import find_missed
from scanner.detection.naming import NamedCard, accept, drop_lone_sheets, name_either_way, surest
from scanner.enrolled.deck_file import load_deck_classifier
from scanner.explanation import describe_hidden, explain, is_hidden
from scanner.half_cards import find_halves
from scanner.imaging.geometry import ImagePyramid, Quad, Region, lies_at
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.indices.index_evidence import read_indices
from scanner.indices.index_network import INDEXED_KIND, shipped_index_network
from scanner.reads import CardRead, PictureRead
from scanner.recognition.classifier import CardClassifier
from scanner.turned_look import find_turned
from scanner.unnamed_cards import find_unnamed

_SAME_PLACE_WIDTHS = 0.15
"""Card widths by which the corners of one card may differ from reading to reading. Set by `fudayomi bench crowd`."""

_MAX_EXPLAINED_SHARE = 0.3
"""Share 0..1 of what shows of a half that cards found later may show: of more, it is one of them."""


def read_picture(frame: ColorImage, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR uint8 as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    classifier = load_deck_classifier(deck, data)
    read, places = _read_whole(frame, deck, classifier)
    return look_closer(frame, read, places, lambda part: _read_whole(part, deck, classifier)[0])


def _read_whole(frame: ColorImage, deck: str, classifier: CardClassifier) -> tuple[PictureRead, NDArray[np.float32]]:
    """The read of a picture, and the centres (n, 2) of what the first network took for cards."""
    start = time.perf_counter()
    height, width = frame.shape[:2]
    with stage("other"):
        pyramid, detector = ImagePyramid(frame), shipped_detector()
        output = detector.detect(pyramid)
        named = name_either_way(output.detections, detector.refiner, pyramid, classifier)
        accepted = drop_lone_sheets(accept(named, classifier), pyramid, classifier)
        completed = _complete(accepted, detector, pyramid, output, classifier)
        completed += find_turned(detector, pyramid, output.proposals, completed, classifier)
        reread = reread_covered(detector.refiner, pyramid, completed, classifier)
        found = surest(_read_indices(deck, pyramid, reread, classifier))
        cards, hidden = _split(found, classifier)
        reads = explain(cards, (width, height), classifier)
        hidden_cards = describe_hidden([*hidden, *find_unnamed(output, found, width * height)], cards, reads)
        elapsed_ms = (time.perf_counter() - start) * 1000
        places = np.array([quad.mean(axis=0) for quad in output.proposals.quads], np.float32).reshape(-1, 2)
        return PictureRead(width, height, deck, elapsed_ms, reads, hidden_cards), places


def _complete(
    cards: list[NamedCard],
    detector: CardDetector,
    pyramid: ImagePyramid,
    output: DetectorOutput,
    classifier: CardClassifier,
) -> list[NamedCard]:
    """The cards with those that were missed, which take the place of halves.

    Those found first say where more lie: of 1,752 cards of drawn rows laid lengthwise 1,146 are named without a second
    search, 1,228 with it. Halves count as known in the first, so that no card is lost whose neighbour is none.
    """
    outlines = [outline.quad for outline in output.outlines]
    missed = find_missed(detector.refiner, pyramid, output.proposals, outlines, cards, classifier)
    cards = [*cards, *missed]
    halves = find_halves(cards, classifier)
    if not missed and not halves:
        return cards
    whole = [card for card in cards if card not in halves]
    missed = find_missed(detector.refiner, pyramid, output.proposals, outlines, whole, classifier)
    found = [card.detection for card in missed]
    left = [
        half for half in halves if any_shows_at(found, half.detection.visible_points).mean() <= _MAX_EXPLAINED_SHARE
    ]
    return [*whole, *left, *missed]


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
        pyramid = ImagePyramid(frame)
        others = _find_others(pyramid, classifier, known, list(map(_quad, places)), region)
        cards, hidden = _split(_read_indices(deck, pyramid, others, classifier), classifier)
        reads = explain(cards, (width, height), classifier)
        hidden_cards = describe_hidden(hidden, cards, reads)
        elapsed_ms = (time.perf_counter() - start) * 1000
        return PictureRead(width, height, deck, elapsed_ms, reads, hidden_cards)


def _find_others(
    pyramid: ImagePyramid, classifier: CardClassifier, known: Sequence[CardRead], places: list[Quad], region: Region
) -> list[NamedCard]:
    """The cards in `region` and at `places` that are not `known`."""
    steady = list(map(_quad, known))
    detections = shipped_detector().detect_again(pyramid, places, region)
    others = [found for found in detections if not lies_at(found.quad, steady, _SAME_PLACE_WIDTHS)]
    named = name_either_way(others, shipped_detector().refiner, pyramid, classifier, steady)
    return drop_lone_sheets(accept(named, classifier, steady), pyramid, classifier, steady)


def _read_indices(
    deck: str, pyramid: ImagePyramid, cards: list[NamedCard], classifier: CardClassifier
) -> list[NamedCard]:
    """The cards, those in doubt named by their indices, too, where the deck has any that were learned.

    A deck that was enrolled is named by its own pictures alone: nobody said that its indices are common ones.
    """
    return read_indices(shipped_index_network(), pyramid, cards, classifier) if deck == INDEXED_KIND else cards


def _quad(card: CardRead) -> Quad:
    return np.array(card.corners, np.float32)


def _split(cards: list[NamedCard], classifier: CardClassifier) -> tuple[list[NamedCard], list[Detection]]:
    """The cards that can be named, and those of which too little shows."""
    hidden = [card for card in cards if is_hidden(card, classifier)]
    return [card for card in cards if card not in hidden], [card.detection for card in hidden]
