"""布 nuno: where the cloth lies on the picture; what lies beside it is no card of this table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def inside(point: tuple[float, float], polygon: Sequence[Sequence[float]]) -> bool:
    """Whether a point lies in a polygon, both in fractions of the picture; a ray to the right crosses it unevenly.

    >>> inside((0.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)]), inside((1.5, 0.5), [(0, 0), (1, 0), (1, 1), (0, 1)])
    (True, False)
    """
    x, y = point
    crossed = False
    for number, (ax, ay) in enumerate(polygon):
        bx, by = polygon[number - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def within(read: dict[str, Any], cloth: Sequence[Sequence[float]] | None) -> dict[str, Any]:
    """A picture's read, as JSON, without the cards whose middle lies off the cloth; all of them without a cloth."""
    if not cloth:
        return read

    def lies(card: dict[str, Any]) -> bool:
        x, y = (sum(corner[axis] for corner in card["corners"]) / 4 for axis in (0, 1))
        return inside((x / read["width"], y / read["height"]), cloth)

    return {**read, "cards": [card for card in read["cards"] if lies(card)]}
