"""席の場 seki no ba: where on the picture each seat lays its cards, for the page and for the synthetic table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_SEATS = 8

# Seats on the four edges: bottom, right, top, left.
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
_BAND_HEIGHT_SHARE = 0.32  # of the picture's height, the bands along the bottom and the top
_BAND_WIDTH_SHARE = 0.27  # of the picture's width, the bands along the sides


@dataclass(frozen=True, slots=True)
class Zone:
    """An upright box on the picture: centre `x`, `y` and size `width`, `height`, all fractions 0..1 of the picture.

    `facing`: degrees clockwise that cards lying upright for their owner are turned in the picture: 0 bottom, 270 right.
    """

    x: float
    y: float
    width: float
    height: float
    facing_deg: int = 0

    def contains(self, point: tuple[float, float]) -> bool:
        """Whether a point (x, y), fractions of the picture, lies inside, edges included."""
        return abs(point[0] - self.x) <= self.width / 2 and abs(point[1] - self.y) <= self.height / 2


CENTER_ZONE = Zone(0.5, 0.5, 1 - 2 * _BAND_WIDTH_SHARE, 1 - 2 * _BAND_HEIGHT_SHARE)


def seat_zones(seats: int) -> tuple[Zone, ...]:
    """The zones of 1 to 8 seats: seat 0, the dealer, in the middle of the bottom edge, then counter-clockwise as seen.

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
    """The index of the zone that holds the point (fractions of the picture); None where nobody lays cards.

    Where zones overlap, the one whose middle is nearest, measured by its size.

    >>> zone_at((0.5, 0.9), (*seat_zones(4), CENTER_ZONE))
    0
    """
    holding = [index for index, zone in enumerate(zones) if zone.contains(point)]

    def relative_distance(index: int) -> float:
        zone = zones[index]
        return max(abs(point[0] - zone.x) / zone.width, abs(point[1] - zone.y) / zone.height)

    return min(holding, key=relative_distance, default=None)
