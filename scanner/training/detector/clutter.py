"""Clutter and table surfaces for synthetic scenes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng, paint_tabletop
from scanner.synth.face_textures import rounded_mask
from scanner.synth.layout import Size
from scanner.synth.noise import value_noise
from scanner.synth.props import PROPS
from scanner.synth.sprite import Sprite
from scanner.synth.surfaces import SURFACES

_PIXELS_PER_MM = 3.0
"""Pixels per millimetre of printed objects, as of the card art; large objects are drawn with fewer."""
_MAX_PRINT_SIDE_PX = 400
"""Length in pixels of a printed object's long side, at most: larger ones would cost time, and scenes are 480 wide."""
_PROP_PROBABILITIES = {"stone": 0.2, "coin": 0.3, "pen": 0.25, "cup": 0.2, "phone": 0.15, "hand": 0.25}
"""Probability, 0..1, that a scene shows each kind of prop; 1.35 props per scene on average."""
_DRAWN_HANDS = 12
"""Different hands that each process draws."""
_CARPET_GRAINS_PX = (1, 2, 4, 9, 30)
"""Grain sizes in pixels of the noise that carpets are made of, from single fibres to worn patches."""
_STRIPE_WIDTHS_PX = (4, 50)
"""Width in pixels of the narrowest and the widest stripes: a scene is 480 pixels wide."""
_HEM_SHARE = 0.4
"""Share of the cloths, 0..1, with a hem or a rim of another colour."""
Shape = tuple[int, int]
Colours = NDArray[np.float32]


def _paint_newspaper(rng: Rng, width: int, height: int) -> Colours:
    sheet = np.full((height, width, 3), rng.uniform(190, 250), np.float32) + rng.normal(0, 6, 3).astype(np.float32)
    ink = (rng.uniform(10, 90),) * 3
    for y in range(6, height - 4, max(3, int(rng.integers(3, 9)))):
        if rng.random() < 0.12:
            continue
        x = int(rng.integers(2, 8))
        while x < width - 6:
            word = int(rng.integers(2, 14))
            cv2.line(sheet, (x, y), (min(width - 4, x + word), y), ink, int(rng.integers(1, 3)))
            x += word + int(rng.integers(2, 5))
    for _ in range(int(rng.integers(0, 3))):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        end = (x + int(width * rng.uniform(0.1, 0.5)), y + int(height * rng.uniform(0.1, 0.4)))
        cv2.rectangle(sheet, (x, y), end, rng.uniform(20, 230, 3).tolist(), cv2.FILLED)
    return sheet


def _crop_photograph(rng: Rng, width: int, height: int, backgrounds: list[ColorImage]) -> Colours:
    photo = backgrounds[int(rng.integers(len(backgrounds)))]
    crop_height, crop_width = photo.shape[0] // 2, photo.shape[1] // 2
    y, x = int(rng.integers(0, crop_height + 1)), int(rng.integers(0, crop_width + 1))
    crop = photo[y : y + crop_height, x : x + crop_width]
    resized = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(resized, np.float32) * np.float32(rng.uniform(0.5, 1.4))


def _paint_poster(rng: Rng, width: int, height: int) -> Colours:
    sheet = np.zeros((height, width, 3), np.float32) + rng.uniform(10, 240, 3).astype(np.float32)
    for _ in range(int(rng.integers(0, 14))):
        colour = rng.uniform(5, 250, 3).tolist()
        start, end = ((int(rng.integers(0, width)), int(rng.integers(0, height))) for _ in range(2))
        draw, thickness = rng.random(), int(rng.choice([-1, 1, 2, 3]))
        if draw < 0.35:
            cv2.rectangle(sheet, start, end, colour, thickness)
        elif draw < 0.55:
            cv2.line(sheet, start, end, colour, abs(thickness) * int(rng.integers(1, 4)))
        elif draw < 0.75:
            cv2.circle(sheet, start, int(rng.uniform(2, width / 4)), colour, thickness)
        else:
            word = "".join(chr(65 + int(letter)) for letter in rng.integers(0, 26, int(rng.integers(2, 8))))
            cv2.putText(sheet, word, start, int(rng.choice([0, 2, 3, 4])), rng.uniform(0.3, 2), colour, abs(thickness))
    return sheet


def random_print(rng: Rng, card: Size, backgrounds: list[ColorImage]) -> Sprite:
    """A printed object at the origin: a newspaper, a photograph, a book, a box or a board.

    `card` is the cards' size (width, height) in mm; objects are half as long as a card, up to five times as long.
    """
    long = rng.uniform(0.5, 5) * card[1]
    short = long * rng.uniform(0.12, 1)
    scale = min(_PIXELS_PER_MM, _MAX_PRINT_SIDE_PX / long)
    width, height = max(8, int(long * scale)), max(8, int(short * scale))
    draw = rng.random()
    if draw < 0.35:
        sheet = _paint_newspaper(rng, width, height)
    elif draw < 0.6 and backgrounds:
        sheet = _crop_photograph(rng, width, height, backgrounds)
    else:
        sheet = _paint_poster(rng, width, height)
    mask = rounded_mask(height, width, int(rng.choice([1, 1, 3])))
    pixels = np.dstack([np.clip(sheet, 0, 255).astype(np.uint8), mask])
    return Sprite(pixels, long, short, thickness=float(rng.choice([0.1, 0.3, 2, 12, 25])), gloss=0.2, name="print")


def random_cloth(rng: Rng, table: Size, backgrounds: list[ColorImage]) -> Sprite:
    """A cloth, mat or tray of which at least one edge lies in a picture of a `table` of that width and height in mm.

    It may have a hem of another colour, and rounded corners.
    """
    width, height = (np.array(table) * rng.uniform(0.35, 1.15, 2)).tolist()
    scale = _MAX_PRINT_SIDE_PX / max(width, height)
    shape = (max(8, int(height * scale)), max(8, int(width * scale)))
    cloth = random_surface(rng, shape, scale, backgrounds)
    if rng.random() < _HEM_SHARE:
        hem = max(1, int(rng.uniform(0.01, 0.08) * min(shape)))
        inner = cloth[hem:-hem, hem:-hem].copy()
        cloth = cloth * np.float32(rng.uniform(0.3, 1.6)) + rng.normal(0, 15, 3).astype(np.float32)
        cloth[hem:-hem, hem:-hem] = inner
    mask = rounded_mask(*shape, int(rng.choice([1, 2, 8, 30])))
    pixels = np.dstack([np.clip(cloth, 0, 255).astype(np.uint8), mask])
    x, y = (rng.normal(0, 0.12, 2) * table).tolist()
    angle = float(rng.normal(0, 4) if rng.random() < 0.7 else rng.uniform(0, 360))
    thickness = float(rng.choice([0.3, 1, 3, 15]))
    return Sprite(pixels, width, height, x, y, angle % 360, thickness=thickness, gloss=0.15, name="cloth")


def random_props(rng: Rng) -> list[Sprite]:
    """Random props at the origin: stones, coins, a pen, a cup, a phone, a hand; possibly none."""
    return [_random_prop(rng, name) for name, share in _PROP_PROBABILITIES.items() if rng.random() < share]


@cache
def _drawn_hand(number: int) -> Sprite:
    return PROPS["hand"](np.random.default_rng(number))


def _random_prop(rng: Rng, name: str) -> Sprite:
    """A prop at the origin. Hands, which take a second to draw, are drawn a few times and then mirrored and tinted."""
    if name != "hand":
        return PROPS[name](rng)
    hand = _drawn_hand(int(rng.integers(_DRAWN_HANDS)))
    pixels = hand.pixels[:, ::-1] if rng.random() < 0.5 else hand.pixels
    tint = np.append(rng.normal(1, 0.1, 3) * rng.uniform(0.6, 1.15), 1)
    return replace(hand, pixels=np.clip(pixels * tint, 0, 255).astype(np.uint8))


def _paint_carpet(rng: Rng, shape: Shape) -> Colours:
    pile = np.zeros(shape, np.float32)
    for grain in _CARPET_GRAINS_PX:
        lump = max(0.6, grain * rng.uniform(0.5, 1.3))
        pile += value_noise(rng, shape, lump, lump * rng.uniform(0.6, 1.8)) * np.float32(rng.uniform(0, 1))
    tint = rng.uniform(4, 34) * (1 + 0.1 * rng.normal(0, 1, 3))
    return np.asarray(np.clip(rng.uniform(20, 220) + rng.normal(0, 18, 3) + pile[..., None] * tint, 0, 255), np.float32)


def _paint_stripes(rng: Rng, shape: Shape) -> Colours:
    """A rug or tablecloth with stripes or checks of a few colours, none quite straight."""
    count = int(rng.integers(2, 5))
    colours = (rng.uniform(15, 235, (count, 1)) + rng.normal(0, 30, (count, 3))).astype(np.float32)
    width = float(np.exp(rng.uniform(*np.log(_STRIPE_WIDTHS_PX))))
    angle = rng.uniform(0, np.pi)
    rows, columns = np.indices(shape, np.float32)

    def stripes(direction: float) -> Colours:
        across = columns * np.float32(np.cos(direction)) + rows * np.float32(np.sin(direction))
        wobble = value_noise(rng, shape, 8 * width, 8 * width) * np.float32(rng.uniform(0, 0.6) * width)
        # Rounded, the rest of a small negative number is `count` itself.
        return colours[((across + wobble) / width % count).astype(int) % count]

    cloth = stripes(angle)
    if rng.random() < 0.4:  # checks
        cloth = (cloth + stripes(angle + np.pi / 2)) / 2
    grain = value_noise(rng, shape, 1.5, 1.5)[..., None] * np.float32(rng.uniform(0, 15))
    soft = np.asarray(cv2.GaussianBlur(cloth, (0, 0), float(rng.uniform(0.4, 2))), np.float32)
    return np.asarray(np.clip(soft + grain, 0, 255), np.float32)


def _background_from_photo(rng: Rng, shape: Shape, backgrounds: list[ColorImage]) -> Colours:
    photo = backgrounds[int(rng.integers(len(backgrounds)))]
    share = rng.uniform(0.35, 1.0)
    height, width = int(photo.shape[0] * share), int(photo.shape[1] * share)
    y, x = int(rng.integers(0, photo.shape[0] - height + 1)), int(rng.integers(0, photo.shape[1] - width + 1))
    crop = photo[y : y + height, x : x + width]
    if rng.random() < 0.5:
        crop = np.ascontiguousarray(np.rot90(crop))
    surface = cv2.resize(crop, shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(surface, np.float32) * np.float32(rng.uniform(0.6, 1.3))


def random_surface(rng: Rng, shape: Shape, scale: float, backgrounds: list[ColorImage]) -> Colours:
    """A random table surface (height, width, 3), 0..255, at `scale` pixels per millimetre.

    `backgrounds`: pictures of bare tables, which cover some of the tables; without them all surfaces are painted.
    """
    draw = rng.random()
    if draw < 0.35:
        return SURFACES[str(rng.choice(sorted(SURFACES)))](rng, shape, scale)
    if draw < 0.65 and backgrounds:
        return _background_from_photo(rng, shape, backgrounds)
    if draw < 0.77:
        return _paint_carpet(rng, shape)
    if draw < 0.87:
        return _paint_stripes(rng, shape)
    return np.asarray(paint_tabletop(rng, shape[::-1]), np.float32)
