"""Brightness, clipping and blur as they were put into the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.imaging.image_quality import ImageQuality, measure_quality, motion_blur_px, quality_issue


def _stripes(blur_px: float, scale: int = 1) -> NDArray[np.uint8]:
    """Sixteen blurred stripes, dark and bright in turn, 1920 · `scale` pixels wide."""
    grey = np.tile((np.arange(1920 * scale) // (120 * scale) % 2 * 160 + 40).astype(np.uint8), (90 * scale, 1))
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(grey, (0, 0), blur_px * scale), cv2.COLOR_GRAY2BGR), np.uint8)


def test_a_plain_picture_has_its_level_and_no_blur() -> None:
    assert measure_quality(np.full((60, 80, 3), 120, np.uint8)) == ImageQuality(120.0, 0.0, None)


def test_a_pixel_is_clipped_only_if_every_channel_is() -> None:
    frame = np.zeros((40, 40, 3), np.uint8)
    frame[:10] = 250
    frame[10:20] = (255, 255, 249)
    assert measure_quality(frame).clipped_share == 0.25


@pytest.mark.parametrize("blur_px", [1.5, 2.0, 3.0])
def test_blur_is_accurate_to_a_sixth(blur_px: float) -> None:
    assert measure_quality(_stripes(blur_px)).blur_px == pytest.approx(blur_px, rel=1 / 6)


def test_blur_means_the_same_in_a_picture_twice_as_large() -> None:
    assert measure_quality(_stripes(2.0, scale=2)).blur_px == pytest.approx(2.0, rel=1 / 6)


def test_a_picture_moved_along_one_direction_is_as_blurred_as_in_that_direction() -> None:
    grid = np.full((240, 240), 30, np.float32)
    grid[40:200, 40:80] = grid[40:200, 140:180] = 220
    still = cv2.GaussianBlur(grid, (0, 0), 1.0)
    moved = np.asarray(cv2.blur(still, (9, 1)), np.float32)
    across, down = motion_blur_px(moved, 0.01), motion_blur_px(moved.T.copy(), 0.01)
    assert across == pytest.approx(down, rel=0.01)
    assert across > 2 * motion_blur_px(np.asarray(still, np.float32), 0.01)
    assert motion_blur_px(np.full((50, 50), 90, np.float32), 0.01) == 0.0


def test_a_picture_without_cards_says_what_is_wrong_with_it() -> None:
    plain = np.full((60, 80, 3), 120, np.uint8)
    # Light wood is bright, yet nothing on it is lost: only where a lamp clips the picture may it hide cards.
    light, clipped = np.full_like(plain, 240), np.full_like(plain, 255)
    frames = (plain // 4, clipped, light, plain, _stripes(4.0), _stripes(0.8))
    found = [quality_issue(frame) for frame in frames]
    assert found == ["dark", "bright", "empty", "empty", "blurred", "no_card"]
