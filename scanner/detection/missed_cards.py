"""Find cards that were missed where the first network saw card.

A missed card has outlines near it that are wrong: turned by 90 degrees, half a card long, or with a part of its
neighbour. The sure cards of the picture say how large it must be. So each of these outlines is drawn again in that
size, either way round and up against either of its ends, and the refinement network says which of them is a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from scanner.detection.detection import Detection, any_shows_at
from scanner.detection.detector import REFINEMENTS
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.known_size import CORNERS
from scanner.detection.naming import CONFIG as ACCEPTANCE
from scanner.detection.naming import NamedCard, accept, deck_plane, name_cards, sure_quads
from scanner.detection.network import Proposals
from scanner.detection.refinement import RefinementNetwork
from scanner.detection.suppression import own_part, suppress
from scanner.imaging.geometry import ImagePyramid, Quad, lies_at, points_in_quad, quad_area, side_vectors
from scanner.imaging.onnx_session import Floats
from scanner.imaging.profiling import stage
from scanner.recognition.classifier import CardClassifier


@dataclass(frozen=True, slots=True)
class MissedCardConfig:
    """Which outlines are tried, set on drawn tables with `mantia-svg`, `pysol-me-uk` and `nintendo-vector-albedo`."""

    min_missed_share: float = 0.2
    """Share 0..1 of an outline that was missed: of a card that shows less, no name is asked."""
    min_card_share: float = 0.7
    """Share 0..1 of what no known card shows of an outline that looks like card: the rest may be a hand over it."""
    max_outlines: int = 32
    """Outlines that are drawn again, and of these those that are refined, which bounds the time: two batches."""
    same_length_widths: float = 0.1
    """Card widths by which an outline may be too long or short for a card to lie against both of its ends at once."""
    duplicate_widths: float = 0.2
    """Difference per coordinate in card widths up to which two outlines are refined to the same card."""


CONFIG = MissedCardConfig()


def find_missed(
    refiner: RefinementNetwork,
    pyramid: ImagePyramid,
    proposals: Proposals,
    outlines: Sequence[Quad],
    cards: Sequence[NamedCard],
    classifier: CardClassifier,
) -> list[NamedCard]:
    """Cards that were missed beside those accepted, `cards`: clear ones of their size that look like a face.

    `outlines` (4, 2) are drawn again in that size. Without a sure card none is known, and nothing is found.
    """
    sure, known = sure_quads(cards, classifier), [card.detection for card in cards]
    if not sure:
        return []
    with stage("propose"):
        area = MissedArea.of(proposals, known)
        sources = area.select(outlines)
        quads = area.select(draw_again(sources, deck_plane(sure, classifier))) if sources else []
    detections: list[Detection] = []
    for _ in range(REFINEMENTS):
        own = [part for found in refiner.refine(pyramid, quads) if (part := own_part(found, known))]
        detections = suppress(list(compress(own, area.shares([found.quad for found in own]) > 0)))
        quads = [found.quad for found in detections]
    places = [found.quad for found in known]
    new = [found for found in detections if not lies_at(found.quad, places, CONFIG.duplicate_widths)]
    named = accept(name_cards(new, pyramid, classifier), classifier, sure)
    return [card for card in named if card.prediction.margin >= 0]  # others have nothing to speak for them but a size


@dataclass(frozen=True, slots=True)
class MissedArea:
    """Where the first network saw card: middles (n, 2) in frame pixels of its cells of `cell_px`.

    `missed` are those that no known card shows, `shown` the others.
    """

    missed: Floats
    shown: Floats
    cell_px: float

    @classmethod
    def of(cls, proposals: Proposals, known: Sequence[Detection]) -> MissedArea:
        """What known cards leave of the cells. A cell between two that they show is of no other card."""
        cells, cell_px = proposals.cells, proposals.cell_px
        is_shown = any_shows_at(known, cells)
        if is_shown.any():
            columns, rows = np.round((cells - cells.min(axis=0)) / cell_px).astype(int).T + 1
            grid = np.zeros((rows.max() + 2, columns.max() + 2), bool)
            grid[rows, columns] = is_shown
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                is_shown |= grid[rows + down, columns + right] & grid[rows - down, columns - right]
        return cls(cells[~is_shown], cells[is_shown], cell_px)

    def shares(self, quads: Sequence[Quad]) -> NDArray[np.float64]:
        """Which share 0..1 of each outline was missed (n,), 0 if it is too small to be most of a card's own part."""
        result = np.zeros(len(quads))
        for number, quad in enumerate(quads):
            whole = quad_area(quad) / self.cell_px**2
            least = CONFIG.min_missed_share * whole
            missed = points_in_quad(self.missed, quad).sum() if len(self.missed) >= least else 0
            if missed >= least:
                left = whole - points_in_quad(self.shown, quad).sum()
                result[number] = missed / whole if missed >= CONFIG.min_card_share * left else 0
        return result

    def select(self, quads: Sequence[Quad]) -> list[Quad]:
        """Those of the outlines of which enough was missed, each once, those with most first."""
        shares = self.shares(quads)
        kept: list[Quad] = []
        for number in np.argsort(-shares, kind="stable"):
            if shares[number] == 0 or len(kept) == CONFIG.max_outlines:
                break
            if not lies_at(quads[number], kept, CONFIG.duplicate_widths):
                kept.append(quads[number])
        return kept


def draw_again(quads: Sequence[Quad], plane: GroundPlane) -> list[Quad]:
    """Each outline as a card of the plane, along either side, at both ends and in the middle. One of its size stays."""
    drawn = list(compress(quads, plane.size_errors(quads) <= ACCEPTANCE.max_size_error))
    for quad, flat in zip(quads, plane.flatten(quads), strict=True):
        drawn += [plane.project(corners, quad.mean(axis=0)) for corners in _cards_along(flat, plane.card_size)]
    return drawn


def _cards_along(flat: NDArray[np.floating], size: NDArray[np.floating]) -> Iterator[NDArray[np.floating]]:
    """Cards (4, 2) of `size` (width, height) along either side of a flat outline around 0, in the size's unit."""
    sides = side_vectors(flat)
    down = (sides[1] - sides[3]) / 2
    lengths = np.linalg.norm(sides[0] - sides[2]) / 2, np.linalg.norm(down)
    down = down / lengths[1]
    right = np.array([down[1], -down[0]])
    for along, across, length in ((right, down, lengths[0]), (down, right, lengths[1])):
        slack = (size[1] - length) / 2
        for shift in (0,) if abs(slack) <= CONFIG.same_length_widths * size[0] else (-slack, 0, slack):
            yield CORNERS * size @ [across, along] + along * shift
