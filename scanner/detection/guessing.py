"""見込み mikomi: where cards may lie besides those known: rebuilt from what shows of them and from what is known."""

from __future__ import annotations

import numpy as np

from scanner.detection.corner_proposals import Floats, from_corners
from scanner.detection.edge_support import Edges
from scanner.detection.foreground import Mask, heaps
from scanner.detection.ground_plane import Plane
from scanner.detection.pairs import from_pairs
from scanner.imaging.geometry import Quad, grown

FEW = 3
"""Fewer known cards than this may all be printed frames, or stand alone by chance."""
_FRAMES = (0.07, 0.14)
"""The card's edge lies about this many widths outside the frame printed on it."""
_LADDER = (0.1, 0.25)
"""Shares of the picture's longer side that a card may be about as wide as, where none is known."""
_GUESSES = 3
_SMALL = 24.0
_NEAR = 0.12


class Guesser:
    """Guesses outlines in a picture (work pixels) whose `table_distance` is `apart`, of cards of `shape`."""

    def __init__(self, edges: Edges, shape: tuple[float, float], apart: Mask) -> None:
        self._edges = edges
        self._shape = shape
        self._apart = apart

    def quads(self, lines: Floats, known: list[Quad]) -> list[Quad]:
        """Outlines that may be cards, from the picture's straight edges (n, 2, 2) and the cards known by now."""
        size = (self._apart.shape[1], self._apart.shape[0])
        planes = [Plane(known, self._shape)] if known else self._planes()
        found = [quad for plane in planes for quad in from_corners(lines, known, plane, self._shape, self._edges, size)]
        if not known:
            found += from_pairs(lines, [share * max(size) for share in _LADDER], self._shape, self._edges, size)
        if len(known) < FEW:
            found += self._edges.snapped([grown(quad, by) for quad in known for by in _FRAMES])
        return found

    def _planes(self) -> list[Plane]:
        """Planes for a table on which no card is known: its largest heaps are as high, or as wide, as a card."""
        width, height = self._shape
        sizes = [short / side for short, _ in heaps(self._apart) for side in (height, width) if short > _SMALL]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        kept = [
            one for number, one in enumerate(sizes) if all(abs(np.log(one / other)) > _NEAR for other in sizes[:number])
        ]
        return [Plane([corners * np.float32(size)], self._shape) for size in kept[:_GUESSES]]
