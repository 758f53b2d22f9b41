"""Painted table tops and card backs: size, colour, border, repeatability."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth import backgrounds
from scanner.synth.backgrounds import paint_card_back, paint_tabletop


@pytest.mark.parametrize("paint", [paint_tabletop, paint_card_back])
def test_a_picture_has_the_size_asked_for_and_the_same_seed_repeats_it(paint) -> None:
    first, again, other = (paint(np.random.default_rng(seed), (70, 40)) for seed in (1, 1, 2))
    assert first.shape == (40, 70, 3)
    assert first.dtype == np.uint8
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_table_top_has_the_colour_of_its_material(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backgrounds, "_MATERIALS_BGR", {"felt": ((50, 95, 30), (0, 0, 0))})
    for seed in range(10):
        mean = paint_tabletop(np.random.default_rng(seed), (60, 60)).mean(axis=(0, 1))
        assert mean == pytest.approx((50, 95, 30), abs=14)


def test_about_a_third_of_the_backs_have_a_border_of_one_colour_on_all_sides() -> None:
    bordered = 0
    for seed in range(100):
        back = paint_card_back(np.random.default_rng(seed), (50, 80))
        outline = np.concatenate([back[0], back[-1], back[:, 0], back[:, -1]])
        bordered += bool((outline == outline[0]).all())
    assert 20 <= bordered <= 42
