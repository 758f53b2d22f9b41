"""A hand that holds cards: one sprite behind the cards, one before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.hands.pose import Pose, dorsal_pose, palm_pose, step, turn_pose
from scanner.synth.hands.skin import (
    Bone,
    Grid,
    Nail,
    along,
    build_relief,
    paint_cloth,
    paint_skin,
)
from scanner.synth.layout import PlacedCard, Size, move_group, rectangle_corners
from scanner.synth.sprite import Sprite

Rng = np.random.Generator
Point = tuple[float, float]
_MAX_PX_PER_MM = 3.0
"""Pixels per mm of a hand, at most: skin has no finer detail, and drawing takes time."""
_MARGIN_MM = 14.0
"""Millimetres around the bones: more than the thickest limb."""
_PALM_PROBABILITY = 0.75
"""Share of the hands, 0..1, of which the palm is seen: so a player holds cards to look at them."""
_BARE_ARM_PROBABILITY = 0.25
"""Share of the hands, 0..1, without a sleeve."""
_FADE_SHARE = 0.6
"""Share of a fading bone, 0..1, over which the part before the cards comes in."""
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
    behind, before = _draw(rng, pose, px_per_mm, lamp_angle if is_left else np.pi - lamp_angle, skin)
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
    tip = step(bend, turn, float(rng.uniform(11, 17)))
    front = Bone((*bend, 4), (*tip, 8), 8.0, 7.0)
    pose.bones += [Bone((*root, -4), (*bend, 4), 8.6, 8.0), front]
    pose.fading.append(front)
    pose.nails.append(Nail(*step(tip, turn, -6), turn, 9.6, 11.0))


def _draw(
    rng: Rng, pose: Pose, px_per_mm: float, lamp_angle: float, skin: NDArray[np.float32]
) -> tuple[Sprite, Sprite]:
    """The sprites of the whole hand, and of its part before the cards."""
    grid = _grid_around(pose.bones, min(_MAX_PX_PER_MM, max(1.0, 1.1 * px_per_mm)))
    relief = build_relief(grid, pose.bones, pose.creases)
    colour = paint_skin(rng, relief, skin, pose.nails, lamp_angle)
    alpha = relief.alpha()
    if rng.random() >= _BARE_ARM_PROBABILITY:
        _draw_sleeve(rng, pose, grid, lamp_angle, colour, alpha)
    whole = np.dstack([np.clip(colour, 0, 255), alpha * 255]).astype(np.uint8)
    window = grid.window(
        [end[:2] for bone in (*pose.front, *pose.fading) for end in (bone.start, bone.end)], _MARGIN_MM
    )
    part = whole[window].copy()
    part[:, :, 3] = np.minimum(part[:, :, 3], _front_alpha(grid.crop(window), pose))
    return _to_sprite(whole, grid), _to_sprite(part, grid.crop(window))


def _grid_around(bones: Sequence[Bone], px_per_mm: float) -> Grid:
    ends = np.array([end[:2] for bone in bones for end in (bone.start, bone.end)])
    left, top = ends.min(axis=0) - 2 * _MARGIN_MM
    width, height = ends.max(axis=0) + 2 * _MARGIN_MM - (left, top)
    return Grid(float(left), float(top), round(width * px_per_mm), round(height * px_per_mm), px_per_mm)


def _front_alpha(grid: Grid, pose: Pose) -> NDArray[np.uint8]:
    """How much of each pixel belongs to the part before the cards, 0..255."""
    front = build_relief(grid, pose.front).alpha()
    for bone in pose.fading:
        share, _ = along(*grid.millimetres(), bone.start[:2], bone.end[:2])
        front = np.maximum(front, build_relief(grid, [bone]).alpha() * np.clip(share / _FADE_SHARE, 0, 1))
    return np.asarray(255 * front, np.uint8)


def _draw_sleeve(
    rng: Rng, pose: Pose, grid: Grid, lamp_angle: float, colour: NDArray[np.float32], alpha: NDArray[np.float32]
) -> None:
    """Paint a sleeve, with its hem and its shadow on the arm, over the colours of a hand."""
    arm = np.array(pose.arm_end) - pose.wrist
    arm /= np.linalg.norm(arm)
    x, y = np.array(pose.wrist) + arm * pose.cuff
    cloth = Bone((x, y, -4), (*pose.arm_end, -4), 33 + 0.1 * pose.cuff, 48)
    window = grid.window([(x, y), pose.arm_end], 60)
    part = grid.crop(window)
    relief = build_relief(part, [cloth])
    columns, rows = part.millimetres()
    beyond = (columns - x) * arm[0] + (rows - y) * arm[1]
    cover = np.minimum(relief.alpha(), np.clip(beyond * grid.px_per_mm + 0.5, 0, 1))[:, :, None]
    hem = np.exp(-((beyond - 3) ** 2) / 1.5)[:, :, None]
    painted = paint_cloth(rng, relief, lamp_angle) * (1 - 0.18 * hem)
    shade = 1 - 0.5 * np.exp(np.minimum(beyond, 0) / 4)[:, :, None]
    colour[window] = colour[window] * shade * (1 - cover) + painted * cover
    alpha[window] = np.maximum(alpha[window], cover[:, :, 0])


def _to_sprite(pixels: NDArray[np.uint8], grid: Grid) -> Sprite:
    width, height = grid.columns / grid.px_per_mm, grid.rows / grid.px_per_mm
    x, y = grid.left + width / 2, grid.top + height / 2
    return Sprite(pixels, width, height, x, y, thickness=0.5, gloss=0.05, name="hand")
