"""広げ札 hirogefuda: small pictures of littered tables full of cards, and which card each pixel shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import CARD_MM
from scanner.recognition.features import Picture
from scanner.synth import lighting as lights
from scanner.synth.backgrounds import Rng, back
from scanner.synth.face_textures import rounded
from scanner.synth.layout import Laid, Size
from scanner.synth.pinhole import Camera
from scanner.synth.setting import Stock, carded, under
from scanner.synth.sprite import Canvas, Sprite
from scanner.synth.wear import Wear
from scanner.training.detector.clutter import printed, surface, things
from scanner.training.detector.layouts import strewn

SIZE = (480, 360)
_FINE = 3.0
_NARROW, _WIDE = 20.0, 92.0
"""How many pixels a card is wide, at the least and at the most."""
_MOST_CARDS = 34
_BEYOND, _MOST_TEXTURE = 20, 900
_PAPER, _BOARD = (Stock(thick, gloss=0.3, rim=(8, 1, 4)) for thick in (0.3, 0.8))
_EDGES = ((30, 28, 30), (40, 40, 150), (235, 238, 240), (20, 40, 60), (200, 215, 225))
_WHITE = (244, 246, 248)
_SHAKEN = 4.0


@dataclass(frozen=True, slots=True)
class Spread:
    """`picture` (H, W, 3) uint8 BGR; `owner` (H, W) int8, the number of the card a pixel shows, or -1.

    `corners` (n, 4, 2) of each card, hidden ones too, from its art's top left; `visible` (n,) how much of it shows.
    """

    picture: Picture
    owner: NDArray[np.int8]
    corners: NDArray[np.float32]
    visible: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pack:
    """A kind of deck and pictures of its faces, each (height, width, 3) of `art_size`."""

    kind: str
    faces: tuple[Picture, ...]


def pack(kind: str, faces: Sequence[Picture]) -> Pack:
    """The pack of these faces, made as large as tables need them."""
    size = _art(kind)
    return Pack(kind, tuple(np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8) for one in faces))


def _art(kind: str) -> tuple[int, int]:
    width, height = (round(side * _FINE) for side in CARD_MM[kind])
    return width, height


def _printing(rng: Rng, deck: Pack) -> Callable[[str], NDArray[np.uint8]]:
    """How the cards of one table are printed: with a border or none, their tint, how round; code to BGRA."""
    width, height = _art(deck.kind)
    western = deck.kind == "western"
    edge = int(rng.integers(1, 8)) if rng.random() < (0.3 if western else 0.6) else 0
    colour = _WHITE if western else _EDGES[int(rng.integers(len(_EDGES)))]
    tint = rng.normal(1, 0.06, 3).astype(np.float32)
    mask = rounded(height, width, max(1, int(rng.uniform(0.6, 4) * _FINE)))
    behind = back(rng, (width, height))

    def face(code: str) -> NDArray[np.uint8]:
        art = deck.faces[int(code)] if code else behind
        if edge and code:
            card = np.full((height, width, 3), colour, np.uint8)
            inner = (width - 2 * edge, height - 2 * edge)
            card[edge : height - edge, edge : width - edge] = cv2.resize(art, inner, interpolation=cv2.INTER_AREA)
            art = card
        return np.dstack([np.clip(art * tint, 0, 255).astype(np.uint8), mask])

    return face


def _camera(rng: Rng, scale: float) -> Camera:
    hfov = float(rng.uniform(50, 72))
    focal = SIZE[0] / 2 / np.tan(np.radians(hfov) / 2)
    steep = rng.random() < 0.4
    return Camera(
        *SIZE,
        hfov,
        float(focal / scale),
        tilt_deg=float(rng.uniform(15, 42) if steep else rng.uniform(0, 10)),
        swing_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)),
        bend=float(rng.normal(-0.015, 0.02)),
    )


def _cards(rng: Rng, deck: Pack, camera: Camera, laid: Sequence[Laid], side: float) -> list[Sprite]:
    card = CARD_MM[deck.kind]
    face = _printing(rng, deck)
    wear = Wear(scale=camera.scale * 1.3, age=float(rng.uniform(0, 1)), lamp=side + np.pi)
    stock = _PAPER if deck.kind == "western" else _BOARD
    return [carded(rng, face(one.code), one, card, wear, stock) for one in laid]


def _littered(
    rng: Rng, cards: Sequence[Sprite], room: Size, card: Size, tops: list[Picture]
) -> tuple[list[Sprite], list[Sprite]]:
    """What lies under the cards, and what lies over some of them."""
    under, over = [], []
    for _ in range(int(rng.poisson(1.6))):
        thing = printed(rng, card, tops)
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
    for thing in things(rng):
        x, y = (rng.uniform(-0.55, 0.55, 2) * room).tolist()
        (over if rng.random() < 0.5 else under).append(replace(thing, x=x, y=y, angle=float(rng.uniform(0, 360))))
    return under, over


def _canvas(rng: Rng, camera: Camera, side: float, tops: list[Picture]) -> Canvas:
    cloth = under(camera, lambda shape, scale: surface(rng, shape, scale, tops), _BEYOND, _MOST_TEXTURE)
    cast = float(rng.uniform(0.2, 1.6))
    sheen, owner = np.full(cloth.shape[:2], 0.15, np.float32), np.full(cloth.shape[:2], -1, np.int16)
    shadow = (cast * float(np.cos(side)), cast * float(np.sin(side)))
    return Canvas(cloth, sheen, owner, camera, shadow)


def _light(rng: Rng) -> lights.Light:
    tags = frozenset(tag for tag, share in (("dim", 0.2), ("glare", 0.15)) if rng.random() < share)
    light = lights.chosen(rng, tags)
    shaken = rng.random() < 0.08
    way = rng.uniform(0, 2 * np.pi)
    return replace(
        light,
        blur=float(rng.uniform(0.3, 1.1)),
        noise=light.noise * float(rng.uniform(0.3, 1.2)),
        strength=light.strength * float(rng.uniform(0.5, 2.5)),
        shake=(_SHAKEN * float(np.cos(way)), _SHAKEN * float(np.sin(way))) if shaken else (0.0, 0.0),
    )


def spread(rng: Rng, decks: Sequence[Pack], tops: list[Picture]) -> Spread:
    """A table with cards of one of the decks; Western cards and the smaller ones are about as often.

    `tops`: pictures of bare tables; none: all tables are drawn.
    """
    western = [deck for deck in decks if deck.kind == "western"]
    others = [deck for deck in decks if deck.kind != "western"]
    those = (western if rng.random() < 0.45 else others) or list(decks)
    deck = those[int(rng.integers(len(those)))]
    card = CARD_MM[deck.kind]
    wide = float(np.exp(rng.uniform(np.log(_NARROW), np.log(_WIDE))))
    camera = _camera(rng, wide / card[0])
    room = (SIZE[0] / camera.scale, SIZE[1] / camera.scale)
    share = rng.uniform(0.15, 0.8) if rng.random() > 0.05 else 0.0
    count = min(_MOST_CARDS, round(room[0] * room[1] * share / (card[0] * card[1])))
    codes = ["" if rng.random() < 0.06 else str(int(rng.integers(len(deck.faces)))) for _ in range(count)]
    side = float(rng.uniform(0, 2 * np.pi))
    cards = _cards(rng, deck, camera, strewn(rng, codes, room, card), side)
    under, over = _littered(rng, cards, room, card, tops)
    canvas = _canvas(rng, camera, side, tops)
    for number, sprite in [*((-1, one) for one in under), *enumerate(cards), *((-1, one) for one in over)]:
        canvas.paint(sprite, number)
    light = _light(rng)
    bends = camera.bend_maps()
    lit = lights.lit(canvas.frame, canvas.gloss, light, rng)
    bent = cv2.remap(lit, *bends, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    owner = cv2.remap(canvas.owner, *bends, cv2.INTER_NEAREST, borderValue=(-1,)).astype(np.int8)
    corners = np.array([camera.project(one.corners(), bent=True) for one in cards], np.float32).reshape(-1, 4, 2)
    shown = np.array([(owner == number).sum() for number in range(len(cards))], np.float32)
    whole = np.array([cv2.contourArea(one) for one in corners], np.float32)
    visible = np.minimum(shown / np.maximum(whole, 1), 1)
    return Spread(lights.taken(np.asarray(bent, np.float32), light, rng), owner, corners, visible)
