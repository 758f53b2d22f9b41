"""Skin: limbs as thick as their bones say, rounded, lit from one side."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.hands.skin import (
    Bone,
    Crease,
    Grid,
    Nail,
    along,
    build_relief,
    paint_cloth,
    paint_skin,
    random_skin,
)

GRID = Grid(-20, -30, 80, 120, 2.0)
FINGER = Bone((0, -15, 0), (0, 15, 0), 8, 8)


def test_a_limb_covers_what_its_bone_says() -> None:
    relief = build_relief(GRID, [FINGER])
    area = float(relief.alpha().sum()) / GRID.px_per_mm**2
    assert area == pytest.approx(30 * 16 + np.pi * 8**2, rel=0.03)
    assert relief.height.max() == pytest.approx(8, abs=0.3)


def test_two_limbs_run_into_each_other_and_a_crease_cuts_in() -> None:
    beside = Bone((13, -15, 0), (13, 15, 0), 8, 8)
    row, column = 60, 53  # between the two
    together, alone = (build_relief(GRID, bones).inside[row, column] for bones in ([FINGER, beside], [FINGER]))
    assert together > alone
    cut = build_relief(GRID, [FINGER], [Crease((-6, 0), (6, 0), 0.8)])
    assert cut.height[60, 40] < build_relief(GRID, [FINGER]).height[60, 40] - 0.5


def test_a_part_of_the_grid_shows_the_same() -> None:
    window = (slice(20, 70), slice(10, 60))
    part, whole = build_relief(GRID.crop(window), [FINGER]), build_relief(GRID, [FINGER])
    np.testing.assert_allclose(part.inside, whole.inside[window], atol=1e-3)


def test_how_far_along_and_how_far_away() -> None:
    share, distance = along(*GRID.millimetres(), (0, -10), (0, 10))
    assert (share.min(), share.max()) == (0, 1)
    assert distance.min() < 0.5
    assert distance[0, 0] > 20


@pytest.mark.parametrize("paint", ["skin", "cloth"])
def test_the_side_of_the_lamp_is_brighter(paint: str) -> None:
    relief = build_relief(GRID, [FINGER])
    rng = np.random.default_rng(1)
    if paint == "skin":
        colours = paint_skin(rng, relief, np.array([120, 150, 200], np.float32), (), 0.0)
    else:
        colours = paint_cloth(rng, relief, 0.0)
    right, left = colours[40:80, 44:54].mean(), colours[40:80, 26:36].mean()
    assert right > 1.1 * left


def test_a_nail_is_lighter_than_dark_skin() -> None:
    skin = np.array([48, 72, 116], np.float32)
    relief = build_relief(GRID, [FINGER])
    plain, nailed = (
        paint_skin(np.random.default_rng(1), relief, skin, nails, 0.0) for nails in ((), (Nail(0, 5, 0.0, 10, 12),))
    )
    assert nailed[52:58, 38:42].mean() > plain[52:58, 38:42].mean() + 8
    np.testing.assert_array_equal(nailed[:20], plain[:20])


def test_skins_are_of_many_shades_and_redder_than_blue() -> None:
    skins = np.array([random_skin(np.random.default_rng(seed)) for seed in range(40)])
    assert (skins[:, 2] > skins[:, 1]).all()
    assert (skins[:, 1] > skins[:, 0]).all()
    assert np.ptp(skins[:, 2]) > 80
