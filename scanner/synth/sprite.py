"""物 mono: flat things that lie on the table, cards and others alike, and how one is laid into the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.layout import PlacedCard, Size
from scanner.synth.pinhole import PinholeCamera, Points
from scanner.synth.wear import Wear, apply_wear


@dataclass(frozen=True, slots=True)
class Sprite:
    """`pixels` (H, W, 4) uint8 BGRA seen from above, `width` × `height` mm, centred at `x`, `y` mm on the table.

    `angle`: degrees clockwise as seen. It is `thick` mm and lies `rise` mm above the table; `gloss` 0..1 is how much
    it mirrors; `edge` is the colour of its side. `name` says what it is, `card` its code ("" none), `face` up or down.
    """

    pixels: NDArray[np.uint8]
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    thickness: float = 0.8
    elevation: float = 0.0
    gloss: float = 0.3
    side_colour: tuple[float, float, float] = (40.0, 40.0, 44.0)
    name: str = "card"
    code: str = ""
    face: str = ""

    def corners(self, level_mm: float | None = None) -> Points:
        """Its corners (4, 3) in mm, clockwise from the art's top left, at its top or `above` mm over the table."""
        turn = np.radians(self.angle)
        level = -(self.elevation + self.thickness) if level_mm is None else -level_mm
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.width / 2, self.height / 2)
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        flat = half @ spin + (self.x, self.y)
        return np.column_stack([flat, np.full(4, level)])


@dataclass(slots=True)
class Canvas:
    """The picture while it is painted: `frame` float32 BGR, `gloss` 0..1, `owner` the index of the topmost sprite."""

    frame: NDArray[np.float32]
    gloss: NDArray[np.float32]
    instance_map: NDArray[np.int16]
    camera: PinholeCamera
    shadow_slope: tuple[float, float]  # mm a shadow's edge moves per mm of height

    def paint(self, sprite: Sprite, index: int) -> None:
        """Lays one sprite over what is there: its shadow, its side, its top."""
        top = self.camera.project(sprite.corners())
        base = self.camera.project(sprite.corners(sprite.elevation))
        blur = (0.5 + 0.6 * sprite.thickness + 0.25 * sprite.elevation) * self.camera.px_per_mm
        room = int(4 * blur + 6 * self.camera.px_per_mm) + 4
        every = np.vstack([top, base])
        left, upper = np.floor(every.min(axis=0)).astype(int) - room
        right, lower = np.ceil(every.max(axis=0)).astype(int) + room
        height, width = self.instance_map.shape
        left, upper, right, lower = max(0, left), max(0, upper), min(width, right), min(height, lower)
        if right - left < 2 or lower - upper < 2:
            return
        area = (slice(int(upper), int(lower)), slice(int(left), int(right)))
        origin = np.array([left, upper], np.float64)
        self._paint_shadow(sprite, area, origin, blur)
        if sprite.code or sprite.face:
            self._paint_side(sprite, area, top - origin, base - origin)
        self._paint_top(sprite, area, top - origin, index)

    def _paint_shadow(self, sprite: Sprite, area: tuple[slice, slice], origin: Points, blur: float) -> None:
        frame = self.frame[area]
        lit = sprite.corners(sprite.elevation)
        lit[:, :2] += np.array(self.shadow_slope) * (sprite.thickness + 0.5 * sprite.elevation)
        quad = self.camera.project(lit) - origin
        mask = _warp_to_quad(sprite.pixels[:, :, 3], quad, frame.shape[:2]).astype(np.float32) / 255
        cast = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur * 0.55))
        around = cv2.blur(mask, (int(blur * 4) | 1, int(blur * 4) | 1))
        frame *= (1 - 0.42 * cast)[:, :, None]
        frame *= (1 - 0.26 * around)[:, :, None]

    def _paint_side(self, sprite: Sprite, area: tuple[slice, slice], top: Points, base: Points) -> None:
        """The card's outline at every level between its underside and its top, a pixel apart."""
        frame = self.frame[area]
        levels = int(np.clip(np.abs(top - base).max(), 1, 40))
        outlines = (base + (top - base) * level / levels for level in range(levels))
        mask = reduce(np.maximum, (_warp_to_quad(sprite.pixels[:, :, 3], quad, frame.shape[:2]) for quad in outlines))
        alpha = (mask.astype(np.float32) / 255)[:, :, None]
        frame *= 1 - alpha
        frame += alpha * np.array(sprite.side_colour, np.float32)

    def _paint_top(self, sprite: Sprite, area: tuple[slice, slice], quad: Points, index: int) -> None:
        frame = self.frame[area]
        seen = _warp_to_quad(_premultiply_alpha(sprite.pixels), quad, frame.shape[:2]).astype(np.float32)
        alpha = seen[:, :, 3:] / 255
        frame *= 1 - alpha
        frame += seen[:, :, :3]
        flat = alpha[:, :, 0]
        self.gloss[area] = self.gloss[area] * (1 - flat) + sprite.gloss * flat
        self.instance_map[area][flat > 0.5] = index


def _premultiply_alpha(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    alpha = pixels[:, :, 3]
    if alpha.min() == 255:
        return pixels
    out = pixels.copy()
    out[:, :, :3] = (pixels[:, :, :3].astype(np.uint16) * alpha[:, :, None] // 255).astype(np.uint8)
    return out


def _warp_to_quad(pixels: NDArray[np.uint8], quad: Points, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The sprite's pixels laid on the quadrilateral, smoothly also when it is much smaller than they are."""
    across = float(np.linalg.norm(quad[1] - quad[0]))
    down = float(np.linalg.norm(quad[3] - quad[0]))
    size = (max(2, round(across * 1.2)), max(2, round(down * 1.2)))
    if size[0] < pixels.shape[1] and size[1] < pixels.shape[0]:
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = pixels.shape[:2]
    corners = np.array(
        [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32
    )
    turn = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(pixels, turn, (shape[1], shape[0]), flags=cv2.INTER_LINEAR), np.uint8)


SurfaceRenderer = Callable[[tuple[int, int], float], NDArray[np.float32]]
"""Makes a cloth (height, width, 3) 0..255 of that height and width, at so many pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class CardStock:
    """What cards are made of: `thick` mm, the least they mirror (0..1), and where in the art their side's colour is.

    `rim`: pixels above and below the middle, and the columns from and to.
    """

    thickness: float
    min_gloss: float
    side_sample: tuple[int, int, int]


def render_surface(
    camera: PinholeCamera, renderer: SurfaceRenderer, margin_px: float, max_side_px: float
) -> NDArray[np.float32]:
    """The table's cloth as the camera sees it, (height, width, 3) 0..255.

    It is made as far as `beyond` pixels outside the picture, and no side of it of more than `most` pixels.
    """
    width, height = camera.width, camera.height
    left, top, right, bottom = -margin_px, -margin_px, width + margin_px, height + margin_px
    seen = camera.to_table(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    low, extent = seen.min(axis=0), np.ptp(seen, axis=0)
    scale = min(camera.px_per_mm, max_side_px / float(extent.max()))
    cloth = renderer((round(extent[1] * scale), round(extent[0] * scale)), scale)
    to_table = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    laid = cv2.warpPerspective(
        cloth, camera.table_homography() @ to_table, (width, height), borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(laid, np.float32)


def make_card_sprite(
    rng: np.random.Generator, art: NDArray[np.uint8], placed: PlacedCard, card_size: Size, wear: Wear, stock: CardStock
) -> Sprite:
    """A card of `card` mm with this art (H, W, 4) BGRA, worn, where it is laid."""
    reach, first, last = stock.side_sample
    blue, green, red = 0.8 * art[art.shape[0] // 2 - reach :, first:last, :3][: 2 * reach].mean(axis=(0, 1))
    return Sprite(
        apply_wear(rng, art, card_size, wear, placed.angle),
        *card_size,
        x=placed.x,
        y=placed.y,
        angle=placed.angle,
        thickness=stock.thickness * (1 + placed.cards_below),
        elevation=placed.elevation,
        gloss=float(rng.uniform(stock.min_gloss, 0.9)),
        side_colour=(float(blue), float(green), float(red)),
        code=placed.code,
        face="up" if placed.code else "down",
    )
