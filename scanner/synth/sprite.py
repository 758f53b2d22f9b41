"""Sprites of flat objects on the table, and the canvas to paint them on.

A canvas begins as the rendered surface of the table. Each sprite is then painted with its shadow, its side, its top.
"""

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
    """A flat object, a card or a prop.

    `pixels`: (H, W, 4) uint8 BGRA seen from above. `width`, `height`: its size in mm. `x`, `y`: its centre in mm on
    the table. `angle`: degrees clockwise as seen. `thickness`: mm. `elevation`: mm from the table to its underside.
    `gloss`: how much it reflects, 0..1. `side_colour`: BGR 0..255. `name`: what it is. `code`: the card's code, "" for
    none. `face`: "up", "down", or "" if it is no card.
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
        """Its corners (4, 3) in mm, clockwise from the art's top left, at its top or `level_mm` above the table."""
        radians = np.radians(self.angle)
        z = -(self.elevation + self.thickness) if level_mm is None else -level_mm
        upright = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.width / 2, self.height / 2)
        rotation = np.array([[np.cos(radians), np.sin(radians)], [-np.sin(radians), np.cos(radians)]])
        flat = upright @ rotation + (self.x, self.y)
        return np.column_stack([flat, np.full(4, z)])


@dataclass(frozen=True, slots=True)
class CardStock:
    """What cards are made of.

    `thickness`: mm. `min_gloss`: how much the least glossy card reflects, 0..1. `side_sample`: the part of the art that
    gives the colour of the card's side, as pixels above and below the middle, first column, end column.
    """

    thickness: float
    min_gloss: float
    side_sample: tuple[int, int, int]


TABLE_CARD_STOCK = CardStock(thickness=0.8, min_gloss=0.45, side_sample=(20, 2, 6))
"""The stock of all cards of photographed and filmed tables, whatever their deck."""


def make_card_sprite(
    rng: np.random.Generator, art: NDArray[np.uint8], placed: PlacedCard, card_size: Size, wear: Wear, stock: CardStock
) -> Sprite:
    """A sprite of a card of `card_size` mm with this art (H, W, 4) BGRA, worn, at its place on the table."""
    half_height, first, end = stock.side_sample
    rows = art[art.shape[0] // 2 - half_height :, first:end, :3][: 2 * half_height]
    blue, green, red = 0.8 * rows.mean(axis=(0, 1))
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


SurfaceRenderer = Callable[[tuple[int, int], float], NDArray[np.float32]]
"""Paints a surface (height, width, 3) 0..255, given (height, width) in pixels and the pixels per millimetre."""


def render_surface(
    camera: PinholeCamera, renderer: SurfaceRenderer, margin_px: float, max_side_px: float
) -> NDArray[np.float32]:
    """The surface of the table as the camera sees it, (height, width, 3) 0..255.

    The painted texture reaches `margin_px` pixels beyond the picture. Its sides have at most `max_side_px` pixels.
    """
    width, height = camera.width, camera.height
    left, top, right, bottom = -margin_px, -margin_px, width + margin_px, height + margin_px
    visible = camera.to_table(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    origin, extent = visible.min(axis=0), np.ptp(visible, axis=0)
    scale = min(camera.px_per_mm, max_side_px / float(extent.max()))
    texture = renderer((round(extent[1] * scale), round(extent[0] * scale)), scale)
    to_table = np.array([[1 / scale, 0, origin[0]], [0, 1 / scale, origin[1]], [0, 0, 1]])
    matrix = camera.table_homography() @ to_table
    surface = cv2.warpPerspective(texture, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(surface, np.float32)


@dataclass(slots=True)
class Canvas:
    """The picture while it is painted.

    `frame`: (H, W, 3) float32 BGR 0..255. `gloss`: (H, W), how much each pixel reflects, 0..1. `instance_map`: (H, W),
    the index of the topmost sprite, -1 for the surface. `shadow_slope`: mm in x and y by which the edge of a shadow
    moves for each mm of height. `solid`: (H, W), 0..1, where shadows fall: None if everywhere, as on a table. Zeros for
    what is held in the air: shadows then fall on the sprites alone, which fill it.
    """

    frame: NDArray[np.float32]
    gloss: NDArray[np.float32]
    instance_map: NDArray[np.int16]
    camera: PinholeCamera
    shadow_slope: tuple[float, float]
    solid: NDArray[np.float32] | None = None

    def paint(self, sprite: Sprite, index: int) -> None:
        """Paint one sprite over the picture: its shadow, its side, its top."""
        top = self.camera.project(sprite.corners())
        base = self.camera.project(sprite.corners(sprite.elevation))
        blur = (0.5 + 0.6 * sprite.thickness + 0.25 * sprite.elevation) * self.camera.px_per_mm
        margin = int(4 * blur + 6 * self.camera.px_per_mm) + 4
        corners = np.vstack([top, base])
        left, upper = np.floor(corners.min(axis=0)).astype(int) - margin
        right, lower = np.ceil(corners.max(axis=0)).astype(int) + margin
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
        corners = sprite.corners(sprite.elevation)
        corners[:, :2] += np.array(self.shadow_slope) * (sprite.thickness + 0.5 * sprite.elevation)
        quad = self.camera.project(corners) - origin
        mask = warp_to_quad(sprite.pixels[:, :, 3], quad, frame.shape[:2]).astype(np.float32) / 255
        cast_shadow = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur * 0.55))
        ambient_shadow = cv2.blur(mask, (int(blur * 4) | 1, int(blur * 4) | 1))
        if self.solid is not None:
            cast_shadow, ambient_shadow = cast_shadow * self.solid[area], ambient_shadow * self.solid[area]
        frame *= (1 - 0.42 * cast_shadow)[:, :, None]
        frame *= (1 - 0.26 * ambient_shadow)[:, :, None]

    def _paint_side(self, sprite: Sprite, area: tuple[slice, slice], top: Points, base: Points) -> None:
        """Paint the sprite's outline at every level between its underside and its top, a pixel apart."""
        frame = self.frame[area]
        levels = int(np.clip(np.abs(top - base).max(), 1, 40))
        outlines = (base + (top - base) * level / levels for level in range(levels))
        mask = reduce(np.maximum, (warp_to_quad(sprite.pixels[:, :, 3], quad, frame.shape[:2]) for quad in outlines))
        alpha = (mask.astype(np.float32) / 255)[:, :, None]
        frame *= 1 - alpha
        frame += alpha * np.array(sprite.side_colour, np.float32)

    def _paint_top(self, sprite: Sprite, area: tuple[slice, slice], quad: Points, index: int) -> None:
        frame = self.frame[area]
        warped = warp_to_quad(premultiply_alpha(sprite.pixels), quad, frame.shape[:2]).astype(np.float32)
        alpha = warped[:, :, 3:] / 255
        frame *= 1 - alpha
        frame += warped[:, :, :3]
        coverage = alpha[:, :, 0]
        self.gloss[area] = self.gloss[area] * (1 - coverage) + sprite.gloss * coverage
        self.instance_map[area][coverage > 0.5] = index
        if self.solid is not None:
            self.solid[area] = np.maximum(self.solid[area], coverage)


def premultiply_alpha(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pixels (H, W, 4) BGRA with each colour multiplied by how opaque it is."""
    alpha = pixels[:, :, 3]
    if alpha.min() == 255:
        return pixels
    out = pixels.copy()
    out[:, :, :3] = (pixels[:, :, :3].astype(np.uint16) * alpha[:, :, None] // 255).astype(np.uint8)
    return out


def warp_to_quad(pixels: NDArray[np.uint8], quad: Points, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Warp pixels to a quad in a picture of that shape, without aliasing even where they are much reduced."""
    quad_width = float(np.linalg.norm(quad[1] - quad[0]))
    quad_height = float(np.linalg.norm(quad[3] - quad[0]))
    size = (max(2, round(quad_width * 1.2)), max(2, round(quad_height * 1.2)))
    if size[0] < pixels.shape[1] and size[1] < pixels.shape[0]:
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = pixels.shape[:2]
    corners = np.array(
        [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    return np.asarray(cv2.warpPerspective(pixels, matrix, (shape[1], shape[0]), flags=cv2.INTER_LINEAR), np.uint8)
