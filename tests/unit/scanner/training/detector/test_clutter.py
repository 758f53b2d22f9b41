"""Clutter of synthetic scenes: sizes of printed objects, props, surfaces."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.training.detector import clutter
from scanner.training.detector.clutter import random_cloth, random_print, random_props, random_surface

CARD = (33.0, 54.0)
PHOTO = np.full((80, 120, 3), (10, 20, 40), np.uint8)


@pytest.mark.parametrize("backgrounds", [[], [PHOTO]])
def test_a_print_is_half_a_card_to_five_cards_long_and_lies_on_its_side(backgrounds: list[np.ndarray]) -> None:
    for seed in range(25):
        sprite = random_print(np.random.default_rng(seed), CARD, backgrounds)
        assert 27 <= sprite.width <= 270
        assert 0.12 * sprite.width <= sprite.height <= sprite.width
        height, width = sprite.pixels.shape[:2]
        assert width <= 400
        assert abs(height - sprite.height * width / sprite.width) <= 8.5 or height == 8
        assert (sprite.x, sprite.y, sprite.name, sprite.face) == (0, 0, "print", "")


def test_each_prop_comes_with_its_own_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clutter, "_PROP_PROBABILITIES", {"stone": 1.0, "coin": 0.3, "pen": 0.0})
    names = [prop.name for seed in range(60) for prop in random_props(np.random.default_rng(seed))]
    assert names.count("stone") == 60
    assert 8 <= names.count("coin") <= 30
    assert "pen" not in names


def test_a_surface_fills_its_shape_and_the_same_seed_repeats_it() -> None:
    for seed in range(30):
        first, again = (random_surface(np.random.default_rng(seed), (40, 70), 1.5, []) for _ in range(2))
        assert first.shape == (40, 70, 3)
        assert first.dtype == np.float32
        assert 0 <= first.min() <= first.max() <= 255
        np.testing.assert_array_equal(first, again)


def test_stripes_have_a_colour_just_below_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of float32, -1e-12 modulo 3 is 3."""
    monkeypatch.setattr(clutter, "value_noise", lambda _rng, shape, *_: np.full(shape, -1e-12, np.float32))
    for seed in range(20):
        assert clutter._paint_stripes(np.random.default_rng(seed), (6, 6)).shape == (6, 6, 3)


def test_pictures_of_bare_tables_cover_about_a_third_of_the_tables() -> None:
    photographed = 0
    for seed in range(60):
        surface = random_surface(np.random.default_rng(seed), (24, 30), 1.5, [PHOTO])
        ratio = surface / PHOTO[0, 0].astype(np.float32)
        photographed += bool(np.ptp(ratio) < 1e-3 and 0.6 <= ratio[0, 0, 0] <= 1.3)
    assert 9 <= photographed <= 27


@pytest.mark.parametrize("backgrounds", [[], [PHOTO]])
def test_a_cloth_is_a_third_of_the_table_or_more_and_lies_about_its_middle(backgrounds: list[np.ndarray]) -> None:
    for seed in range(12):
        cloth = random_cloth(np.random.default_rng(seed), (400.0, 300.0), backgrounds)
        assert 0.35 * 400 <= cloth.width <= 1.15 * 400
        assert 0.35 * 300 <= cloth.height <= 1.15 * 300
        assert abs(cloth.x) < 200
        assert cloth.face == ""
        assert cloth.pixels.shape[2] == 4
