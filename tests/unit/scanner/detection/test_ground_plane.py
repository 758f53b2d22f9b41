"""How large a card looks at a place, from the cards that lie elsewhere."""

from __future__ import annotations

from math import cos, log, radians, sin

import numpy as np
import pytest

from scanner.detection.ground_plane import GroundPlane, fit_to_most
from scanner.imaging.geometry import Quad
from tests.support.detected_cards import box

SIZE = (30.0, 50.0)


def _turn(quad: Quad, degrees: float) -> Quad:
    turn = radians(degrees)
    matrix = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]], np.float32)
    centre = quad.mean(axis=0)
    return np.asarray((quad - centre) @ matrix + centre, np.float32)


@pytest.mark.parametrize("degrees", [0, 33, 90, 200])
def test_one_card_tells_the_scale_however_it_is_turned(degrees: float) -> None:
    plane = GroundPlane([_turn(box(100, 100, 60, 100), degrees)], SIZE)
    for point in ((0, 0), (130, 150), (900, 700)):
        np.testing.assert_allclose(plane.local_transforms(np.array([point]))[0], [[2, 0], [0, 2]], atol=1e-4)


def test_an_error_is_the_logarithm_of_the_side_that_is_more_off() -> None:
    plane = GroundPlane([box(100, 100, 60, 100)], SIZE)
    quads = [box(300, 0, 60, 100), box(300, 0, 66, 110), box(300, 0, 60, 80), _turn(box(0, 0, 30, 100), 45)]
    assert plane.size_errors(quads).tolist() == pytest.approx([0, log(1.1), log(1.25), log(2)], abs=1e-4)
    assert plane.size_errors([]).shape == (0,)


def test_between_large_and_small_cards_a_card_is_of_a_size_between() -> None:
    cards = [box(x - 15 * size, 200, 30 * size, 50 * size) for x, size in ((0, 1), (200, 2), (400, 3), (600, 4))]
    plane = GroundPlane(cards, SIZE)
    sizes = [float(plane.local_transforms(np.array([[x, 250]]))[0, 0, 0]) for x in (0, 150, 300, 450, 600)]
    assert sizes == sorted(sizes)
    assert 2 < sizes[2] < 3.2
    far, farther = (plane.local_transforms(np.array([[x, 250]])) for x in (5000, 9000))
    assert (far == farther).all()


def test_no_place_shows_a_card_edge_on() -> None:
    cards = [box(x, 0, 30 * size, 50 * size) for x, size in ((0, 3), (100, 2), (200, 1))]
    eigenvalues = np.linalg.eigvalsh(GroundPlane(cards, SIZE).local_transforms(np.array([[-9000, 0], [9000, 0]])))
    assert (eigenvalues > 0.2).all()


def test_an_outline_laid_flat_has_its_measures_and_comes_back_from_there() -> None:
    quads = [box(x - 15 * size, 200, 30 * size, 50 * size) for x, size in ((0, 1), (200, 2), (400, 3))]
    plane = GroundPlane(quads, SIZE)
    turned = _turn(quads[1], 20)
    for flat, quad in zip(plane.flatten([quads[1], turned]), (quads[1], turned), strict=True):
        assert np.linalg.norm(flat[1] - flat[0]) == pytest.approx(30, rel=0.1)
        assert np.linalg.norm(flat[2] - flat[1]) == pytest.approx(50, rel=0.1)
        np.testing.assert_allclose(plane.project(flat, quad.mean(axis=0)), quad, atol=1e-3)


def test_the_size_is_that_of_most_cards() -> None:
    cards = [box(100 * number, 0, 60 + number, 100) for number in range(3)]
    plane = fit_to_most([box(900, 0, 100, 150), *cards, box(700, 0, 30, 50)])
    assert plane.card_size.tolist() == pytest.approx([61, 100], rel=0.01)
