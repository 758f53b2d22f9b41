"""Arms that reach over the table: their looks and their movements."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace

import numpy as np

from scanner.synth.films.stage import Point, Stage
from scanner.synth.hands.pose import dorsal_pose, turn_pose
from scanner.synth.hands.skin import random_skin
from scanner.synth.hands.sprites import draw_hand
from scanner.synth.sprite import Sprite, premultiply_alpha

Rng = np.random.Generator
_FOREARM_MM = 760.0
"""Length in mm of a drawn arm: the elbow must never come into the picture."""
_THICKNESS_MM = 16.0
"""Thickness in mm of a hand, for its shadow."""
_WATCHES = 0.35
"""Share of the arms, 0..1, with a watch or a bracelet; a sleeve may hide it."""
_OTHER_SIZE = (0.8, 1.3)
"""By how much other arms are smaller or larger, least and most."""
_SLEEVE_FROM = (0.3, 0.6)
"""Share of an arm, 0..1 from the fingertips, at which the plain sleeve of another arm begins, least and most."""
_TREMOR_MM = 0.35
"""Deviation in mm by which a hand that waits is never quite still."""
_TREMOR_HZ = (1.1, 1.7)
"""How often a second it sways in x and in y."""


@dataclass(frozen=True, slots=True)
class Limb:
    """One person's arm, drawn once.

    `sprite`: its colours are multiplied by how opaque they are. `tip`: mm in x and y from the sprite's middle to the
    tip of the middle finger.
    """

    sprite: Sprite
    tip: Point

    def mirrored(self) -> Limb:
        """The other arm of the same person."""
        return Limb(
            replace(self.sprite, pixels=np.ascontiguousarray(self.sprite.pixels[:, ::-1])), (-self.tip[0], self.tip[1])
        )

    def reach(self, target: Point, shoulder: Point, height: float) -> Sprite:
        """The arm from its shoulder with the fingertip `height` mm above a point of the table."""
        angle = float(np.degrees(np.arctan2(target[0] - shoulder[0], shoulder[1] - target[1])))
        radians = np.radians(angle)
        cos, sin = float(np.cos(radians)), float(np.sin(radians))
        x = target[0] - (self.tip[0] * cos - self.tip[1] * sin)
        y = target[1] - (self.tip[0] * sin + self.tip[1] * cos)
        return replace(self.sprite, x=x, y=y, angle=angle % 360, elevation=height, thickness=_THICKNESS_MM)


def draw_limb(rng: Rng, stage: Stage, seat: int, lamp_angle: float) -> Limb:
    """The right arm of a person in a seat. `lamp_angle`: direction to the lamp in radians, clockwise from the right."""
    pose, tip = dorsal_pose(rng, _FOREARM_MM)
    pose = turn_pose(pose, float(rng.normal(0.95, 0.05)), 0.0, tip, (0.0, 0.0))
    local_lamp = lamp_angle - float(np.radians(stage.seats[seat].facing))
    has_watch = float(rng.random()) < _WATCHES
    sprite, _ = draw_hand(rng, pose, stage.camera.px_per_mm, local_lamp, random_skin(rng), has_watch=has_watch)
    rows, columns = np.nonzero(sprite.pixels[:, :, 3])
    scale = sprite.height / sprite.pixels.shape[0]
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    pixels = premultiply_alpha(np.ascontiguousarray(sprite.pixels[top:bottom, left:right]))
    x = sprite.x - sprite.width / 2 + scale * (left + right) / 2
    y = sprite.y - sprite.height / 2 + scale * (top + bottom) / 2
    drawn = replace(sprite, pixels=pixels, width=scale * (right - left), height=scale * (bottom - top))
    limb = Limb(drawn, (-float(x), -float(y)))
    return _as_another(rng, limb) if stage.switches.arms else limb


def _as_another(rng: Rng, limb: Limb) -> Limb:
    """An arm of another size, with a plain sleeve in any colour."""
    size, pixels = float(rng.uniform(*_OTHER_SIZE)), limb.sprite.pixels.copy()
    sleeve = pixels[int(pixels.shape[0] * float(rng.uniform(*_SLEEVE_FROM))) :]
    light = 0.6 + 0.4 * sleeve[:, :, :3].mean(axis=2, keepdims=True) / 255
    colour = rng.uniform(10, 245, 3)
    sleeve[:, :, :3] = (colour * light * (sleeve[:, :, 3:] / 255)).astype(np.uint8)
    sprite = replace(limb.sprite, pixels=pixels, width=size * limb.sprite.width, height=size * limb.sprite.height)
    return Limb(sprite, (size * limb.tip[0], size * limb.tip[1]))


@dataclass(frozen=True, slots=True)
class Key:
    """Where a fingertip is at a time: seconds, x and y in mm, mm above the table."""

    time_s: float
    x: float
    y: float
    height: float


@dataclass(slots=True)
class ArmTrack:
    """The movements of one arm through a film. Between two keys it speeds up and slows down as people's arms do."""

    seat: int
    is_left: bool
    home: Point
    keys: list[Key] = field(default_factory=list)

    @property
    def free_s(self) -> float:
        """When its last movement ends, in seconds."""
        return self.keys[-1].time_s if self.keys else 0.0

    @property
    def is_home(self) -> bool:
        """Whether it is out of the picture after its last movement."""
        return not self.keys or (self.keys[-1].x, self.keys[-1].y) == self.home

    def move(self, time_s: float, target: Point, height: float = 0.0) -> None:
        """Let the fingertip be at a point at a time, after all earlier keys."""
        if self.keys and time_s < self.keys[-1].time_s:
            raise ValueError(f"the arm is busy until {self.keys[-1].time_s:.2f} s")
        self.keys.append(Key(time_s, target[0], target[1], height))

    def at(self, time_s: float) -> Key | None:
        """Where the fingertip is, None while it is out of the picture."""
        number = bisect_right(self.keys, time_s, key=lambda key: key.time_s)
        if number in (0, len(self.keys)):
            return None
        before, after = self.keys[number - 1], self.keys[number]
        if (before.x, before.y) == (after.x, after.y) == self.home:
            return None
        share = (time_s - before.time_s) / max(after.time_s - before.time_s, 1e-6)
        eased = share**3 * (10 - 15 * share + 6 * share**2)  # the movement with the least jerk
        lift = 4 * share * (1 - share) * min(25.0, 0.12 * float(np.hypot(after.x - before.x, after.y - before.y)))
        sway = [_TREMOR_MM * float(np.sin(2 * np.pi * rate * time_s + self.seat)) for rate in _TREMOR_HZ]
        return Key(
            time_s,
            before.x + eased * (after.x - before.x) + sway[0],
            before.y + eased * (after.y - before.y) + sway[1],
            before.height + eased * (after.height - before.height) + lift,
        )
