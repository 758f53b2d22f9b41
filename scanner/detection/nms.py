"""Greedy non-maximum suppression of card candidates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import MIN_OWN_EDGE_SHARE, Candidate, intersection_area, overlap_mask, points_in_quad

_MAX_TOUCHING_OVERLAP = 0.12
_MIN_FREE_SHARE = 0.3
_MEAN_SUPPORT_TOLERANCE, _WORST_SIDE_SUPPORT_TOLERANCE = 0.12, 0.25
"""A larger outline of the same card may lie on edges so much less, all around and along its worst side."""
_MIN_OWN_EDGE_SHARE_IF_SCREENED = 0.5
"""Of a card whose face is beyond doubt less of its own edge need be seen: white paper beside white paper shows none."""
_MAX_ART_AREA_SHARE = 0.5


def outermost_supported(best: Candidate, rest: list[Candidate]) -> Candidate:
    """The largest well-supported outline of the same card: a printed frame shows it too, but is not its edge.

    Of one that takes in some of the table a side lies on no edge at all.
    """
    same = [best]
    for other in rest:
        if other.is_back != best.is_back or (not best.is_back and other.prediction.face != best.prediction.face):
            continue
        if other.score > 0.5 * best.score:
            common = intersection_area(best.quad, other.quad)
            if common > 0.6 * (best.area + other.area - common):
                same.append(other)
    worst, most = (max(one.support_shares[part] for one in same) for part in (0, 1))
    lying = [
        one
        for one in same
        if one.support_shares[1] >= most - _MEAN_SUPPORT_TOLERANCE
        and one.support_shares[0] >= worst - _WORST_SIDE_SUPPORT_TOLERANCE
    ]
    return max(lying or same, key=lambda one: one.area)


def has_own_evidence(card: Candidate, accepted: list[Candidate]) -> bool:
    """Whether a card half under or over others shows enough outside them: free ground, and edges of its own there."""
    if card.is_keypoint_confirmed:
        return True
    if sum(intersection_area(card.quad, other.quad) for other in accepted) > (1 - _MIN_FREE_SHARE) * card.area:
        return False
    points = card.side_points()
    free = np.ones(len(points), bool) if card.out_of_frame is None else ~card.out_of_frame.reshape(-1)
    for other in accepted:
        centre = other.quad.mean(axis=0)
        free &= ~points_in_quad(points, (other.quad - centre) * np.float32(1.06) + centre)
    least = _MIN_OWN_EDGE_SHARE_IF_SCREENED if card.screen_label else MIN_OWN_EDGE_SHARE
    outside, seen = (int(np.count_nonzero(where)) for where in (free, free & card.edge_support.reshape(-1)))
    return outside >= _MIN_FREE_SHARE * len(points) and seen >= least * outside


def _may_be_other_card(first: Candidate, later: Candidate) -> bool:
    """Whether `later` may be another card than the first, which it touches: the same face twice is not."""
    common = intersection_area(first.quad, later.quad) / min(first.area, later.area)
    if common < _MAX_TOUCHING_OVERLAP:
        return True
    other = later.prediction.face != first.prediction.face or later.is_keypoint_confirmed
    return common < 1 - _MIN_FREE_SHARE and not later.is_back and other


def drop_backs_inside_faces(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates without the backs that lie on a face much larger than they: a pip or a picture looks like a back.

    Cards of one deck are of one size, so no card lies within another.
    """
    faces = [one for one in candidates if not one.is_back and one.score >= 0]
    if not faces:
        return candidates
    boxes = np.stack([face.bounds for face in faces])
    grounds = _MAX_ART_AREA_SHARE * np.array([face.area for face in faces])
    kept = []
    for one in candidates:
        larger = np.flatnonzero((one.area < grounds) & _containment_mask(boxes, one.bounds)) if one.is_back else ()
        if not any(points_in_quad(one.quad, faces[number].quad).all() for number in larger):
            kept.append(one)
    return kept


def non_max_suppression(candidates: list[Candidate], min_score: float, max_count: int) -> list[Candidate]:
    """The cards, worthiest first: each at least `least` worth, with ground of its own, at most `most`."""
    left = sorted(
        (one for one in drop_backs_inside_faces(candidates) if one.score >= min_score), key=lambda one: -one.score
    )
    boxes = np.array([one.bounds for one in left]).reshape(-1, 4)
    cards: list[Candidate] = []
    while left and len(cards) < max_count:
        first = left[0]
        touched = [
            card for card in cards if intersection_area(card.quad, first.quad) > _MAX_TOUCHING_OVERLAP * first.area
        ]
        if touched and not has_own_evidence(first, touched):
            left, boxes = left[1:], boxes[1:]
            continue
        best = outermost_supported(
            first, [left[number] for number in np.flatnonzero(overlap_mask(boxes, boxes[0])) if number]
        )
        cards.append(best)
        near = overlap_mask(boxes, best.bounds)
        kept = [
            number for number, one in enumerate(left) if number and (not near[number] or _may_be_other_card(best, one))
        ]
        left, boxes = [left[number] for number in kept], boxes[kept]
    return cards


def _containment_mask(boxes: NDArray[np.floating], box: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which boxes (n, left top right bottom) hold all of that one."""
    return np.asarray((boxes[:, :2] <= box[:2]).all(axis=1) & (boxes[:, 2:] >= box[2:]).all(axis=1))
