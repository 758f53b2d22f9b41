"""Degradations of one card: each does its own harm and spares the rest."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.degradations import DEGRADATIONS, crop_left, shrink_to_card_width

QUAD = np.array([[60, 50], [120, 50], [120, 150], [60, 150]], np.float32)
CARD = (slice(50, 150), slice(60, 120))


def checkerboard() -> np.ndarray:
    """A grey checkerboard of 8 pixels, 200 × 180."""
    squares = (np.indices((200, 180)) // 8).sum(axis=0) % 2
    return np.repeat((90 + 60 * squares)[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("name", ["glare", "dark", "blurred"])
def test_only_the_card_is_degraded(name: str) -> None:
    before = checkerboard()
    for seed in range(5):
        after = DEGRADATIONS[name](np.random.default_rng(seed), before, QUAD)
        around = np.ones(before.shape[:2], bool)
        around[50 - 14 : 150 + 14, 60 - 14 : 120 + 14] = False
        np.testing.assert_array_equal(after[around], before[around])
        assert (after[CARD] != before[CARD]).mean() > 0.3
    np.testing.assert_array_equal(before, checkerboard())


def test_each_degradation_has_its_own_effect_on_the_card() -> None:
    before, inner = checkerboard(), (slice(60, 140), slice(70, 110))
    for seed in range(5):
        bright, dark, blurred, covered = (
            DEGRADATIONS[name](np.random.default_rng(seed), before, QUAD)
            for name in ("glare", "dark", "blurred", "covered")
        )
        assert (bright >= before).all()
        assert bright[inner].mean() > before[inner].mean() + 50
        assert dark[inner].mean() < 0.2 * before[inner].mean()
        assert blurred[inner].std() < 0.6 * before[inner].std()
        assert 0.15 < (covered[CARD] != before[CARD]).any(axis=2).mean() < 0.9


def test_a_picture_is_shrunk_to_a_card_width_with_its_corners() -> None:
    picture, (quad,) = shrink_to_card_width(checkerboard(), [QUAD], 30)
    assert picture.shape == (100, 90, 3)
    assert quad[0].tolist() == [29.75, 24.75]  # the pixel centre 60 becomes (60 + 0.5) / 2 - 0.5
    assert quad[2].tolist() == [59.75, 74.75]


def test_a_crop_takes_its_share_of_the_leftmost_card_only() -> None:
    right = QUAD + np.array([30, 0], np.float32)
    picture, quads = crop_left(checkerboard(), [right, QUAD], 0.25)
    np.testing.assert_array_equal(picture, checkerboard()[:, 75:])  # a quarter of 60 pixels, from 60 on
    assert quads[0][0].tolist() == [15, 50]
    assert quads[1][:, 0].tolist() == [-15, 45, 45, -15]
