"""Painted surfaces: shape, range of colours, direction of the grain."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.surfaces import SURFACES

SHAPE = (60, 90)


@pytest.mark.parametrize("name", sorted(SURFACES))
def test_a_surface_fills_its_shape_with_colours_and_the_same_seed_repeats_it(name: str) -> None:
    first, again, other = (SURFACES[name](np.random.default_rng(seed), SHAPE, 1.5) for seed in (1, 1, 2))
    assert first.shape == (*SHAPE, 3)
    assert first.dtype == np.float32
    assert 0 <= first.min() < first.max() <= 255
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("name", "dark", "light"),
    [
        ("oak", (62, 108, 152), (138, 190, 226)),
        ("walnut", (22, 34, 54), (74, 104, 142)),
        ("white paper", (196, 200, 202), (244, 247, 248)),
        ("linen", (126, 130.8, 133.2), (252, 255, 222)),
    ],
)
def test_a_surface_stays_between_its_darkest_and_its_lightest_colour(
    name: str, dark: tuple[float, ...], light: tuple[float, ...]
) -> None:
    colours = SURFACES[name](np.random.default_rng(3), SHAPE, 1.5)
    assert (colours >= np.array(dark) - 1e-3).all()
    assert (colours <= np.array(light) + 1e-3).all()


def test_felt_has_the_colour_it_is_named_after() -> None:
    blue, green, red = SURFACES["green felt"](np.random.default_rng(1), SHAPE, 1.5).mean(axis=(0, 1))
    assert green > max(blue, red)
    blue, green, red = SURFACES["wine felt"](np.random.default_rng(1), SHAPE, 1.5).mean(axis=(0, 1))
    assert red > max(blue, green)


def test_the_grain_of_wood_runs_across_the_picture() -> None:
    grey = SURFACES["oak"](np.random.default_rng(2), (200, 200), 2.0).mean(axis=2)
    assert np.abs(np.diff(grey, axis=1)).mean() < 0.5 * np.abs(np.diff(grey, axis=0)).mean()
