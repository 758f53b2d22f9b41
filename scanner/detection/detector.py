"""Detect: every card of a picture, its outline, and what of it shows.

outlines   = network.propose(frame)         the detection network, at four sizes
detections = refine(outlines)               the refinement network, onto the card's own edges
detections = suppress(detections)           each card once
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from scanner.detection.detection import Detection
from scanner.detection.known_size import redraw_covered
from scanner.detection.network import INPUT_SIDES_PX, DetectionNetwork, Proposals
from scanner.detection.refinement import BATCH_SIZE, RefinementNetwork
from scanner.detection.suppression import is_clear, of_one_size, suppress
from scanner.imaging.geometry import ImagePyramid, Quad, points_in_quad, standing
from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import Floats
from scanner.imaging.profiling import stage
from scanner.recognition.model_io import MODEL_FILE_ERRORS, bad_model, parse_manifest, read_model_file
from scorer.errors import Refusal

DETECTOR_FORMAT = 3
"""Version of the model folder (`detector.json`) that this program reads and `fudayomi train --kind detector` writes."""
DETECTOR_FOLDER = "detector"
"""Folder of the networks that come with the program."""
Region = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""
_MIN_CARD_ASPECT, _MAX_CARD_ASPECT = 1.35, 1.75
"""Height by width of a whole picture that may be one card: cards have 1.4 to 1.67."""
CONTEXT_PX = 64
"""Pixels of the network's largest input that it sees around a region, too: without, it misses two backs of five."""
_MIN_NEW_SHARE = 0.15
"""Share 0..1 of an outline's cells that no clear card shows, from which it is refined: a card of which a quarter
shows has more, and the rim of a clear one is a tenth of it. Set by `fudayomi bench fans`."""
REFINEMENTS = 2
"""Times that an outline is refined: the second crop lies better than the first. Set by `fudayomi bench fans`."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What a look at a whole picture has found.

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

    def detect(self, pyramid: ImagePyramid) -> list[Detection]:
        """Every card of a picture, the clearest first."""
        return self.look(pyramid).detections

    def look(self, pyramid: ImagePyramid) -> FirstLook:
        """Every card of a picture, and from what it was found."""
        height, width = pyramid.frame.shape[:2]
        low, high = sorted((width, height))
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        is_card_shaped = _MIN_CARD_ASPECT < high / low < _MAX_CARD_ASPECT
        standing_quads = [standing(corners)] if is_card_shaped else []  # a card that was cut out along its sides
        proposals = self.propose_in(pyramid.frame, (0, 0, width, height))
        detections, outlines = self._refine_all(pyramid, self._refine_new(pyramid, standing_quads, proposals))
        return FirstLook(detections, outlines, proposals)

    def detect_again(self, pyramid: ImagePyramid, places: list[Quad], region: Region | None) -> list[Detection]:
        """The cards at these places of a picture, if they still lie there, and every card of a region, if any."""
        if region is None:
            refined = self._refine(pyramid, places)
        else:
            refined = self._refine_new(pyramid, places, self.propose_in(pyramid.frame, region))
        return self._refine_all(pyramid, refined)[0]

    def _refine_all(self, pyramid: ImagePyramid, refined: list[Detection]) -> tuple[list[Detection], list[Detection]]:
        """The cards among outlines that were refined once, the clearest first, and everything that was refined."""
        outlines = refined
        with stage("suppress"):
            detections = suppress(of_one_size(refined))
        for _ in range(1, REFINEMENTS):
            refined = self._refine(pyramid, redraw_covered(detections))
            outlines = refined + outlines
            with stage("suppress"):
                detections = suppress(of_one_size(refined))
        return detections, outlines

    def _refine_new(self, pyramid: ImagePyramid, quads: list[Quad], proposals: Proposals) -> list[Detection]:
        """The outlines and those proposed, refined a batch after the other, the likeliest first.

        Cards have three to five proposals each. Those of cards that a batch before shows clearly are left out.
        """
        cells = proposals.cells
        waiting = [(quad, _find_inside(cells, quad)) for quad in (*quads, *proposals.quads)]
        refined: list[Detection] = []
        is_new = np.ones(len(cells), bool)
        while waiting:
            found = self._refine(pyramid, [quad for quad, _ in waiting[:BATCH_SIZE]])
            refined += found
            with stage("suppress"):
                for card in found:
                    if is_clear(card):
                        inside = _find_inside(cells, card.mask_outline)
                        is_new[inside[card.shows_at(cells[inside])]] = False
                waiting = [
                    (quad, inside)
                    for quad, inside in waiting[BATCH_SIZE:]
                    if not len(inside) or is_new[inside].mean() >= _MIN_NEW_SHARE
                ]
        return refined

    def _refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        with stage("refine"):
            return self.refine(pyramid, quads)

    def propose_in(self, frame: ColorImage, region: Region) -> Proposals:
        """What may be cards with their centres in a region of the frame, in frame pixels."""
        height, width = frame.shape[:2]
        around = round(CONTEXT_PX * max(height, width) / INPUT_SIDES_PX[0])
        left, top, right, bottom = region
        first, above = max(0, left - around), max(0, top - around)
        wide = frame[above : min(height, bottom + around), first : min(width, right + around)]
        with stage("propose"):
            found = self.proposer.propose(wide, max(height, width))
        start = np.array([first, above], np.float32)
        quads = [quad + start for quad in found.quads]
        centres = [quad.mean(axis=0) for quad in quads]
        return Proposals(
            [quad for quad, (x, y) in zip(quads, centres, strict=True) if left <= x < right and top <= y < bottom],
            found.cells + start,
            found.cell_px,
        )

    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        """What the refinement network sees around outlines in frame pixels."""
        if not quads:
            return []
        result = self.refiner.refine(pyramid, quads)
        return [
            Detection(quad, mask, outline, float(card), float(back), float(error))
            for quad, mask, outline, card, back, error in zip(
                map(standing, result.quads),
                result.masks,
                result.crop_outlines,
                result.card_log_odds,
                result.back_log_odds,
                result.log_errors,
                strict=True,
            )
            if _is_sound(quad)
        ]


def _find_inside(points: Floats, quad: Quad) -> NDArray[np.intp]:
    """Which of the points (n, 2) lie in a clockwise outline. Only those in the box around it are asked closely."""
    near = np.flatnonzero(((points >= quad.min(axis=0)) & (points <= quad.max(axis=0))).all(axis=1))
    return near[points_in_quad(points[near], quad)]


def _is_sound(quad: Quad) -> bool:
    """Whether the outline is convex and of some size."""
    sides = np.roll(quad, -1, axis=0) - quad
    after = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 1.0).all())


def load_detector(folder: Path) -> CardDetector:
    """The networks in a folder (`detector.json` and the files it names). `bad_model` when anything is off."""
    try:
        manifest = parse_manifest((folder / "detector.json").read_bytes())
        if manifest["format"] != DETECTOR_FORMAT:
            raise bad_model("another version")
        return CardDetector(
            DetectionNetwork(read_model_file(folder, manifest["proposals"])),
            RefinementNetwork(read_model_file(folder, manifest["refinement"])),
        )
    except Refusal:
        raise
    except MODEL_FILE_ERRORS as fault:
        raise bad_model(type(fault).__name__) from fault


@cache
def shipped_detector() -> CardDetector:
    """The detector that comes with the program."""
    return load_detector(Path(models.__path__[0]) / DETECTOR_FOLDER)
