"""Synthetic photograph of a table with cards, with exact ground truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.decode import encode_jpeg
from scanner.synth import lighting as lights
from scanner.synth.face_textures import Faces
from scanner.synth.hands.room import paint_room
from scanner.synth.layout import is_clear_of, rectangle_corners
from scanner.synth.layouts import Arrangement, LayoutRequest, find_layout, layout_names
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.props import PROPS
from scanner.synth.sprite import TABLE_CARD_STOCK, Canvas, Sprite, make_card_sprite, render_surface
from scanner.synth.surfaces import SURFACES
from scanner.synth.wear import Wear
from scorer.decks import decks

TAGS = frozenset({"perspective", "dim", "glare", "motion", "clutter", "occluded"})
"""What may make a picture harder to read."""
LAYOUT_NAMES = tuple(layout_names())
"""Layouts that a spec may ask for."""
_SURFACE_MARGIN_PX = 40
"""Pixels of surface painted beyond the picture, which the lens's distortion pulls into view."""
_MAX_SURFACE_SIDE_PX = 2600
"""Pixels, the longest side of a painted surface. A tilted camera would otherwise see metres of it."""

_TABLE_BEHIND_PROBABILITY = 0.4
"""Share of the held cards, 0..1, with a table behind them and not a room."""
_REACH_MM = (5.0, 45.0)
"""How far the fingertips of a hand reach beyond the middle of a card, in mm."""
_MIN_PIECE_PX = 12
"""Square pixels of the smallest piece of a card that the truth outlines: less is a seam between two sprites."""
_BACKDROP_BLUR = (0.001, 0.01)
"""Sigma of the blur of such a table, in widths of the picture: from nearly in focus to hardly recognisable."""


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """What to photograph. `seed` decides everything that the spec leaves open, so one spec always gives one picture.

    `deal`: another number places other cards, or the same cards a little differently, on the same table under the same
    lamps. `moment`: another number is the same table a moment later, in slightly different light, with other noise.
    `piles`: card codes seat by seat, the last pile in the centre, "" for a card face down. Without piles, `count` cards
    of the pack lie in `layout`. `tags`: members of TAGS that make the picture harder. `surface`: a key of SURFACES.
    `width`, `height`: pixels. `tilt_deg`: from how many degrees off the vertical it is seen, None as the layout has it.
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
    tilt_deg: float | None = None


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
    lamp_angle = shadow_angle + np.pi
    arrangement = _arrange(spec, faces, deal_rng, table_rng, lamp_angle)
    camera, cards = arrangement.camera, arrangement.cards
    wear = Wear(px_per_mm=camera.px_per_mm * 1.3, age=age, lamp_angle=lamp_angle)
    sprites = [
        make_card_sprite(deal_rng, faces.texture(card.code), card, card_size, wear, TABLE_CARD_STOCK) for card in cards
    ]
    props = [*arrangement.before, *_random_props(deal_rng, spec, arrangement, sprites)]
    shadow_slope = (1.1 * float(np.cos(shadow_angle)), 1.1 * float(np.sin(shadow_angle)))
    if arrangement.is_held:
        surface = spec.surface or (surface if table_rng.random() < _TABLE_BEHIND_PROBABILITY else "room")
        canvas = _paint_backdrop(table_rng, camera, surface, shadow_slope)
    else:
        canvas = _paint_table(table_rng, camera, surface, shadow_slope)
    below, above = [(-1, sprite) for sprite in arrangement.behind], [(-1, sprite) for sprite in props]
    for index, sprite in (*below, *enumerate(sprites), *above):
        canvas.paint(sprite, index)
    frame = lights.apply_lighting(canvas.frame, canvas.gloss, light, moment_rng)
    distorted = cv2.remap(frame, *camera.distortion_maps(), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture = lights.simulate_camera(np.asarray(distorted, np.float32), light, moment_rng)
    instances = cv2.remap(
        canvas.instance_map, *camera.distortion_maps(), cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.int16)
    truth = {
        "width": spec.width,
        "height": spec.height,
        "seed": spec.seed,
        "scenario": spec.layout,
        "tags": sorted(spec.tags) or ["clean"],
        "deck": faces.name,
        "surface": surface,
        "border": faces.border_description,
        **_capture_truth(camera, light),
        "cards": [_card_truth(index, sprite, canvas, instances) for index, sprite in enumerate(sprites)],
        "order": _overlaps(sprites),
        "distractors": [_prop_truth(sprite, camera) for sprite in props],
    }
    return Photograph(picture, encode_jpeg(picture, light.jpeg_quality), truth)


def _arrange(
    spec: SceneSpec, faces: Faces, deal_rng: np.random.Generator, table_rng: np.random.Generator, lamp_angle: float
) -> Arrangement:
    """The cards before a camera, in the layout of the spec; its piles before the seats."""
    request = LayoutRequest(
        deal_rng,
        table_rng,
        faces.codes(),
        spec.count,
        decks()[faces.kind].size_mm,
        spec.width,
        spec.height,
        is_oblique="perspective" in spec.tags,
        lamp_angle=lamp_angle,
        piles=spec.piles,
    )
    arrangement = find_layout(spec.layout if spec.piles is None else "hands")(request)
    if spec.tilt_deg is None:
        return arrangement
    return replace(arrangement, camera=arrangement.camera.slanted(spec.tilt_deg))


def _random_props(
    rng: np.random.Generator, spec: SceneSpec, arrangement: Arrangement, cards: Sequence[Sprite]
) -> list[Sprite]:
    """Other objects: on a table beside the cards with the tag "clutter", on cards with the tag "occluded"."""
    camera = arrangement.camera
    size = np.array([spec.width, spec.height], np.float64)
    out: list[Sprite] = []
    occupied = [rectangle_corners(card.x, card.y, (card.width, card.height), card.angle, margin=3.0) for card in cards]
    if "clutter" in spec.tags and not arrangement.is_held:
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
            if rng.random() < 0.35 and not arrangement.is_held:
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
    distance = hand.height * 0.5 - float(rng.uniform(*_REACH_MM))
    x, y = card.x - distance * float(np.sin(radians)), card.y + distance * float(np.cos(radians))
    return _place_prop(hand, x, y, angle)


def _place_prop(prop: Sprite, x: float, y: float, angle: float) -> Sprite:
    return Sprite(prop.pixels, prop.width, prop.height, x, y, angle, prop.thickness, gloss=prop.gloss, name=prop.name)


def _paint_table(
    rng: np.random.Generator, camera: PinholeCamera, surface: str, shadow_slope: tuple[float, float]
) -> Canvas:
    """The surface of the table as the camera sees it."""
    frame = render_surface(
        camera, lambda shape, scale: SURFACES[surface](rng, shape, scale), _SURFACE_MARGIN_PX, _MAX_SURFACE_SIDE_PX
    )
    gloss = np.full(frame.shape[:2], 0.10 if "felt" in surface or "cloth" in surface else 0.22, np.float32)
    return Canvas(frame, gloss, np.full(frame.shape[:2], -1, np.int16), camera, shadow_slope)


def _paint_backdrop(
    rng: np.random.Generator, camera: PinholeCamera, surface: str, shadow_slope: tuple[float, float]
) -> Canvas:
    """What is far behind held cards, out of focus: a room, or a table of that surface."""
    if surface == "room":
        frame = paint_room(rng, (camera.height, camera.width))
    else:
        farther = replace(
            camera, distance_mm=camera.distance_mm * float(rng.uniform(1.4, 2.4)), tilt_deg=float(rng.uniform(0, 45))
        )
        frame = _paint_table(rng, farther, surface, shadow_slope).frame
        blur = float(rng.uniform(*_BACKDROP_BLUR)) * camera.width
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), blur), np.float32) * np.float32(rng.uniform(0.6, 1.0))
    empty = np.zeros(frame.shape[:2], np.float32)
    return Canvas(frame, empty, np.full(frame.shape[:2], -1, np.int16), camera, shadow_slope, solid=empty.copy())


def _overlaps(cards: Sequence[Sprite]) -> list[tuple[int, int]]:
    """Numbers (upper, lower) of all pairs of cards of which one lies over the other."""
    boxes = [rectangle_corners(card.x, card.y, (card.width, card.height), card.angle) for card in cards]
    return [
        (upper, lower)
        for upper in range(len(cards))
        for lower in range(upper)
        if not is_clear_of(boxes[upper], [boxes[lower]])
    ]


def _visible_pieces(instances: NDArray[np.int16], index: int) -> tuple[list[list[list[int]]], list[int]]:
    """The outlines of what shows of a card, each a list of points in pixels, and the box around it.

    The box is left, top, right, bottom, and empty without a piece. Pieces of less than `_MIN_PIECE_PX` do not count.
    """
    contours, _ = cv2.findContours((instances == index).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    pieces = [cv2.approxPolyDP(line, 1.0, closed=True) for line in contours if cv2.contourArea(line) >= _MIN_PIECE_PX]
    if not pieces:
        return [], []
    points = np.concatenate(pieces)[:, 0]
    box = [int(part) for part in (*points.min(axis=0), *points.max(axis=0))]
    return [[[int(x), int(y)] for x, y in piece[:, 0]] for piece in pieces], box


def _card_truth(index: int, sprite: Sprite, canvas: Canvas, instances: NDArray[np.int16]) -> dict[str, Any]:
    """One card of the ground truth, with the names of its JSON. `instances`: the number of the card at each pixel."""
    polygons, box = _visible_pieces(instances, index)
    undistorted = canvas.camera.project(sprite.corners())
    opaque_share = float((sprite.pixels[:, :, 3] > 127).mean())
    full_area = cv2.contourArea(undistorted.astype(np.float32)) * opaque_share
    corners = canvas.camera.project(sprite.corners(), distorted=True)
    return {
        "card": sprite.code or None,
        "face": sprite.face,
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "visible": round(min(1.0, float((canvas.instance_map == index).sum()) / full_area), 3),
        "polygons": polygons,
        "box": box,
        "z": index,
        "angle_deg": round(sprite.angle, 1),
        "width_px": round(float(np.linalg.norm(corners[1] - corners[0])), 1),
        "height_px": round(float(np.linalg.norm(corners[3] - corners[0])), 1),
    }


def _capture_truth(camera: PinholeCamera, light: lights.CaptureConditions) -> dict[str, Any]:
    """Camera and light of the ground truth, with the names of its JSON."""
    return {
        "camera": {
            "tilt_deg": round(camera.tilt_deg, 1),
            "hfov_deg": round(camera.hfov_deg, 1),
            "distance_mm": round(camera.distance_mm, 1),
        },
        "px_per_mm": round(camera.px_per_mm, 3),
        "blur_px": round(light.blur_sigma_px, 2),
        "noise": round(light.noise_sigma, 2),
        "jpeg": light.jpeg_quality,
    }


def _prop_truth(sprite: Sprite, camera: PinholeCamera) -> dict[str, Any]:
    """One prop of the ground truth, with the names of its JSON."""
    corners = camera.project(sprite.corners(), distorted=True)
    centre = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - centre, axis=1).max())
    return {"kind": sprite.name, "centre": [round(float(part), 1) for part in centre], "radius_px": round(radius, 1)}
