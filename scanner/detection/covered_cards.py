"""Read covered cards in doubt once more, along better outlines.

Sure cards say how large a card is at each place, by the deck's own measures and in perspective. In that size the
outline is drawn again and refined once more. The card is then named by three outlines that differ a little: what is
small, as the index of a Western card, is misread where an outline is slightly wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.detection.detection import Detection
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.known_size import WHOLE_SHARE, redraw
from scanner.detection.naming import NamedCard, deck_plane, name_cards, sure_quads
from scanner.detection.refinement import RefinementNetwork
from scanner.detection.suppression import own_part
from scanner.imaging.geometry import ImagePyramid
from scanner.recognition.classifier import CardClassifier


@dataclass(frozen=True, slots=True)
class CoveredCardConfig:
    """How cards are read again. Set by `fudayomi bench fans`, seeds from 700, with decks of no stated figure."""

    min_same_share: float = 0.7
    """Share 0..1 of what the first outline shows that the corrected one must show, too: else it is on a neighbour."""
    shifts: tuple[float, ...] = (0.0, 0.03, -0.03)
    """Shares of its width by which the outline is moved for naming: what corners that show are usually wrong by."""


CONFIG = CoveredCardConfig()


def reread_covered(
    refiner: RefinementNetwork, pyramid: ImagePyramid, cards: Sequence[NamedCard], classifier: CardClassifier
) -> list[NamedCard]:
    """The cards of a picture, of which the covered ones in doubt are read again."""
    sure = sure_quads(cards, classifier)
    doubtful = [
        card
        for card in cards
        if not (card.is_back or card.prediction.visible_share >= WHOLE_SHARE or classifier.is_sure(card.prediction))
    ]
    if not sure or not doubtful:
        return list(cards)
    plane, detections = deck_plane(sure, classifier), {card: card.detection for card in cards}
    for card in doubtful:
        others = [found for other, found in detections.items() if other is not card]
        detections[card] = _correct(card.detection, others, plane, refiner, pyramid)
    renamed = iter(name_cards([detections[card] for card in doubtful], pyramid, classifier, CONFIG.shifts))
    return [next(renamed) if card in doubtful else card for card in cards]


def _correct(
    found: Detection, others: list[Detection], plane: GroundPlane, refiner: RefinementNetwork, pyramid: ImagePyramid
) -> Detection:
    """The detection refined from an outline of the right size, or itself where that finds one of the others or none."""
    for refined in refiner.refine(pyramid, [redraw(found, plane)]):
        if refined.shows_at(found.visible_points).mean() >= CONFIG.min_same_share and own_part(refined, others):
            return refined
    return found
