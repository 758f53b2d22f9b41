"""Outlines keep their order and size, and crops show the right pixels."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from scanner.imaging.geometry import (
    ImagePyramid,
    expand_quad,
    input_size,
    lies_at,
    order_clockwise,
    points_in_quad,
    quad_area,
    quad_size,
    start_at_short_side,
)
from tests.support.detected_cards import box

TRAPEZOID = np.array([[0, 0], [10, 0], [13, 4], [-3, 4]], np.float32)


def test_corners_in_any_order_become_clockwise_from_the_top_left() -> None:
    upright = box(5, 7, 10, 20)
    shuffled = np.stack([upright[list(order)] for order in permutations(range(4))])
    assert (order_clockwise(shuffled) == upright).all()


def test_a_lying_card_starts_at_a_short_side_and_a_standing_one_stays() -> None:
    lying = box(0, 0, 20, 10)
    assert start_at_short_side(lying).tolist() == [[20, 0], [20, 10], [0, 10], [0, 0]]
    standing = box(0, 0, 10, 20)
    assert start_at_short_side(standing) is standing


def test_size_and_area_of_a_trapezoid_are_those_of_its_sides() -> None:
    assert quad_size(TRAPEZOID) == (13.0, 5.0)
    assert quad_area(TRAPEZOID) == 52.0
    assert quad_area(TRAPEZOID[::-1]) == 52.0


@pytest.mark.parametrize(
    ("margin", "grown"), [(0.0, (10, 20, 40, 60)), (0.1, (6, 16, 48, 68)), (-0.25, (20, 30, 20, 40))]
)
def test_every_side_moves_out_by_the_same_share_of_the_width(margin: float, grown: tuple[float, ...]) -> None:
    np.testing.assert_allclose(expand_quad(box(10, 20, 40, 60), margin), box(*grown), atol=1e-4)


def test_a_crop_of_the_same_size_is_the_part_of_the_frame_and_turns_with_the_first_corner() -> None:
    frame = np.random.default_rng(1).integers(0, 256, (60, 50, 3)).astype(np.uint8)
    quad = box(10, 5, 16, 24)
    pyramid = ImagePyramid(frame)
    assert (pyramid.rectify(quad, (16, 24)) == frame[5:29, 10:26]).all()
    assert (pyramid.rectify(quad[[2, 3, 0, 1]], (16, 24)) == frame[5:29, 10:26][::-1, ::-1]).all()


def test_a_crop_of_a_large_fine_pattern_is_its_mean_and_not_moire() -> None:
    checks = np.indices((480, 320)).sum(axis=0) % 2 * 200
    frame = np.repeat(checks[..., None], 3, axis=2).astype(np.uint8)
    for height in (480, 24):
        crop = ImagePyramid(frame).rectify(box(0, 0, 320, height), (16, 24))
        assert np.unique(crop).tolist() == [100]


def test_a_crop_of_a_large_card_shows_each_part_at_its_place() -> None:
    frame = np.repeat(np.indices((480, 320))[0][..., None] // 2, 3, axis=2).astype(np.uint8)
    crop = ImagePyramid(frame).rectify(box(0, 0, 320, 480), (16, 24))
    np.testing.assert_allclose(crop[..., 0], np.tile(np.arange(24)[:, None] * 10 + 5, 16), atol=2)


def test_small_indices_of_western_cards_get_more_pixels() -> None:
    assert (input_size("western"), input_size("hanafuda")) == ((96, 136), (64, 104))


def test_the_outline_of_a_picture_stands() -> None:
    assert ImagePyramid(np.zeros((40, 30, 3), np.uint8)).border.tolist() == [[0, 0], [30, 0], [30, 40], [0, 40]]
    assert quad_size(ImagePyramid(np.zeros((30, 40, 3), np.uint8)).border) == (30, 40)


def test_points_on_the_sides_lie_in_a_slanted_outline_and_points_of_its_box_may_not() -> None:
    slanted = np.array([[10, 0], [30, 10], [20, 40], [0, 30]], np.float32)
    points = np.array([[15, 20], [10, 0], [20, 5], [1, 1], [29, 39], [60, 20]], np.float32)
    assert points_in_quad(points, slanted).tolist() == [True, True, True, False, False, False]
    assert points_in_quad(points[:0], slanted).shape == (0,)


def test_an_outline_lies_at_a_place_either_way_up_if_no_corner_is_far() -> None:
    place = box(100, 100, 60, 100)
    assert not lies_at(place, [], 0.2)
    for moved, expected in ((5, True), (11, True), (13, False)):
        quad = (place + np.float32([moved, 0])).astype(np.float32)
        assert lies_at(quad, [box(400, 0, 60, 100), place], 0.2) is expected
        assert lies_at(np.roll(quad, 2, axis=0), [place], 0.2) is expected
