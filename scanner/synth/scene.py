"""卓 taku: one synthetic photograph of a table with cards, and exactly what lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import encode_jpeg
from scanner.seat_zones import CENTER_ZONE, seat_zones
from scanner.synth import lighting as lights
from scanner.synth.face_textures import Faces
from scanner.synth.layout import (
    CARD_GAP_MM,
    LAYOUTS,
    PlacedCard,
    Size,
    columns_for,
    is_clear_of,
    lay_out_hands,
    rectangle_corners,
)
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.props import PROPS
from scanner.synth.sprite import Canvas, CardStock, Sprite, make_card_sprite, render_surface
from scanner.synth.surfaces import SURFACES
from scanner.synth.wear import Wear
from scorer.decks import decks

TAGS = frozenset({"perspective", "dim", "glare", "motion", "clutter", "occluded"})
LAYOUT_NAMES = ("hands", *LAYOUTS)
_CARD_STOCK = CardStock(thickness=0.8, min_gloss=0.45, side_sample=(20, 2, 6))
_SURFACE_MARGIN_PX, _MAX_SURFACE_SIDE_PX = 40, 2600


@dataclass(frozen=True, slots=True)
class SceneSpec:
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


def photograph(spec: SceneSpec, faces: Faces) -> Photograph:
    """The table of that order. ValueError for a layout, tag or surface there is not."""
    if spec.layout not in LAYOUT_NAMES or spec.tags - TAGS or spec.surface not in {None, *SURFACES}:
        raise ValueError(f"no such layout, tag or surface: {spec}")
    room = np.random.default_rng(spec.seed)
    rng = np.random.default_rng([spec.seed, spec.deal])
    now = np.random.default_rng([spec.seed, spec.deal, spec.moment])
    light = lights.vary_conditions(lights.random_conditions(room, spec.tags), now)
    side, age = float(room.uniform(0, 2 * np.pi)), float(room.uniform(0, 1))
    surface = spec.surface or str(room.choice(sorted(SURFACES)))
    card = decks()[faces.kind].size_mm
    camera, cards = _arrange_cards(rng, room, spec, faces)
    wear = Wear(px_per_mm=camera.px_per_mm * 1.3, age=age, lamp_angle=side + np.pi)
    sprites = [make_card_sprite(rng, faces.texture(laid.code), laid, card, wear, _CARD_STOCK) for laid in cards]
    things = _random_props(rng, spec, camera, sprites)
    shadow = (1.1 * float(np.cos(side)), 1.1 * float(np.sin(side)))
    canvas = _paint_scene(room, camera, surface, [*sprites, *things], shadow)
    frame = lights.apply_lighting(canvas.frame, canvas.gloss, light, now)
    bent = cv2.remap(frame, *camera.distortion_maps(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = lights.simulate_camera(np.asarray(bent, np.float32), light, now)
    truth = {
        "width": spec.width,
        "height": spec.height,
        "seed": spec.seed,
        "scenario": spec.layout,
        "tags": sorted(spec.tags) or ["clean"],
        "deck": faces.name,
        "surface": surface,
        "border": faces.border_description,
        "camera": {
            "tilt_deg": round(camera.tilt_deg, 1),
            "hfov_deg": round(camera.hfov_deg, 1),
            "distance_mm": round(camera.distance_mm, 1),
        },
        "px_per_mm": round(camera.px_per_mm, 3),
        "blur_px": round(light.blur_sigma_px, 2),
        "noise": round(light.noise_sigma, 2),
        "jpeg": light.jpeg_quality,
        "cards": [_card_truth(index, sprite, canvas) for index, sprite in enumerate(sprites)],
        "distractors": [_prop_truth(sprite, camera) for sprite in things],
    }
    return Photograph(picture, encode_jpeg(picture, light.jpeg_quality), truth)


def _arrange_cards(
    rng: np.random.Generator, table_rng: np.random.Generator, spec: SceneSpec, faces: Faces
) -> tuple[PinholeCamera, list[PlacedCard]]:
    card = decks()[faces.kind].size_mm
    if spec.piles is not None or spec.layout == "hands":
        piles = spec.piles if spec.piles is not None else _deal_piles(rng, faces.codes(), spec.count)
        camera = _random_camera(table_rng, spec, _fit_scale(piles, (spec.width, spec.height), card))
        return camera, lay_out_hands(rng, piles, _pile_places(piles, camera), card)
    codes = [str(code) for code in rng.permutation(list(faces.codes()))[: spec.count]]
    codes = [code if rng.random() > 0.06 else "" for code in codes]
    area = card[0] * card[1] * len(codes) * float(rng.uniform(2.6, 5.0))
    scale = float(np.clip(np.sqrt(spec.width * spec.height * 0.9 / area), 1.6, 7.0)) * spec.width / 1920
    if spec.layout == "captured":  # four rows of cards above each other
        scale = min(scale, spec.height / (4.8 * card[1]))
    camera = _random_camera(table_rng, spec, scale)
    squeeze = 0.72 if "perspective" in spec.tags else 0.94
    space = (squeeze * spec.width / camera.px_per_mm, squeeze * spec.height / camera.px_per_mm)
    return camera, LAYOUTS[spec.layout](rng, codes, space, card)


def _deal_piles(rng: np.random.Generator, pack: Sequence[str], count: int) -> tuple[tuple[str, ...], ...]:
    """`count` cards dealt to two to five seats, some into the middle."""
    seats = int(rng.integers(2, 6))
    codes = [str(code) for code in rng.permutation(list(pack))[:count]]
    middle = int(rng.integers(0, 1 + len(codes) // 3))
    rest = codes[middle:]
    return (*(tuple(rest[seat::seats]) for seat in range(seats)), tuple(codes[:middle]))


def _pile_spaces(piles: Sequence[Sequence[str]], size: Size, scale: float) -> list[Size]:
    """The room of each pile in mm, along and across its owner's edge."""
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    rooms = []
    for zone in zones:
        room = (zone.width * size[0] / scale - 2 * CARD_GAP_MM, zone.height * size[1] / scale - 2 * CARD_GAP_MM)
        rooms.append(room if zone.facing_deg % 180 == 0 else (room[1], room[0]))
    return rooms


def _fit_scale(piles: Sequence[Sequence[str]], size: Size, card: Size) -> float:
    """The pixels per mm at which every pile lies in its zone: in one row each if they need not be too small for it.

    Otherwise the largest at which none overlap, and at least 1.5 at 1920 pixels across.
    """
    unit = size[0] / 1920
    for one_row, smallest in ((True, 2.4), (False, 1.5)):
        for scale in np.arange(3.4, smallest, -0.1) * unit:
            columns = [
                columns_for(len(pile), room, card)
                for pile, room in zip(piles, _pile_spaces(piles, size, scale), strict=True)
            ]
            if all(n is not None and (n >= len(pile) or not one_row) for n, pile in zip(columns, piles, strict=True)):
                return float(scale)
    return 1.5 * unit


def _pile_places(piles: Sequence[Sequence[str]], camera: PinholeCamera) -> list[tuple[Any, Size, Size]]:
    size = (float(camera.width), float(camera.height))
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    centres = camera.to_table(np.array([(zone.x * size[0], zone.y * size[1]) for zone in zones]))
    rooms = _pile_spaces(piles, size, camera.px_per_mm)
    return [(zone, (float(x), float(y)), room) for zone, (x, y), room in zip(zones, centres, rooms, strict=True)]


def _random_camera(rng: np.random.Generator, spec: SceneSpec, scale: float) -> PinholeCamera:
    hfov = float(rng.uniform(54, 70))
    focal = spec.width / 2 / np.tan(np.radians(hfov) / 2)
    steep = "perspective" in spec.tags
    return PinholeCamera(
        spec.width,
        spec.height,
        hfov,
        float(focal / scale),
        tilt_deg=float(rng.uniform(22, 42)) if steep else float(rng.uniform(1, 7)),
        azimuth_deg=float(rng.normal(0, 40 if steep else 12)),
        roll_deg=float(rng.normal(0, 1.5)),
        radial_distortion=float(rng.normal(-0.015, 0.02)),
    )


def _random_props(
    rng: np.random.Generator, spec: SceneSpec, camera: PinholeCamera, cards: Sequence[Sprite]
) -> list[Sprite]:
    """What else lies there: with "clutter" beside the cards, with "occluded" on them too."""
    size = np.array([spec.width, spec.height], np.float64)
    out: list[Sprite] = []
    taken = [rectangle_corners(card.x, card.y, (card.width, card.height), card.angle, margin=3.0) for card in cards]
    if "clutter" in spec.tags:
        kinds = ["stone"] * int(rng.integers(2, 7)) + ["coin"] * int(rng.integers(0, 4))
        kinds += [kind for kind in ("pen", "cup", "phone") if rng.random() < 0.55]
        for kind in kinds:
            thing = PROPS[kind](rng)
            for _ in range(40):
                x, y = camera.to_table(rng.uniform(-0.02, 1.02, (1, 2)) * size)[0]
                placed = _place_prop(thing, float(x), float(y), float(rng.uniform(0, 360)))
                box = rectangle_corners(placed.x, placed.y, (placed.width, placed.height), placed.angle)
                if is_clear_of(box, taken):
                    out.append(placed)
                    taken.append(box)
                    break
    if "occluded" in spec.tags and cards:
        for _ in range(int(rng.integers(1, 3))):
            card = cards[int(rng.integers(0, len(cards)))]
            if rng.random() < 0.35:
                near = rng.normal(0, card.width / 3, 2)
                out.append(_place_prop(PROPS["stone"](rng), card.x + float(near[0]), card.y + float(near[1]), 0.0))
            else:
                out.append(_reaching_hand(rng, card))
    return out


def _reaching_hand(rng: np.random.Generator, card: Sprite) -> Sprite:
    """A hand from the edge of the table whose fingertips lie on the card."""
    hand = PROPS["hand"](rng)
    angle = float(np.degrees(np.arctan2(-card.x, card.y))) + float(rng.normal(0, 15))
    back = np.radians(angle)
    reach = hand.height * 0.5 - float(rng.uniform(25, 60))
    return _place_prop(hand, card.x - reach * float(np.sin(back)), card.y + reach * float(np.cos(back)), angle)


def _place_prop(prop: Sprite, x: float, y: float, angle: float) -> Sprite:
    return Sprite(prop.pixels, prop.width, prop.height, x, y, angle, prop.thickness, gloss=prop.gloss, name=prop.name)


def _paint_scene(
    rng: np.random.Generator,
    camera: PinholeCamera,
    surface: str,
    sprites: Sequence[Sprite],
    shadow: tuple[float, float],
) -> Canvas:
    cloth = render_surface(
        camera, lambda shape, scale: SURFACES[surface](rng, shape, scale), _SURFACE_MARGIN_PX, _MAX_SURFACE_SIDE_PX
    )
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
    corners = canvas.camera.project(sprite.corners(), distorted=True)
    return {
        "card": sprite.code or None,
        "face": sprite.face,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "visible": round(min(1.0, float((canvas.instance_map == index).sum()) / whole), 3),
        "z": index,
        "angle_deg": round(sprite.angle, 1),
        "width_px": round(float(np.linalg.norm(corners[1] - corners[0])), 1),
        "height_px": round(float(np.linalg.norm(corners[3] - corners[0])), 1),
    }


def _prop_truth(sprite: Sprite, camera: PinholeCamera) -> dict[str, Any]:
    corners = camera.project(sprite.corners(), distorted=True)
    centre = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - centre, axis=1).max())
    return {"kind": sprite.name, "centre": [round(float(part), 1) for part in centre], "radius_px": round(radius, 1)}
