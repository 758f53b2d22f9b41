"""Card candidates: an outline, its classification and its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.imaging.geometry import OPPOSITE_CORNER, Quad, quad_area, side_vectors
from scanner.recognition.prediction import Prediction

MIN_OWN_EDGE_SHARE = 0.7
"""Share 0..1 of a stretch of a card's side that must lie on an edge of the picture for the side to be visible there.

Where two cards overlap, the card whose side is visible lies on top. Set by `fudayomi bench eyes`.
"""
_MIN_SIDE_SUPPORT = 0.6
"""Share 0..1 of each side that must lie on an edge, or under other cards, before the outline is accepted as it is.

Below it a joint of the table top or a shadow may have been taken for a side. Set by `fudayomi bench eyes`.
"""
_MIN_HIDDEN_SHARE = 0.15
"""Share 0..1 of a card's area that another card must overlap before it can count as lying over it.

Inexact outlines of cards that only touch overlap by less. Set by `fudayomi bench eyes`.
"""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A proposed outline of a card with its classification and the evidence for it."""

    quad: Quad
    """Corners (4, 2) float32 in frame pixels, clockwise. The first is the top left corner of the art once `upright`."""
    prediction: Prediction
    """Classification of the crop inside the outline."""
    edge_support: NDArray[np.bool_]
    """Whether each point along each side lies on an edge of the picture: (4, points), see `SIDE_POSITIONS`."""
    is_keypoint_confirmed: bool = False
    """Whether enough keypoints of an enrolled deck agree that the card lies here, even if its edges are hidden.

    `detector.redetect` also sets it for a card that still lies where it was read before.
    """
    is_reconstructed: bool = False
    """Whether the outline is a guess: rebuilt from visible corners, or proposed by the network."""
    is_occluded: bool = False
    """Whether the candidate was found by the part of the card that other cards leave visible."""
    screen_label: str = ""
    """The face if the screening classifier alone is sure of it, else ""."""
    out_of_frame: NDArray[np.bool_] | None = None
    """Which points along the sides lie outside the picture: (4, points) as `edge_support`, None if none do."""

    @cached_property
    def support_shares(self) -> tuple[float, float]:
        """Shares 0..1 of the outline that lie on edges of the picture: of the worst side, and the mean of all sides."""
        sides = self.edge_support.mean(axis=1)
        return float(sides.min()), float(sides.mean())

    @cached_property
    def area(self) -> float:
        """Area of the outline in square pixels."""
        return quad_area(self.quad)

    @cached_property
    def bounds(self) -> NDArray[np.float32]:
        """Bounding box of the outline: left, top, right and bottom in pixels."""
        return np.concatenate([self.quad.min(axis=0), self.quad.max(axis=0)])

    def side_points(self) -> NDArray[np.float32]:
        """Points along the sides to which `edge_support` refers: (4 * points, 2) in frame pixels."""
        sides = side_vectors(self.quad)
        return np.asarray((self.quad[:, None] + sides[:, None] * SIDE_POSITIONS[:, None]).reshape(-1, 2), np.float32)

    def upright(self) -> Candidate:
        """The same candidate with the first corner of its outline at the top left of the art."""
        if not self.prediction.is_upside_down:
            return self
        prediction = replace(self.prediction, is_upside_down=False)
        out_of_frame = None if self.out_of_frame is None else self.out_of_frame[OPPOSITE_CORNER]
        return replace(
            self,
            quad=self.quad[OPPOSITE_CORNER],
            prediction=prediction,
            edge_support=self.edge_support[OPPOSITE_CORNER],
            out_of_frame=out_of_frame,
        )

    @property
    def is_back(self) -> bool:
        """Whether the crop resembles a card back more than any face."""
        return self.prediction.back_margin > self.prediction.margin

    @property
    def is_truncated_back(self) -> bool:
        """Whether this is a back cut off by the border of the picture. Much that leaves a picture resembles one."""
        return self.is_back and self.out_of_frame is not None

    @property
    def defines_scale(self) -> bool:
        """Whether this is a face whose size shows how large cards are here.

        A reconstructed card that the border cuts off does not: its size was guessed.
        """
        return not self.is_back and not (self.is_reconstructed and self.out_of_frame is not None)

    @property
    def score(self) -> float:
        """Rank in non-maximum suppression, in logits: the larger of the margins of its face and of being a back."""
        return max(self.prediction.margin, self.prediction.back_margin)


def intersection_area(first: Quad, second: Quad) -> float:
    """Area both convex quads cover, in square pixels."""
    return float(cv2.intersectConvexConvex(first, second)[0])


def outline_keys(cards: list[Candidate]) -> set[frozenset[tuple[float, ...]]]:
    """Identity of each outline, the same for both ways up."""
    return {frozenset(map(tuple, card.quad.tolist())) for card in cards}


def points_in_quad(points: NDArray[np.floating], quad: Quad) -> NDArray[np.bool_]:
    """Whether each of the points (n, 2) lies in a clockwise convex quad: (n,)."""
    sides = side_vectors(quad)
    apart = points[:, None] - quad
    return np.asarray((sides[:, 0] * apart[..., 1] - sides[:, 1] * apart[..., 0] >= 0).all(axis=1))


def is_edge_supported(card: Candidate, others: Sequence[Candidate] = ()) -> bool:
    """Whether edges of the picture support every side of a card, not counting the parts under `others`.

    If not, another outline may fit better: a dark line of the table beside the card, or its shadow, may have been
    taken for its side. A card confirmed by keypoints needs no edges.
    """
    if card.is_keypoint_confirmed:
        return True
    points = card.side_points()
    supported = card.edge_support.reshape(-1).copy()
    for other in others:
        if other is not card:
            supported |= points_in_quad(points, other.quad)
    return bool(supported.reshape(card.edge_support.shape).mean(axis=1).min() >= _MIN_SIDE_SUPPORT)


def final_candidates(cards: Sequence[Candidate], min_clear_score: float) -> list[Candidate]:
    """The cards whose outlines need no further search: score of at least `min_clear_score`, or edges on every side."""
    return [card for card in cards if card.score >= min_clear_score or is_edge_supported(card, cards)]


def is_covered(card: Candidate, others: list[Candidate]) -> bool:
    """Whether another card lies over a good part of this one: they overlap, and this card's side is hidden there."""
    for other in others:
        if other is card or intersection_area(card.quad, other.quad) < _MIN_HIDDEN_SHARE * card.area:
            continue
        is_overlapped = points_in_quad(card.side_points(), other.quad)
        if not is_overlapped.any() or card.edge_support.reshape(-1)[is_overlapped].mean() < MIN_OWN_EDGE_SHARE:
            return True
    return False


def overlap_mask(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, 4), each left, top, right, bottom, overlap one box: (n,)."""
    return np.asarray((boxes[:, :2] < box[2:]).all(axis=1) & (boxes[:, 2:] > box[:2]).all(axis=1))
