"""Patches: what one thing on the table does to the pixels around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.pinhole import PinholeCamera, Points
from scanner.synth.sprite import Canvas, Sprite, warp_to_quad

FloatArray = NDArray[np.float32]
Slope = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
_WHITE = 255.0
"""Grey level of the bright probe on which a sprite is painted."""
_SHADOW_SCALE = 4
"""Pixels of the picture for one of an arm's shadow, which is too soft to need more."""
_ARM_SHADE = 0.34
"""How much of the light the shadow of an arm takes where it is darkest, 0..1."""
_MAX_COPIES = 9
"""Copies of a moving thing that make up its motion blur, at most: more look no smoother."""


@dataclass(frozen=True, slots=True)
class LensCamera(PinholeCamera):
    """A camera whose pixels include the lens's distortion and are counted from (`left`, `top`)."""

    left: int = 0
    top: int = 0

    def project(self, points: Points, *, distorted: bool = True) -> Points:
        """Pixels (n, 2) of points (n, 3) in mm."""
        del distorted
        return PinholeCamera.project(self, points, distorted=True) - (self.left, self.top)


@dataclass(frozen=True, slots=True)
class Patch:
    """Pixels that a thing covers or shades, from (`left`, `top`) on.

    `keep` (h, w): share of what is below that still shows, 0..1. `colour` (h, w, 3) is added to it, 0..255.
    `cover` (h, w): how much of each pixel the thing itself covers, without its shadow, 0..1. `gloss`: 0..1.
    """

    left: int
    top: int
    keep: FloatArray
    colour: FloatArray
    cover: FloatArray
    gloss: float

    @property
    def box(self) -> Box:
        """The pixels that it changes."""
        height, width = self.cover.shape
        return self.left, self.top, self.left + width, self.top + height

    def paint(self, frame: FloatArray, gloss: FloatArray, box: Box | None = None) -> None:
        """Paint it over a picture (H, W, 3) and its gloss (H, W), only inside the box if one is given."""
        height, width = gloss.shape
        left, top, right, bottom = overlap(self.box, box or (0, 0, width, height)) or (0, 0, 0, 0)
        if right <= left:
            return
        window = (slice(top, bottom), slice(left, right))
        own = (slice(top - self.top, bottom - self.top), slice(left - self.left, right - self.left))
        part = frame[window]
        keep = self.keep[own]
        np.multiply(part, cv2.merge([keep, keep, keep]), out=part)
        np.add(part, self.colour[own], out=part)
        cover = self.cover[own]
        gloss[window] += cover * (self.gloss - gloss[window])

    def smear(self, dx: float, dy: float) -> Patch:
        """The patch blurred by a movement of that many pixels while the picture was taken."""
        copies = min(_MAX_COPIES, int(np.hypot(dx, dy) / 3) + 1)
        if copies < 2:
            return self
        shifts = [(round(dx * share), round(dy * share)) for share in np.linspace(-0.5, 0.5, copies)]
        wide, high = max(abs(x) for x, _ in shifts), max(abs(y) for _, y in shifts)
        rows, columns = self.cover.shape
        shape = (rows + 2 * high, columns + 2 * wide)
        veil, colour, cover = (np.zeros((*shape, *more), np.float32) for more in ((), (3,), ()))
        hidden = 1 - self.keep
        for x, y in shifts:
            area = (slice(high + y, high + y + rows), slice(wide + x, wide + x + columns))
            veil[area] += hidden
            colour[area] += self.colour
            cover[area] += self.cover
        share = np.float32(1 / copies)
        return Patch(self.left - wide, self.top - high, 1 - veil * share, colour * share, cover * share, self.gloss)


def overlap(first: Box, second: Box) -> Box | None:
    """The pixels that two boxes share, None if there are none."""
    left, top = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (left, top, right, bottom) if right > left and bottom > top else None


def _area_of(camera: LensCamera, points: Points, margin: int) -> Box | None:
    """The pixels of the picture around some points, None if there are hardly any."""
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin
    box = overlap((int(left), int(top), int(right), int(bottom)), (0, 0, camera.width, camera.height))
    return box if box and box[2] - box[0] > 2 and box[3] - box[1] > 2 else None


def patch_of(sprite: Sprite, camera: LensCamera, shadow_slope: Slope) -> Patch | None:
    """The patch of a card or a prop, None if it is out of the picture.

    It is painted once on black and once on white, which says what it adds and what it lets through.
    """
    blur = (0.5 + 0.6 * sprite.thickness + 0.25 * sprite.elevation) * camera.px_per_mm
    corners = np.vstack([camera.project(sprite.corners()), camera.project(sprite.corners(sprite.elevation))])
    box = _area_of(camera, corners, int(4 * blur + 8 * camera.px_per_mm) + 4)
    if box is None:
        return None
    left, top, right, bottom = box
    shape = (bottom - top, right - left)
    part = replace(camera, left=left, top=top)
    probes = []
    for level in (0.0, _WHITE):
        canvas = Canvas(
            np.full((*shape, 3), level, np.float32),
            np.full(shape, level / _WHITE, np.float32),
            np.full(shape, -1, np.int16),
            part,
            shadow_slope,
        )
        canvas.paint(sprite, 0)
        probes.append(canvas)
    dark, bright = probes
    cover = 1 - (bright.gloss - dark.gloss)
    keep = np.asarray((bright.frame[:, :, 0] - dark.frame[:, :, 0]) / _WHITE, np.float32)
    return Patch(left, top, keep, dark.frame, cover, sprite.gloss)


def patch_of_arm(sprite: Sprite, camera: LensCamera, shadow_slope: Slope) -> Patch | None:
    """The patch of an arm that is `elevation` mm above the table, None if it is out of the picture.

    The sprite's colours are already multiplied by how opaque they are.
    """
    reach = sprite.elevation + sprite.thickness
    quad = camera.project(sprite.corners())
    ground = sprite.corners(0.0)
    ground[:, :2] += np.array(shadow_slope) * (0.5 * reach)
    shade = camera.project(ground)
    softness = (1.5 + 0.3 * reach) * camera.px_per_mm
    box = _area_of(camera, np.vstack([quad, shade]), int(2 * softness) + 4)
    if box is None:
        return None
    left, top, right, bottom = box
    shape = (bottom - top, right - left)
    warped = warp_to_quad(sprite.pixels, quad - (left, top), shape).astype(np.float32)
    cover = warped[:, :, 3] / np.float32(_WHITE)
    small = (shape[0] // _SHADOW_SCALE + 1, shape[1] // _SHADOW_SCALE + 1)
    mask = warp_to_quad(sprite.pixels[:, :, 3], (shade - (left, top)) / _SHADOW_SCALE, small).astype(np.float32)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), softness / _SHADOW_SCALE), np.float32)
    shadow = cv2.resize(mask, None, fx=_SHADOW_SCALE, fy=_SHADOW_SCALE)[: shape[0], : shape[1]]
    keep = np.asarray((1 - cover) * (1 - np.float32(_ARM_SHADE / _WHITE) * shadow), np.float32)
    return Patch(left, top, keep, np.ascontiguousarray(warped[:, :, :3]), cover, sprite.gloss)
