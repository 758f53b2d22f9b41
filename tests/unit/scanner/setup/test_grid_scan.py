"""Grids of all decks on a synthetic table are cut into their cards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.enrolled.store import CARDS_PER_GRID, grid_order
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
    found = find_card_outlines(shot.frame, len(codes))
    assert len(found) == len(codes)
    for quad, truth in zip(found, shot.truth["cards"], strict=True):
        true = np.array(truth["corners"], np.float32)
        common = cv2.intersectConvexConvex(quad, true)[0]
        assert common > 0.8 * max(cv2.contourArea(quad), cv2.contourArea(true)), truth["card"]
