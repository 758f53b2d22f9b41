"""Name: what detections show, and which are cards of the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scanner.detection.detection import Detection
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.refinement import RefinementNetwork
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.prediction import Prediction
from scorer.decks import decks

MAX_CARDS = 80
"""Cards in one picture at the most: two Western packs do not fit under the camera."""


@dataclass(frozen=True, slots=True)
class AcceptanceConfig:
    """Which detections count as cards of the deck. Set by `fudayomi bench eyes` and `bench doubts`."""

    min_margin: float = -2.5
    """Logits by which the best face may trail "no card" in a clear card of the right size."""
    max_size_error: float = 0.35
    """Log-ratio of a card's sides to those of the sure cards, at most: the corners of hidden cards are guessed."""
    min_card_log_odds: float = 0.0
    """Log odds of being a card that a detection needs unless its face is sure."""
    max_lone_back_share: float = 0.1
    """Share 0..1 of the picture that a card face down may fill where no sure face says how large cards are. Cloths and
    mats whose edges show look like backs, and fill a third or more; a card at arm's length fills a tenth."""


CONFIG = AcceptanceConfig()


@dataclass(frozen=True, eq=False)
class NamedCard:
    """A detection and what it shows; its outline starts at the top left of the art.

    `crop` (height, width, 3): the card flattened, the art upright.
    """

    detection: Detection
    prediction: Prediction
    crop: ColorImage

    @property
    def quad(self) -> Quad:
        """Corners (4, 2) in frame pixels, clockwise from the top left of the art."""
        return self.detection.quad

    @property
    def is_back(self) -> bool:
        """Whether it resembles a card back more than any face."""
        return self.prediction.back_margin > self.prediction.margin

    @property
    def score(self) -> float:
        """The larger of the margins of its face and of being a back, in logits."""
        return max(self.prediction.margin, self.prediction.back_margin)


@stage("name")
def name_cards(
    detections: Sequence[Detection],
    pyramid: ImagePyramid,
    classifier: CardClassifier,
    shifts: Sequence[float] = (0.0,),
) -> list[NamedCard]:
    """Every detection as the classifier names it, in one batch.

    It is named by the mean of its outline moved right by each of the `shifts`, shares of its width; 0 is the first.
    """
    if not detections:
        return []
    viewed = [
        replace(found, quad=(found.quad + shift * (found.quad[1] - found.quad[0])).astype(np.float32))
        for found in detections
        for shift in shifts
    ]
    crops = np.stack([pyramid.rectify(view.quad, classifier.crop_size) for view in viewed])
    masks = np.stack([view.crop_mask(classifier.crop_size) for view in viewed])
    predictions = classifier.classify(crops, masks, len(shifts))
    return [
        NamedCard(detection.turned(), replace(prediction, is_upside_down=False), crop[::-1, ::-1])
        if prediction.is_upside_down
        else NamedCard(detection, prediction, crop)
        for detection, prediction, crop in zip(detections, predictions, crops[:: len(shifts)], strict=True)
    ]


def name_either_way(
    detections: Sequence[Detection],
    refiner: RefinementNetwork,
    pyramid: ImagePyramid,
    classifier: CardClassifier,
    known: Sequence[Quad] = (),
) -> list[NamedCard]:
    """Every detection as it is named; those in doubt also on their sides, where these may be their short ones.

    A card that points away from a camera beside the table looks wider than high: beyond 44 degrees off the vertical a
    Western card, beyond 50 a hanafuda. The better name stands, unless the plane of `known` and sure cards says that
    only the other way is a card's size.
    """
    named = name_cards(detections, pyramid, classifier)
    doubtful = [number for number, card in enumerate(named) if not classifier.is_sure(card.prediction)]
    sides = [detections[number].on_its_side() for number in doubtful]
    stands, lies = (
        _fits(found, [*known, *sure_quads(named, classifier)], classifier)
        for found in ([named[number].detection for number in doubtful], sides)
    )
    open_ways = [place for place in range(len(doubtful)) if lies[place] or not stands[place]]
    refined = [refiner.refine(pyramid, [sides[place].quad]) for place in open_ways]
    views = [[sides[place], *again] for place, again in zip(open_ways, refined, strict=True)]
    cards = iter(name_cards([view for group in views for view in group], pyramid, classifier))
    for place, group in zip(open_ways, views, strict=True):
        number = doubtful[place]
        side = max((next(cards) for _ in group), key=lambda card: card.score)
        if side.score > named[number].score or not stands[place]:
            named[number] = side
    return named


def _fits(found: Sequence[Detection], known: Sequence[Quad], classifier: CardClassifier) -> NDArray[np.bool_]:
    """Which outlines (n,) are of a card's size on the plane of the known ones; all of them where none is known."""
    if not known or not found:
        return np.ones(len(found), bool)
    errors = deck_plane(known, classifier).size_errors([each.quad for each in found])
    return np.asarray(errors <= CONFIG.max_size_error)


def sure_quads(cards: Sequence[NamedCard], classifier: CardClassifier) -> list[Quad]:
    """The outlines of sure faces."""
    return [card.quad for card in cards if not card.is_back and classifier.is_sure(card.prediction)]


def deck_plane(known: Sequence[Quad], classifier: CardClassifier) -> GroundPlane:
    """The ground plane, in millimetres of the deck's cards, by outlines of known ones, one at least."""
    return GroundPlane(known, decks()[classifier.kind].size_mm)


def accept(cards: Sequence[NamedCard], classifier: CardClassifier, known: Sequence[Quad] = ()) -> list[NamedCard]:
    """Those that are cards of the deck, by falling score. The `known` cards of the picture say how large cards are."""
    sure = [*known, *sure_quads(cards, classifier)]
    quads = [card.quad for card in cards]
    errors = deck_plane(sure, classifier).size_errors(quads) if sure else np.zeros(len(cards))
    kept = [
        card
        for card, error in zip(cards, errors, strict=True)
        if error <= CONFIG.max_size_error
        and (classifier.is_sure(card.prediction) or card.detection.card_log_odds >= CONFIG.min_card_log_odds)
        and (card.score >= 0 or (card.detection.is_clear and card.score >= CONFIG.min_margin))
    ]
    return surest(kept)


def drop_lone_sheets(
    cards: Sequence[NamedCard], pyramid: ImagePyramid, classifier: CardClassifier, known: Sequence[Quad] = ()
) -> list[NamedCard]:
    """The cards without large backs where no `known` or sure face says how large cards are: those are cloths."""
    if known or sure_quads(cards, classifier):
        return list(cards)
    largest = CONFIG.max_lone_back_share * pyramid.frame.shape[0] * pyramid.frame.shape[1]
    return [card for card in cards if not card.is_back or card.detection.area <= largest]


def surest(cards: Sequence[NamedCard]) -> list[NamedCard]:
    """The cards by falling score, `MAX_CARDS` at most."""
    return sorted(cards, key=lambda card: -card.score)[:MAX_CARDS]
