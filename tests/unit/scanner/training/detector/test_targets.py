"""Training targets of the detection network, for one card by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.training.detector.scenes import LabelledScene
from scanner.training.detector.targets import CROP_SIDE_PX, build_targets, sample_crop

# A card of 16 × 24 pixels, its corners on the edges of pixels, in a picture of 48 × 48: six cells of 8 pixels.
CORNERS = np.array([[[7.5, 15.5], [23.5, 15.5], [23.5, 39.5], [7.5, 39.5]]], np.float32)
IDS = np.full((48, 48), -1, np.int8)
IDS[16:40, 8:24] = 0
PICTURE = np.zeros((48, 48, 3), np.float32)


def test_cells_on_the_card_learn_its_box() -> None:
    targets = build_targets(PICTURE, IDS, CORNERS, np.array([1.0], np.float32))
    expected = np.zeros((6, 6))
    expected[2:5, 1:3] = 1
    np.testing.assert_array_equal(targets.inside, expected)
    np.testing.assert_array_equal(targets.box_weight, expected)
    # The centre (15.5, 27.5) from the middle (11.5, 19.5) of the cell in units of the card's size, the logarithms of
    # its sides in units of 32 pixels, and the doubled directions of its width (right) and height (down).
    size = np.sqrt(16 * 24)
    box = [4 / size, 8 / size, np.log(16 / 32), np.log(24 / 32), 1, 0, -1, 0]
    assert targets.box_targets[:, 2, 1].tolist() == pytest.approx(box)


@pytest.mark.parametrize(("visible", "weight"), [(0.05, 0), (0.08, 0), (0.205, 0.5), (0.33, 1), (0.9, 1)])
def test_hardly_visible_cards_weigh_less_or_nothing(visible: float, weight: float) -> None:
    targets = build_targets(PICTURE, IDS, CORNERS, np.array([visible], np.float32))
    assert targets.box_weight[3, 2] == pytest.approx(weight, abs=1e-6)
    assert targets.box_weight[0, 0] == 0


def test_cells_of_a_large_card_weigh_less() -> None:
    side = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    weights = [
        build_targets(
            np.zeros((pixels, pixels, 3), np.float32),
            np.zeros((pixels, pixels), np.int8),
            side[None] * pixels - 0.5,
            np.ones(1, np.float32),
        ).box_weight[0, 0]
        for pixels in (24, 40, 320)
    ]
    assert weights == pytest.approx([1, np.sqrt(12 / 25), 0.4])


def test_an_empty_table_has_targets_of_no_weight() -> None:
    empty = build_targets(PICTURE, np.full_like(IDS, -1), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    assert not empty.inside.any()
    assert not empty.box_weight.any()


def test_however_a_crop_is_turned_its_card_lies_where_the_picture_shows_it() -> None:
    corners = np.array([[[99.5, 119.5], [259.5, 119.5], [259.5, 299.5], [99.5, 299.5]]], np.float32)
    ids = np.full((360, 480), -1, np.int8)
    ids[120:300, 100:260] = 0
    picture = np.where(ids[..., None] == 0, 250, 20).repeat(3, axis=2).astype(np.uint8)
    scene = LabelledScene(picture, ids, corners, np.ones(1, np.float32), np.array([False]))
    y, x = np.mgrid[0:40, 0:40] * 8 + 3.5
    whole_cards = 0
    for seed in range(20):
        sample = sample_crop(scene, np.random.default_rng(seed))
        assert sample.picture.shape == (CROP_SIDE_PX, CROP_SIDE_PX, 3)
        rows, columns = np.nonzero(sample.picture.mean(axis=2) > 0)
        on_card = sample.inside > 0
        size = 32 * np.exp(sample.box_targets[2:4].mean(axis=0))
        centre_x = (sample.box_targets[0] * size + x)[on_card]
        centre_y = (sample.box_targets[1] * size + y)[on_card]
        assert np.ptp(centre_x) < 1e-2
        assert np.ptp(centre_y) < 1e-2
        if min(rows.min(), columns.min()) > 0 and max(rows.max(), columns.max()) < CROP_SIDE_PX - 1:
            whole_cards += 1
            assert centre_x[0] == pytest.approx((columns.min() + columns.max()) / 2, abs=1.5)
            assert centre_y[0] == pytest.approx((rows.min() + rows.max()) / 2, abs=1.5)
    assert whole_cards >= 6
