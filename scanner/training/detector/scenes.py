"""広げ札 hirogefuda: small pictures of littered tables full of cards, and which card each pixel shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth import lighting as lights
from scanner.synth.backgrounds import Rng, paint_card_back
from scanner.synth.face_textures import rounded_mask
from scanner.synth.layout import PlacedCard, Size
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.sprite import Canvas, CardStock, Sprite, make_card_sprite, render_surface
from scanner.synth.wear import Wear
from scanner.training.detector.clutter import random_print, random_props, random_surface
from scanner.training.detector.layouts import random_layout
from scorer.decks import decks

SCENE_SIZE_PX = (480, 360)
_PIXELS_PER_MM = 3.0
_MIN_CARD_WIDTH_PX, _MAX_CARD_WIDTH_PX = 20.0, 92.0
"""How many pixels a card is wide, at the least and at the most."""
_MAX_CARDS = 34
_BACKGROUND_MARGIN_PX, _MAX_TEXTURE_SIDE_PX = 20, 900
_STOCKS = {
    "paper": CardStock(thickness=0.3, min_gloss=0.3, side_sample=(8, 1, 4)),
    "board": CardStock(thickness=0.8, min_gloss=0.3, side_sample=(8, 1, 4)),
}
"""What the cards of a deck are made of, by `Deck.stock`."""
_EDGE_COLOURS_BGR = ((30, 28, 30), (40, 40, 150), (235, 238, 240), (20, 40, 60), (200, 215, 225))
_WHITE_BGR = (244, 246, 248)
_SHAKE_PX = 4.0


@dataclass(frozen=True, slots=True)
class LabelledScene:
    """`picture` (H, W, 3) uint8 BGR; `owner` (H, W) int8, the number of the card a pixel shows, or -1.

    `corners` (n, 4, 2) of each card, hidden ones too, from its art's top left; `visible` (n,) how much of it shows.
    """

    picture: ColorImage
    instance_ids: NDArray[np.int8]
    corners: NDArray[np.float32]
    visible_shares: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DeckArt:
    """A kind of deck and pictures of its faces, each (height, width, 3) of `art_size`."""

    kind: str
    faces: tuple[ColorImage, ...]


def prepare_deck_art(kind: str, faces: Sequence[ColorImage]) -> DeckArt:
    """The pack of these faces, made as large as tables need them."""
    size = _art_size(kind)
    return DeckArt(
        kind, tuple(np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8) for one in faces)
    )


def _art_size(kind: str) -> tuple[int, int]:
    width, height = (round(side * _PIXELS_PER_MM) for side in decks()[kind].size_mm)
    return width, height


def _make_card_printer(rng: Rng, deck: DeckArt) -> Callable[[str], NDArray[np.uint8]]:
    """How the cards of one table are printed: with a border or none, their tint, how round; code to BGRA."""
    width, height = _art_size(deck.kind)
    western = deck.kind == "western"
    edge = int(rng.integers(1, 8)) if rng.random() < (0.3 if western else 0.6) else 0
    colour = _WHITE_BGR if western else _EDGE_COLOURS_BGR[int(rng.integers(len(_EDGE_COLOURS_BGR)))]
    tint = rng.normal(1, 0.06, 3).astype(np.float32)
    mask = rounded_mask(height, width, max(1, int(rng.uniform(0.6, 4) * _PIXELS_PER_MM)))
    behind = paint_card_back(rng, (width, height))

    def face(code: str) -> NDArray[np.uint8]:
        art = deck.faces[int(code)] if code else behind
        if edge and code:
            card = np.full((height, width, 3), colour, np.uint8)
            inner = (width - 2 * edge, height - 2 * edge)
            card[edge : height - edge, edge : width - edge] = cv2.resize(art, inner, interpolation=cv2.INTER_AREA)
            art = card
        return np.dstack([np.clip(art * tint, 0, 255).astype(np.uint8), mask])

    return face


def _random_camera(rng: Rng, scale: float) -> PinholeCamera:
    hfov = float(rng.uniform(50, 72))
    focal = SCENE_SIZE_PX[0] / 2 / np.tan(np.radians(hfov) / 2)
    steep = rng.random() < 0.4
    return PinholeCamera(
        *SCENE_SIZE_PX,
        hfov,
        float(focal / scale),
        tilt_deg=float(rng.uniform(15, 42) if steep else rng.uniform(0, 10)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)),
        radial_distortion=float(rng.normal(-0.015, 0.02)),
    )


def _card_sprites(
    rng: Rng, deck: DeckArt, camera: PinholeCamera, laid: Sequence[PlacedCard], light_angle: float
) -> list[Sprite]:
    card = decks()[deck.kind].size_mm
    face = _make_card_printer(rng, deck)
    wear = Wear(px_per_mm=camera.px_per_mm * 1.3, age=float(rng.uniform(0, 1)), lamp_angle=light_angle + np.pi)
    stock = _STOCKS[decks()[deck.kind].stock]
    return [make_card_sprite(rng, face(one.code), one, card, wear, stock) for one in laid]


def _random_clutter(
    rng: Rng, cards: Sequence[Sprite], room: Size, card: Size, backgrounds: list[ColorImage]
) -> tuple[list[Sprite], list[Sprite]]:
    """What lies under the cards, and what lies over some of them."""
    under, over = [], []
    for _ in range(int(rng.poisson(1.6))):
        thing = random_print(rng, card, backgrounds)
        angle = float(rng.uniform(0, 360))
        if cards and rng.random() < 0.25:
            hidden = cards[int(rng.integers(len(cards)))]
            way = np.radians(angle + 90)
            far = thing.height / 2 + card[0] * rng.uniform(-0.1, 0.5)
            at = (hidden.x + far * float(np.cos(way)), hidden.y + far * float(np.sin(way)))
            over.append(replace(thing, x=at[0], y=at[1], angle=angle))
        else:
            x, y = (rng.uniform(-0.6, 0.6, 2) * room).tolist()
            under.append(replace(thing, x=x, y=y, angle=angle))
    for thing in random_props(rng):
        x, y = (rng.uniform(-0.55, 0.55, 2) * room).tolist()
        (over if rng.random() < 0.5 else under).append(replace(thing, x=x, y=y, angle=float(rng.uniform(0, 360))))
    return under, over


def _paint_canvas(rng: Rng, camera: PinholeCamera, light_angle: float, backgrounds: list[ColorImage]) -> Canvas:
    cloth = render_surface(
        camera,
        lambda shape, scale: random_surface(rng, shape, scale, backgrounds),
        _BACKGROUND_MARGIN_PX,
        _MAX_TEXTURE_SIDE_PX,
    )
    cast = float(rng.uniform(0.2, 1.6))
    sheen, owner = np.full(cloth.shape[:2], 0.15, np.float32), np.full(cloth.shape[:2], -1, np.int16)
    shadow = (cast * float(np.cos(light_angle)), cast * float(np.sin(light_angle)))
    return Canvas(cloth, sheen, owner, camera, shadow)


def _random_light(rng: Rng) -> lights.CaptureConditions:
    tags = frozenset(tag for tag, share in (("dim", 0.2), ("glare", 0.15)) if rng.random() < share)
    light = lights.random_conditions(rng, tags)
    shaken = rng.random() < 0.08
    way = rng.uniform(0, 2 * np.pi)
    return replace(
        light,
        blur_sigma_px=float(rng.uniform(0.3, 1.1)),
        noise_sigma=light.noise_sigma * float(rng.uniform(0.3, 1.2)),
        spot_strength=light.spot_strength * float(rng.uniform(0.5, 2.5)),
        shake_px=(_SHAKE_PX * float(np.cos(way)), _SHAKE_PX * float(np.sin(way))) if shaken else (0.0, 0.0),
    )


def render_scene(rng: Rng, deck_arts: Sequence[DeckArt], backgrounds: list[ColorImage]) -> LabelledScene:
    """A table with cards of one of the decks; Western cards and the smaller ones are about as often.

    `tops`: pictures of bare tables; none: all tables are drawn.
    """
    western = [deck for deck in deck_arts if deck.kind == "western"]
    others = [deck for deck in deck_arts if deck.kind != "western"]
    those = (western if rng.random() < 0.45 else others) or list(deck_arts)
    deck = those[int(rng.integers(len(those)))]
    card = decks()[deck.kind].size_mm
    wide = float(np.exp(rng.uniform(np.log(_MIN_CARD_WIDTH_PX), np.log(_MAX_CARD_WIDTH_PX))))
    camera = _random_camera(rng, wide / card[0])
    room = (SCENE_SIZE_PX[0] / camera.px_per_mm, SCENE_SIZE_PX[1] / camera.px_per_mm)
    share = rng.uniform(0.15, 0.8) if rng.random() > 0.05 else 0.0
    count = min(_MAX_CARDS, round(room[0] * room[1] * share / (card[0] * card[1])))
    codes = ["" if rng.random() < 0.06 else str(int(rng.integers(len(deck.faces)))) for _ in range(count)]
    side = float(rng.uniform(0, 2 * np.pi))
    cards = _card_sprites(rng, deck, camera, random_layout(rng, codes, room, card), side)
    under, over = _random_clutter(rng, cards, room, card, backgrounds)
    canvas = _paint_canvas(rng, camera, side, backgrounds)
    for number, sprite in [*((-1, one) for one in under), *enumerate(cards), *((-1, one) for one in over)]:
        canvas.paint(sprite, number)
    light = _random_light(rng)
    bends = camera.distortion_maps()
    lit = lights.apply_lighting(canvas.frame, canvas.gloss, light, rng)
    bent = cv2.remap(lit, *bends, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    owner = cv2.remap(canvas.instance_map, *bends, cv2.INTER_NEAREST, borderValue=(-1,)).astype(np.int8)
    corners = np.array([camera.project(one.corners(), distorted=True) for one in cards], np.float32).reshape(-1, 4, 2)
    shown = np.array([(owner == number).sum() for number in range(len(cards))], np.float32)
    whole = np.array([cv2.contourArea(one) for one in corners], np.float32)
    visible = np.minimum(shown / np.maximum(whole, 1), 1)
    return LabelledScene(lights.simulate_camera(np.asarray(bent, np.float32), light, rng), owner, corners, visible)
