"""Light, lens and sensor: what each setting does to a flat picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.synth.lighting import (
    CaptureConditions,
    apply_lighting,
    random_conditions,
    simulate_camera,
    vary_conditions,
)

EVEN = CaptureConditions(spot_strength=0, glare=0, vignette=0, noise_sigma=0)
SIZE = (96, 128)


def light_gray(conditions: CaptureConditions, gloss: np.ndarray | None = None) -> np.ndarray:
    gloss = np.zeros(SIZE, np.float32) if gloss is None else gloss
    return apply_lighting(np.full((*SIZE, 3), 100, np.float32), gloss, conditions, np.random.default_rng(1))


def test_even_light_keeps_a_colour_and_exposure_scales_it() -> None:
    assert light_gray(EVEN).mean(axis=(0, 1)) == pytest.approx([100] * 3, abs=2)
    np.testing.assert_allclose(light_gray(replace(EVEN, exposure=0.5)), 0.5 * light_gray(EVEN), rtol=1e-5)
    blue, green, red = light_gray(replace(EVEN, lamp_colour=(0.8, 1.0, 1.1))).mean(axis=(0, 1))
    assert (blue / green, red / green) == pytest.approx((0.8, 1.1), abs=0.02)


def test_a_window_a_lamp_and_a_vignette_light_their_own_places() -> None:
    window = light_gray(replace(EVEN, window_gradient=(0.2, 0)))
    assert window[:, -1].mean() - window[:, 0].mean() == pytest.approx(20, abs=3)
    lamp = light_gray(replace(EVEN, spot_centre=(0.2, 0.8), spot_strength=0.3))
    assert lamp[77, 26, 0] > lamp[10, 115, 0] + 15
    dark_edges = light_gray(replace(EVEN, vignette=0.3))
    assert dark_edges[0, 0, 0] < dark_edges[48, 64, 0] - 20


def test_only_glossy_surfaces_reflect_the_lamp() -> None:
    gloss = np.zeros(SIZE, np.float32)
    gloss[:, 64:] = 0.5
    veil = light_gray(replace(EVEN, glare=1.0), gloss) - light_gray(EVEN)
    assert (veil[:, :64] == 0).all()
    assert veil[:, 64:].min() > 0
    assert veil.max() < 0.5 * 255 * 1.28 + 1  # half of the core and its veil together


def test_tags_make_the_conditions_harder() -> None:
    for seed in range(20):
        plain, dim, glare, motion = (
            random_conditions(np.random.default_rng(seed), frozenset({tag} - {""}))
            for tag in ("", "dim", "glare", "motion")
        )
        assert plain.shake_px == (0, 0)
        assert 3 <= np.hypot(*motion.shake_px) <= 8
        assert dim.exposure <= 0.6 < plain.exposure - 0.25
        assert dim.noise_sigma >= 6 > plain.noise_sigma
        assert glare.glare >= 0.6 > plain.glare + 0.4
        later = vary_conditions(plain, np.random.default_rng(seed))
        assert 0.85 < later.exposure / plain.exposure < 1.15
        kept = {"exposure": plain.exposure, "spot_centre": plain.spot_centre, "spot_strength": plain.spot_strength}
        assert later != plain
        assert replace(later, **kept) == plain


def test_the_camera_maps_tones_and_smears_along_its_motion() -> None:
    rng = np.random.default_rng(1)
    for level, out in ((0, 6), (127.5, 129), (255, 252)):
        seen = simulate_camera(np.full((*SIZE, 3), level, np.float32), EVEN, rng)
        assert np.abs(seen.astype(int) - out).max() <= 2
    cross = np.zeros((*SIZE, 3), np.float32)
    cross[48], cross[:, 64] = 200, 200
    shaken = simulate_camera(cross, replace(EVEN, shake_px=(8.0, 0.0)), rng)
    assert shaken[48, 20, 0] > 2 * shaken[20, 64, 0]  # the line along the motion stays, the one across it fades
