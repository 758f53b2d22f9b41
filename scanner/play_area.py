"""The calibrated play area: drop cards that lie off the cloth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.reads import CardRead, HiddenCard, PictureRead

Polygon = Sequence[Sequence[float]]
"""Corners (n, 2) as fractions 0..1 of the picture."""


def is_in_polygon(point: tuple[float, float], polygon: Polygon) -> bool:
    """Whether a point lies in a polygon, both in fractions of the picture.

    The even-odd rule: a ray from the point to the right crosses the polygon an odd number of times.

    >>> is_in_polygon((0.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)])
    True
    >>> is_in_polygon((1.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)])
    False
    """
    x, y = point
    is_odd = False
    for index, (ax, ay) in enumerate(polygon):
        bx, by = polygon[index - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            is_odd = not is_odd
    return is_odd


def restrict_to_play_area(read: PictureRead, play_area: Polygon | None) -> PictureRead:
    """The read without the cards whose centre lies off the play area. Unchanged without a play area."""
    if not play_area:
        return read

    def is_inside(card: CardRead | HiddenCard) -> bool:
        x, y = (sum(corner[axis] for corner in card.corners) / 4 for axis in (0, 1))
        return is_in_polygon((x / read.width, y / read.height), play_area)

    cards, hidden = tuple(filter(is_inside, read.cards)), tuple(filter(is_inside, read.hidden))
    return replace(read, cards=cards, hidden=hidden)
