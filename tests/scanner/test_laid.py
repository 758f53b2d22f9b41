"""Every grid of every deck, laid in one row or two on the drawn table, is cut into its cards; none is learned here."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.enrolled.store import GRID, laid_order
from scanner.imaging.geometry import CARD_MM
from scanner.setup.grid_scan import outlines
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import Order, photograph

GRIDS = [(kind, start) for kind in CARD_MM for start in range(0, len(laid_order(kind)), GRID)]


@pytest.mark.parametrize(("kind", "start"), GRIDS)
def test_a_grid_of_the_drawn_deck_is_cut_into_its_cards(kind: str, start: int) -> None:
    codes = laid_order(kind)[start : start + GRID]
    in_a_row = start // GRID % 2 == 0 and kind != "western"  # twelve of those are wider than the table in one row
    piles = (codes, ()) if in_a_row else ((), codes)
    shot = photograph(Order(104 + start, piles=piles, surface="green felt"), DrawnFaces(kind))
    found = outlines(shot.frame, CARD_MM[kind], len(codes))
    assert len(found) == len(codes)
    for quad, truth in zip(found, shot.truth["cards"], strict=True):
        true = np.array(truth["corners"], np.float32)
        common = cv2.intersectConvexConvex(quad, true)[0]
        assert common > 0.8 * max(cv2.contourArea(quad), cv2.contourArea(true)), truth["card"]
