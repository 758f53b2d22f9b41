"""Layouts of cards in a synthetic picture, discovered by file name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from scanner.synth.layout import PlacedCard, Size
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.sprite import Sprite

Rng = np.random.Generator
_PHONE_DISTANCE_MM = (250.0, 550.0)
"""Distance in mm from a phone to the cards: less is out of focus, more than an arm's length."""
_MAX_PHONE_HFOV_DEG = 72.0
"""Degrees of the widest field of view of a phone's main camera."""


@dataclass(frozen=True, slots=True)
class LayoutRequest:
    """What a layout is to arrange. `rng` decides about the cards, `table_rng` about the camera.

    `pack`: codes of the whole pack, of which `count` cards are to lie in the picture. `piles`: their codes by seat, the
    centre last, for the one layout that deals to seats. `card`: size of a card in mm. `width`, `height`: pixels of the
    picture. `is_oblique`: whether the camera looks from far aside. `lamp_angle`: direction to the lamp in radians,
    clockwise from the right.
    """

    rng: Rng
    table_rng: Rng
    pack: Sequence[str]
    count: int
    card: Size
    width: int
    height: int
    is_oblique: bool = False
    lamp_angle: float = 0.0
    piles: tuple[tuple[str, ...], ...] | None = None

    def draw_codes(self) -> list[str]:
        """Codes of `count` cards of the shuffled pack, a few of them "", which lie face down."""
        codes = [str(code) for code in self.rng.permutation(list(self.pack))[: self.count]]
        return [code if self.rng.random() > 0.06 else "" for code in codes]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards before a camera, each painted over the ones before it.

    `behind`, `before`: hands and other things that are painted before all cards, and after them. `is_held`: whether
    the cards are held in the air, not laid on the table: what is behind them is far away.
    """

    camera: PinholeCamera
    cards: list[PlacedCard]
    behind: list[Sprite] = field(default_factory=list)
    before: list[Sprite] = field(default_factory=list)
    is_held: bool = False


Layout = Callable[[LayoutRequest], Arrangement]
"""Each file of this folder names one as `LAYOUT`."""
Placement = Callable[[Rng, Sequence[str], Size, Size], list[PlacedCard]]
"""Places the cards with these codes in a space (mm), given also the size of a card (mm)."""


def layout_names() -> list[str]:
    """Names of all layouts, one for each file of this folder, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def find_layout(name: str) -> Layout:
    """The layout of that name, one of `layout_names`."""
    layout: Layout = importlib.import_module(f"{__name__}.{name}").LAYOUT
    return layout


def random_camera(request: LayoutRequest, scale: float) -> PinholeCamera:
    """A camera over the table that shows `scale` pixels per mm."""
    rng = request.table_rng
    hfov = float(rng.uniform(54, 70))
    focal = request.width / 2 / np.tan(np.radians(hfov) / 2)
    return PinholeCamera(
        request.width,
        request.height,
        hfov,
        float(focal / scale),
        tilt_deg=float(rng.uniform(22, 42)) if request.is_oblique else float(rng.uniform(1, 7)),
        azimuth_deg=float(rng.normal(0, 40 if request.is_oblique else 12)),
        roll_deg=float(rng.normal(0, 1.5)),
        radial_distortion=float(rng.normal(-0.015, 0.02)),
    )


def phone_camera(request: LayoutRequest, scale: float, tilt_deg: float) -> PinholeCamera:
    """A phone's camera, held at any side of the cards, that shows `scale` pixels per mm of them.

    People hold it a quarter to half a metre away, or farther if not all is in the picture, and zoom in.
    """
    rng = request.table_rng
    widest_focal = request.width / 2 / np.tan(np.radians(_MAX_PHONE_HFOV_DEG) / 2)
    distance = max(float(rng.uniform(*_PHONE_DISTANCE_MM)), float(widest_focal / scale))
    return PinholeCamera(
        request.width,
        request.height,
        float(np.degrees(2 * np.arctan(request.width / 2 / (scale * distance)))),
        distance,
        tilt_deg=tilt_deg,
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 4)),
        radial_distortion=float(rng.normal(-0.015, 0.02)),
    )


def on_table(place: Placement, rows: float | None = None) -> Layout:
    """The layout that places cards all over the picture. `rows`: rows of cards above each other that must fit."""

    def arrange(request: LayoutRequest) -> Arrangement:
        rng, card, width, height = request.rng, request.card, request.width, request.height
        codes = request.draw_codes()
        area = card[0] * card[1] * max(1, len(codes)) * float(rng.uniform(2.6, 5.0))
        scale = float(np.clip(np.sqrt(width * height * 0.9 / area), 1.6, 7.0)) * width / 1920
        if rows is not None:
            scale = min(scale, height / (rows * card[1]))
        camera = random_camera(request, scale)
        usable_share = 0.72 if request.is_oblique else 0.94
        space = (usable_share * width / camera.px_per_mm, usable_share * height / camera.px_per_mm)
        return Arrangement(camera, place(rng, codes, space, card))

    return arrange
