"""Noise fields: deviation, shape of their spots, tones mapped to colours."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.noise import map_tone, value_noise


def autocorrelation(field: np.ndarray, distance: int, axis: int) -> float:
    """Correlation of a field with itself some pixels further along an axis."""
    behind, ahead = (
        np.take(field, range(start, field.shape[axis] - distance + start), axis) for start in (0, distance)
    )
    return float(np.corrcoef(ahead.ravel(), behind.ravel())[0, 1])


@pytest.mark.parametrize("spot", [(0.1, 0.1), (5, 5), (300, 4)])
def test_a_field_has_its_shape_and_unit_deviation(spot: tuple[float, float]) -> None:
    first, again = (value_noise(np.random.default_rng(4), (60, 90), *spot) for _ in range(2))
    assert first.shape == (60, 90)
    assert first.dtype == np.float32
    assert first.std() == pytest.approx(1, abs=1e-3)
    np.testing.assert_array_equal(first, again)


def test_spots_are_as_high_and_as_wide_as_asked() -> None:
    grain = value_noise(np.random.default_rng(2), (200, 200), 2, 40)
    assert autocorrelation(grain, 8, axis=1) > 0.8
    assert abs(autocorrelation(grain, 8, axis=0)) < 0.3


def test_tones_run_from_dark_to_light_and_stop_there() -> None:
    tones = np.array([[-1, 0, 0.25, 1, 3]], np.float32)
    assert map_tone(tones, (0, 10, 20), (100, 10, 220)).tolist() == [
        [[0, 10, 20], [0, 10, 20], [25, 10, 70], [100, 10, 220], [100, 10, 220]]
    ]
