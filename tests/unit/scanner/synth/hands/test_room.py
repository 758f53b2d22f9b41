"""Rooms behind held cards: any size, blurred, no two alike."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.hands.room import paint_room


@pytest.mark.parametrize("shape", [(480, 640), (640, 360), (100, 100)])
def test_a_room_fills_the_picture_and_nothing_in_it_is_sharp(shape: tuple[int, int]) -> None:
    room = paint_room(np.random.default_rng(1), shape)
    assert room.shape == (*shape, 3)
    assert room.min() >= 0
    assert room.max() <= 255
    assert np.abs(np.diff(room, axis=1)).max() < 0.2 * 255 * 320 / shape[1]
    assert room.std() > 3


def test_the_same_seed_paints_the_same_room() -> None:
    first, again, other = (paint_room(np.random.default_rng(seed), (90, 120)) for seed in (4, 4, 5))
    np.testing.assert_array_equal(first, again)
    assert np.abs(first - other).mean() > 5
