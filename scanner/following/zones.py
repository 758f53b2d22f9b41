"""Zones of the seats and of the middle on the picture."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.play_area import is_in_polygon
from scanner.seat_zones import CENTER_ZONE, MAX_SEATS, Zone, seat_zones
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_MAX_POINTS = 100
"""Points of a polygon, at most."""
_MAX_COORDINATE = 100_000.0
"""Pixels of a coordinate, at most."""
_MIN_AREA = 400.0
"""Square pixels of a zone, at least: a card would not fit into less."""
_REACH_WIDTHS = 1.2
"""Card widths by which the centre of a card may lie off every zone and still belong to the nearest."""


_SIDE_WIDTHS = 0.4
"""Card widths from the centre of the middle from which a card lies towards somebody."""
_SIDE_GAP = math.radians(25)
"""Radians by which the next seat must be further round the table for that to be clear."""
_MIN_SIDE_SHARE = 0.2
"""Share 0..1 of points from which on a seat is one of those that they lie towards: a wide arm crosses a corner."""
_MIN_ZONES_WITHOUT_PAIRS = 4
"""Zones of seats from which on nobody shares one: fewer may be of pairs, whose partners sit opposite."""


@dataclass(frozen=True, slots=True)
class PlayZones:
    """The zones of a table.

    `seats`: a polygon for each seat, seat 0 first. `middle`: of what belongs to nobody. `is_relative`: whether their
    points are fractions 0..1 of the picture, else pixels.
    """

    seats: tuple[Polygon, ...]
    middle: Polygon
    is_relative: bool = False

    def seat_at(self, point: Point, size: tuple[int, int], card_width: float) -> tuple[bool, int | None]:
        """Whether a card with its centre there belongs to this table, and the seat in whose zone it lies.

        None is the middle. `point`, `size` (width, height) and `card_width` are in pixels of the picture. A card a
        little off all zones belongs to the nearest; one far off belongs to another table.
        """
        x, y = point
        scale = size if self.is_relative else (1, 1)
        zones = [*enumerate(self.seats), (None, self.middle)]
        here = (x / scale[0], y / scale[1])
        inside = [(seat, polygon) for seat, polygon in zones if is_in_polygon(here, polygon)]
        in_pixels = {seat: [(px * scale[0], py * scale[1]) for px, py in polygon] for seat, polygon in zones}
        if inside:
            seats = [seat for seat, _ in inside if seat is not None]
            return True, min(seats, key=lambda seat: math.dist(_centroid(in_pixels[seat]), point), default=None)
        gaps = {seat: _distance_to_outline(point, polygon) for seat, polygon in in_pixels.items()}
        nearest = min(gaps, key=lambda seat: gaps[seat])
        return gaps[nearest] <= _REACH_WIDTHS * card_width, nearest

    def side_at(self, point: Point, size: tuple[int, int], card_width: float) -> int | None:
        """The seat towards which a card with its centre there lies in the middle, None where that is not clear.

        Pixels as in `seat_at`. A seat without anybody opposite may be one of a pair, whose partner sits there.
        """
        centre, seats = self._centres(size)
        x, y = point[0] - centre[0], point[1] - centre[1]
        if math.hypot(x, y) < _SIDE_WIDTHS * card_width:
            return None
        here = math.atan2(y, x)
        turns = [abs(math.remainder(math.atan2(sy - centre[1], sx - centre[0]) - here, math.tau)) for sx, sy in seats]
        gaps = turns if len(seats) >= _MIN_ZONES_WITHOUT_PAIRS else [min(turn, math.pi - turn) for turn in turns]
        nearest, *others = sorted(range(len(gaps)), key=lambda seat: gaps[seat])
        is_clear = not others or gaps[others[0]] - gaps[nearest] > _SIDE_GAP
        return nearest if is_clear else None

    def seats_towards(self, points: Sequence[Point], size: tuple[int, int]) -> tuple[int, ...]:
        """The seats on whose sides of the table these points lie, such as those where arms cross the edge.

        Pixels as in `seat_at`. A seat with few of the points is none of them.
        """
        (cx, cy), centres = self._centres(size)
        directions = [math.atan2(y - cy, x - cx) for x, y in centres]
        count = Counter(
            min(
                range(len(directions)),
                key=lambda seat: abs(math.remainder(directions[seat] - math.atan2(y - cy, x - cx), math.tau)),
            )
            for x, y in points
        )
        return tuple(sorted(seat for seat, number in count.items() if number >= _MIN_SIDE_SHARE * len(points)))

    def _centres(self, size: tuple[int, int]) -> tuple[Point, list[Point]]:
        """The centres of the middle and of every seat's zone, in pixels of a picture of that size."""
        scale = size if self.is_relative else (1, 1)
        centre, *seats = ((x * scale[0], y * scale[1]) for x, y in map(_centroid, (self.middle, *self.seats)))
        return centre, seats

    def longest_card(self, size: tuple[int, int]) -> float:
        """What no card exceeds, in pixels of a picture of that size: the smaller side of the largest zone."""
        scale = size if self.is_relative else (1, 1)
        boxes = [
            cv2.minAreaRect(np.array([(x * scale[0], y * scale[1]) for x, y in polygon], np.float32))[1]
            for polygon in (*self.seats, self.middle)
        ]
        return float(min(max(boxes, key=lambda sides: sides[0] * sides[1])))

    def check_size(self, width: int, height: int) -> None:
        """Raise `bad_option` for zones in pixels that lie off a picture of that size."""
        if self.is_relative:
            return
        for seat, polygon in [*enumerate(self.seats), (None, self.middle)]:
            x, y = _centroid(polygon)
            if not (0 <= x <= width and 0 <= y <= height):
                place = Text("the middle", "場") if seat is None else Text(f"seat {seat}", f"席{seat}")
                raise _refusal(
                    f"the zone of {place.en} lies off the picture of {width} x {height} pixels",
                    f"{place.ja}の範囲が {width} x {height} 画素の画像の外にあります",
                )


def default_zones(seats: int) -> PlayZones:
    """The zones of `seats` people where nobody has drawn any: bands along the edges, the middle between them."""
    if not 1 <= seats <= MAX_SEATS:
        raise _refusal(f"a table has 1 to {MAX_SEATS} seats, not {seats}", f"席は1～{MAX_SEATS}です（{seats}）")
    return PlayZones(tuple(map(_box, seat_zones(seats))), _box(CENTER_ZONE), is_relative=True)


def read_zones(path: Path, *seats: int) -> PlayZones:
    """The zones in a file for a table of one of these numbers of seats. Raises `bad_option` for what they cannot be."""
    try:
        text = path.read_bytes()
    except OSError as fault:
        raise _refusal(f"{path.name} cannot be opened", f"「{path.name}」を開けません") from fault
    return parse_zones(parse_json(text), *seats)


def parse_zones(data: object, *seats: int) -> PlayZones:
    """The zones {"seats": [polygon…], "middle": polygon} in pixels for one of these numbers of seats.

    Where pairs play, a pair may have one zone, or each partner one: first everybody's, then their partners'. Raises
    `bad_option` and says in words which polygon is wrong, and how.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("seats"), Sequence) or isinstance(data["seats"], str):
        raise _refusal(
            'zones are {"seats": [polygon, …], "middle": polygon}',
            '範囲は {"seats": [多角形, …], "middle": 多角形} と書きます',
        )
    if len(data["seats"]) not in seats:
        raise _refusal(
            f"there are zones for {len(data['seats'])} seats, but {max(seats)} people",
            f"範囲は{len(data['seats'])}席分、人は{max(seats)}人です",
        )
    polygons = tuple(
        _parse_polygon(polygon, Text(f"seat {number}", f"席{number}")) for number, polygon in enumerate(data["seats"])
    )
    return PlayZones(polygons, _parse_polygon(data.get("middle"), Text("the middle", "場")))


def _parse_polygon(data: Any, place: Text) -> Polygon:
    """A polygon, checked."""
    is_list = isinstance(data, Sequence) and not isinstance(data, str)
    if not is_list or not 3 <= len(data) <= _MAX_POINTS or not all(map(_is_point, data)):
        raise _refusal(
            f"the zone of {place.en} is not a polygon of 3 to {_MAX_POINTS} points [x, y] in pixels",
            f"{place.ja}の範囲は、画素の点 [x, y] 3～{_MAX_POINTS}個の多角形ではありません",
        )
    points = tuple((float(x), float(y)) for x, y in data)
    if abs(_area(points)) < _MIN_AREA:
        raise _refusal(f"the zone of {place.en} is too small for a card", f"{place.ja}の範囲は札より小さすぎます")
    return points


def _is_point(data: Any) -> bool:
    return (
        isinstance(data, Sequence)
        and len(data) == 2
        and all(isinstance(part, int | float) and not isinstance(part, bool) for part in data)
        and all(math.isfinite(part) and abs(part) <= _MAX_COORDINATE for part in data)
    )


def _box(zone: Zone) -> Polygon:
    left, top = zone.x - zone.width / 2, zone.y - zone.height / 2
    right, bottom = left + zone.width, top + zone.height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _area(points: Sequence[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)) / 2


def _centroid(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _distance_to_outline(point: Point, polygon: Sequence[Point]) -> float:
    """The distance from a point to the outline of a polygon."""
    return min(_distance_to_segment(point, a, b) for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def _distance_to_segment(point: Point, a: Point, b: Point) -> float:
    (px, py), (ax, ay), (bx, by) = point, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    return math.dist(point, (ax + share * (bx - ax), ay + share * (by - ay)))


def _refusal(en: str, ja: str) -> Refusal:
    return Refusal("bad_option", Text(en, ja))
