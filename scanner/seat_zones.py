"""Seat zones: where in the picture each seat lays its cards.

The page and the synthetic table use the same zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_SEATS = 8
"""Seats at a table, at most: more zones would be too narrow for a hand of cards."""
_SEATS_PER_EDGE = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 1, 3, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
}
"""Seats on each edge of the picture (bottom, right, top, left) by number of seats."""
_BAND_HEIGHT_SHARE = 0.32
"""Height of the zones along the bottom and the top, as a share 0..1 of the picture's height. The center keeps 0.36."""
_BAND_WIDTH_SHARE = 0.27
"""Width of the zones along the sides, as a share 0..1 of the picture's width. The center keeps 0.46."""


@dataclass(frozen=True, slots=True)
class Zone:
    """An upright box on the picture: its center and size as fractions 0..1 of the picture."""

    x: float
    y: float
    width: float
    height: float
    facing_deg: int = 0
    """Degrees clockwise by which cards upright for their owner are turned in the picture: 0 bottom, 270 right."""

    def contains(self, point: tuple[float, float]) -> bool:
        """Whether a point (x, y), fractions of the picture, lies inside the box, edges included."""
        return abs(point[0] - self.x) <= self.width / 2 and abs(point[1] - self.y) <= self.height / 2


CENTER_ZONE = Zone(0.5, 0.5, 1 - 2 * _BAND_WIDTH_SHARE, 1 - 2 * _BAND_HEIGHT_SHARE)
"""The zone between the bands of the seats, for cards that belong to nobody."""


def seat_zones(seats: int) -> tuple[Zone, ...]:
    """The zones of 1 to 8 seats: seat 0, the dealer, in the middle of the bottom edge, then counter-clockwise.

    >>> [(zone.x, zone.y, zone.facing_deg) for zone in seat_zones(2)]
    [(0.5, 0.84, 0), (0.5, 0.16, 180)]
    """
    if seats not in _SEATS_PER_EDGE:
        raise ValueError(f"a table has 1 to {MAX_SEATS} seats, not {seats}")
    bottom, right, top, left = _SEATS_PER_EDGE[seats]
    middle = 1 - 2 * _BAND_HEIGHT_SHARE
    edges = [
        *[
            Zone((n + 0.5) / bottom, 1 - _BAND_HEIGHT_SHARE / 2, 1 / bottom, _BAND_HEIGHT_SHARE, 0)
            for n in range(bottom)
        ],
        *[Zone(1 - _BAND_WIDTH_SHARE / 2, 0.5, _BAND_WIDTH_SHARE, middle, 270) for _ in range(right)],
        *[Zone(1 - (n + 0.5) / top, _BAND_HEIGHT_SHARE / 2, 1 / top, _BAND_HEIGHT_SHARE, 180) for n in range(top)],
        *[Zone(_BAND_WIDTH_SHARE / 2, 0.5, _BAND_WIDTH_SHARE, middle, 90) for _ in range(left)],
    ]
    dealer = bottom // 2
    return tuple(edges[dealer:] + edges[:dealer])


def zone_at(point: tuple[float, float], zones: Sequence[Zone]) -> int | None:
    """The index of the zone that contains a point (x, y in fractions of the picture). None where nobody lays cards.

    Where zones overlap, it is the one whose center is nearest relative to its size.

    >>> zone_at((0.5, 0.9), (*seat_zones(4), CENTER_ZONE))
    0
    """
    containing = [index for index, zone in enumerate(zones) if zone.contains(point)]

    def relative_distance(index: int) -> float:
        zone = zones[index]
        return max(abs(point[0] - zone.x) / zone.width, abs(point[1] - zone.y) / zone.height)

    return min(containing, key=relative_distance, default=None)
