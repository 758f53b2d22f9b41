"""卓 taku: one synthetic photograph of a table with cards, and exactly what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import encode_jpeg
from scanner.imaging.geometry import CARD_MM
from scanner.seat_zones import CENTRE, seat_zones
from scanner.synth import lighting as lights
from scanner.synth.face_textures import Faces
from scanner.synth.layout import GAP_MM, LAYOUTS, Laid, Size, apart, columns_for, hands, outline
from scanner.synth.pinhole import Camera
from scanner.synth.props import THINGS
from scanner.synth.setting import Stock, carded, under
from scanner.synth.sprite import Canvas, Sprite
from scanner.synth.surfaces import SURFACES
from scanner.synth.wear import Wear

TAGS = frozenset({"perspective", "dim", "glare", "motion", "clutter", "occluded"})
LAYOUT_NAMES = ("hands", *LAYOUTS)
_STOCK = Stock(thick=0.8, gloss=0.45, rim=(20, 2, 6))
_BEYOND, _MOST_TEXTURE = 40, 2600


@dataclass(frozen=True, slots=True)
class Order:
    """What to photograph. Everything left open is drawn by chance from `seed`; the same order gives the same picture.

    `deal`: another number lays other cards, or the same a little differently, on the same table under the same lamps;
    `moment`: another number is the same a moment later, in slightly other light and with other noise.
    `piles`: card codes seat by seat, the last pile in the centre ("" face down); without them `count` cards of the
    pack lie in `layout`. `tags` out of TAGS make it harder. `surface`: a key of SURFACES. Sizes are in pixels.
    """

    seed: int
    deal: int = 0
    moment: int = 0
    layout: str = "hands"
    tags: frozenset[str] = frozenset()
    count: int = 16
    piles: tuple[tuple[str, ...], ...] | None = None
    surface: str | None = None
    width: int = 1920
    height: int = 1080


@dataclass(frozen=True, slots=True)
class Photograph:
    """`frame` (H, W, 3) uint8 BGR before it is compressed, `jpeg` as the camera wrote it, `truth` as JSON."""

    frame: NDArray[np.uint8]
    jpeg: bytes
    truth: dict[str, Any]


def photograph(order: Order, faces: Faces) -> Photograph:
    """The table of that order. ValueError for a layout, tag or surface there is not."""
    if order.layout not in LAYOUT_NAMES or order.tags - TAGS or order.surface not in {None, *SURFACES}:
        raise ValueError(f"no such layout, tag or surface: {order}")
    room = np.random.default_rng(order.seed)
    rng = np.random.default_rng([order.seed, order.deal])
    now = np.random.default_rng([order.seed, order.deal, order.moment])
    light = lights.later(lights.chosen(room, order.tags), now)
    side, age = float(room.uniform(0, 2 * np.pi)), float(room.uniform(0, 1))
    surface = order.surface or str(room.choice(sorted(SURFACES)))
    card = CARD_MM[faces.kind]
    camera, cards = _laid(rng, room, order, faces)
    wear = Wear(scale=camera.scale * 1.3, age=age, lamp=side + np.pi)
    sprites = [carded(rng, faces.pixels(laid.code), laid, card, wear, _STOCK) for laid in cards]
    things = _things(rng, order, camera, sprites)
    shadow = (1.1 * float(np.cos(side)), 1.1 * float(np.sin(side)))
    canvas = _painted(room, camera, surface, [*sprites, *things], shadow)
    frame = lights.lit(canvas.frame, canvas.gloss, light, now)
    bent = cv2.remap(frame, *camera.bend_maps(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = lights.taken(np.asarray(bent, np.float32), light, now)
    truth = {
        "width": order.width,
        "height": order.height,
        "seed": order.seed,
        "scenario": order.layout,
        "tags": sorted(order.tags) or ["clean"],
        "deck": faces.name,
        "surface": surface,
        "border": faces.border,
        "camera": {
            "tilt_deg": round(camera.tilt_deg, 1),
            "hfov_deg": round(camera.hfov_deg, 1),
            "distance_mm": round(camera.distance_mm, 1),
        },
        "px_per_mm": round(camera.scale, 3),
        "blur_px": round(light.blur, 2),
        "noise": round(light.noise, 2),
        "jpeg": light.jpeg,
        "cards": [_card_truth(index, sprite, canvas) for index, sprite in enumerate(sprites)],
        "distractors": [_thing_truth(sprite, camera) for sprite in things],
    }
    return Photograph(picture, encode_jpeg(picture, light.jpeg), truth)


def _laid(rng: np.random.Generator, room: np.random.Generator, order: Order, faces: Faces) -> tuple[Camera, list[Laid]]:
    card = CARD_MM[faces.kind]
    if order.piles is not None or order.layout == "hands":
        piles = order.piles if order.piles is not None else _dealt(rng, faces.codes(), order.count)
        camera = _camera(room, order, _fitting(piles, (order.width, order.height), card))
        return camera, hands(rng, piles, _places(piles, camera), card)
    codes = [str(code) for code in rng.permutation(list(faces.codes()))[: order.count]]
    codes = [code if rng.random() > 0.06 else "" for code in codes]
    area = card[0] * card[1] * len(codes) * float(rng.uniform(2.6, 5.0))
    scale = float(np.clip(np.sqrt(order.width * order.height * 0.9 / area), 1.6, 7.0)) * order.width / 1920
    if order.layout == "captured":  # four rows of cards above each other
        scale = min(scale, order.height / (4.8 * card[1]))
    camera = _camera(room, order, scale)
    squeeze = 0.72 if "perspective" in order.tags else 0.94
    space = (squeeze * order.width / camera.scale, squeeze * order.height / camera.scale)
    return camera, LAYOUTS[order.layout](rng, codes, space, card)


def _dealt(rng: np.random.Generator, pack: Sequence[str], count: int) -> tuple[tuple[str, ...], ...]:
    """`count` cards dealt to two to five seats, some into the middle."""
    seats = int(rng.integers(2, 6))
    codes = [str(code) for code in rng.permutation(list(pack))[:count]]
    middle = int(rng.integers(0, 1 + len(codes) // 3))
    rest = codes[middle:]
    return (*(tuple(rest[seat::seats]) for seat in range(seats)), tuple(codes[:middle]))


def _rooms(piles: Sequence[Sequence[str]], size: Size, scale: float) -> list[Size]:
    """The room of each pile in mm, along and across its owner's edge."""
    zones = (*seat_zones(len(piles) - 1), CENTRE)
    rooms = []
    for zone in zones:
        room = (zone.width * size[0] / scale - 2 * GAP_MM, zone.height * size[1] / scale - 2 * GAP_MM)
        rooms.append(room if zone.facing % 180 == 0 else (room[1], room[0]))
    return rooms


def _fitting(piles: Sequence[Sequence[str]], size: Size, card: Size) -> float:
    """The pixels per mm at which every pile lies in its zone: in one row each if they need not be too small for it.

    Otherwise the largest at which none overlap, and at least 1.5 at 1920 pixels across.
    """
    unit = size[0] / 1920
    for one_row, smallest in ((True, 2.4), (False, 1.5)):
        for scale in np.arange(3.4, smallest, -0.1) * unit:
            columns = [
                columns_for(len(pile), room, card) for pile, room in zip(piles, _rooms(piles, size, scale), strict=True)
            ]
            if all(n is not None and (n >= len(pile) or not one_row) for n, pile in zip(columns, piles, strict=True)):
                return float(scale)
    return 1.5 * unit


def _places(piles: Sequence[Sequence[str]], camera: Camera) -> list[tuple[Any, Size, Size]]:
    size = (float(camera.width), float(camera.height))
    zones = (*seat_zones(len(piles) - 1), CENTRE)
    centres = camera.on_table(np.array([(zone.x * size[0], zone.y * size[1]) for zone in zones]))
    rooms = _rooms(piles, size, camera.scale)
    return [(zone, (float(x), float(y)), room) for zone, (x, y), room in zip(zones, centres, rooms, strict=True)]


def _camera(rng: np.random.Generator, order: Order, scale: float) -> Camera:
    hfov = float(rng.uniform(54, 70))
    focal = order.width / 2 / np.tan(np.radians(hfov) / 2)
    steep = "perspective" in order.tags
    return Camera(
        order.width,
        order.height,
        hfov,
        float(focal / scale),
        tilt_deg=float(rng.uniform(22, 42)) if steep else float(rng.uniform(1, 7)),
        swing_deg=float(rng.normal(0, 40 if steep else 12)),
        roll_deg=float(rng.normal(0, 1.5)),
        bend=float(rng.normal(-0.015, 0.02)),
    )


def _things(rng: np.random.Generator, order: Order, camera: Camera, cards: Sequence[Sprite]) -> list[Sprite]:
    """What else lies there: with "clutter" beside the cards, with "occluded" on them too."""
    size = np.array([order.width, order.height], np.float64)
    out: list[Sprite] = []
    taken = [outline(card.x, card.y, (card.width, card.height), card.angle, margin=3.0) for card in cards]
    if "clutter" in order.tags:
        kinds = ["stone"] * int(rng.integers(2, 7)) + ["coin"] * int(rng.integers(0, 4))
        kinds += [kind for kind in ("pen", "cup", "phone") if rng.random() < 0.55]
        for kind in kinds:
            thing = THINGS[kind](rng)
            for _ in range(40):
                x, y = camera.on_table(rng.uniform(-0.02, 1.02, (1, 2)) * size)[0]
                placed = _at(thing, float(x), float(y), float(rng.uniform(0, 360)))
                box = outline(placed.x, placed.y, (placed.width, placed.height), placed.angle)
                if apart(box, taken):
                    out.append(placed)
                    taken.append(box)
                    break
    if "occluded" in order.tags and cards:
        for _ in range(int(rng.integers(1, 3))):
            card = cards[int(rng.integers(0, len(cards)))]
            if rng.random() < 0.35:
                near = rng.normal(0, card.width / 3, 2)
                out.append(_at(THINGS["stone"](rng), card.x + float(near[0]), card.y + float(near[1]), 0.0))
            else:
                out.append(_reaching(rng, card))
    return out


def _reaching(rng: np.random.Generator, card: Sprite) -> Sprite:
    """A hand from the edge of the table whose fingertips lie on the card."""
    hand = THINGS["hand"](rng)
    angle = float(np.degrees(np.arctan2(-card.x, card.y))) + float(rng.normal(0, 15))
    back = np.radians(angle)
    reach = hand.height * 0.5 - float(rng.uniform(25, 60))
    return _at(hand, card.x - reach * float(np.sin(back)), card.y + reach * float(np.cos(back)), angle)


def _at(thing: Sprite, x: float, y: float, angle: float) -> Sprite:
    return Sprite(thing.pixels, thing.width, thing.height, x, y, angle, thing.thick, gloss=thing.gloss, name=thing.name)


def _painted(
    rng: np.random.Generator, camera: Camera, surface: str, sprites: Sequence[Sprite], shadow: tuple[float, float]
) -> Canvas:
    cloth = under(camera, lambda shape, scale: SURFACES[surface](rng, shape, scale), _BEYOND, _MOST_TEXTURE)
    sheen = np.full(cloth.shape[:2], 0.10 if "felt" in surface or "cloth" in surface else 0.22, np.float32)
    owner = np.full(cloth.shape[:2], -1, np.int16)
    canvas = Canvas(cloth, sheen, owner, camera, shadow)
    for index, sprite in enumerate(sprites):
        canvas.paint(sprite, index)
    return canvas


def _card_truth(index: int, sprite: Sprite, canvas: Canvas) -> dict[str, Any]:
    straight = canvas.camera.project(sprite.corners())
    covered = float((sprite.pixels[:, :, 3] > 127).mean())
    whole = cv2.contourArea(straight.astype(np.float32)) * covered
    corners = canvas.camera.project(sprite.corners(), bent=True)
    return {
        "card": sprite.card or None,
        "face": sprite.face,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "visible": round(min(1.0, float((canvas.owner == index).sum()) / whole), 3),
        "z": index,
        "angle_deg": round(sprite.angle, 1),
        "width_px": round(float(np.linalg.norm(corners[1] - corners[0])), 1),
        "height_px": round(float(np.linalg.norm(corners[3] - corners[0])), 1),
    }


def _thing_truth(sprite: Sprite, camera: Camera) -> dict[str, Any]:
    corners = camera.project(sprite.corners(), bent=True)
    centre = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - centre, axis=1).max())
    return {"kind": sprite.name, "centre": [round(float(part), 1) for part in centre], "radius_px": round(radius, 1)}
