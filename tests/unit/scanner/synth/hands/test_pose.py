"""Poses: bones hang together, and turning a pose keeps its lengths."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scanner.synth.hands.pose import Pose, dorsal_pose, palm_pose, step, turn_pose

POSES = (palm_pose, dorsal_pose)
PoseFunction = Callable[[np.random.Generator], tuple[Pose, tuple[float, float]]]


def test_steps_are_clockwise_from_up() -> None:
    assert step((1, 2), 0, 10) == pytest.approx((1, -8))
    assert step((1, 2), 90, 10) == pytest.approx((11, 2))


@pytest.mark.parametrize("make", POSES)
def test_what_is_before_the_cards_is_part_of_the_hand(make: PoseFunction) -> None:
    pose, tip = make(np.random.default_rng(1))
    assert pose.front
    assert all(bone in pose.bones for bone in (*pose.front, *pose.fading))
    assert len(pose.front) < len(pose.bones)
    assert min(np.hypot(bone.end[0] - tip[0], bone.end[1] - tip[1]) for bone in pose.front) < 2
    assert pose.nails


@pytest.mark.parametrize("make", POSES)
def test_a_turned_pose_has_its_fingertip_where_it_should_be(make: PoseFunction) -> None:
    pose, tip = make(np.random.default_rng(2))
    turned = turn_pose(pose, 2.0, 90.0, tip, (50.0, -20.0))
    assert turned.cuff == 2 * pose.cuff
    for before, after in zip(pose.bones, turned.bones, strict=True):
        expected = (50 - 2 * (before.end[1] - tip[1]), -20 + 2 * (before.end[0] - tip[0]))
        assert after.end[:2] == pytest.approx(expected, abs=1e-6)
        assert after.end_radius == pytest.approx(2 * before.end_radius)
    assert turned.nails[0].angle == pytest.approx(pose.nails[0].angle + 90)
