"""What a detection knows of its card: points, mask, visible part."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.detection import any_shows_at, lies_over
from tests.support.detected_cards import box, detection

CARD = box(100, 200, 60, 100)
LOWER_HALF = box(50, 250, 200, 100)


def test_all_of_a_card_that_lies_open_shows() -> None:
    whole = detection(CARD)
    assert whole.area == pytest.approx(6000)
    assert whole.bounds == (100, 200, 160, 300)
    assert whole.crop_mask((30, 50))[4:-4, 4:-4].min() > 200
    points = whole.visible_points
    assert len(points) > 50
    assert points.mean(axis=0) == pytest.approx([130, 250], abs=1)
    assert whole.shows_at(np.array([[130, 250], [90, 250], [9000, -50]], np.float32)).tolist() == [True, False, False]
    assert whole.shows_at(np.zeros((0, 2), np.float32)).shape == (0,)


def test_of_a_half_covered_card_the_crop_shows_the_other_half() -> None:
    half = detection(CARD, LOWER_HALF)
    mask = half.crop_mask((30, 50))
    assert mask.shape == (50, 30)
    assert mask[4:20, 4:-4].min() > 200
    assert mask[30:].max() < 50
    assert half.visible_points[:, 1].max() < 252
    assert half.shows_at(np.array([[130, 220], [130, 280]], np.float32)).tolist() == [True, False]


def test_a_card_turned_round_shows_the_same_part() -> None:
    half = detection(CARD, LOWER_HALF)
    turned = half.turned()
    assert turned.quad.tolist() == np.roll(half.quad, 2, axis=0).tolist()
    np.testing.assert_allclose(turned.crop_mask((30, 50)), half.crop_mask((30, 50))[::-1, ::-1], atol=2)
    assert turned.visible_points.tolist() == half.visible_points.tolist()


def test_a_card_of_which_nothing_shows_has_no_points() -> None:
    hidden = detection(CARD, box(0, 0, 900, 900))
    assert hidden.visible_points.shape == (0, 2)
    assert not hidden.crop_mask((30, 50)).any()


def test_two_halves_of_a_card_show_all_of_it_and_no_cards_nothing() -> None:
    points = np.array([[130, 220], [130, 280], [300, 300]], np.float32)
    halves = [detection(CARD, LOWER_HALF), detection(CARD, box(50, 150, 200, 100))]
    assert any_shows_at(halves, points).tolist() == [True, True, False]
    assert any_shows_at([], points).tolist() == [False] * 3


def test_the_card_that_shows_where_two_overlap_lies_over_the_other() -> None:
    upper = detection(box(120, 230, 60, 100))
    lower = detection(CARD, upper.quad)
    assert lies_over(upper, lower)
    assert not lies_over(lower, upper)


@pytest.mark.parametrize("left", [161, 159, 400])
def test_cards_side_by_side_lie_over_none(left: float) -> None:
    one, two = detection(CARD), detection(box(left, 200, 60, 100))
    assert not lies_over(one, two)
    assert not lies_over(two, one)
