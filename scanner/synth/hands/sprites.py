"""Sprites of hands, drawn from their poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scanner.synth.hands.pose import Pose, dorsal_pose
from scanner.synth.hands.skin import Bone, Grid, along, build_relief, paint_cloth, paint_skin, random_skin
from scanner.synth.sprite import Sprite

Rng = np.random.Generator
_MAX_PX_PER_MM = 3.0
"""Pixels per mm of a hand, at most: skin has no finer detail, and drawing takes time."""
_MARGIN_MM = 14.0
"""Millimetres around the bones: more than the thickest limb."""
_BARE_ARM_PROBABILITY = 0.25
"""Share of the hands, 0..1, without a sleeve."""
_DIAL_PROBABILITY = 0.7
"""Share of the bands around wrists, 0..1, that have a dial."""
_FADE_SHARE = 0.6
"""Share of a fading bone, 0..1, over which the part before the cards comes in."""
_LAMP_ANGLE = 1.25 * np.pi
"""Direction in radians to the lamp of a hand that is drawn for any scene: the upper left, as with other props."""


def draw_hand(
    rng: Rng, pose: Pose, px_per_mm: float, lamp_angle: float, skin: NDArray[np.float32], *, has_watch: bool = False
) -> tuple[Sprite, Sprite]:
    """The sprites of the whole hand, and of its part before the cards, both of name "hand".

    `px_per_mm`: pixels per mm of the picture. `lamp_angle`: direction to the lamp in radians, clockwise from the right.
    """
    grid = _grid_around(pose.bones, min(_MAX_PX_PER_MM, max(1.0, 1.1 * px_per_mm)))
    relief = build_relief(grid, pose.bones, pose.creases)
    colour = paint_skin(rng, relief, skin, pose.nails, lamp_angle)
    alpha = relief.alpha()
    if has_watch:
        _draw_watch(rng, pose, grid, colour)
    if rng.random() >= _BARE_ARM_PROBABILITY:
        _draw_sleeve(rng, pose, grid, lamp_angle, colour, alpha)
    picture = np.dstack([np.clip(colour, 0, 255), alpha * 255]).astype(np.uint8)
    window = grid.window(
        [end[:2] for bone in (*pose.front, *pose.fading) for end in (bone.start, bone.end)], _MARGIN_MM
    )
    part = picture[window].copy()
    part[:, :, 3] = np.minimum(part[:, :, 3], _front_alpha(grid.crop(window), pose))
    return _to_sprite(picture, grid), _to_sprite(part, grid.crop(window))


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


def _draw_watch(rng: Rng, pose: Pose, grid: Grid, colour: NDArray[np.float32]) -> None:
    """Paint a watch, or a bracelet, over the colours of a bare wrist."""
    arm = np.array(pose.arm_end) - pose.wrist
    arm /= np.linalg.norm(arm)
    x, y = np.array(pose.wrist) + arm * float(rng.uniform(16, 28))
    columns, rows = grid.millimetres()
    beyond = (columns - x) * arm[0] + (rows - y) * arm[1]
    across = (rows - y) * arm[0] - (columns - x) * arm[1]
    strap, dial = rng.uniform(15, 150, 3), rng.uniform(30, 235, 3)
    on_strap = np.clip((float(rng.uniform(3, 9)) - np.abs(beyond)) * grid.px_per_mm + 0.5, 0, 1)[:, :, None]
    colour += on_strap * (strap * (1 - 0.4 * (across / 30) ** 2)[:, :, None] - colour)
    if rng.random() < _DIAL_PROBABILITY:
        on_dial = np.clip((17 - np.hypot(beyond, across)) * grid.px_per_mm + 0.5, 0, 1)[:, :, None]
        colour += on_dial * (dial - colour)


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


def draw_reaching_hand(rng: Rng) -> Sprite:
    """A hand seen from its back with its fingers towards the top of the sprite, centred on (0, 0)."""
    pose, _ = dorsal_pose(rng)
    sprite, _ = draw_hand(rng, pose, _MAX_PX_PER_MM, _LAMP_ANGLE, random_skin(rng))
    rows, columns = np.nonzero(sprite.pixels[:, :, 3])
    pixels = np.ascontiguousarray(sprite.pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1])
    if rng.random() < 0.5:
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    scale = sprite.height / sprite.pixels.shape[0]
    return replace(sprite, pixels=pixels, width=pixels.shape[1] * scale, height=pixels.shape[0] * scale, x=0.0, y=0.0)
