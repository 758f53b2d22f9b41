"""支度 shitaku: what every drawn table begins with: its cloth as the camera sees it, and cards ready to be laid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.synth.layout import Laid, Size
from scanner.synth.pinhole import Camera
from scanner.synth.sprite import Sprite
from scanner.synth.wear import Wear, worn

Weave = Callable[[tuple[int, int], float], NDArray[np.float32]]
"""Makes a cloth (height, width, 3) 0..255 of that height and width, at so many pixels a millimetre."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What cards are made of: `thick` mm, the least they mirror (0..1), and where in the art their side's colour is.

    `rim`: pixels above and below the middle, and the columns from and to.
    """

    thick: float
    gloss: float
    rim: tuple[int, int, int]


def under(camera: Camera, weave: Weave, beyond: float, most: float) -> NDArray[np.float32]:
    """The table's cloth as the camera sees it, (height, width, 3) 0..255.

    It is made as far as `beyond` pixels outside the picture, and no side of it of more than `most` pixels.
    """
    width, height = camera.width, camera.height
    left, top, right, bottom = -beyond, -beyond, width + beyond, height + beyond
    seen = camera.on_table(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64))
    low, extent = seen.min(axis=0), np.ptp(seen, axis=0)
    scale = min(camera.scale, most / float(extent.max()))
    cloth = weave((round(extent[1] * scale), round(extent[0] * scale)), scale)
    to_table = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    laid = cv2.warpPerspective(cloth, camera.plane() @ to_table, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(laid, np.float32)


def carded(
    rng: np.random.Generator, art: NDArray[np.uint8], laid: Laid, card: Size, wear: Wear, stock: Stock
) -> Sprite:
    """A card of `card` mm with this art (H, W, 4) BGRA, worn, where it is laid."""
    reach, first, last = stock.rim
    blue, green, red = 0.8 * art[art.shape[0] // 2 - reach :, first:last, :3][: 2 * reach].mean(axis=(0, 1))
    return Sprite(
        worn(rng, art, card, wear, laid.angle),
        *card,
        x=laid.x,
        y=laid.y,
        angle=laid.angle,
        thick=stock.thick * (1 + laid.deep),
        rise=laid.rise,
        gloss=float(rng.uniform(stock.gloss, 0.9)),
        edge=(float(blue), float(green), float(red)),
        card=laid.code,
        face="up" if laid.code else "down",
    )
