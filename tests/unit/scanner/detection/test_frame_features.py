"""A frame and its smaller picture agree on where a point is."""

from __future__ import annotations

import numpy as np

from scanner.detection.frame_features import FrameFeatures


def test_the_smaller_picture_has_the_asked_side_and_all_maps_have_its_size() -> None:
    frame = np.full((60, 100, 3), (200, 40, 90), np.uint8)
    features = FrameFeatures(frame, 50)
    assert (features.size, features.scale) == ((100, 60), 0.5)
    assert features.gray.shape == features.background_distance.shape == (30, 50)
    assert features.lab.shape == (30, 50, 3)
    assert features.frame is frame


def test_a_frame_that_is_small_enough_stays() -> None:
    features = FrameFeatures(np.zeros((30, 50, 3), np.uint8), 50)
    assert features.scale == 1.0
    points = np.array([[3, 4], [49, 29]], np.float32)
    assert (features.to_work_scale(points) == points).all()


def test_the_middle_of_four_pixels_is_the_middle_of_the_one_they_become() -> None:
    features = FrameFeatures(np.zeros((60, 100, 3), np.uint8), 50)
    assert features.to_work_scale(np.array([[0.5, 20.5]], np.float32)).tolist() == [[0.0, 10.0]]
    points = np.random.default_rng(1).uniform(0, 100, (8, 4, 2)).astype(np.float32)
    np.testing.assert_allclose(features.to_frame_scale(features.to_work_scale(points)), points, atol=1e-4)


def test_a_white_square_is_at_the_same_place_in_both() -> None:
    frame = np.zeros((80, 80, 3), np.uint8)
    frame[20:40, 60:80] = 255
    features = FrameFeatures(frame, 20)
    rows, columns = np.nonzero(features.gray)
    middle = features.to_frame_scale(np.array([columns.mean(), rows.mean()], np.float32))
    assert middle.tolist() == [69.5, 29.5]
