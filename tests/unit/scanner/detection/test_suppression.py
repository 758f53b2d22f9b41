"""Suppression leaves one detection for each card, also in a fan."""

from __future__ import annotations

import numpy as np

from scanner.detection.detection import Detection
from scanner.detection.suppression import rank, suppress
from tests.support.detected_cards import box, detection


def _fan_of_detections(count: int, step: float = 15) -> list[Detection]:
    """Cards of 60 by 100 pixels. Of each but the last, only a strip of `step` pixels shows."""
    quads = [box(100 + step * number, 100, 60, 100) for number in range(count)]
    return [detection(quad, *quads[number + 1 :]) for number, quad in enumerate(quads)]


def test_of_two_detections_of_one_card_the_better_remains() -> None:
    exact, inexact = detection(box(100, 100, 60, 100)), detection(box(105, 97, 60, 100), error=-2.0)
    assert rank(exact) > rank(inexact)
    assert suppress([inexact, exact]) == [exact]


def test_every_card_of_a_fan_remains_though_their_outlines_overlap() -> None:
    fan = _fan_of_detections(7)
    assert {id(card) for card in suppress(fan)} == {id(card) for card in fan}


def test_a_second_detection_of_a_strip_in_a_fan_goes() -> None:
    fan = _fan_of_detections(4)
    next_quads = [card.quad for card in fan[2:]]
    again = detection(fan[1].quad + np.float32(2), *next_quads, error=-1.0)
    assert again not in suppress([again, *fan])


def test_what_is_no_card_or_shows_nothing_goes() -> None:
    unlikely = detection(box(100, 100, 60, 100), card=-7.0)
    hidden = detection(box(300, 100, 60, 100), box(0, 0, 900, 900))
    rim = detection(box(500, 100, 60, 100), box(501, 90, 90, 200))
    assert suppress([unlikely, hidden, rim]) == []
    assert suppress([]) == []
