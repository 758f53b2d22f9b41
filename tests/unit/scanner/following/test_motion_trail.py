"""From where an arm came to a card."""

from __future__ import annotations

import numpy as np

from scanner.following.motion_trail import CONFIG, MotionTrail
from scanner.tracking.motion import BoolMask

CARD = ((150.0, 80.0), (170.0, 80.0), (170.0, 110.0), (150.0, 110.0))


def arm(top: int, bottom: int, left: int = 152, right: int = 168) -> BoolMask:
    mask = np.zeros((180, 320), np.bool_)
    mask[top:bottom, left:right] = True
    return mask


def test_an_arm_is_followed_from_the_card_to_the_edge() -> None:
    trail = MotionTrail().add(1.0, arm(130, 180)).add(1.2, arm(90, 132)).add(2.4, arm(0, 60, 20, 40))
    longest, shortest = trail.edges(CARD, 1.4)
    assert {(x, y >= 176) for x, y in longest.tolist()} == {(x, True) for x in range(150, 170)}
    assert len(shortest) == len(longest)
    assert trail.edges(((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0)), 1.0) == []


def test_of_two_arms_only_the_one_of_that_second_counts() -> None:
    trail = MotionTrail().add(1.0, arm(90, 180)).add(2.0, arm(0, 95))
    longest, shortest = trail.edges(CARD, 1.9)
    assert {y < 90 for y in longest[:, 1].tolist()} == {True, False}
    assert {y < 90 for y in shortest[:, 1].tolist()} == {True}


def test_what_moved_long_ago_is_forgotten_and_nothing_is_not_kept() -> None:
    trail = MotionTrail().add(1.0, arm(100, 180)).add(1.2, arm(0, 0))
    assert [time_s for time_s, _ in trail.masks] == [1.0]
    assert trail.add(1.0 + 2 * CONFIG.kept_s, arm(0, 90)).edges(CARD, 1.0) == []
