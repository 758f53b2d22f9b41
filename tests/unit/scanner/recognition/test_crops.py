"""Crops for the network: white balance and hidden parts."""

from __future__ import annotations

import numpy as np

from scanner.recognition.crops import CROP_SIZE, to_network_input, white_balance

WIDTH, HEIGHT = CROP_SIZE
ALL = np.full((HEIGHT, WIDTH), 255, np.uint8)


def test_paper_is_white_under_any_lamp() -> None:
    crop = np.full((HEIGHT, WIDTH, 3), (150, 180, 200), np.uint8)
    crop[20:40, 10:30] = (15, 18, 20)
    bright, dim = white_balance(crop, ALL), white_balance((crop // 2).astype(np.uint8), ALL)
    assert bright[0, 0].tolist() == [255, 255, 255]
    np.testing.assert_allclose(bright.astype(int), dim.astype(int), atol=4)


def test_what_lies_over_the_card_does_not_count_as_its_paper() -> None:
    crop = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    crop[:, WIDTH // 2 :] = 240  # a white sheet on the right half
    mask = ALL.copy()
    mask[:, WIDTH // 2 :] = 0
    assert white_balance(crop, mask)[0, 0].tolist() == [255, 255, 255]
    assert white_balance(crop, ALL)[0, 0].max() < 130
    nothing = white_balance(crop, np.zeros_like(mask))
    np.testing.assert_array_equal(nothing, white_balance(crop, ALL))


def test_black_is_low_white_is_high_and_hidden_is_between() -> None:
    crops = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
    crops[0, :, 1] = 255
    masks = ALL[None].copy()
    masks[0, :, 2:] = 0
    (inputs,) = to_network_input(crops, masks)
    assert inputs.shape == (4, HEIGHT, WIDTH)
    assert inputs[:, 0, :3].tolist() == [[-0.5, 0.5, 0.0]] * 3 + [[0.5, 0.5, -0.5]]
