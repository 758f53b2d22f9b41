"""Halves of covered cards are told from whole cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scanner.detection.naming import NamedCard
from scanner.half_cards import find_halves
from scanner.imaging.geometry import Quad, standing
from tests.support.detected_cards import CROP_SIZE, box, detection, prediction, small_classifier

CLASSIFIER = small_classifier()
CROP = np.full((CROP_SIZE[1], CROP_SIZE[0], 3), 200, np.uint8)


def _named(quad: Quad, margin: float = 6.0, share: float = 1.0) -> NamedCard:
    return NamedCard(detection(quad), replace(prediction(margin=margin), visible_share=share), CROP)


def _lying(left: float, top: float, width: float, height: float) -> NamedCard:
    """A card whose outline is wider than high, so that it lies across."""
    return _named(standing(box(left, top, width, height)))


WHOLE = [_named(box(100, 100, 60, 98)), _named(box(700, 100, 60, 98))]


def test_what_is_as_long_as_a_card_is_wide_beside_another_is_half_of_one() -> None:
    half = _lying(100, 200, 60, 46)
    assert find_halves([*WHOLE, half], CLASSIFIER) == [half]
    assert find_halves([WHOLE[0], half], CLASSIFIER) == [half]


def test_a_half_that_is_not_sure_is_found_too() -> None:
    half = _named(standing(box(100, 200, 60, 46)), margin=1.0)
    assert find_halves([*WHOLE, half], CLASSIFIER) == [half]


def test_a_short_card_that_touches_no_other_is_whole() -> None:
    assert find_halves([*WHOLE, _lying(300, 400, 60, 46)], CLASSIFIER) == []


def test_a_whole_card_across_beside_another_is_no_half() -> None:
    assert find_halves([*WHOLE, _lying(100, 200, 98, 60)], CLASSIFIER) == []


def test_without_another_sure_card_nothing_says_how_long_one_is() -> None:
    unsure = [replace(card, prediction=prediction(margin=1.0)) for card in WHOLE]
    assert find_halves([*unsure, _lying(100, 200, 60, 46)], CLASSIFIER) == []
    assert find_halves([], CLASSIFIER) == []


def test_cards_farther_away_are_smaller_and_whole() -> None:
    """A table taken aslant: each row is a fifth smaller than the one before it."""
    rows = [
        _named(box(100 + 70 * column, top, 60 * scale, 98 * scale))
        for top, scale in ((400, 1.0), (310, 0.85), (240, 0.7))
        for column in range(4)
    ]
    assert find_halves(rows, CLASSIFIER) == []
