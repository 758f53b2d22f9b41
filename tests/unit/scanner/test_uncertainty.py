"""Why a card is in doubt, against what was done to it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad
from scanner.synth.face_textures import DrawnFaces
from scanner.uncertainty import is_overexposed, paper_brightness, visibility_issue

Picture = NDArray[np.uint8]
DECK = DrawnFaces("hanafuda")
LARGE = np.array([[0, 0], [64, 0], [64, 104], [0, 104]], np.float32)


def _clean_crop(code: str = "h03-1") -> Picture:
    return np.asarray(cv2.resize(DECK.texture(code)[..., :3], (64, 104), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize(
    ("quad", "crop", "issue"),
    [
        (LARGE, _clean_crop(), ""),
        (LARGE / 3, _clean_crop(), "too_small"),
        (LARGE, _clean_crop() // 8, "dark"),
        (LARGE, np.where(np.arange(104)[:, None, None] < 50, np.uint8(255), _clean_crop()), "glare"),
        (LARGE, cv2.GaussianBlur(_clean_crop(), (0, 0), 6.0), "blurred"),
    ],
    ids=["well", "too small", "dark", "glare", "blurred"],
)
def test_what_is_wrong_with_the_sight_of_a_card_is_told(quad: Quad, crop: Picture, issue: str) -> None:
    assert visibility_issue(quad, np.asarray(crop, np.uint8)) == issue


def test_white_paper_that_is_burnt_on_most_cards_is_no_lamp() -> None:
    crop = np.where(np.arange(104)[:, None, None] < 50, np.uint8(255), _clean_crop()).astype(np.uint8)
    assert visibility_issue(LARGE, crop, lambda: 225.0) == "glare"
    assert visibility_issue(LARGE, crop, lambda: paper_brightness(crop)) == ""


def test_what_moved_along_one_direction_is_blurred_and_what_was_enlarged_is_not() -> None:
    moved = np.asarray(cv2.blur(_clean_crop("h01-1"), (9, 1)), np.uint8)
    assert visibility_issue(LARGE, moved) == "blurred"
    few = cv2.resize(cv2.resize(_clean_crop("h01-1"), (36, 58), interpolation=cv2.INTER_AREA), (64, 104))
    assert visibility_issue(LARGE * np.float32(36 / 64), np.asarray(few, np.uint8)) == ""


def test_a_dark_card_is_dark_though_its_outline_takes_in_some_of_a_light_table() -> None:
    crop = _clean_crop() // 8
    crop[:, :4] = 230
    assert visibility_issue(LARGE, crop) == "dark"


@pytest.mark.parametrize(("rows", "washed"), [(50, False), (70, True)])
def test_a_card_of_which_a_lamp_leaves_less_than_half_is_washed_out(rows: int, washed: bool) -> None:
    crop = np.where(np.arange(104)[:, None, None] < rows, np.uint8(255), _clean_crop()).astype(np.uint8)
    assert is_overexposed(crop, lambda: 225.0) == washed
    assert not is_overexposed(crop, lambda: 255.0)
