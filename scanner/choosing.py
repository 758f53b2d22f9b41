"""選り eri: from many outlines to the cards that are there, each once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.geometry import Quad, area
from scanner.recogniser import Verdict


@dataclass(frozen=True, slots=True)
class Candidate:
    """An outline in frame pixels, its first corner where the art's top left is, and what it shows.

    `support`: the shares 0..1 of its sides that lie on edges of the picture: the worst side's and the mean.
    """

    quad: Quad
    verdict: Verdict
    support: tuple[float, float]

    def standing(self) -> Candidate:
        """The same card with its outline beginning at the art's top left."""
        if not self.verdict.turned:
            return self
        return replace(self, quad=np.roll(self.quad, 2, axis=0), verdict=replace(self.verdict, turned=False))

    @property
    def down(self) -> bool:
        """Whether it looks like a back more than like any face."""
        return self.verdict.back > self.verdict.margin

    @property
    def worth(self) -> float:
        """How well it explains the picture: by how much its face, or its being a back, leads."""
        return max(self.verdict.margin, self.verdict.back)


def shared(one: Quad, two: Quad) -> float:
    """Area both quads cover, in square pixels."""
    if (one.max(axis=0) <= two.min(axis=0)).any() or (two.max(axis=0) <= one.min(axis=0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(one, two)[0])


def outermost(best: Candidate, rest: list[Candidate]) -> Candidate:
    """The largest well-supported outline of the same card: a printed frame shows it too, but is not its edge."""
    same = [best]
    for other in rest:
        if other.down != best.down or (not best.down and other.verdict.face != best.verdict.face):
            continue
        common = shared(best.quad, other.quad)
        if common > 0.6 * (area(best.quad) + area(other.quad) - common) and other.worth > 0.5 * best.worth:
            same.append(other)
    most = max(one.support[1] for one in same)
    return max((one for one in same if one.support[1] >= most - 0.12), key=lambda one: area(one.quad))


def _apart(common: float, first: Candidate, later: Candidate) -> bool:
    """Whether `later` may be a card too, `common` 0..1 of it under or over the first: the same face twice is not."""
    if common < 0.12:
        return True
    other = not later.down and later.verdict.face != first.verdict.face
    return other and common < 0.65 and later.verdict.margin > 8 * common


def choose(candidates: list[Candidate], least: float, most: int) -> list[Candidate]:
    """The cards, worthiest first: each at least `least` worth, hardly overlapping another, at most `most`."""
    left = sorted((one for one in candidates if one.worth >= least), key=lambda one: -one.worth)
    cards: list[Candidate] = []
    while left and len(cards) < most:
        best = outermost(left[0], left[1:])
        cards.append(best)
        size = area(best.quad)
        left = [one for one in left[1:] if _apart(shared(best.quad, one.quad) / min(size, area(one.quad)), best, one)]
    return cards
