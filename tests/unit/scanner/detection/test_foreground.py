"""What lies on the table is told from its color, with room around it."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.foreground import (
    background_distance,
    color_gradients,
    contour_masks,
    largest_foreground_blobs,
    unexplained_regions,
)
from tests.support.card_candidates import box


def _distance(*things: tuple[int, int, int, int]) -> np.ndarray:
    """A map of 200 by 300 pixels that is 90 where those things (left, top, width, height) lie."""
    distance = np.zeros((200, 300), np.uint8)
    for left, top, width, height in things:
        distance[top : top + height, left : left + width] = 90
    return distance


@pytest.mark.parametrize(("color", "distance"), [((140, 128, 128), 20), ((100, 135, 128), 7), ((60, 120, 140), 40)])
def test_distance_counts_lightness_half_and_both_colors_whole(color: tuple[int, ...], distance: int) -> None:
    lab = np.full((240, 320, 3), (100, 128, 128), np.uint8)
    assert not background_distance(lab).any()
    lab[80:120, 100:130] = color
    found = background_distance(lab)
    assert (found[80:120, 100:130] == distance).all()
    assert found.sum() == distance * 40 * 30


def test_the_channel_that_changes_most_gives_the_gradient() -> None:
    lab = np.zeros((20, 40, 3), np.uint8)
    lab[:, 20:] = (10, 0, 50)
    lab[10:, :, 1] = 30
    across, down = color_gradients(lab)
    assert across[4, 18:22].tolist() == [0, 200, 200, 0]
    assert down[8:12, 5].tolist() == [0, 120, 120, 0]


def test_at_most_three_things_are_measured_the_largest_first() -> None:
    found = largest_foreground_blobs(
        _distance((10, 10, 31, 61), (100, 10, 21, 21), (100, 60, 51, 21), (10, 150, 81, 5))
    )
    assert found == [(30.0, 60.0), (20.0, 50.0), (20.0, 20.0)]


def test_a_thing_that_no_card_explains_gets_room_for_a_card_around_it() -> None:
    card = (20, 20, 20, 30)
    outline = box(20, 20, 19, 29)
    assert unexplained_regions(_distance(card), [outline]) == []
    large = _distance((20, 20, 100, 150))
    assert unexplained_regions(large, [box(21, 21, 97, 147)]) == [], "the rim of a card is explained too"
    room = round(1.7 * (19 * 29) ** 0.5)
    there = _distance(card, (150, 90, 20, 30), (250, 20, 5, 5))
    assert unexplained_regions(there, [outline]) == [(150 - room, 90 - room, 20 + 2 * room, 30 + 2 * room)]
    assert unexplained_regions(there, []) == [(0, 0, 300, 200)]
    assert unexplained_regions(_distance(), []) == []


def test_every_mask_of_a_bare_table_is_empty_and_a_card_is_in_most_of_them() -> None:
    lab = np.full((240, 320, 3), (100, 128, 128), np.uint8)
    for card, filled in ((False, 0), (True, 6)):
        if card:
            lab[80:130, 100:132] = (220, 128, 128)
        masks = list(contour_masks(lab, color_gradients(lab), background_distance(lab)))
        assert all(mask.shape == (240, 320) and set(np.unique(mask)) <= {0, 255} for mask in masks)
        assert sum(mask[80:130, 100:132].any() for mask in masks) >= filled
        assert sum(mask.any() for mask in masks) == 0 or card
