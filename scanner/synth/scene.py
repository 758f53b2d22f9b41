"""Synthetic photograph of a table with cards, with exact ground truth."""

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
"""What may make a picture harder to read."""
LAYOUT_NAMES = ("hands", *LAYOUTS)
"""Layouts that a spec may ask for."""
_CARD_STOCK = CardStock(thickness=0.8, min_gloss=0.45, side_sample=(20, 2, 6))
"""The stock of all cards on this table, whatever their deck."""
_SURFACE_MARGIN_PX = 40
"""Pixels of surface painted beyond the picture, which the lens's distortion pulls into view."""
_MAX_SURFACE_SIDE_PX = 2600
"""Pixels, the longest side of a painted surface. A tilted camera would otherwise see metres of it."""


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """What to photograph. `seed` decides everything that the spec leaves open, so one spec always gives one picture.

    `deal`: another number places other cards, or the same cards a little differently, on the same table under the same
    lamps. `moment`: another number is the same table a moment later, in slightly different light, with other noise.
    `piles`: card codes seat by seat, the last pile in the centre, "" for a card face down. Without piles, `count` cards
    of the pack lie in `layout`. `tags`: members of TAGS that make the picture harder. `surface`: a key of SURFACES.
    `width`, `height`: pixels.
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
    """`frame`: (H, W, 3) uint8 BGR before compression. `jpeg`: the camera's file. `truth`: the ground truth as JSON."""

    frame: NDArray[np.uint8]
    jpeg: bytes
    truth: dict[str, Any]


def photograph(spec: SceneSpec, faces: Faces) -> Photograph:
    """Render the table that `spec` describes. ValueError for an unknown layout, tag or surface."""
    if spec.layout not in LAYOUT_NAMES or spec.tags - TAGS or spec.surface not in {None, *SURFACES}:
        raise ValueError(f"no such layout, tag or surface: {spec}")
    table_rng = np.random.default_rng(spec.seed)
    deal_rng = np.random.default_rng([spec.seed, spec.deal])
    moment_rng = np.random.default_rng([spec.seed, spec.deal, spec.moment])
    light = lights.vary_conditions(lights.random_conditions(table_rng, spec.tags), moment_rng)
    shadow_angle, age = float(table_rng.uniform(0, 2 * np.pi)), float(table_rng.uniform(0, 1))
    surface = spec.surface or str(table_rng.choice(sorted(SURFACES)))
    card_size = decks()[faces.kind].size_mm
    camera, cards = _arrange_cards(deal_rng, table_rng, spec, faces)
    wear = Wear(px_per_mm=camera.px_per_mm * 1.3, age=age, lamp_angle=shadow_angle + np.pi)
    sprites = [
        make_card_sprite(deal_rng, faces.texture(card.code), card, card_size, wear, _CARD_STOCK) for card in cards
    ]
    props = _random_props(deal_rng, spec, camera, sprites)
    shadow_slope = (1.1 * float(np.cos(shadow_angle)), 1.1 * float(np.sin(shadow_angle)))
    canvas = _paint_scene(table_rng, camera, surface, [*sprites, *props], shadow_slope)
    frame = lights.apply_lighting(canvas.frame, canvas.gloss, light, moment_rng)
    distorted = cv2.remap(frame, *camera.distortion_maps(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = lights.simulate_camera(np.asarray(distorted, np.float32), light, moment_rng)
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
        "distractors": [_prop_truth(sprite, camera) for sprite in props],
    }
    return Photograph(picture, encode_jpeg(picture, light.jpeg_quality), truth)


def _arrange_cards(
    rng: np.random.Generator, table_rng: np.random.Generator, spec: SceneSpec, faces: Faces
) -> tuple[PinholeCamera, list[PlacedCard]]:
    """The camera, and the cards as its field of view has space for them."""
    card_size = decks()[faces.kind].size_mm
    if spec.piles is not None or spec.layout == "hands":
        piles = spec.piles if spec.piles is not None else _deal_piles(rng, faces.codes(), spec.count)
        camera = _random_camera(table_rng, spec, _fit_scale(piles, (spec.width, spec.height), card_size))
        return camera, lay_out_hands(rng, piles, _pile_places(piles, camera), card_size)
    codes = [str(code) for code in rng.permutation(list(faces.codes()))[: spec.count]]
    codes = [code if rng.random() > 0.06 else "" for code in codes]
    area = card_size[0] * card_size[1] * len(codes) * float(rng.uniform(2.6, 5.0))
    scale = float(np.clip(np.sqrt(spec.width * spec.height * 0.9 / area), 1.6, 7.0)) * spec.width / 1920
    if spec.layout == "captured":  # this layout has four rows of cards above each other
        scale = min(scale, spec.height / (4.8 * card_size[1]))
    camera = _random_camera(table_rng, spec, scale)
    usable_share = 0.72 if "perspective" in spec.tags else 0.94
    space = (usable_share * spec.width / camera.px_per_mm, usable_share * spec.height / camera.px_per_mm)
    return camera, LAYOUTS[spec.layout](rng, codes, space, card_size)


def _deal_piles(rng: np.random.Generator, pack: Sequence[str], count: int) -> tuple[tuple[str, ...], ...]:
    """`count` cards dealt to two to five seats, some of them to the middle, which is the last pile."""
    seats = int(rng.integers(2, 6))
    codes = [str(code) for code in rng.permutation(list(pack))[:count]]
    middle_count = int(rng.integers(0, 1 + len(codes) // 3))
    hand_cards = codes[middle_count:]
    return (*(tuple(hand_cards[seat::seats]) for seat in range(seats)), tuple(codes[:middle_count]))


def _pile_spaces(piles: Sequence[Sequence[str]], size: Size, scale: float) -> list[Size]:
    """The space of each pile in mm, along and across its owner's edge, in a picture of `size` pixels."""
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    spaces = []
    for zone in zones:
        space = (zone.width * size[0] / scale - 2 * CARD_GAP_MM, zone.height * size[1] / scale - 2 * CARD_GAP_MM)
        spaces.append(space if zone.facing_deg % 180 == 0 else (space[1], space[0]))
    return spaces


def _fit_scale(piles: Sequence[Sequence[str]], size: Size, card_size: Size) -> float:
    """The pixels per mm at which every pile fits in its zone.

    The piles lie in one row each if the cards need not be too small for it. Otherwise the scale is the largest at
    which no cards overlap, and at least 1.5 in a picture 1920 pixels wide.
    """
    unit = size[0] / 1920
    for one_row, min_scale in ((True, 2.4), (False, 1.5)):
        for scale in np.arange(3.4, min_scale, -0.1) * unit:
            columns = [
                columns_for(len(pile), space, card_size)
                for pile, space in zip(piles, _pile_spaces(piles, size, scale), strict=True)
            ]
            if all(n is not None and (n >= len(pile) or not one_row) for n, pile in zip(columns, piles, strict=True)):
                return float(scale)
    return 1.5 * unit


def _pile_places(piles: Sequence[Sequence[str]], camera: PinholeCamera) -> list[tuple[Any, Size, Size]]:
    """The zone, the centre in mm and the space in mm of each pile."""
    size = (float(camera.width), float(camera.height))
    zones = (*seat_zones(len(piles) - 1), CENTER_ZONE)
    centres = camera.to_table(np.array([(zone.x * size[0], zone.y * size[1]) for zone in zones]))
    spaces = _pile_spaces(piles, size, camera.px_per_mm)
    return [(zone, (float(x), float(y)), space) for zone, (x, y), space in zip(zones, centres, spaces, strict=True)]


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
    """Other objects on the table: beside the cards with the tag "clutter", on cards with the tag "occluded"."""
    size = np.array([spec.width, spec.height], np.float64)
    out: list[Sprite] = []
    occupied = [rectangle_corners(card.x, card.y, (card.width, card.height), card.angle, margin=3.0) for card in cards]
    if "clutter" in spec.tags:
        kinds = ["stone"] * int(rng.integers(2, 7)) + ["coin"] * int(rng.integers(0, 4))
        kinds += [kind for kind in ("pen", "cup", "phone") if rng.random() < 0.55]
        for kind in kinds:
            prop = PROPS[kind](rng)
            for _ in range(40):
                x, y = camera.to_table(rng.uniform(-0.02, 1.02, (1, 2)) * size)[0]
                placed = _place_prop(prop, float(x), float(y), float(rng.uniform(0, 360)))
                box = rectangle_corners(placed.x, placed.y, (placed.width, placed.height), placed.angle)
                if is_clear_of(box, occupied):
                    out.append(placed)
                    occupied.append(box)
                    break
    if "occluded" in spec.tags and cards:
        for _ in range(int(rng.integers(1, 3))):
            card = cards[int(rng.integers(0, len(cards)))]
            if rng.random() < 0.35:
                dx, dy = rng.normal(0, card.width / 3, 2)
                out.append(_place_prop(PROPS["stone"](rng), card.x + float(dx), card.y + float(dy), 0.0))
            else:
                out.append(_reaching_hand(rng, card))
    return out


def _reaching_hand(rng: np.random.Generator, card: Sprite) -> Sprite:
    """A hand from the edge of the table with its fingertips on the card."""
    hand = PROPS["hand"](rng)
    angle = float(np.degrees(np.arctan2(-card.x, card.y))) + float(rng.normal(0, 15))
    radians = np.radians(angle)
    distance = hand.height * 0.5 - float(rng.uniform(25, 60))
    x, y = card.x - distance * float(np.sin(radians)), card.y + distance * float(np.cos(radians))
    return _place_prop(hand, x, y, angle)


def _place_prop(prop: Sprite, x: float, y: float, angle: float) -> Sprite:
    return Sprite(prop.pixels, prop.width, prop.height, x, y, angle, prop.thickness, gloss=prop.gloss, name=prop.name)


def _paint_scene(
    rng: np.random.Generator,
    camera: PinholeCamera,
    surface: str,
    sprites: Sequence[Sprite],
    shadow_slope: tuple[float, float],
) -> Canvas:
    frame = render_surface(
        camera, lambda shape, scale: SURFACES[surface](rng, shape, scale), _SURFACE_MARGIN_PX, _MAX_SURFACE_SIDE_PX
    )
    gloss = np.full(frame.shape[:2], 0.10 if "felt" in surface or "cloth" in surface else 0.22, np.float32)
    instance_map = np.full(frame.shape[:2], -1, np.int16)
    canvas = Canvas(frame, gloss, instance_map, camera, shadow_slope)
    for index, sprite in enumerate(sprites):
        canvas.paint(sprite, index)
    return canvas


def _card_truth(index: int, sprite: Sprite, canvas: Canvas) -> dict[str, Any]:
    """One card of the ground truth, with the names of its JSON."""
    undistorted = canvas.camera.project(sprite.corners())
    opaque_share = float((sprite.pixels[:, :, 3] > 127).mean())
    full_area = cv2.contourArea(undistorted.astype(np.float32)) * opaque_share
    corners = canvas.camera.project(sprite.corners(), distorted=True)
    return {
        "card": sprite.code or None,
        "face": sprite.face,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "visible": round(min(1.0, float((canvas.instance_map == index).sum()) / full_area), 3),
        "z": index,
        "angle_deg": round(sprite.angle, 1),
        "width_px": round(float(np.linalg.norm(corners[1] - corners[0])), 1),
        "height_px": round(float(np.linalg.norm(corners[3] - corners[0])), 1),
    }


def _prop_truth(sprite: Sprite, camera: PinholeCamera) -> dict[str, Any]:
    """One prop of the ground truth, with the names of its JSON."""
    corners = camera.project(sprite.corners(), distorted=True)
    centre = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - centre, axis=1).max())
    return {"kind": sprite.name, "centre": [round(float(part), 1) for part in centre], "radius_px": round(radius, 1)}
