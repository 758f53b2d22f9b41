"""選り eri: from many outlines to the cards that are there, each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import POINTS
from scanner.imaging.geometry import OPPOSITE, Quad, area, spans
from scanner.recognition.classifier import Verdict

_TOUCHING = 0.12
_FREE = 0.3
_OWN_EDGE = 0.7
_FIRM = 0.6
"""An outline along each side of which an edge is seen for so much of it is not sought anew."""
_LESS, _LESS_AT_WORST = 0.12, 0.25
"""A larger outline of the same card may lie on edges so much less, all around and along its worst side."""
_OWN_EDGE_CLEAR = 0.5
"""Of a card whose face is beyond doubt less of its own edge need be seen: white paper beside white paper shows none."""
_ART = 0.5
_HIDDEN = 0.15


@dataclass(frozen=True, eq=False)
class Candidate:
    """An outline in frame pixels, its first corner where the art's top left is, and what it shows.

    `seen`: bool (4, points), where along each side an edge was seen. `shown`: so many marks of a
    known deck's drawing lie where they belong on such a card that it is there, its edges hidden or not.
    `rebuilt`: its outline is a guess from one corner. `partly`: found by what others leave of it to see.
    `clear`: the face that the screen alone is sure of, if it is. `out`: as `seen`, where the picture ends before its
    side does; None: nowhere.
    """

    quad: Quad
    verdict: Verdict
    seen: NDArray[np.bool_]
    shown: bool = False
    rebuilt: bool = False
    partly: bool = False
    clear: str = ""
    out: NDArray[np.bool_] | None = None

    @cached_property
    def support(self) -> tuple[float, float]:
        """The shares 0..1 of its sides that lie on edges of the picture: the worst side's and the mean."""
        sides = self.seen.mean(axis=1)
        return float(sides.min()), float(sides.mean())

    @cached_property
    def area(self) -> float:
        """What its outline takes in, in square pixels."""
        return area(self.quad)

    @cached_property
    def box(self) -> NDArray[np.float32]:
        """Left, top, right and bottom of what its outline takes in."""
        return np.concatenate([self.quad.min(axis=0), self.quad.max(axis=0)])

    def side_points(self) -> NDArray[np.float32]:
        """Where `seen` was looked for: (4 * points, 2)."""
        sides = spans(self.quad)
        return np.asarray((self.quad[:, None] + sides[:, None] * POINTS[:, None]).reshape(-1, 2), np.float32)

    def standing(self) -> Candidate:
        """The same card with its outline beginning at the art's top left."""
        if not self.verdict.turned:
            return self
        verdict = replace(self.verdict, turned=False)
        out = None if self.out is None else self.out[OPPOSITE]
        return replace(self, quad=self.quad[OPPOSITE], verdict=verdict, seen=self.seen[OPPOSITE], out=out)

    @property
    def down(self) -> bool:
        """Whether it looks like a back more than like any face."""
        return self.verdict.back > self.verdict.margin

    @property
    def plain(self) -> bool:
        """Whether it looks like a back that the picture's edge cuts off: so does much that runs out of a picture."""
        return self.down and self.out is not None

    @property
    def sized(self) -> bool:
        """Whether it is a face that says how large a card is: one cut off is as large as it was guessed to be."""
        return not self.down and not (self.rebuilt and self.out is not None)

    @property
    def worth(self) -> float:
        """How well it explains the picture: by how much its face, or its being a back, leads."""
        return max(self.verdict.margin, self.verdict.back)


def shared(one: Quad, two: Quad) -> float:
    """Area both quads cover, in square pixels."""
    return float(cv2.intersectConvexConvex(one, two)[0])


def places(cards: list[Candidate]) -> set[frozenset[tuple[float, ...]]]:
    """Where cards lie, either way up."""
    return {frozenset(map(tuple, card.quad.tolist())) for card in cards}


def outermost(best: Candidate, rest: list[Candidate]) -> Candidate:
    """The largest well-supported outline of the same card: a printed frame shows it too, but is not its edge.

    Of one that takes in some of the table a side lies on no edge at all.
    """
    same = [best]
    for other in rest:
        if other.down != best.down or (not best.down and other.verdict.face != best.verdict.face):
            continue
        if other.worth > 0.5 * best.worth:
            common = shared(best.quad, other.quad)
            if common > 0.6 * (best.area + other.area - common):
                same.append(other)
    worst, most = (max(one.support[part] for one in same) for part in (0, 1))
    lying = [one for one in same if one.support[1] >= most - _LESS and one.support[0] >= worst - _LESS_AT_WORST]
    return max(lying or same, key=lambda one: one.area)


def inside(points: NDArray[np.floating], quad: Quad) -> NDArray[np.bool_]:
    """Whether points (n, 2) lie in a clockwise convex quad."""
    sides = spans(quad)
    apart = points[:, None] - quad
    return np.asarray((sides[:, 0] * apart[..., 1] - sides[:, 1] * apart[..., 0] >= 0).all(axis=1))


def stands_alone(card: Candidate, chosen: list[Candidate]) -> bool:
    """Whether a card half under or over others shows enough outside them: free ground, and edges of its own there."""
    if card.shown:
        return True
    if sum(shared(card.quad, other.quad) for other in chosen) > (1 - _FREE) * card.area:
        return False
    points = card.side_points()
    free = np.ones(len(points), bool) if card.out is None else ~card.out.reshape(-1)
    for other in chosen:
        centre = other.quad.mean(axis=0)
        free &= ~inside(points, (other.quad - centre) * np.float32(1.06) + centre)
    least = _OWN_EDGE_CLEAR if card.clear else _OWN_EDGE
    outside, seen = (int(np.count_nonzero(where)) for where in (free, free & card.seen.reshape(-1)))
    return outside >= _FREE * len(points) and seen >= least * outside


def firm(card: Candidate, others: Sequence[Candidate] = ()) -> bool:
    """Whether its outline lies on edges along every side, but where others lie over it: else another may fit better.

    A dark line of the table beside a card, or its shadow, may have been taken for its side.
    """
    if card.shown:
        return True
    points = card.side_points()
    seen = card.seen.reshape(-1).copy()
    for other in others:
        if other is not card:
            seen |= inside(points, other.quad)
    return bool(seen.reshape(card.seen.shape).mean(axis=1).min() >= _FIRM)


def settled(cards: Sequence[Candidate], clearly: float) -> list[Candidate]:
    """The cards whose outline no other may explain better: a face or back that leads by `clearly`, or firm ones."""
    return [card for card in cards if card.worth >= clearly or firm(card, cards)]


def covered(card: Candidate, others: list[Candidate]) -> bool:
    """Whether another card lies over a good part of it: they share ground, and its own edge cannot be seen there."""
    for other in others:
        if other is card or shared(card.quad, other.quad) < _HIDDEN * card.area:
            continue
        under = inside(card.side_points(), other.quad)
        if not under.any() or card.seen.reshape(-1)[under].mean() < _OWN_EDGE:
            return True
    return False


def _other_card(first: Candidate, later: Candidate) -> bool:
    """Whether `later` may be another card than the first, which it touches: the same face twice is not."""
    common = shared(first.quad, later.quad) / min(first.area, later.area)
    if common < _TOUCHING:
        return True
    other = later.verdict.face != first.verdict.face or later.shown
    return common < 1 - _FREE and not later.down and other


def without_art(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates without the backs that lie on a face much larger than they: a pip or a picture looks like a back.

    Cards of one deck are of one size, so no card lies within another.
    """
    faces = [one for one in candidates if not one.down and one.worth >= 0]
    if not faces:
        return candidates
    boxes = np.stack([face.box for face in faces])
    grounds = _ART * np.array([face.area for face in faces])
    kept = []
    for one in candidates:
        larger = np.flatnonzero((one.area < grounds) & _around(boxes, one.box)) if one.down else ()
        if not any(inside(one.quad, faces[number].quad).all() for number in larger):
            kept.append(one)
    return kept


def choose(candidates: list[Candidate], least: float, most: int) -> list[Candidate]:
    """The cards, worthiest first: each at least `least` worth, with ground of its own, at most `most`."""
    left = sorted((one for one in without_art(candidates) if one.worth >= least), key=lambda one: -one.worth)
    boxes = np.array([one.box for one in left]).reshape(-1, 4)
    cards: list[Candidate] = []
    while left and len(cards) < most:
        first = left[0]
        touched = [card for card in cards if shared(card.quad, first.quad) > _TOUCHING * first.area]
        if touched and not stands_alone(first, touched):
            left, boxes = left[1:], boxes[1:]
            continue
        best = outermost(first, [left[number] for number in np.flatnonzero(overlapping(boxes, boxes[0])) if number])
        cards.append(best)
        near = overlapping(boxes, best.box)
        kept = [number for number, one in enumerate(left) if number and (not near[number] or _other_card(best, one))]
        left, boxes = [left[number] for number in kept], boxes[kept]
    return cards


def overlapping(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, left top right bottom) overlap that one."""
    return np.asarray((boxes[:, :2] < box[2:]).all(axis=1) & (boxes[:, 2:] > box[:2]).all(axis=1))


def _around(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, left top right bottom) hold all of that one."""
    return np.asarray((boxes[:, :2] <= box[:2]).all(axis=1) & (boxes[:, 2:] >= box[2:]).all(axis=1))
