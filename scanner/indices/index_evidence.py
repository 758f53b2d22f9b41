"""Name cards in doubt once more by the indices in their corners.

Most of a card in a fan is hidden, and its index is a tenth of its width: in the crop of a whole card a seven looks like
a one. A second network reads the corner from near by. What both say together names the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scanner.detection.naming import NamedCard
from scanner.detection.refinement import from_crop
from scanner.imaging.geometry import OPPOSITE_CORNER, ImagePyramid, Quad, rectangle
from scanner.imaging.onnx_session import Floats
from scanner.imaging.profiling import stage
from scanner.indices.index_network import INDEX_CODES, INDEX_SIZE, IndexNetwork
from scanner.recognition.classifier import CardClassifier

CORNER_SHARE = 0.3
"""Share, 0..1, of a card's width and of its height that holds the index, with room for outlines that are off."""


@dataclass(frozen=True, slots=True)
class IndexConfig:
    """How corners and whole cards name a card together. Set by `fudayomi bench fans` on tuning decks."""

    weight: float = 0.5
    """Weight of what corners say beside 1 for what the whole card says: they look at one photograph, and what is
    blurred for one of them is for the other."""
    max_evidence: float = 4.0
    """Logits by which a corner makes a face likelier than another, at most: less than a face needs to be sure, so that
    no corner alone makes one sure."""
    min_visible_share: float = 0.5
    """Share 0..1 of a corner that must show for it to be read, unless the other one shows less."""


CONFIG = IndexConfig()


def index_outline(card: Quad) -> Quad:
    """The outline (4, 2) of the corner of a card that holds its index, which is at the first of its corners."""
    return from_crop(rectangle(CORNER_SHARE, CORNER_SHARE), card)


@stage("name")
def read_indices(
    network: IndexNetwork, pyramid: ImagePyramid, cards: Sequence[NamedCard], classifier: CardClassifier
) -> list[NamedCard]:
    """The cards, those in doubt named by their indices, too."""
    doubtful = [card for card in cards if not (card.is_back or classifier.is_sure(card.prediction))]
    if not doubtful:
        return list(cards)
    crops, masks, owners = [], [], []
    for number, card in enumerate(doubtful):
        for outline, mask in _visible_corners(card):
            crops.append(pyramid.rectify(outline, INDEX_SIZE))
            masks.append(mask)
            owners.append(number)
    columns = [INDEX_CODES.index(label) if label in INDEX_CODES else -1 for label in classifier.labels]
    read = network.read(np.stack(crops), np.stack(masks))
    said = np.hstack([read - read.max(axis=1, keepdims=True), np.zeros((len(read), 1), np.float32)])[:, columns]
    renamed = iter(
        replace(card, prediction=classifier.reconsider(card.prediction, _mean_of(said, owners, number)))
        for number, card in enumerate(doubtful)
    )
    return [next(renamed) if card in doubtful else card for card in cards]


def _mean_of(said: Floats, owners: Sequence[int], number: int) -> Floats:
    mean = CONFIG.weight * said[np.array(owners) == number].mean(axis=0)
    return np.asarray(np.maximum(mean, -CONFIG.max_evidence), np.float32)


def _visible_corners(card: NamedCard) -> list[tuple[Quad, NDArray[np.uint8]]]:
    """The outlines and masks of the corners with an index that show, or of the one that shows more."""
    outlines = [index_outline(quad) for quad in (card.quad, card.quad[OPPOSITE_CORNER])]
    corners = [(outline, replace(card.detection, quad=outline).crop_mask(INDEX_SIZE)) for outline in outlines]
    corners.sort(key=lambda corner: -float(corner[1].mean()))
    return [corners[0], *(corner for corner in corners[1:] if corner[1].mean() >= CONFIG.min_visible_share * 255)]
