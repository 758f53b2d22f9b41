"""Poses of a left hand: where its bones, nails and folds are, in mm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from scanner.synth.hands.skin import Bone, Crease, Nail

Point = tuple[float, float]
Rng = np.random.Generator
_KNUCKLES = ((-27.0, -90.0, 10.5), (-6.0, -96.0, 10.5), (14.0, -91.0, 10.0), (31.0, -80.0, 9.0))
"""x and y of the knuckles of index to little finger in mm from the wrist of an upright left hand, and their radii."""
_PHALANGES = ((43.0, 25.0, 20.0), (47.0, 29.0, 21.0), (44.0, 27.0, 21.0), (34.0, 19.0, 18.0))
"""Lengths in mm of the three parts of each of these fingers."""
_THUMB_BASE: Point = (-20.0, -16.0)
"""Where the thumb's first bone begins, in mm from the wrist."""

_FOREARM_MM = 250.0
"""Length in mm of the forearm: longer than a picture of held cards shows."""


@dataclass(slots=True)
class Pose:
    """A hand about to be drawn, in mm.

    `front`: bones above the cards. `fading`: bones above the cards that fade away towards their start, where the part
    above the cards passes into the rest of the hand. All of them are among `bones` too.
    `cuff`: the point of the forearm, in mm from the wrist, where the sleeve begins.
    """

    bones: list[Bone] = field(default_factory=list)
    nails: list[Nail] = field(default_factory=list)
    creases: list[Crease] = field(default_factory=list)
    front: list[Bone] = field(default_factory=list)
    fading: list[Bone] = field(default_factory=list)
    wrist: Point = (0.0, 0.0)
    arm_end: Point = (0.0, 150.0)
    cuff: float = 40.0


def direction(angle: float) -> Point:
    """The unit vector `angle` degrees clockwise from up."""
    return float(np.sin(np.radians(angle))), -float(np.cos(np.radians(angle)))


def step(point: Point, angle: float, length: float) -> Point:
    """The point `length` mm from another, `angle` degrees clockwise from up."""
    dx, dy = direction(angle)
    return point[0] + dx * length, point[1] + dy * length


def turn_pose(pose: Pose, scale: float, angle: float, origin: Point, target: Point) -> Pose:
    """The pose scaled and turned by `angle` degrees about `origin`, which comes to lie on `target`."""
    radians = np.radians(angle)
    cos, sin = float(np.cos(radians)), float(np.sin(radians))

    def place(point: Point) -> Point:
        x, y = (point[0] - origin[0]) * scale, (point[1] - origin[1]) * scale
        return target[0] + x * cos - y * sin, target[1] + x * sin + y * cos

    def move(bone: Bone) -> Bone:
        start, end = place(bone.start[:2]), place(bone.end[:2])
        return Bone(
            (*start, bone.start[2] * scale),
            (*end, bone.end[2] * scale),
            bone.start_radius * scale,
            bone.end_radius * scale,
        )

    nails = []
    for nail in pose.nails:
        x, y = place((nail.x, nail.y))
        nails.append(Nail(x, y, nail.angle + angle, nail.width * scale, nail.length * scale))
    return Pose(
        [move(bone) for bone in pose.bones],
        nails,
        [replace(crease, start=place(crease.start), end=place(crease.end)) for crease in pose.creases],
        [move(bone) for bone in pose.front],
        [move(bone) for bone in pose.fading],
        place(pose.wrist),
        place(pose.arm_end),
        pose.cuff * scale,
    )


def _arm(rng: Rng, pose: Pose, forearm_mm: float = _FOREARM_MM) -> None:
    """Add wrist and forearm, with the sleeve anywhere from the wrist to out of sight."""
    pose.arm_end = step(pose.wrist, 180 + float(rng.normal(0, 12)), forearm_mm)
    pose.bones.append(Bone((*pose.wrist, -8), (*pose.arm_end, -8), 25, 36))
    pose.bones.append(Bone((-8, -8, -4), (8, 30, -6), 20, 19))
    pose.cuff = float(rng.uniform(8, 110))


def _palm(pose: Pose, level: float) -> None:
    """Add the four bones of the palm, `level` mm high."""
    roots = ((-13.0, -6.0), (-4.0, -6.0), (6.0, -6.0), (16.0, -8.0))
    for (x, y, radius), root in zip(_KNUCKLES, roots, strict=True):
        pose.bones.append(Bone((*root, level - 3), (x, y, level), 17, radius + 2))


def palm_pose(rng: Rng) -> tuple[Pose, Point]:
    """A hand seen from its palm, the thumb on the cards, the fingers behind them; and the tip of the thumb."""
    pose = Pose()
    _arm(rng, pose)
    _palm(pose, 0.0)
    pose.bones.append(Bone((19, -22, 1), (27, -56, 0), 19, 14))  # the ball of the little finger
    lean, spread = float(rng.uniform(-4, 14)), float(rng.uniform(2, 8))
    curl = float(rng.uniform(0.45, 1.0))
    for number, ((x, y, radius), parts) in enumerate(zip(_KNUCKLES, _PHALANGES, strict=True)):
        angle = lean + spread * number + float(rng.normal(0, 3))
        bend = float(rng.uniform(-14, 8))
        shortening = 1 - curl * np.array([0.3, 0.65, 0.75]) * float(rng.uniform(0.8, 1.1))  # bones that point away
        point, thick, high = (x, y), radius, -1.0
        for part, length in enumerate(parts):
            tip = step(point, angle, length * float(shortening[part]))
            pose.bones.append(Bone((*point, high), (*tip, high - 3), thick, thick * (0.93 if part < 2 else 0.86)))
            point, thick, high, angle = tip, thick * 0.93, high - 3, angle + bend
    mcp = step(_THUMB_BASE, float(rng.uniform(-42, -30)), 44)
    angle = float(rng.uniform(2, 26))
    joint = step(mcp, angle, 33)
    angle += float(rng.uniform(0, 26))
    tip = step(joint, angle, 25)
    pose.front = [
        Bone((*joint, 12), (*tip, 9), 9.6, 8.4),
        Bone((*mcp, 9), (*joint, 12), 11.2, 9.4),
    ]
    pose.fading = [Bone((*_THUMB_BASE, 2), (*mcp, 9), 20, 12.5)]
    pose.bones += pose.fading + pose.front
    pose.nails.append(Nail(*step(joint, angle, 15.5), angle + float(rng.normal(0, 4)), 11.5, 14.0))
    side = direction(angle + 90)
    for shift, reach, depth in ((-1.2, 6.5, 0.5), (1.3, 7.0, 0.6), (3.6, 5.5, 0.35)):
        x, y = step(joint, angle, shift)
        ends = tuple((x + sign * reach * side[0], y + sign * reach * side[1]) for sign in (-1, 1))
        pose.creases.append(Crease(ends[0], ends[1], depth))
    pose.creases += [
        Crease((-30, -74), (-9, -40), 0.9),
        Crease((-9, -40), (-2, -10), 0.8),
        Crease((-32, -70), (24, -58), 0.7),
        Crease((36, -66), (-4, -80), 0.7),
        Crease((-17, -1), (17, 0), 0.7),
        Crease((-15, 4), (15, 5), 0.5),
    ]
    return pose, step(joint, angle, 24)


def dorsal_pose(rng: Rng, forearm_mm: float = _FOREARM_MM) -> tuple[Pose, Point]:
    """A hand seen from its back, two to four fingers over the cards, the thumb behind; and the middle fingertip."""
    pose = Pose()
    _arm(rng, pose, forearm_mm)
    _palm(pose, 0.0)
    joint = step((-40, -56), float(rng.uniform(-8, 20)), 32)
    tip = step(joint, float(rng.uniform(0, 30)), 24)
    pose.bones.append(Bone((*_THUMB_BASE, -6), (-40, -56, -8), 18, 12))
    pose.bones += [Bone((-40, -56, -8), (*joint, -10), 11.5, 9.6), Bone((*joint, -10), (*tip, -12), 9.4, 8.2)]
    behind = len(pose.bones)
    count = int(rng.integers(2, 5))
    lean, spread = float(rng.normal(4, 4)), float(rng.uniform(0, 5))
    reach: Point = (0.0, 0.0)
    for number, ((x, y, radius), parts) in enumerate(zip(_KNUCKLES, _PHALANGES, strict=True)):
        angle = lean + spread * (number - 1) + float(rng.normal(0, 2))
        shortening = float(rng.uniform(0.62, 0.9)) * (1.0 if number < count else 0.45)
        point, thick, high = (x, y), radius, 5.0
        pose.bones.append(Bone((x, y + 4, 6), (x, y + 1, 6), radius * 0.9, radius * 0.9))
        for part, length in enumerate(parts):
            tip = step(point, angle, length * shortening)
            pose.bones.append(Bone((*point, high), (*tip, high - 1), thick, thick * (0.93 if part < 2 else 0.84)))
            for shift in (-1.6, 0.2, 1.9) if part else ():
                across = direction(angle + 90)
                middle = step(point, angle, shift)
                ends = tuple((middle[0] + sign * 5 * across[0], middle[1] + sign * 5 * across[1]) for sign in (-1, 1))
                pose.creases.append(Crease(ends[0], ends[1], 0.45))
            point, thick, high = tip, thick * 0.93, high - 1
        tip_radius = thick
        if number < count:
            root = step(point, angle, -0.5 * parts[2] * shortening)
            pose.nails.append(Nail(*root, angle, 1.35 * tip_radius, 11.5 * shortening + 2))
        if number == 1:
            reach = point
    pose.front = pose.bones[: behind - 3] + pose.bones[behind:]
    return pose, reach
