"""Stillness: motion, a black or frozen picture, changed light."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.picamera_daemon import stillness
from scanner.picamera_daemon.stillness import StillnessDetector


class Clock:
    """A clock that goes on by 0.1 s with each reading."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        self.now += 0.1
        return self.now


@pytest.fixture
def detector(monkeypatch: pytest.MonkeyPatch) -> StillnessDetector:
    monkeypatch.setattr(stillness, "time", Clock())
    return StillnessDetector()


def noisy_luma(number: int, level: float = 120, patch: float = 0.0) -> NDArray[np.uint8]:
    """A small picture with its own noise, brighter by `patch` grey levels where a hand would be."""
    picture = round(level) + np.random.default_rng(number).integers(-2, 3, (360, 640), np.int16)
    picture[80:160, 120:240] += round(patch)
    return np.asarray(picture.clip(0, 255), np.uint8)


@pytest.mark.parametrize(
    ("level", "patch", "is_still"),
    [
        (lambda n: 120, lambda n: 0, True),
        (lambda n: 120 + 20 * (n % 2), lambda n: 0, True),  # the whole picture pulses: light, not hands
        (lambda n: 120, lambda n: 30 * (n % 2), False),
        (lambda n: 120, lambda n: 2 * n, False),  # creeps
    ],
)
def test_what_counts_as_a_still_table(
    detector: StillnessDetector, level: Callable[[int], float], patch: Callable[[int], float], is_still: bool
) -> None:
    for number in range(20):
        detector.update(noisy_luma(number, level(number), patch(number)))
    assert detector.is_still is is_still


def test_a_table_is_still_half_a_second_after_the_last_motion(detector: StillnessDetector) -> None:
    answers = []
    for number in range(6):
        detector.update(noisy_luma(number, patch=40 if number == 0 else 0))  # the hand leaves with the second picture
        answers.append(detector.is_still)
    # Each picture and each question take 0.1 s: 0.1 s after the motion, then 0.3 s, 0.5 s.
    assert answers[1:3] == [False, False]
    assert answers[4:] == [True, True]


def test_light_that_differs_for_long_is_changed_light(detector: StillnessDetector) -> None:
    for number in range(8):
        detector.update(noisy_luma(number))
        assert detector.is_new
    detector.mark_exposure_locked()
    for number in range(40):
        detector.update(noisy_luma(number, 90))
    assert not detector.has_light_changed
    for number in range(40):
        detector.update(noisy_luma(number, 40))
    assert detector.has_light_changed
    detector.mark_exposure_locked()
    assert not detector.has_light_changed


def test_a_picture_repeated_to_the_last_bit_is_frozen_unless_it_is_black(detector: StillnessDetector) -> None:
    for repeats in range(7):
        detector.update(noisy_luma(1))
        assert detector.is_new is (repeats == 0)
        assert detector.is_frozen is (repeats >= 5)
    for _ in range(7):
        detector.update(np.zeros((360, 640), np.uint8))
    assert detector.is_black
    assert not detector.is_frozen
    detector.update(np.full((360, 640), 8, np.uint8))
    assert not detector.is_black
    assert detector.level == 8
