"""Outlines of covered cards have the size of the whole cards of their picture, at the corners that show."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.known_size import redraw_covered
from scanner.imaging.geometry import Quad, corner_offsets
from tests.support.detected_cards import box, detection

_WHOLE = [detection(box(100, 300, 60, 100)), detection(box(300, 300, 60, 100))]


def _turned(quad: Quad, degrees: float) -> Quad:
    """The quad turned around its first corner."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((quad - quad[0]) @ turn + quad[0], np.float32)


@pytest.mark.parametrize("degrees", [0, 25, -70])
@pytest.mark.parametrize("width", [50, 75])
def test_a_covered_card_is_drawn_again_from_the_corners_that_show(degrees: float, width: float) -> None:
    guess, right_part = (_turned(box(200, 100, *sides), degrees) for sides in ((width, 100), (90, 140)))
    over = right_part + (guess[1] - guess[0]) * np.float32(0.45)
    covered = detection(guess, over)
    *whole, drawn = redraw_covered([*_WHOLE, covered])
    assert [quad.tolist() for quad in whole] == [card.quad.tolist() for card in _WHOLE]
    true = _turned(box(200, 100, 60, 100), degrees)
    assert corner_offsets(drawn[None], true)[0] < 3.0


def test_without_a_whole_card_or_a_covered_one_outlines_stay() -> None:
    covered = detection(box(200, 100, 75, 100), box(235, 90, 90, 140))
    unclear = detection(box(100, 300, 60, 100), card=1.0)
    for cards in ([covered, unclear], _WHOLE, []):
        assert [quad.tolist() for quad in redraw_covered(cards)] == [card.quad.tolist() for card in cards]


def test_a_half_that_was_taken_for_a_card_does_not_say_how_large_cards_are() -> None:
    covered = detection(box(200, 100, 75, 100), box(235, 90, 90, 140))
    half = detection(box(500, 300, 50, 60))
    *_, drawn = redraw_covered([half, *_WHOLE, covered])
    assert corner_offsets(drawn[None], box(200, 100, 60, 100))[0] < 3.0
