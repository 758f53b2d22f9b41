"""Sprites of hands: whole, front part, reaching over the table."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.hands.pose import palm_pose
from scanner.synth.hands.skin import random_skin
from scanner.synth.hands.sprites import draw_hand, draw_reaching_hand


def test_the_front_part_shows_the_same_pixels_as_the_whole() -> None:
    rng = np.random.default_rng(3)
    pose, _ = palm_pose(rng)
    whole, front = draw_hand(rng, pose, 1.5, 0.5, random_skin(rng))
    scale = whole.pixels.shape[1] / whole.width
    left = round((front.x - front.width / 2 - whole.x + whole.width / 2) * scale)
    top = round((front.y - front.height / 2 - whole.y + whole.height / 2) * scale)
    height, width = front.pixels.shape[:2]
    np.testing.assert_array_equal(front.pixels[:, :, :3], whole.pixels[top : top + height, left : left + width, :3])
    assert (front.pixels[:, :, 3] <= whole.pixels[top : top + height, left : left + width, 3]).all()
    assert 0.02 < (front.pixels[:, :, 3] > 127).mean() < 0.9
    assert whole.height > 250


def test_a_drawing_has_the_pixels_that_the_picture_can_show_and_no_more_than_skin_has() -> None:
    pose, _ = palm_pose(np.random.default_rng(1))
    sizes = [
        draw_hand(np.random.default_rng(1), pose, px_per_mm, 0.0, np.full(3, 150, np.float32))[0]
        for px_per_mm in (1.0, 2.0, 50.0)
    ]
    scales = [sprite.pixels.shape[0] / sprite.height for sprite in sizes]
    assert scales == pytest.approx([1.1, 2.2, 3.0], rel=0.02)


def test_a_reaching_hand_points_up_and_fills_its_sprite() -> None:
    hand = draw_reaching_hand(np.random.default_rng(2))
    opaque = hand.pixels[:, :, 3] > 0
    assert opaque[0].any()
    assert opaque[-1].any()
    assert opaque[:, 0].any()
    assert (hand.x, hand.y, hand.name, hand.code, hand.face) == (0, 0, "hand", "", "")
    assert opaque[: len(opaque) // 10].mean() < opaque[-len(opaque) // 10 :].mean()


def test_a_watch_changes_the_wrist_and_nothing_else() -> None:
    pose, _ = palm_pose(np.random.default_rng(1))
    pose.cuff = 90.0
    skin = np.full(3, 150, np.float32)
    bare, worn = (
        draw_hand(np.random.default_rng(1), pose, 1.5, 0.0, skin, has_watch=has_watch)[0].pixels
        for has_watch in (False, True)
    )
    rows = np.nonzero((bare[:, :, :3] != worn[:, :, :3]).any(axis=(1, 2)))[0]
    assert rows.size
    np.testing.assert_array_equal(bare[: rows.min() - 1], worn[: rows.min() - 1])
    np.testing.assert_array_equal(bare[: worn.shape[0] // 3], worn[: worn.shape[0] // 3])
