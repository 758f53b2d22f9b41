"""Sides of an outline lie on edges, or move onto those near them."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.edge_support import SIDE_POSITIONS, EdgeField
from scanner.detection.foreground import color_gradients
from tests.support.card_candidates import box

CARD = box(59.5, 39.5, 80, 120)


def _field(step: int = 60, rows: slice = slice(40, 160)) -> EdgeField:
    """The edges of a card of 80 by 120 pixels, `step` grey levels above the table, or of some of its rows."""
    lab = np.full((200, 200, 3), 100, np.uint8)
    lab[rows, 60:140] += np.uint8(step)
    return EdgeField(color_gradients(lab))


@pytest.mark.parametrize(("outward", "share"), [(0.0, 1.0), (1.0, 1.0), (6.0, 0.0), (-6.0, 0.0)])
def test_an_outline_is_supported_within_a_pixel_of_the_edge(outward: float, share: float) -> None:
    quad = CARD + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * outward
    assert _field().support([quad]).mean() == share


def test_a_step_of_a_few_levels_is_no_edge() -> None:
    assert not _field(step=4).support([CARD]).any()
    assert _field(step=8).support([CARD]).all()


def test_a_faint_edge_beside_a_strong_one_does_not_support() -> None:
    lab = np.full((200, 200, 3), 100, np.uint8)
    lab[40:160, 60:140] = 110
    assert EdgeField(color_gradients(lab)).support([CARD]).all()
    lab[43:157, 63:137] = 200
    assert not EdgeField(color_gradients(lab)).support([CARD]).any()


def test_each_quad_has_its_own_support_however_many_are_asked_for() -> None:
    quads = [CARD, CARD + 20] * 20
    support = _field().support(quads)
    assert support.shape == (40, 4, len(SIDE_POSITIONS))
    assert support[::2].all()
    assert not support[1::2].all(axis=(1, 2)).any()
    assert _field().support([]).shape == (0, 4, len(SIDE_POSITIONS))


def test_a_crooked_outline_moves_onto_the_edges_and_one_without_edges_stays() -> None:
    crooked = CARD + np.array([[2, -3], [-2, 2], [3, 1], [-1, -2]], np.float32)
    snapped, far = _field().snap([crooked, CARD / 4])
    assert np.abs(snapped - CARD).max() < 0.5
    assert (far == CARD / 4).all()


def test_a_side_moves_by_what_most_of_it_shows() -> None:
    (snapped,) = _field(rows=slice(0, 120)).snap([CARD + np.array([2, 0], np.float32)])
    assert np.abs(snapped[:, 0] - CARD[:, 0]).max() < 0.5
    assert snapped[[0, 1], 1].tolist() == pytest.approx([39.5, 39.5], abs=0.01)
