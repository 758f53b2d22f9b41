from __future__ import annotations

import numpy as np

from scanner.synth.films.patches import Patch, overlap, patch_of, patch_of_arm
from scanner.synth.sprite import Canvas, Sprite
from tests.support.film_scripts import small_stage

SLOPE = (0.8, 0.5)


def red_card(x: float = 0.0, y: float = 0.0) -> Sprite:
    pixels = np.full((80, 50, 4), (20, 20, 200, 255), np.uint8)
    return Sprite(pixels, 33.0, 54.0, x, y, 15.0, code="h01-1", face="up")


def test_a_patch_paints_what_the_canvas_paints() -> None:
    camera = small_stage().camera
    still = np.random.default_rng(1).uniform(0, 255, (360, 640, 3)).astype(np.float32)
    gloss = np.full((360, 640), 0.2, np.float32)
    canvas = Canvas(still.copy(), gloss.copy(), np.full((360, 640), -1, np.int16), camera, SLOPE)
    canvas.paint(red_card(), 0)
    patch = patch_of(red_card(), camera, SLOPE)
    assert patch is not None
    patch.paint(still, gloss)
    assert np.abs(still - canvas.frame).max() < 0.5
    assert np.abs(gloss - canvas.gloss).max() < 0.01


def test_a_patch_changes_nothing_outside_the_box() -> None:
    camera = small_stage().camera
    frame, gloss = np.full((360, 640, 3), 100, np.float32), np.zeros((360, 640), np.float32)
    patch = patch_of(red_card(), camera, SLOPE)
    assert patch is not None
    patch.paint(frame, gloss, (0, 0, 320, 360))
    assert (frame[:, 320:] == 100).all()
    assert (frame[:, :320] != 100).any()


def test_what_is_out_of_the_picture_has_no_patch() -> None:
    camera = small_stage().camera
    assert patch_of(red_card(5000.0), camera, SLOPE) is None
    assert patch_of_arm(red_card(5000.0), camera, SLOPE) is None


def test_motion_blur_is_wider_and_covers_as_much() -> None:
    patch = patch_of(red_card(), small_stage().camera, SLOPE)
    assert patch is not None
    blurred = patch.smear(12.0, 0.0)
    assert blurred.box[2] - blurred.box[0] == patch.box[2] - patch.box[0] + 12
    assert abs(float(blurred.cover.sum() / patch.cover.sum()) - 1) < 0.01
    assert patch.smear(0.5, 0.5) is patch


def test_an_arm_shades_the_table_beside_it() -> None:
    camera = small_stage().camera
    arm = patch_of_arm(red_card(), camera, SLOPE)
    assert isinstance(arm, Patch)
    assert arm.keep[arm.cover == 0].min() < 0.9


def test_boxes_that_only_touch_share_nothing() -> None:
    assert overlap((0, 0, 5, 5), (5, 0, 9, 5)) is None
    assert overlap((0, 0, 5, 5), (4, 1, 9, 3)) == (4, 1, 5, 3)
