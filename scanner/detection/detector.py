"""Detect: every card of a picture, its outline, and what of it shows.

proposals  = proposer.propose(frame)        the detection network, at four sizes
detections = refiner.refine(proposals)      the refinement network, onto the card's own edges
detections = suppress(detections)           each card once
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import models
from scanner.detection.detection import Detection
from scanner.detection.known_size import redraw_covered
from scanner.detection.network import DetectionNetwork, Proposals
from scanner.detection.refinement import BATCH_SIZE, RefinementNetwork
from scanner.detection.suppression import of_one_size, suppress
from scanner.imaging.geometry import ImagePyramid, Quad, Region, points_in_quad, standing
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
        height, width = pyramid.frame.shape[:2]
        low, high = sorted((width, height))
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        is_card_shaped = _MIN_CARD_ASPECT < high / low < _MAX_CARD_ASPECT
        cut_out = [standing(corners)] if is_card_shaped else []  # a card that was cut out along its sides
        proposals = self.proposer.propose(pyramid.frame)
        detections, outlines = self._refine_again(pyramid, self._refine_new(pyramid, cut_out, proposals))
        return DetectorOutput(detections, outlines, proposals)

    def detect_again(self, pyramid: ImagePyramid, places: list[Quad], region: Region | None) -> list[Detection]:
        """The cards at these places of a picture, if they still lie there, and every card of a region, if any."""
        if region is None:
            refined = self.refiner.refine(pyramid, places)
        else:
            refined = self._refine_new(pyramid, places, self.proposer.propose(pyramid.frame, region))
        return self._refine_again(pyramid, refined)[0]

    def _refine_new(self, pyramid: ImagePyramid, quads: list[Quad], proposals: Proposals) -> list[Detection]:
        """The outlines and those proposed, refined a batch after the other, the likeliest first.

        Cards have three to five proposals each. Those of cards that a batch before shows clearly are left out.
        """
        cells = proposals.cells
        waiting = [(quad, np.flatnonzero(points_in_quad(cells, quad))) for quad in (*quads, *proposals.quads)]
        refined: list[Detection] = []
        is_new = np.ones(len(cells), bool)
        while waiting:
            found = self.refiner.refine(pyramid, [quad for quad, _ in waiting[:BATCH_SIZE]])
            refined += found
            for card in found:
                if card.is_clear:
                    is_new &= ~card.shows_at(cells)
            waiting = [
                (quad, inside)
                for quad, inside in waiting[BATCH_SIZE:]
                if not len(inside) or is_new[inside].mean() >= _MIN_NEW_SHARE
            ]
        return refined

    def _refine_again(self, pyramid: ImagePyramid, refined: list[Detection]) -> tuple[list[Detection], list[Detection]]:
        """The cards among outlines that were refined once, the clearest first, and everything that was refined."""
        outlines, detections = refined, suppress(of_one_size(refined))
        for _ in range(1, REFINEMENTS):
            refined = self.refiner.refine(pyramid, redraw_covered(detections))
            outlines, detections = refined + outlines, suppress(of_one_size(refined))
        return detections, outlines


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
