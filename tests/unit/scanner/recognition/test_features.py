"""Features of a crop: their number, their white, and the other way up."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.recognition.features import extract_features, feature_count, rotate_half_turn, white_balance


@pytest.mark.parametrize(
    ("size", "count"), [((16, 16), 36 + 3 * 4), ((64, 104), 7 * 12 * 36 + 3 * 8 * 13), ((96, 136), 11 * 16 * 36 + 612)]
)
def test_a_crop_has_36_gradients_a_block_and_three_colors_a_cell(size: tuple[int, int], count: int) -> None:
    assert feature_count(*size) == count
    vector = extract_features(np.full((size[1], size[0], 3), 90, np.uint8))
    assert (vector.shape, vector.dtype) == ((count,), np.float32)


def test_paper_is_white_under_any_lamp_but_darkness_stays_dark() -> None:
    crop = np.full((16, 16, 3), (100, 150, 200), np.uint8)
    crop[4:8, 4:8] = (50, 75, 100)
    balanced = white_balance(crop)
    assert np.unique(balanced.round(5)).tolist() == [0.5, 1.0]
    np.testing.assert_allclose(white_balance(crop // 2)[:4], balanced[:4], atol=0.02)
    np.testing.assert_allclose(white_balance(np.full((16, 16, 3), 12, np.uint8)), 0.5)


def test_one_bright_spot_is_not_taken_for_paper() -> None:
    crop = np.full((40, 40, 3), 100, np.uint8)
    crop[:8, :8] = 255
    assert (white_balance(crop) == 1).all()


def test_features_of_a_crop_turned_by_half_come_from_its_own() -> None:
    grain = np.random.default_rng(5).integers(0, 200, (104, 64, 3)).astype(np.uint8)
    crop = np.asarray(cv2.GaussianBlur(grain, (0, 0), 2.0), np.uint8)
    crop[24:36] = 255
    vector, expected = (extract_features(np.ascontiguousarray(picture)) for picture in (crop, crop[::-1, ::-1]))
    turned = rotate_half_turn(vector, (64, 104))
    assert np.abs(turned - expected).mean() < 0.2 * np.abs(vector - expected).mean()
    np.testing.assert_allclose(turned[7 * 12 * 36 :], expected[7 * 12 * 36 :], atol=1e-3)
    assert (rotate_half_turn(turned, (64, 104)) == vector).all()
