"""The table of a film: camera, zones of the seats, and where arms come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.seat_zones import CENTER_ZONE, Zone, seat_zones
from scanner.synth.films.patches import LensCamera
from scanner.synth.habits.switches import PLAIN, FilmSwitches
from scanner.synth.layout import Size

Rng = np.random.Generator
Point = tuple[float, float]
_LONG_SIDE_MM = 70.0
"""Millimetres of a long side that tells large cards, such as Western ones, from small ones."""
_PX_PER_MM = {True: (1.12, 1.28), False: (1.38, 1.62)}
"""Pixels per mm, least and most, for large cards and for small ones, in a picture 1280 pixels wide."""
_CROWDED_SEATS = 5
"""Seats from which on zones are narrow: the camera then hangs as high as it may."""
_HFOV_DEG = (58.0, 70.0)
"""Degrees of the horizontal field of view, least and most, of cameras that hang over a table."""
_USED_SHARE = 0.965
"""Share of the picture, 0..1, in which zones lie: a tilted camera does not see the rest evenly."""
_SLANT_DEG = (12.0, 26.0)
"""Degrees off the vertical, least and most, from which a slanted camera looks."""
_SLANTED_SHARE = 0.86
"""As `_USED_SHARE`, where the camera is slanted: the near edge of the table leaves the picture first."""
_HOME_MM = 115.0
"""Millimetres outside the picture at which fingertips rest between two moves, a held card included."""
_SHOULDER_MM = 420.0
"""Millimetres from there to the joint about which an arm turns."""
_SIDEWAYS_MM = 130.0
"""Millimetres from the middle of a seat to its right and its left shoulder."""
_FAR_SIDEWAYS_MM = 260.0
"""The same of people who sit further to the side: their arms reach across."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies: its centre in mm from the middle of the table, degrees clockwise as seen."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the table that belongs to a seat or to all.

    `x`, `y`: its centre in mm. `along`, `deep`: its extent in mm along its owner's edge and away from it. `facing`:
    degrees clockwise by which cards upright for their owner are turned.
    """

    x: float
    y: float
    along: float
    deep: float
    facing: float = 0.0

    def place(self, x: float, y: float, angle: float = 0.0) -> Spot:
        """The spot at (x, y) mm from its centre as its owner sees it, x to the right, y towards the owner."""
        radians = np.radians(self.facing)
        cos, sin = float(np.cos(radians)), float(np.sin(radians))
        return Spot(self.x + x * cos - y * sin, self.y + x * sin + y * cos, (self.facing + angle) % 360)

    def corners(self) -> list[Point]:
        """Its four corners in mm, clockwise from the owner's far left."""
        halves = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        spots = [self.place(x * self.along, y * self.deep) for x, y in halves]
        return [(spot.x, spot.y) for spot in spots]


@dataclass(frozen=True, slots=True)
class Stage:
    """A table under its camera.

    `seats`: the areas of all who sit there, the dealer's first, then counter-clockwise. `card`: its size in mm.
    `seat_count`: seats of the game: of a pair, one partner keeps what it takes. `zone_count`: how many of the areas
    are zones, the seats' or those of all people. `switches`: what is otherwise in this film.
    """

    camera: LensCamera
    card: Size
    seats: tuple[Area, ...]
    middle: Area
    seat_count: int
    zone_count: int
    switches: FilmSwitches = PLAIN

    def home(self, seat: int) -> Point:
        """Where a seat's fingertips rest, out of the picture, in mm."""
        spot = self.seats[seat].place(0.0, self.seats[seat].deep / 2 + _HOME_MM)
        return spot.x, spot.y

    def shoulder(self, seat: int, *, is_left: bool = False) -> Point:
        """The joint about which an arm of a seat turns, in mm."""
        side = (-1 if is_left else 1) * (_SIDEWAYS_MM if not self.switches.arms else _FAR_SIDEWAYS_MM)
        spot = self.seats[seat].place(side, self.seats[seat].deep / 2 + _HOME_MM + _SHOULDER_MM)
        return spot.x, spot.y

    def to_pixels(self, points: Sequence[Point]) -> list[list[int]]:
        """Pixels, inside the picture, of points on the table in mm."""
        flat = np.array([(x, y, 0.0) for x, y in points])
        limits = (self.camera.width - 1, self.camera.height - 1)
        return [[int(part) for part in pixel] for pixel in np.clip(np.rint(self.camera.project(flat)), 0, limits)]

    def zones(self) -> dict[str, list[list[int]] | list[list[list[int]]]]:
        """The polygons in pixels of the seats and of the middle, as `follow --zones` takes them."""
        return {
            "seats": [self.to_pixels(area.corners()) for area in self.seats[: self.zone_count]],
            "middle": self.to_pixels(self.middle.corners()),
        }

    def outline(self, spot: Spot) -> cv2.typing.MatLike:
        """The corners (4, 2) in mm of a card there."""
        return cv2.boxPoints(((spot.x, spot.y), self.card, spot.angle))


def set_stage(
    rng: Rng,
    people: int,
    card: Size,
    size: tuple[int, int],
    seat_count: int | None = None,
    switches: FilmSwitches = PLAIN,
) -> Stage:
    """A table for that many people, for cards of that size in mm, seen by a camera of `size` pixels.

    `seat_count`: seats of the game, if they are fewer.
    """
    width, height = size
    low, high = _PX_PER_MM[card[1] > _LONG_SIDE_MM]
    scale = (low if people >= _CROWDED_SEATS else float(rng.uniform(low, high))) * width / 1280
    hfov = float(rng.uniform(*_HFOV_DEG))
    focal = width / 2 / np.tan(np.radians(hfov) / 2)
    camera = LensCamera(
        width,
        height,
        hfov,
        float(focal / scale),
        tilt_deg=float(abs(rng.normal(0, 4.0))),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 1.0)),
        radial_distortion=float(rng.normal(-0.02, 0.02)),
    )
    share = _USED_SHARE
    if switches.slant:
        camera, share = replace(camera, tilt_deg=float(rng.uniform(*_SLANT_DEG))), _SLANTED_SHARE
    extent = (share * width / scale, share * height / scale)
    zones = seat_zones(people)
    areas = [_area(zone, extent) for zone in zones]
    if switches.turned_table:
        first = int(rng.integers(1, max(2, people)))
        areas = areas[first:] + areas[:first]
    middle, seats = _area(_middle(zones), extent), seat_count or people
    return Stage(camera, card, tuple(areas), middle, seats, people if switches.own_zones else seats, switches)


def _middle(zones: Sequence[Zone]) -> Zone:
    """The zone that the seats leave free: wider where nobody sits at the sides."""
    sides = {zone.facing_deg for zone in zones}
    left, right = (CENTER_ZONE.x + sign * CENTER_ZONE.width / 2 for sign in (-1, 1))
    left, right = (left if 90 in sides else 0.04), (right if 270 in sides else 0.96)
    return Zone((left + right) / 2, CENTER_ZONE.y, right - left, CENTER_ZONE.height)


def _area(zone: Zone, size: Size) -> Area:
    extent = (zone.width * size[0], zone.height * size[1])
    along, deep = extent if zone.facing_deg % 180 == 0 else extent[::-1]
    return Area((zone.x - 0.5) * size[0], (zone.y - 0.5) * size[1], along, deep, float(zone.facing_deg))
