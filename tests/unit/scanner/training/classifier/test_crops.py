"""Crops of cards as training renders them: size, orientation, masks."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.training.classifier.crops import (
    CropJitter,
    add_paper_edge,
    jitter_print,
    limit_width,
    render_crop,
    render_negative,
)

SIZE = (64, 104)
EXACT = CropJitter((0.0, 0.001), 0.0, 0.0)
CARD = np.full((208, 128, 3), 30, np.uint8)
CARD[:104, 64:] = 230  # light at the top right
TABLE = np.full((90, 90, 3), 128, np.uint8)


def test_a_crop_shows_the_card_upright_in_the_size_asked_for() -> None:
    for seed in range(12):
        crop = render_crop(CARD, np.random.default_rng(seed), SIZE, background=TABLE, jitter=EXACT).crop
        assert crop.shape == (104, 64, 3)
        quarters = [crop[8:44, 6:26], crop[8:44, 38:58], crop[60:96, 6:26], crop[60:96, 38:58]]
        assert int(np.argmax([quarter.mean() for quarter in quarters])) == 1


def test_a_cover_hides_a_part_and_the_mask_says_so() -> None:
    samples = [
        render_crop(CARD, np.random.default_rng(seed), SIZE, (CARD,), jitter=EXACT, is_covered=True)
        for seed in range(40)
    ]
    assert all(sample.mask.shape == (104, 64) for sample in samples)
    visible = np.array([sample.visible_share for sample in samples])
    claimed = np.array([sample.mask.mean() / 255 for sample in samples])
    assert visible.min() < 0.5
    assert np.median(np.abs(visible - claimed)) < 0.08
    assert render_crop(CARD, np.random.default_rng(1), SIZE, jitter=EXACT).visible_share == 1.0


def test_pictures_wider_than_any_view_are_reduced_in_their_proportions() -> None:
    assert limit_width(np.zeros((300, 384, 3), np.uint8)).shape == (150, 192, 3)
    small = np.zeros((400, 192, 3), np.uint8)
    assert limit_width(small) is small


def test_the_same_seed_repeats_a_crop_and_a_negative() -> None:
    for render in (lambda rng: render_crop(CARD, rng, SIZE).crop, lambda rng: render_negative(CARD, rng, SIZE).crop):
        first, again, other = (render(np.random.default_rng(seed)) for seed in (1, 1, 2))
        assert first.shape == (104, 64, 3)
        np.testing.assert_array_equal(first, again)
        assert not np.array_equal(first, other)


def test_a_negative_is_not_the_card_as_a_crop_shows_it() -> None:
    art = CARD[::2, ::2].astype(float).ravel()
    likeness = [
        float(
            np.corrcoef(render_negative(CARD, np.random.default_rng(seed), SIZE).crop.astype(float).ravel(), art)[0, 1]
        )
        for seed in range(30)
    ]
    assert np.median(likeness) < 0.7


@pytest.mark.parametrize("seed", range(6))
def test_a_print_is_half_as_wide_again_as_the_crop_and_keeps_its_proportions(seed: int) -> None:
    assert jitter_print(CARD, np.random.default_rng(seed), SIZE).shape == (156, 96, 3)


def test_about_half_of_the_cards_get_a_paper_edge_of_one_width_and_colour() -> None:
    edged = [add_paper_edge(CARD, np.random.default_rng(seed)) for seed in range(60)]
    with_edge = [face for face in edged if face.shape != CARD.shape]
    assert 22 <= len(with_edge) <= 44
    for face in with_edge:
        edge = (face.shape[1] - 128) // 2
        assert face.shape[0] - 208 == face.shape[1] - 128 == 2 * edge
        assert 1 <= edge <= 11
        assert (face[:edge] == face[0, 0]).all()
        np.testing.assert_array_equal(face[edge:-edge, edge:-edge], CARD)
