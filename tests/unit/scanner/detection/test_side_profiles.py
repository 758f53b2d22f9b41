"""Straight edges in the strips along a card's sides are found again."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.side_profiles import (
    OFFSETS_UNITS,
    PART_POSITIONS,
    PARTS_PER_SIDE,
    REACH_UNITS,
    best_lines,
    color_steps,
    edge_strength,
    sample_along_lines,
    side_profiles,
    transform_points,
    units_to_image,
)
from scanner.imaging.geometry import ImagePyramid
from tests.support.card_candidates import box


def test_a_step_between_two_samples_is_smoothed_and_keeps_its_size() -> None:
    profile = np.zeros((1, 1, 2 * REACH_UNITS, 3), np.float32)
    profile[..., 20:, :] = (12, 0, 16)
    steps = color_steps(profile)
    assert steps.shape == (1, 1, len(OFFSETS_UNITS))
    assert steps[0, 0, 17:22].tolist() == [0, 5, 10, 5, 0]
    assert OFFSETS_UNITS[19] == 2, "the step lies two units outside the outline"


def test_a_faint_edge_counts_half_and_its_slope_hardly() -> None:
    strength = edge_strength(np.array([[0, 0, 2.4, 3.0, 0, 0, 0, 0, 27.0]], np.float32))
    assert strength[0].tolist() == pytest.approx([0, 0, 0.8**4 * 2.4 / 5.4, 0.5, 0, 0, 0, 0, 0.9])


@pytest.mark.parametrize("ends", [(5, 5), (-12, -3), (17, 10), (-17, -17)])
def test_the_line_that_was_put_in_is_the_best_and_the_next_is_another(ends: tuple[int, int]) -> None:
    strength = np.zeros((1, PARTS_PER_SIDE, len(OFFSETS_UNITS)), np.float32)
    offsets = ends[0] * (1 - PART_POSITIONS) + ends[1] * PART_POSITIONS
    strength[0, np.arange(PARTS_PER_SIDE), np.rint(offsets - OFFSETS_UNITS[0]).astype(int)] = 1
    lines, support = best_lines(strength, 2)
    assert np.abs(lines[0, 0] - ends).max() <= 1
    assert 0.7 < support[0, 0] < 1.00001
    assert support[0, 1] < support[0, 0]
    assert np.abs(lines[0, 1] - lines[0, 0]).max() > 3


def test_values_along_a_line_are_those_at_its_offsets() -> None:
    steps = np.broadcast_to(OFFSETS_UNITS, (1, PARTS_PER_SIDE, len(OFFSETS_UNITS)))
    lines = np.array([[[5, 5], [-4, 8]]], np.float32)
    straight, slanted = sample_along_lines(steps, lines)[0]
    assert (straight == 5).all()
    assert np.abs(slanted - (-4 + 12 * PART_POSITIONS)).max() <= 0.5 + 1e-5
    assert (sample_along_lines(steps, lines, 3.0)[0, 0] == 8).all()
    assert (sample_along_lines(steps, lines, 30.0)[0, 0] == OFFSETS_UNITS[-1]).all()


def test_units_are_those_of_the_outline_and_each_strip_is_of_its_own_side() -> None:
    quad = box(60, 60, 66, 100)
    corners = np.array([[0, 0], [132, 0], [132, 200], [0, 200]])
    np.testing.assert_allclose(transform_points(corners, units_to_image(quad, 200)), quad, atol=1e-3)
    frame = np.full((220, 200, 3), 128, np.uint8)
    frame[40:60], frame[60:160, 126:], frame[160:], frame[60:160, :60] = 40, 90, 170, 230
    outside = side_profiles(ImagePyramid(frame), quad, 200)[:, :, REACH_UNITS + 3, 0]
    assert np.ptp(outside, axis=1).max() == 0
    assert np.diff(outside[:, 0]).min() > 20
