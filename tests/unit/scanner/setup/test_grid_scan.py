"""Grids of all decks on a synthetic table are cut into their cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from scanner.detection.detection import Detection
from scanner.detection.detector import CardDetector, DetectorOutput, shipped_detector
from scanner.enrolled.store import CARDS_PER_GRID, grid_order
from scanner.imaging.geometry import ImagePyramid, Quad, quad_size, standing
from scanner.imaging.image import ColorImage
from scanner.setup import grid_scan
from scanner.setup.grid_scan import find_card_outlines
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks import decks

IN_THE_GATE = ("hanafuda", 0)
GRIDS = [
    pytest.param(kind, start, marks=[] if (kind, start) == IN_THE_GATE else [pytest.mark.long])
    for kind in decks()
    for start in range(0, len(grid_order(kind)), CARDS_PER_GRID)
]
"""One grid in the gate, the others in `make test-all`."""


@pytest.mark.parametrize(("kind", "start"), GRIDS)
def test_a_grid_of_the_drawn_deck_is_cut_into_its_cards(kind: str, start: int) -> None:
    codes = grid_order(kind)[start : start + CARDS_PER_GRID]
    in_a_row = (
        start // CARDS_PER_GRID % 2 == 0 and kind != "western"
    )  # twelve of those are wider than the table in one row
    piles = (codes, ()) if in_a_row else ((), codes)
    shot = photograph(SceneSpec(104 + start, piles=piles, surface="green felt"), DrawnFaces(kind))
    expect_outlines(shot.frame, [np.array(card["corners"], np.float32) for card in shot.truth["cards"]])


def test_of_two_outlines_that_overlap_the_clearer_is_taken(lay_in_rows: Callable[..., list[Quad]]) -> None:
    """The detector also sees a larger card beside the ribbon of June on this cloth."""
    table = np.full((800, 1300, 3), (60, 70, 50), np.uint8)
    expect_outlines(table, lay_in_rows(grid_order("hanafuda")[CARDS_PER_GRID : 2 * CARDS_PER_GRID], table))


@dataclass(frozen=True)
class HalfBlindDetector(CardDetector):
    """A detector that sees the card at `corners` only as its halves, as cards that lie across."""

    corners: Quad

    def detect(self, pyramid: ImagePyramid) -> DetectorOutput:
        """What the detector sees."""
        output, card = super().detect(pyramid), self.corners
        above = np.stack([card[0], card[1], (card[1] + card[2]) / 2, (card[0] + card[3]) / 2])
        below = above - card[0] + (card[0] + card[3]) / 2

        def with_halves(detections: list[Detection]) -> list[Detection]:
            (whole, *_) = (found for found in detections if _lies_at(found, card))
            halves = [replace(whole, quad=standing(half)) for half in (above, below)]
            return [found for found in detections if not _lies_at(found, card)] + halves

        return replace(output, detections=with_halves(output.detections), outlines=with_halves(output.outlines))


def _lies_at(found: Detection, corners: Quad) -> bool:
    return bool(np.linalg.norm(found.quad.mean(axis=0) - corners.mean(axis=0)) < quad_size(corners)[0])


def test_a_card_that_is_seen_as_two_halves_is_found_whole(
    lay_in_rows: Callable[..., list[Quad]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A court that looks the same upside down was taken for two small cards."""
    table = np.full((800, 1300, 3), (60, 70, 50), np.uint8)
    corners = [np.asarray(card, np.float32) for card in lay_in_rows(grid_order("hanafuda")[:CARDS_PER_GRID], table)]
    shipped = shipped_detector()
    half_blind = HalfBlindDetector(shipped.proposer, shipped.refiner, corners[3])
    monkeypatch.setattr(grid_scan, "shipped_detector", lambda: half_blind)
    expect_outlines(table, corners)


def expect_outlines(frame: ColorImage, corners: list[Quad]) -> None:
    """Expect these cards to be found in a picture, in this order, and nothing else."""
    found = find_card_outlines(frame, len(corners))
    assert len(found) == len(corners)
    for number, (quad, true) in enumerate(zip(found, corners, strict=True)):
        common = cv2.intersectConvexConvex(quad, true)[0]
        assert common > 0.8 * max(cv2.contourArea(quad), cv2.contourArea(true)), f"card {number}"
