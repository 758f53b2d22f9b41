"""The small picture, and where two differ: light is no difference."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.tracking.motion import MOTION_WIDTH_PX, SmallImage, difference_mask, to_color_image

TABLE = np.random.default_rng(4).uniform(20, 180, (180, MOTION_WIDTH_PX, 3)).astype(np.float32)


def _paint_card() -> SmallImage:
    """The table with a part that is 60 grey levels brighter."""
    picture = TABLE.copy()
    picture[60:92, 100:120] += 60
    return picture


def test_the_small_picture_keeps_the_shape_and_the_colour_of_the_large_one() -> None:
    small = to_color_image(np.full((1080, 1920, 3), (10, 77, 200), np.uint8))
    assert (small.shape, small.dtype) == ((180, 320, 3), np.float32)
    assert (small == (10, 77, 200)).all()
    assert to_color_image(np.zeros((1, 1000, 3), np.uint8)).shape == (1, 320, 3)


@pytest.mark.parametrize(("gain", "offset"), [(1, 0), (1, 40), (0.8, 0), (1.25, -10)])
def test_a_change_of_light_is_no_change_and_a_card_in_it_is(gain: float, offset: float) -> None:
    assert not difference_mask(TABLE * np.float32(gain) + np.float32(offset), TABLE).any()
    expected = np.zeros(TABLE.shape[:2], np.bool_)
    expected[60:92, 100:120] = True
    assert (difference_mask(_paint_card() * np.float32(gain) + np.float32(offset), TABLE) == expected).all()


@pytest.mark.parametrize("gains", [(1.0, 1.15), (1.15, 1.0)], ids=["brighter", "darker"])
def test_a_white_card_is_the_same_in_a_light_that_the_camera_cannot_tell(gains: tuple[float, float]) -> None:
    table = TABLE.copy()
    table[60:92, 100:120] = 250
    before, now = (np.minimum(table * np.float32(gain), 255) for gain in gains)
    assert not difference_mask(now, before).any()
    now[60:92, 100:120] = 130
    assert difference_mask(now, before)[60:92, 100:120].all()


def test_a_colour_that_is_as_bright_is_a_change() -> None:
    red = TABLE.copy()
    red[60:92, 100:120] += (-20, 0, 20)
    assert difference_mask(red, TABLE).sum() == 32 * 20


@pytest.mark.parametrize("light", [0, 4, 9])
def test_a_faint_card_is_seen_in_the_light_it_lies_in(light: int) -> None:
    """It is 14 grey levels brighter, of which the light may hide nine."""
    faint = TABLE + np.float32(light)
    faint[60:92, 100:120] -= 14
    assert difference_mask(faint, TABLE)[60:92, 100:120].all()
    assert not difference_mask(TABLE + np.float32(light), TABLE).any()


def test_a_picture_of_another_size_is_all_new() -> None:
    assert difference_mask(TABLE[:90], TABLE).all()
