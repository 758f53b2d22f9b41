"""Masks as the detector may give them: near the truth, sometimes absent."""

from __future__ import annotations

import numpy as np

from scanner.training.classifier.masks import degrade_mask, is_of_card

SHOWS = np.full((112, 80), 255, np.uint8)
SHOWS[:, 40:] = 0


def _degrade_masks(shows: np.ndarray) -> list[np.ndarray]:
    return [degrade_mask(shows, np.random.default_rng(seed)) for seed in range(200)]


def test_a_mask_is_off_by_little_and_sometimes_missing() -> None:
    masks = _degrade_masks(SHOWS)
    assert {(mask.shape, mask.dtype.name) for mask in masks} == {((112, 80), "uint8")}
    absent = [bool((mask == 255).all()) for mask in masks]
    assert 10 < sum(absent) < 45
    given = np.array([mask for mask, missing in zip(masks, absent, strict=True) if not missing], float)
    errors = np.abs(given - SHOWS).mean(axis=(1, 2)) / 255
    assert np.median(errors) < 0.08
    assert 0.005 < errors.mean() < 0.12


def test_an_open_card_is_seldom_said_to_be_hidden() -> None:
    hidden = [float((mask < 128).mean()) for mask in _degrade_masks(np.full_like(SHOWS, 255))]
    assert np.median(hidden) == 0
    assert 0 < np.mean([share > 0.02 for share in hidden]) < 0.2
    assert max(hidden) < 0.3


def test_a_mask_of_the_card_above_is_none_of_a_covered_card() -> None:
    whole = np.full_like(SHOWS, 255)
    assert is_of_card(whole, 0.9)
    assert is_of_card(whole // 4, 0.2)
    assert not is_of_card(whole, 0.1)
    mostly_covered = SHOWS.copy()
    mostly_covered[:, 30:] = 0
    assert all(is_of_card(mask, 30 / 80) for mask in _degrade_masks(mostly_covered))


def test_the_same_seed_gives_the_same_mask() -> None:
    assert (degrade_mask(SHOWS, np.random.default_rng(3)) == degrade_mask(SHOWS, np.random.default_rng(3))).all()
