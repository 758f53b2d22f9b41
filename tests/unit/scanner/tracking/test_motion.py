"""Light is no motion, and a place is bare only if its surroundings stay."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.tracking.motion import (
    MIN_REST_S,
    MOTION_WIDTH_PX,
    MotionGate,
    classify_place,
    difference_mask,
    has_changed,
    to_motion_image,
)

GREY = np.random.default_rng(4).uniform(20, 220, (180, MOTION_WIDTH_PX)).astype(np.float32)
CARD = ((100.0, 60.0), (120.0, 60.0), (120.0, 92.0), (100.0, 92.0))
BESIDE = ((122.0, 60.0), (142.0, 60.0), (142.0, 92.0), (122.0, 92.0))


def _changed(left: int, top: int, width: int, height: int) -> NDArray[np.float32]:
    """The table with that part 60 levels brighter."""
    grey = GREY.copy()
    grey[top : top + height, left : left + width] += 60
    return grey


def test_the_small_image_keeps_the_shape_and_the_level_of_the_picture() -> None:
    small = to_motion_image(np.full((1080, 1920, 3), 77, np.uint8))
    assert (small.shape, small.dtype) == ((180, 320), np.float32)
    assert (small == 77).all()
    assert to_motion_image(np.zeros((1, 1000, 3), np.uint8)).shape == (1, 320)


@pytest.mark.parametrize(("gain", "offset"), [(1, 0), (1, 40), (0.8, 0), (1.25, -10)])
def test_a_change_of_light_is_no_change_and_a_card_in_it_is(gain: float, offset: float) -> None:
    assert not difference_mask(GREY * np.float32(gain) + np.float32(offset), GREY).any()
    lit = _changed(100, 60, 20, 32) * np.float32(gain) + np.float32(offset)
    expected = np.zeros(GREY.shape, bool)
    expected[60:92, 100:120] = True
    assert (difference_mask(lit, GREY) == expected).all()


def test_a_few_pixels_are_noise_and_an_image_of_another_size_is_all_new() -> None:
    assert not has_changed(_changed(10, 10, 8, 8), GREY)
    assert has_changed(_changed(10, 10, 9, 9), GREY)
    assert difference_mask(GREY[:90], GREY).all()


def test_the_table_is_at_rest_some_time_after_its_last_change() -> None:
    gate, moved = MotionGate(), _changed(10, 10, 40, 40)
    times = [(10.0, GREY), (10.3, GREY), (10.0 + MIN_REST_S, GREY), (10.5, moved), (10.8, moved), (11.0, moved)]
    assert [gate.update(grey, time_s) for time_s, grey in times] == [False, False, True, False, False, True]


@pytest.mark.parametrize(
    ("part", "state"),
    [
        ((100, 60, 4, 4), "same"),
        ((100, 60, 21, 33), "bare"),
        ((70, 40, 80, 80), "hidden"),
        ((180, 40, 80, 80), "same"),
    ],
    ids=["a corner", "the card", "the card and around it", "elsewhere"],
)
def test_a_place_is_bare_if_only_the_card_changed(part: tuple[int, int, int, int], state: str) -> None:
    assert classify_place(difference_mask(_changed(*part), GREY), CARD, []) == state


def test_what_changes_on_a_neighbour_does_not_hide_a_card() -> None:
    both = difference_mask(_changed(100, 60, 43, 33), GREY)
    assert classify_place(both, CARD, [BESIDE]) == "bare"
    surrounded = [tuple((x + dx, y + dy) for x, y in CARD) for dx in (-22, 0, 22) for dy in (-34, 0, 34) if dx or dy]
    assert classify_place(np.ones(GREY.shape, bool), CARD, surrounded) == "bare", "no ring is left to tell"
    outside = tuple((x + 900, y) for x, y in CARD)
    assert classify_place(np.ones(GREY.shape, bool), outside, []) == "same"
