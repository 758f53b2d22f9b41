"""A hand that holds cards: one sprite behind the cards, one before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.hands.pose import Pose, dorsal_pose, palm_pose, step, turn_pose
from scanner.synth.hands.skin import Bone, Nail
from scanner.synth.hands.sprites import draw_hand
from scanner.synth.layout import PlacedCard, Size, move_group, rectangle_corners
from scanner.synth.sprite import Sprite

Rng = np.random.Generator
Point = tuple[float, float]
_PALM_PROBABILITY = 0.75
"""Share of the hands, 0..1, of which the palm is seen: so a player holds cards to look at them."""
_FRONT_THICKNESS_MM = 3.0
"""Thickness in mm that a finger before the cards has for its shadow. Where it presses, the shadow is narrow."""


@dataclass(frozen=True, slots=True)
class Grip:
    """A hand, in the coordinates of the cards that it holds. `behind` is painted before the cards, `before` after."""

    behind: Sprite
    before: Sprite

    def moved(self, x: float, y: float, angle: float) -> Grip:
        """The hand turned by `angle` degrees about the origin and then moved by (x, y) mm, as `move_group` does."""
        return Grip(_move(self.behind, x, y, angle), _move(self.before, x, y, angle))


def _move(sprite: Sprite, x: float, y: float, angle: float) -> Sprite:
    place = move_group([PlacedCard("", sprite.x, sprite.y, sprite.angle)], x, y, angle)[0]
    return replace(sprite, x=place.x, y=place.y, angle=place.angle)


def grip_cards(
    rng: Rng, cards: Sequence[PlacedCard], card: Size, px_per_mm: float, lamp_angle: float, skin: NDArray[np.float32]
) -> Grip:
    """A hand that holds these cards, which overlap and point up, by their lower ends.

    `px_per_mm`: pixels per mm of the picture. `lamp_angle`: direction to the lamp in radians, clockwise from the right.
    `skin`: the colour from `random_skin`.
    """
    is_left = rng.random() < 0.6
    if not is_left:
        cards = [replace(placed, x=-placed.x, angle=-placed.angle % 360) for placed in cards]
    if rng.random() < _PALM_PROBABILITY:
        pose, origin = palm_pose(rng)
        pose = turn_pose(
            pose, float(rng.normal(0.96, 0.06)), float(rng.uniform(-18, 42)), origin, _hold(rng, cards, card)
        )
        for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
            _wrap_finger(rng, pose, cards, card)
    else:
        pose, origin = dorsal_pose(rng)
        pose = turn_pose(
            pose, float(rng.normal(0.96, 0.06)), float(rng.uniform(-50, 50)), origin, _hold(rng, cards, card)
        )
    behind, before = draw_hand(rng, pose, px_per_mm, lamp_angle if is_left else np.pi - lamp_angle, skin)
    elevation = max((placed.elevation for placed in cards), default=0.0)
    before = replace(before, elevation=elevation, thickness=_FRONT_THICKNESS_MM)
    return Grip(behind, before) if is_left else Grip(_mirror(behind), _mirror(before))


def _mirror(sprite: Sprite) -> Sprite:
    return replace(sprite, pixels=np.ascontiguousarray(sprite.pixels[:, ::-1]), x=-sprite.x)


def _lower_end(placed: PlacedCard, card: Size, share: float) -> tuple[float, float]:
    """The point on the middle line of a card, `share` of its height above its lower end."""
    angle = placed.angle if abs((placed.angle + 180) % 360 - 180) <= 90 else placed.angle + 180
    return step((placed.x, placed.y), angle + 180, (0.5 - share) * card[1])


def _hold(rng: Rng, cards: Sequence[PlacedCard], card: Size) -> tuple[float, float]:
    """Where the fingertip presses on the cards."""
    share = float(rng.uniform(0.12, 0.34))
    x, y = np.mean([_lower_end(placed, card, share) for placed in cards], axis=0)
    return float(x + rng.normal(0, 0.08 * card[0])), float(y)


def _covers(placed: PlacedCard, card: Size, point: Point) -> bool:
    """Whether a card covers a point."""
    outline = rectangle_corners(placed.x, placed.y, card, placed.angle, margin=1.0)
    return cv2.pointPolygonTest(outline, point, measureDist=False) >= 0


def _wrap_finger(rng: Rng, pose: Pose, cards: Sequence[PlacedCard], card: Size) -> None:
    """Lay the tip of a finger round the right side of the outermost card on the right, unless others cover it."""
    outer = max(cards, key=lambda placed: placed.x)
    angle = outer.angle if abs((outer.angle + 180) % 360 - 180) <= 90 else outer.angle + 180
    edge = step(_lower_end(outer, card, float(rng.uniform(0.15, 0.7))), angle + 90, card[0] / 2)
    bend = step(edge, angle + 90 + float(rng.normal(0, 8)), float(rng.uniform(2, 5)))
    if any(_covers(placed, card, bend) for placed in cards):
        return
    root = step(bend, angle - 135, 34)
    turn = angle - 90 + float(rng.uniform(-14, 22))
    tip = step(bend, turn, 3 + float(rng.uniform(0.12, 0.24)) * card[0])
    front = Bone((*bend, 4), (*tip, 8), 8.0, 7.0)
    pose.bones += [Bone((*root, -4), (*bend, 4), 8.6, 8.0), front]
    pose.front.append(front)
    pose.nails.append(Nail(*step(tip, turn, -6), turn, 9.6, 11.0))
