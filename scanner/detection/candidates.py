"""選り eri: from many outlines to the cards that are there, each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.imaging.geometry import OPPOSITE_CORNER, Quad, quad_area, side_vectors
from scanner.recognition.classifier import Prediction

MIN_OWN_EDGE_SHARE = 0.7
_MIN_SIDE_SUPPORT = 0.6
"""An outline along each side of which an edge is seen for so much of it is not sought anew."""
_MIN_HIDDEN_SHARE = 0.15


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
    prediction: Prediction
    edge_support: NDArray[np.bool_]
    is_keypoint_confirmed: bool = False
    is_reconstructed: bool = False
    is_occluded: bool = False
    screen_label: str = ""
    out_of_frame: NDArray[np.bool_] | None = None

    @cached_property
    def support_shares(self) -> tuple[float, float]:
        """The shares 0..1 of its sides that lie on edges of the picture: the worst side's and the mean."""
        sides = self.edge_support.mean(axis=1)
        return float(sides.min()), float(sides.mean())

    @cached_property
    def area(self) -> float:
        """What its outline takes in, in square pixels."""
        return quad_area(self.quad)

    @cached_property
    def bounds(self) -> NDArray[np.float32]:
        """Left, top, right and bottom of what its outline takes in."""
        return np.concatenate([self.quad.min(axis=0), self.quad.max(axis=0)])

    def side_points(self) -> NDArray[np.float32]:
        """Where `seen` was looked for: (4 * points, 2)."""
        sides = side_vectors(self.quad)
        return np.asarray((self.quad[:, None] + sides[:, None] * SIDE_POSITIONS[:, None]).reshape(-1, 2), np.float32)

    def upright(self) -> Candidate:
        """The same card with its outline beginning at the art's top left."""
        if not self.prediction.is_upside_down:
            return self
        verdict = replace(self.prediction, is_upside_down=False)
        out = None if self.out_of_frame is None else self.out_of_frame[OPPOSITE_CORNER]
        return replace(
            self,
            quad=self.quad[OPPOSITE_CORNER],
            prediction=verdict,
            edge_support=self.edge_support[OPPOSITE_CORNER],
            out_of_frame=out,
        )

    @property
    def is_back(self) -> bool:
        """Whether it looks like a back more than like any face."""
        return self.prediction.back_margin > self.prediction.margin

    @property
    def is_truncated_back(self) -> bool:
        """Whether it looks like a back that the picture's edge cuts off: so does much that runs out of a picture."""
        return self.is_back and self.out_of_frame is not None

    @property
    def defines_scale(self) -> bool:
        """Whether it is a face that says how large a card is: one cut off is as large as it was guessed to be."""
        return not self.is_back and not (self.is_reconstructed and self.out_of_frame is not None)

    @property
    def score(self) -> float:
        """How well it explains the picture: by how much its face, or its being a back, leads."""
        return max(self.prediction.margin, self.prediction.back_margin)


def intersection_area(first: Quad, second: Quad) -> float:
    """Area both quads cover, in square pixels."""
    return float(cv2.intersectConvexConvex(first, second)[0])


def outline_keys(cards: list[Candidate]) -> set[frozenset[tuple[float, ...]]]:
    """Where cards lie, either way up."""
    return {frozenset(map(tuple, card.quad.tolist())) for card in cards}


def points_in_quad(points: NDArray[np.floating], quad: Quad) -> NDArray[np.bool_]:
    """Whether points (n, 2) lie in a clockwise convex quad."""
    sides = side_vectors(quad)
    apart = points[:, None] - quad
    return np.asarray((sides[:, 0] * apart[..., 1] - sides[:, 1] * apart[..., 0] >= 0).all(axis=1))


def is_edge_supported(card: Candidate, others: Sequence[Candidate] = ()) -> bool:
    """Whether its outline lies on edges along every side, but where others lie over it: else another may fit better.

    A dark line of the table beside a card, or its shadow, may have been taken for its side.
    """
    if card.is_keypoint_confirmed:
        return True
    points = card.side_points()
    seen = card.edge_support.reshape(-1).copy()
    for other in others:
        if other is not card:
            seen |= points_in_quad(points, other.quad)
    return bool(seen.reshape(card.edge_support.shape).mean(axis=1).min() >= _MIN_SIDE_SUPPORT)


def final_candidates(cards: Sequence[Candidate], min_clear_score: float) -> list[Candidate]:
    """The cards whose outline no other may explain better: a face or back that leads by `clearly`, or firm ones."""
    return [card for card in cards if card.score >= min_clear_score or is_edge_supported(card, cards)]


def is_covered(card: Candidate, others: list[Candidate]) -> bool:
    """Whether another card lies over a good part of it: they share ground, and its own edge cannot be seen there."""
    for other in others:
        if other is card or intersection_area(card.quad, other.quad) < _MIN_HIDDEN_SHARE * card.area:
            continue
        under = points_in_quad(card.side_points(), other.quad)
        if not under.any() or card.edge_support.reshape(-1)[under].mean() < MIN_OWN_EDGE_SHARE:
            return True
    return False


def overlap_mask(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, left top right bottom) overlap that one."""
    return np.asarray((boxes[:, :2] < box[2:]).all(axis=1) & (boxes[:, 2:] > box[:2]).all(axis=1))
