"""Distance from the table's colour: far for cards, near for soft shade."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.setup.background import background_distance


def test_a_card_is_far_from_the_colour_of_a_table_in_uneven_light() -> None:
    light = np.linspace(60, 130, 640)[None, :, None].repeat(480, axis=0).repeat(3, axis=2)
    picture = light.astype(np.uint8)
    picture[200:290, 300:355] = (230, 240, 240)
    distance = background_distance(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), np.uint8))
    assert distance.shape == (480, 640)
    assert distance[205:285, 305:350].min() > 40
    assert np.percentile(distance[:150], 95) < 12


def test_lightness_counts_half_of_what_colour_does() -> None:
    lab = np.full((320, 320, 3), 128, np.uint8)
    lab[150:160, 150:160, 0] += 40
    lab[150:160, 200:210, 1] += 40
    distance = background_distance(lab)
    assert (distance[155, 155], distance[155, 205], distance[20, 20]) == (20, 40, 0)


@pytest.mark.parametrize("size", [(1, 1), (8, 500), (33, 17)])
def test_pictures_of_any_size_have_a_background(size: tuple[int, int]) -> None:
    assert not background_distance(np.full((*size, 3), 90, np.uint8)).any()
