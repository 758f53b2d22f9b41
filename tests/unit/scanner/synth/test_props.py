"""Props: outlines of the right size, drawn the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.props import PROPS


def area_mm2(name: str, seed: int = 1) -> float:
    prop = PROPS[name](np.random.default_rng(seed))
    return float((prop.pixels[:, :, 3] / 255.0).mean()) * prop.width * prop.height


@pytest.mark.parametrize("name", sorted(PROPS))
def test_a_prop_has_a_shape_in_the_proportions_of_its_sprite(name: str) -> None:
    prop = PROPS[name](np.random.default_rng(1))
    assert prop.name == name
    assert (prop.x, prop.y, prop.code, prop.face) == (0, 0, "", "")
    assert 0.1 < (prop.pixels[:, :, 3] > 127).mean() < 1
    assert prop.pixels.shape[1] / prop.pixels.shape[0] == pytest.approx(prop.width / prop.height, rel=0.02)


def test_a_stone_is_a_disc_and_a_phone_a_rounded_rectangle() -> None:
    assert area_mm2("stone") == pytest.approx(np.pi * 11**2, rel=0.01)
    assert area_mm2("phone") == pytest.approx(72 * 149 - (4 - np.pi) * 9**2, rel=0.01)


def test_some_coins_have_a_hole() -> None:
    holes = []
    for seed in range(30):
        alpha = PROPS["coin"](np.random.default_rng(seed)).pixels[:, :, 3]
        holes.append(alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 0)
    assert 5 < sum(holes) < 20


def test_the_same_seed_draws_the_same_pen_and_another_seed_another() -> None:
    pens = [PROPS["pen"](np.random.default_rng(seed)) for seed in (5, 5, 6)]
    np.testing.assert_array_equal(pens[0].pixels, pens[1].pixels)
    assert pens[0].width != pens[2].width
