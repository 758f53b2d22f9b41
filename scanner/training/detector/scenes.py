"""Render synthetic table scenes and label the card each pixel shows."""

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
from scanner.synth.hands.fan import random_fan
from scanner.synth.hands.grip import grip_cards
from scanner.synth.hands.skin import random_skin
from scanner.synth.layout import PlacedCard, Size, move_group
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.sprite import Canvas, CardStock, Sprite, make_card_sprite, render_surface
from scanner.synth.wear import Wear
from scanner.training.detector.clutter import random_cloth, random_print, random_props, random_surface
from scanner.training.detector.layouts import random_layout
from scorer.decks import decks

SCENE_SIZE_PX = (480, 360)
"""Width and height of a scene in pixels: room for one training crop of 320 pixels, and quick to render."""
_PIXELS_PER_MM = 3.0
"""Pixels per millimetre of the card art: a hanafuda then is about as wide as the widest card in a scene."""
_MIN_CARD_WIDTH_PX = 20.0
"""Width of a card in pixels, at least: the network need not find narrower cards (see the limits in its model card)."""
_MAX_CARD_WIDTH_PX = 150.0
"""Width of a card in pixels, at most: a card that fills a phone's photograph, at the network's input size."""
_MAX_CARDS = 34
"""Cards in one scene, at most: as many as a crowded table has."""
_FEW_CARDS_SHARE = 0.16
"""Share of the tables, 0..1, with at most three cards: no neighbour says how large a card is that is shown alone."""
_BACK_SHARE = 0.12
"""Share of the cards, 0..1, that lie face down. With half of that, plain backs were taken for books and boxes."""
_HELD_FAN_SHARE = 0.4
"""Share of the scenes, 0..1, with a fan above everything else, as a phone photographs a hand of cards."""
_VISIBLE_HAND_SHARE = 0.6
"""Share of these fans, 0..1, whose hand is drawn, too."""
_SLANTED_SHARE, _MAX_TILT_DEG = 0.3, 65.0
"""Share of the scenes, 0..1, seen from a chair beside the table, and the largest angle off the vertical of these."""
_CLOTH_SHARE = 0.25
"""Share of the tables, 0..1, with a cloth, a mat or a tray whose edge lies in the picture."""
_EMPTY_SHARE = 0.05
"""Share of the tables, 0..1, without a card: what lies there then is no card, however large and rectangular it is."""
_MAX_HAND_PIXELS_PER_MM = 1.5
"""Pixels per millimetre of a drawn hand, at most, because drawing takes time."""
_PROP_OVER_CARD_SHARE = 0.4
"""Share of the props, 0..1, that lie over a card, and hands reach for one; the others lie anywhere."""
_BACKGROUND_MARGIN_PX = 20
"""Margin in pixels around the picture for which the surface is rendered too, so that lens distortion finds no gap."""
_MAX_TEXTURE_SIDE_PX = 900
"""Longer side of a surface texture in pixels, at most: a tilted camera would otherwise need a very large one."""
_STOCKS = {
    "paper": CardStock(thickness=0.3, min_gloss=0.3, side_sample=(8, 1, 4)),
    "board": CardStock(thickness=0.8, min_gloss=0.3, side_sample=(8, 1, 4)),
}
"""Card stock by `Deck.stock`; `thickness` in mm."""
_EDGE_COLOURS_BGR = ((30, 28, 30), (40, 40, 150), (235, 238, 240), (20, 40, 60), (200, 215, 225))
"""Colours, 0..255, of the printed borders of cards: black, red, white, brown, cream."""
_WHITE_BGR = (244, 246, 248)
"""Colour, 0..255, of the borders of Western cards."""
_SHAKE_PX = 4.0
"""Length in pixels of the motion blur of a shaken picture: a fifth of the narrowest card's width."""


@dataclass(frozen=True, slots=True)
class LabelledScene:
    """A rendered table with its ground truth.

    `picture` (height, width, 3) uint8 BGR. `instance_ids` (height, width) int8: the number of the card a pixel shows,
    or -1. `corners` (n, 4, 2) float32 in pixels, of every card including hidden ones, starting at its art's top left.
    `visible_shares` (n,) float32, 0..1: how much of each card can be seen. `is_back` (n,) bool: which lie face down.
    """

    picture: ColorImage
    instance_ids: NDArray[np.int8]
    corners: NDArray[np.float32]
    visible_shares: NDArray[np.float32]
    is_back: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class DeckArt:
    """A kind of deck and pictures of its faces, each (height, width, 3) uint8 BGR in the size of `_art_size`."""

    kind: str
    faces: tuple[ColorImage, ...]


def prepare_deck_art(kind: str, faces: Sequence[ColorImage]) -> DeckArt:
    """Resize the pictures of the faces to the size in which scenes use them."""
    size = _art_size(kind)
    return DeckArt(
        kind, tuple(np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8) for face in faces)
    )


def _art_size(kind: str) -> tuple[int, int]:
    width, height = (round(side * _PIXELS_PER_MM) for side in decks()[kind].size_mm)
    return width, height


def _make_card_printer(rng: Rng, deck: DeckArt) -> Callable[[str], NDArray[np.uint8]]:
    """A function from a card's code ("" for the back) to its BGRA picture.

    All cards of one table share the printed border, if there is one, the tint and the corner radius.
    """
    width, height = _art_size(deck.kind)
    is_western = deck.kind == "western"
    border = int(rng.integers(1, 8)) if rng.random() < (0.3 if is_western else 0.6) else 0
    colour = _WHITE_BGR if is_western else _EDGE_COLOURS_BGR[int(rng.integers(len(_EDGE_COLOURS_BGR)))]
    tint = rng.normal(1, 0.06, 3).astype(np.float32)
    mask = rounded_mask(height, width, max(1, int(rng.uniform(0.6, 4) * _PIXELS_PER_MM)))
    back = paint_card_back(rng, (width, height))

    def print_card(code: str) -> NDArray[np.uint8]:
        art = deck.faces[int(code)] if code else back
        if border and code:
            card = np.full((height, width, 3), colour, np.uint8)
            inner_size = (width - 2 * border, height - 2 * border)
            card[border : height - border, border : width - border] = cv2.resize(
                art, inner_size, interpolation=cv2.INTER_AREA
            )
            art = card
        return np.dstack([np.clip(art * tint, 0, 255).astype(np.uint8), mask])

    return print_card


def _random_camera(rng: Rng, px_per_mm: float) -> PinholeCamera:
    hfov = float(rng.uniform(50, 72))
    focal = SCENE_SIZE_PX[0] / 2 / np.tan(np.radians(hfov) / 2)
    is_oblique = rng.random() < 0.4
    camera = PinholeCamera(
        *SCENE_SIZE_PX,
        hfov,
        float(focal / px_per_mm),
        tilt_deg=float(rng.uniform(15, 42) if is_oblique else rng.uniform(0, 10)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)),
        radial_distortion=float(rng.normal(-0.015, 0.02)),
    )
    return camera.slanted(float(rng.uniform(42, _MAX_TILT_DEG))) if rng.random() < _SLANTED_SHARE else camera


def _card_sprites(
    rng: Rng,
    kind: str,
    print_card: Callable[[str], NDArray[np.uint8]],
    camera: PinholeCamera,
    layout: Sequence[PlacedCard],
    light_angle: float,
) -> list[Sprite]:
    card = decks()[kind].size_mm
    wear = Wear(px_per_mm=camera.px_per_mm * 1.3, age=float(rng.uniform(0, 1)), lamp_angle=light_angle + np.pi)
    stock = _STOCKS[decks()[kind].stock]
    return [make_card_sprite(rng, print_card(placed.code), placed, card, wear, stock) for placed in layout]


def _random_clutter(
    rng: Rng, cards: Sequence[Sprite], table: Size, card: Size, backgrounds: list[ColorImage]
) -> tuple[list[Sprite], list[Sprite]]:
    """Random objects that lie under the cards, and objects that lie over some of them."""
    under, over = [], []
    for _ in range(int(rng.poisson(1.6))):
        sprite = random_print(rng, card, backgrounds)
        angle = float(rng.uniform(0, 360))
        if cards and rng.random() < 0.25:
            over.append(_lay_over(rng, cards, sprite, angle, card[0] * rng.uniform(-0.5, 0.1)))
        else:
            x, y = (rng.uniform(-0.6, 0.6, 2) * table).tolist()
            under.append(replace(sprite, x=x, y=y, angle=angle))
    for prop in random_props(rng):
        angle = float(rng.uniform(0, 360))
        if cards and rng.random() < _PROP_OVER_CARD_SHARE:
            over.append(_lay_over(rng, cards, prop, angle, card[0] * rng.uniform(0.1, 1.2)))
        else:
            x, y = (rng.uniform(-0.55, 0.55, 2) * table).tolist()
            (over if rng.random() < 0.5 else under).append(replace(prop, x=x, y=y, angle=angle))
    return under, over


def _lay_over(rng: Rng, cards: Sequence[Sprite], sprite: Sprite, angle: float, reach: float) -> Sprite:
    """An object turned by `angle` degrees whose upper end reaches `reach` mm beyond the middle of one of the cards."""
    hidden = cards[int(rng.integers(len(cards)))]
    direction = np.radians(angle + 90)
    distance = sprite.height / 2 - reach
    x, y = hidden.x + distance * float(np.cos(direction)), hidden.y + distance * float(np.sin(direction))
    return replace(sprite, x=x, y=y, angle=angle)


def _paint_canvas(rng: Rng, camera: PinholeCamera, light_angle: float, backgrounds: list[ColorImage]) -> Canvas:
    surface = render_surface(
        camera,
        lambda shape, scale: random_surface(rng, shape, scale, backgrounds),
        _BACKGROUND_MARGIN_PX,
        _MAX_TEXTURE_SIDE_PX,
    )
    shadow_length = float(rng.uniform(0.2, 1.6))
    gloss = np.full(surface.shape[:2], 0.15, np.float32)
    instance_ids = np.full(surface.shape[:2], -1, np.int16)
    shadow = (shadow_length * float(np.cos(light_angle)), shadow_length * float(np.sin(light_angle)))
    return Canvas(surface, gloss, instance_ids, camera, shadow)


def _random_light(rng: Rng) -> lights.CaptureConditions:
    tags = frozenset(tag for tag, share in (("dim", 0.2), ("glare", 0.15)) if rng.random() < share)
    light = lights.random_conditions(rng, tags)
    is_shaken = rng.random() < 0.08
    direction = rng.uniform(0, 2 * np.pi)
    return replace(
        light,
        blur_sigma_px=float(rng.uniform(0.3, 1.1)),
        noise_sigma=light.noise_sigma * float(rng.uniform(0.3, 1.2)),
        spot_strength=light.spot_strength * float(rng.uniform(0.5, 2.5)),
        shake_px=(
            (_SHAKE_PX * float(np.cos(direction)), _SHAKE_PX * float(np.sin(direction))) if is_shaken else (0.0, 0.0)
        ),
    )


def _random_table(
    rng: Rng, deck: DeckArt, camera: PinholeCamera, light_angle: float, backgrounds: list[ColorImage]
) -> tuple[list[tuple[Sprite, bool]], Canvas]:
    """The sprites of a table in the order in which they lie, each with whether it is a card, and the bare table."""
    card = decks()[deck.kind].size_mm
    table = (SCENE_SIZE_PX[0] / camera.px_per_mm, SCENE_SIZE_PX[1] / camera.px_per_mm)
    is_held = rng.random() < _HELD_FAN_SHARE
    covered_share = rng.uniform(0.0, 0.4) if is_held else rng.uniform(0.15, 0.8) if rng.random() > 0.05 else 0.0
    count = min(_MAX_CARDS, round(table[0] * table[1] * covered_share / (card[0] * card[1])))
    if not is_held and rng.random() < _FEW_CARDS_SHARE:
        count = int(rng.integers(1, 4))
    if not is_held and rng.random() < _EMPTY_SHARE:
        count = 0
    print_card = _make_card_printer(rng, deck)

    def random_codes(number: int) -> list[str]:
        return ["" if rng.random() < _BACK_SHARE else str(int(rng.integers(len(deck.faces)))) for _ in range(number)]

    def card_sprites(layout: Sequence[PlacedCard]) -> list[Sprite]:
        return _card_sprites(rng, deck.kind, print_card, camera, layout, light_angle)

    lying = card_sprites(random_layout(rng, random_codes(count), table, card))
    under, over = _random_clutter(rng, lying, table, card, backgrounds)
    cloths = [random_cloth(rng, table, backgrounds)] if rng.random() < _CLOTH_SHARE else []
    sprites = [
        *((below, False) for below in (*cloths, *under)),
        *((lay, True) for lay in lying),
        *((above, False) for above in over),
    ]
    canvas = _paint_canvas(rng, camera, light_angle, backgrounds)
    if is_held:
        fan = random_fan(rng, random_codes(int(rng.integers(2, 11))), card)
        x, y = (rng.normal(0, 0.2, 2) * table).tolist()
        angle = float(rng.normal(0, 25) if rng.random() < 0.7 else rng.uniform(0, 360)) % 360
        held = [(sprite, True) for sprite in card_sprites(move_group(fan, x, y, angle))]
        if rng.random() < _VISIBLE_HAND_SHARE:
            scale = min(camera.px_per_mm, _MAX_HAND_PIXELS_PER_MM)
            grip = grip_cards(rng, fan, card, scale, light_angle, random_skin(rng)).moved(x, y, angle)
            held = [(grip.behind, False), *held, (grip.before, False)]
        sprites += held
    return sprites, canvas


def render_scene(rng: Rng, deck_arts: Sequence[DeckArt], backgrounds: list[ColorImage]) -> LabelledScene:
    """Render a table with cards of one of the decks. Western cards and the smaller kinds are about equally frequent.

    `backgrounds`: pictures of bare tables; without them all tables are painted.
    """
    western = [deck for deck in deck_arts if deck.kind == "western"]
    smaller = [deck for deck in deck_arts if deck.kind != "western"]
    choices = (western if rng.random() < 0.45 else smaller) or list(deck_arts)
    deck = choices[int(rng.integers(len(choices)))]
    card_width = float(np.exp(rng.uniform(np.log(_MIN_CARD_WIDTH_PX), np.log(_MAX_CARD_WIDTH_PX))))
    camera = _random_camera(rng, card_width / decks()[deck.kind].size_mm[0])
    sprites, canvas = _random_table(rng, deck, camera, float(rng.uniform(0, 2 * np.pi)), backgrounds)
    cards: list[Sprite] = []
    for sprite, is_card in sprites:
        canvas.paint(sprite, len(cards) if is_card else -1)
        cards += [sprite] if is_card else []
    light = _random_light(rng)
    maps = camera.distortion_maps()
    lit = lights.apply_lighting(canvas.frame, canvas.gloss, light, rng)
    distorted = cv2.remap(lit, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    instance_ids = cv2.remap(canvas.instance_map, *maps, cv2.INTER_NEAREST, borderValue=(-1,)).astype(np.int8)
    corners = np.array([camera.project(sprite.corners(), distorted=True) for sprite in cards], np.float32)
    corners = corners.reshape(-1, 4, 2)
    visible_areas = np.array([(instance_ids == number).sum() for number in range(len(cards))], np.float32)
    full_areas = np.array([cv2.contourArea(outline) for outline in corners], np.float32)
    visible_shares = np.minimum(visible_areas / np.maximum(full_areas, 1), 1)
    picture = lights.simulate_camera(np.asarray(distorted, np.float32), light, rng)
    is_back = np.array([sprite.face == "down" for sprite in cards], bool)
    return LabelledScene(picture, instance_ids, corners, visible_shares, is_back)
