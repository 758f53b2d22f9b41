"""Rough outlines moved onto a map of borders."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.proposals.proposal_network import BORDER_CELL_PX, snap_to_border_map

CARD = np.array([[120, 60], [180, 60], [180, 158], [120, 158]], np.float32)


def _turned(quad: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    turn = cv2.getRotationMatrix2D([float(part) for part in quad.mean(axis=0)], degrees, 1.0)
    return np.asarray(cv2.transform(quad[None], turn)[0], np.float32)


def _borders(*quads: NDArray[np.float32], until: int = 320) -> NDArray[np.float32]:
    """A map of 240 x 320 pixels with the outlines drawn, what lies right of `until` left out."""
    drawn = np.zeros((240, 320), np.uint8)
    for quad in quads:
        cv2.polylines(drawn, [np.asarray(np.round(quad), np.int32)], isClosed=True, color=255, thickness=BORDER_CELL_PX)
    drawn[:, until:] = 0
    small = cv2.resize(drawn, (320 // BORDER_CELL_PX, 240 // BORDER_CELL_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


@pytest.mark.parametrize("degrees", [0, 17, -40, 75])
def test_outlines_a_fifth_of_a_card_off_come_to_lie_on_its_borders(degrees: float) -> None:
    card = _turned(CARD, degrees)
    rough = np.stack([_turned(card + shift, turn) for shift, turn in ((9, 5), (-8, -6), ([10, -6], 3))])
    found, seen = snap_to_border_map(rough.astype(np.float32), _borders(card))
    assert np.linalg.norm(found - card, axis=2).max() < 0.06 * 60
    assert seen.min() > 1.5


def test_of_a_card_half_hidden_the_sides_that_show_carry_the_hidden_one() -> None:
    rough = (CARD + np.array([8, 5], np.float32))[None]
    found, seen = snap_to_border_map(rough, _borders(CARD, until=150))
    assert np.linalg.norm(found[0] - CARD, axis=1).max() < 0.08 * 60
    assert seen[0] < snap_to_border_map(rough, _borders(CARD))[1][0]


def test_without_borders_outlines_hardly_move_and_none_gives_none() -> None:
    found, seen = snap_to_border_map(CARD[None], np.zeros((60, 80), np.float32))
    assert np.abs(found[0] - CARD).max() < 0.02 * 60
    assert abs(seen[0]) < 0.01
    none, worth = snap_to_border_map(np.zeros((0, 4, 2), np.float32), np.zeros((60, 80), np.float32))
    assert none.shape == (0, 4, 2)
    assert worth.shape == (0,)
