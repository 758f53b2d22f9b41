"""Greedy non-maximum suppression of card candidates.

`non_max_suppression` takes the candidates in descending order of score. Two things differ from the textbook. Of the
outlines of one card the outermost supported one wins, not the best scored, because a frame printed on the card scores
as well as its edge. A candidate that overlaps an accepted card survives if it shows evidence of its own, because cards
lie over each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import MIN_OWN_EDGE_SHARE, Candidate, intersection_area, overlap_mask, points_in_quad


@dataclass(frozen=True, slots=True)
class SuppressionConfig:
    """Thresholds of non-maximum suppression, set by `fudayomi bench eyes`."""

    max_touching_overlap: float = 0.12
    """Overlap as a share 0..1 of a card's area up to which two cards only touch. Inexact outlines overlap that much."""
    min_free_share: float = 0.3
    """Share 0..1 of a card's area and of its side points that must lie outside the accepted cards it overlaps.

    With less to see, the candidate may be an outline of the accepted card itself.
    """
    min_same_card_score_share: float = 0.5
    """Share 0..1 of the best score that another outline of the same card needs to be preferred to it."""
    min_same_card_iou: float = 0.6
    """Intersection over union 0..1 from which two outlines with the same face are outlines of one card."""
    mean_support_tolerance: float = 0.12
    """By how much (share 0..1) the mean edge support of a larger outline of the card may be worse than the best."""
    worst_side_support_tolerance: float = 0.25
    """By how much (share 0..1) the support of its worst side may be worse: an outline that includes some of the table
    has a side without any edge."""
    min_own_edge_share_if_screened: float = 0.5
    """`MIN_OWN_EDGE_SHARE` of a card whose face the screening classifier is sure of: white paper beside white paper
    shows no edge."""
    max_art_area_share: float = 0.5
    """A back with less than this share 0..1 of the area of a face around it is part of the art of that face."""
    cover_scale: float = 1.06
    """Factor by which accepted cards are enlarged before side points count as free: their own edges lie close by."""


CONFIG = SuppressionConfig()


def non_max_suppression(candidates: list[Candidate], min_score: float, max_count: int) -> list[Candidate]:
    """The cards among the candidates, those with the best scores first.

    At most `max_count` cards, each from a candidate with a score of at least `min_score` (logits) and with evidence of
    its own where it overlaps others.
    """
    remaining = sorted(
        (card for card in drop_backs_inside_faces(candidates) if card.score >= min_score), key=lambda card: -card.score
    )
    boxes = np.array([card.bounds for card in remaining]).reshape(-1, 4)
    accepted: list[Candidate] = []
    while remaining and len(accepted) < max_count:
        first = remaining[0]
        overlapped = [
            card
            for card in accepted
            if intersection_area(card.quad, first.quad) > CONFIG.max_touching_overlap * first.area
        ]
        if overlapped and not has_own_evidence(first, overlapped):
            remaining, boxes = remaining[1:], boxes[1:]
            continue
        best = outermost_supported(
            first, [remaining[index] for index in np.flatnonzero(overlap_mask(boxes, boxes[0])) if index]
        )
        accepted.append(best)
        is_near = overlap_mask(boxes, best.bounds)
        survivors = [
            index
            for index, card in enumerate(remaining)
            if index and (not is_near[index] or _may_be_other_card(best, card))
        ]
        remaining, boxes = [remaining[index] for index in survivors], boxes[survivors]
    return accepted


def outermost_supported(best: Candidate, rest: list[Candidate]) -> Candidate:
    """The largest outline of the same card that edges of the picture still support.

    This prefers the card's edge to a frame printed inside it, which shows the card as well but is not its edge. It
    rejects outlines that include some of the table: one of their sides lies on no edge at all.
    """
    same_card = [best]
    for other in rest:
        if other.is_back != best.is_back or (not best.is_back and other.prediction.face != best.prediction.face):
            continue
        if other.score > CONFIG.min_same_card_score_share * best.score:
            common = intersection_area(best.quad, other.quad)
            if common > CONFIG.min_same_card_iou * (best.area + other.area - common):
                same_card.append(other)
    best_worst_side, best_mean = (max(card.support_shares[part] for card in same_card) for part in (0, 1))
    supported = [
        card
        for card in same_card
        if card.support_shares[1] >= best_mean - CONFIG.mean_support_tolerance
        and card.support_shares[0] >= best_worst_side - CONFIG.worst_side_support_tolerance
    ]
    return max(supported or same_card, key=lambda card: card.area)


def has_own_evidence(card: Candidate, accepted: list[Candidate]) -> bool:
    """Whether a card that overlaps accepted ones shows enough outside them: free area, and edges of its own there."""
    if card.is_keypoint_confirmed:
        return True
    if sum(intersection_area(card.quad, other.quad) for other in accepted) > (1 - CONFIG.min_free_share) * card.area:
        return False
    points = card.side_points()
    free = np.ones(len(points), bool) if card.out_of_frame is None else ~card.out_of_frame.reshape(-1)
    for other in accepted:
        center = other.quad.mean(axis=0)
        free &= ~points_in_quad(points, (other.quad - center) * np.float32(CONFIG.cover_scale) + center)
    min_edge_share = CONFIG.min_own_edge_share_if_screened if card.screen_label else MIN_OWN_EDGE_SHARE
    free_count, edge_count = (int(np.count_nonzero(mask)) for mask in (free, free & card.edge_support.reshape(-1)))
    return free_count >= CONFIG.min_free_share * len(points) and edge_count >= min_edge_share * free_count


def drop_backs_inside_faces(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates without the backs that lie inside a much larger face: a pip or a picture can resemble a back.

    All cards of a deck have one size, so no card lies within another.
    """
    faces = [card for card in candidates if not card.is_back and card.score >= 0]
    if not faces:
        return candidates
    boxes = np.stack([face.bounds for face in faces])
    max_art_areas = CONFIG.max_art_area_share * np.array([face.area for face in faces])
    remaining = []
    for card in candidates:
        larger = (
            np.flatnonzero((card.area < max_art_areas) & _containment_mask(boxes, card.bounds)) if card.is_back else ()
        )
        if not any(points_in_quad(card.quad, faces[index].quad).all() for index in larger):
            remaining.append(card)
    return remaining


def _may_be_other_card(accepted: Candidate, later: Candidate) -> bool:
    """Whether a later candidate that overlaps an accepted card may be another card: the same face twice is not."""
    common = intersection_area(accepted.quad, later.quad) / min(accepted.area, later.area)
    if common < CONFIG.max_touching_overlap:
        return True
    is_other_face = later.prediction.face != accepted.prediction.face or later.is_keypoint_confirmed
    return common < 1 - CONFIG.min_free_share and not later.is_back and is_other_face


def _containment_mask(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, 4), each left, top, right, bottom, contain all of one box: (n,)."""
    return np.asarray((boxes[:, :2] <= box[:2]).all(axis=1) & (boxes[:, 2:] >= box[2:]).all(axis=1))
