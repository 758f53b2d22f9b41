"""The pinhole camera: pixels by hand, tilt, the lens's distortion."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.pinhole import PinholeCamera

# Half of 1000 pixels at 45 degrees: a focal length of 500 pixels, so one pixel per millimetre at 500 mm.
ABOVE = PinholeCamera(1000, 600, 90, 500)


def test_a_camera_straight_above_maps_millimetres_to_pixels() -> None:
    assert ABOVE.px_per_mm == pytest.approx(1)
    seen = ABOVE.project(np.array([[0, 0, 0], [100, 50, 0], [100, 50, -100]], np.float64))
    # What is 100 mm higher is only 400 mm away and looks 5 / 4 as large.
    np.testing.assert_allclose(seen, [[499.5, 299.5], [599.5, 349.5], [624.5, 362]], atol=1e-9)


def test_pixels_go_back_to_the_table_as_the_homography_says() -> None:
    camera = PinholeCamera(960, 540, 60, 500, tilt_deg=20, azimuth_deg=30, roll_deg=2)
    points = np.array([[-120.0, 40], [0, 0], [90, -70]])
    pixels = camera.project(np.column_stack([points, np.zeros(3)]))
    np.testing.assert_allclose(camera.to_table(pixels), points, atol=1e-6)
    mapped = camera.table_homography() @ np.column_stack([points, np.ones(3)]).T
    np.testing.assert_allclose((mapped[:2] / mapped[2]).T, pixels, atol=1e-6)


def test_the_side_towards_the_viewer_is_nearer() -> None:
    camera = PinholeCamera(960, 540, 60, 500, tilt_deg=30)
    row = camera.project(np.array([[-30, 100, 0], [30, 100, 0], [-30, -100, 0], [30, -100, 0]], np.float64))
    assert row[1, 0] - row[0, 0] > row[3, 0] - row[2, 0]


def test_the_distorted_picture_and_the_distorted_points_agree() -> None:
    camera = PinholeCamera(960, 540, 60, 500, tilt_deg=20, azimuth_deg=30, roll_deg=2, radial_distortion=-0.04)
    points = np.array([[x, y, 0.0] for x in (-230, 0, 230) for y in (-110, 0, 110)], np.float64)
    straight, bent = camera.project(points), camera.project(points, distorted=True)
    assert np.abs(straight - bent).max() > 3
    x_map, y_map = camera.distortion_maps()
    assert x_map.shape == y_map.shape == (540, 960)
    for (x, y), (u, v) in zip(straight, bent, strict=True):
        near = (round(float(v)), round(float(u)))
        assert abs(float(x_map[near]) - x) < 1.2
        assert abs(float(y_map[near]) - y) < 1.2


@pytest.mark.parametrize("tilt", [20.0, 46.0, 65.0])
def test_a_slanted_camera_sees_the_middle_as_large_and_no_horizon(tilt: float) -> None:
    camera = PinholeCamera(1600, 1200, 72, 400, tilt_deg=5, azimuth_deg=130)
    slanted = camera.slanted(tilt)
    assert slanted.px_per_mm == pytest.approx(camera.px_per_mm)
    assert slanted.tilt_deg == tilt
    corners = slanted.to_table(np.array([[0, 0], [1599, 0], [1599, 1199], [0, 1199]], np.float64))
    np.testing.assert_allclose(
        slanted.project(np.column_stack([corners, np.zeros(4)])),
        [[0, 0], [1599, 0], [1599, 1199], [0, 1199]],
        atol=1e-6,
    )
    assert np.abs(corners).max() < 10 * 1600 / camera.px_per_mm
