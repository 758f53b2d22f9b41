"""布 nuno: where the cloth lies on the picture; what lies beside it is no card of this table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.reads import CardRead, PictureRead

Polygon = Sequence[Sequence[float]]
"""(n, 2), fractions of the picture."""


def is_in_polygon(point: tuple[float, float], polygon: Polygon) -> bool:
    """Whether a point lies in a polygon, both in fractions of the picture; a ray to the right crosses it unevenly.

    >>> is_in_polygon((0.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)])
    True
    >>> is_in_polygon((1.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)])
    False
    """
    x, y = point
    crossed = False
    for number, (ax, ay) in enumerate(polygon):
        bx, by = polygon[number - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def restrict_to_play_area(read: PictureRead, play_area: Polygon | None) -> PictureRead:
    """A picture's read without the cards whose middle lies off the cloth; all of them without a cloth."""
    if not play_area:
        return read

    def is_inside(card: CardRead) -> bool:
        x, y = (sum(corner[axis] for corner in card.corners) / 4 for axis in (0, 1))
        return is_in_polygon((x / read.width, y / read.height), play_area)

    return replace(read, cards=tuple(card for card in read.cards if is_inside(card)))
