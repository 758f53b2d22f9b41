"""Detect: every card of a picture, its outline, and what of it shows.

proposals  = proposer.propose(frame)        the detection network, at four sizes
detections = refiner.refine(proposals)      the refinement network, onto the card's own edges
detections = suppress(detections)           each card once

Where cards are large and none is covered, three sizes are enough, and the largest is not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from scanner.detection.detection import Detection
from scanner.detection.known_size import WHOLE_SHARE, redraw_covered
from scanner.detection.network import DetectionNetwork, Proposals
from scanner.detection.refinement import BATCH_SIZE, RefinementNetwork
from scanner.detection.suppression import suppress
from scanner.imaging.geometry import ImagePyramid, Quad, Region, expand_quad, points_in_quad, quad_size
from scanner.recognition.model_io import bad_model, parse_manifest, read_model_file, refuse_bad_files

DETECTOR_FORMAT = 3
"""Version of the model folder (`detector.json`) that this program reads and `fudayomi train --kind detector` writes."""
DETECTOR_FOLDER = "detector"
"""Folder of the networks that come with the program."""
_MIN_CARD_ASPECT, _MAX_CARD_ASPECT = 1.35, 1.75
"""Height by width of a whole picture that may be one card: cards have 1.4 to 1.67."""
_MIN_NEW_SHARE = 0.15
"""Share 0..1 of an outline's cells that no clear card shows, from which it is refined: a card of which a quarter
shows has more, and the rim of a clear one is a tenth of it. Set by `fudayomi bench fans`."""
_MIN_QUICK_WIDTH_CELLS = 2.5
"""Width of the narrowest card, in cells of the network's output, of which a quick look may be enough: 20 pixels of its
input, less than which it has not learned."""
_RIM_WIDTHS = 0.15
"""What lies around a clear card's outline that may look like card, in its widths: about a cell."""
_MAX_LEFT_SHARE = 0.15
"""Share 0..1 of the cells that look like card in a quick look that no clear card needs to explain: cloth and wood look
a little like cards. Set by `fudayomi bench fans`, seed 700, with `mantia-svg`: where cards were lost it was .6."""
_EXACT_LOG_ERROR = -4.6
"""Logarithm of the expected error, in card widths (1 %), of outlines that are exact where all cards are whole. Where
some are covered, three of 206 cards of fans would no longer be sure. Set by `fudayomi bench eyes`."""
REFINEMENTS = 2
"""Times that an outline is refined: the second crop lies better than the first. Set by `fudayomi bench fans`."""


@dataclass(frozen=True, slots=True)
class DetectorOutput:
    """What was found in a whole picture.

    `detections`: its cards, the clearest first; `outlines`: every outline that was refined, those of the first round
    last; `proposals`: what the first network alone says.
    """

    detections: list[Detection]
    outlines: list[Detection]
    proposals: Proposals


@dataclass(frozen=True, slots=True)
class CardDetector:
    """Both networks."""

    proposer: DetectionNetwork
    refiner: RefinementNetwork

    def detect(self, pyramid: ImagePyramid) -> DetectorOutput:
        """Every card of a picture, and from what it was found."""
        low, high = sorted(pyramid.frame.shape[:2])
        is_card_shaped = _MIN_CARD_ASPECT < high / low < _MAX_CARD_ASPECT
        cut_out = [pyramid.border] if is_card_shaped else []  # a card that was cut out along its sides
        for proposals in self.proposer.propose_stepwise(pyramid.frame):
            refined, is_new = self._refine_new(pyramid, cut_out, proposals)
            if proposals.is_quick and _are_large_and_whole(refined, is_new, proposals.cell_px):
                break
        return DetectorOutput(*self._refine_again(pyramid, refined, are_whole=proposals.is_quick), proposals)

    def detect_again(self, pyramid: ImagePyramid, places: list[Quad], region: Region | None) -> list[Detection]:
        """The cards at these places of a picture, if they still lie there, and every card of a region, if any."""
        if region is None:
            refined = self.refiner.refine(pyramid, places)
        else:
            refined, _ = self._refine_new(pyramid, places, self.proposer.propose(pyramid.frame, region))
        return self._refine_again(pyramid, refined)[0]

    def _refine_new(
        self, pyramid: ImagePyramid, quads: list[Quad], proposals: Proposals
    ) -> tuple[list[Detection], NDArray[np.bool_]]:
        """The outlines and those proposed, refined a batch after the other, the likeliest first.

        Cards have three to five proposals each. Those of cards that a batch before shows clearly are left out. Quick
        proposals are left as soon as a card is covered: another look is needed. With them comes which cells of the
        proposals (n,) no clear card explains.
        """
        cells = proposals.cells
        waiting = [(quad, np.flatnonzero(points_in_quad(cells, quad))) for quad in (*quads, *proposals.quads)]
        refined: list[Detection] = []
        is_new = np.ones(len(cells), bool)
        while waiting and not (proposals.is_quick and any(map(_is_covered, refined))):
            found = self.refiner.refine(pyramid, [quad for quad, _ in waiting[:BATCH_SIZE]])
            refined += found
            for card in found:
                if card.is_clear:
                    is_new &= ~_explained_by(card, proposals)
            waiting = [
                (quad, inside)
                for quad, inside in waiting[BATCH_SIZE:]
                if not len(inside) or is_new[inside].mean() >= _MIN_NEW_SHARE
            ]
        return refined, is_new

    def _refine_again(
        self, pyramid: ImagePyramid, refined: list[Detection], *, are_whole: bool = False
    ) -> tuple[list[Detection], list[Detection]]:
        """The cards among outlines that were refined once, the clearest first, and everything that was refined.

        Where all cards `are_whole`, exact outlines stay as they are.
        """
        outlines, detections = refined, suppress(refined)
        for _ in range(1, REFINEMENTS):
            exact = [one for one in detections if are_whole and one.is_clear and one.log_error < _EXACT_LOG_ERROR]
            drawn = zip(detections, redraw_covered(detections), strict=True)
            again = self.refiner.refine(pyramid, [quad for found, quad in drawn if found not in exact])
            outlines, detections = again + outlines, suppress(exact + again)
        return detections, outlines


def _is_covered(found: Detection) -> bool:
    """Whether it is a card beyond doubt of which a part is hidden."""
    return found.is_clear and found.visible_share < WHOLE_SHARE


def _explained_by(card: Detection, proposals: Proposals) -> NDArray[np.bool_]:
    """Which cells (n,) a clear card explains: those that it shows; in a quick look for whole cards its rim, too."""
    quick, cells = proposals.is_quick, proposals.cells
    return points_in_quad(cells, expand_quad(card.quad, _RIM_WIDTHS)) if quick else card.shows_at(cells)


def _are_large_and_whole(refined: list[Detection], is_new: NDArray[np.bool_], cell_px: float) -> bool:
    """Whether outlines that were refined once are all cards there are, and none of these is small or covered.

    `is_new` (n,): the cells of `cell_px` that no clear card explains.
    """
    clear = [found.quad for found in refined if found.is_clear]
    return (
        bool(clear)
        and not any(map(_is_covered, refined))
        and min(quad_size(quad)[0] for quad in clear) >= _MIN_QUICK_WIDTH_CELLS * cell_px
        and float(is_new.mean()) <= _MAX_LEFT_SHARE
    )


def load_detector(folder: Path) -> CardDetector:
    """The networks in a folder (`detector.json` and the files it names). `bad_model` when anything is off."""
    with refuse_bad_files():
        manifest = parse_manifest((folder / "detector.json").read_bytes())
        if manifest["format"] != DETECTOR_FORMAT:
            raise bad_model("another version")
        return CardDetector(
            DetectionNetwork(read_model_file(folder, manifest["proposals"])),
            RefinementNetwork(read_model_file(folder, manifest["refinement"])),
        )


@cache
def shipped_detector() -> CardDetector:
    """The detector that comes with the program."""
    return load_detector(Path(models.__path__[0]) / DETECTOR_FOLDER)
