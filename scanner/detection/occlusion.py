"""Partly visible cards: covered by other cards, or cut off by the border.

`find_occluded` ranks candidates that other cards cover in part, `select_occluded` accepts the best of them.
`visible_shares`, `side_points_in_frame` and `out_of_frame_masks` measure how much of a card is in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, intersection_area, overlap_mask, points_in_quad
from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.detection.ground_plane import GroundPlane
from scanner.imaging.geometry import Quad, side_vectors

MIN_VISIBLE_SHARE = 0.45
"""Share 0..1 of a card's area that must be in the picture for a search. Less than that rarely shows its face."""


@dataclass(frozen=True, slots=True)
class OcclusionConfig:
    """Thresholds for covered cards, set by `fudayomi bench eyes`; the weights are from a fit of their own.

    The weights are a logistic regression on 2 800 candidates on synthetic tables of the project's own hanafuda, one
    more pattern of hanafuda, and its own kabufuda (seeds from 5000). No photograph was used.
    """

    max_size_error: float = 0.15
    """Largest log-ratio of a candidate's sides to those of a card at its place: all cards of a deck have one size."""
    max_covered_share: float = 0.7
    """Share 0..1 of a card's area that others may cover. Beyond it the face can no longer be read."""
    min_free_share: float = 0.25
    """Share 0..1 of the side points that must lie in the picture and outside other cards."""
    min_free_edge_share: float = 0.5
    """Share 0..1 of these free points that must lie on edges of the picture."""
    edge_weight: float = 14.3
    """Evidence in logits per share 0..1 of the free side points that lie on edges."""
    free_weight: float = 2.4
    """Evidence in logits per share 0..1 of the side points that are free."""
    covered_weight: float = -3.8
    """Evidence in logits per share 0..1 of the card's area that others cover."""
    evidence_bias: float = -12.1
    """Constant of the logistic regression in logits."""
    cover_scale: float = 1.06
    """Factor by which complete cards are enlarged before side points count as free: their own edges lie close by."""
    max_count: int = 48
    """Candidates that go on to the CNN, which bounds the time."""
    min_variant_iou: float = 0.7
    """Intersection over union 0..1 from which two outlines are variants of one card, slightly askew."""
    max_variants: int = 3
    """Variants of one card that go on to the CNN: the best edges do not always give the best crop."""
    max_iou: float = 0.4
    """Intersection over union 0..1 up to which two selected outlines can be two cards."""
    max_same_face_overlap: float = 0.12
    """Share 0..1 of its area that a card may share with one of the same face and still be another: they touch."""
    sample_grid: int = 8
    """Points per side of the grid on which the visible share of a quad is sampled."""


CONFIG = OcclusionConfig()
_SAMPLE_POSITIONS = (np.arange(CONFIG.sample_grid, dtype=np.float32) + 0.5) / CONFIG.sample_grid
"""Centers of the cells of that grid along a side, as shares 0..1."""


@dataclass(frozen=True, slots=True)
class OccludedCandidate:
    """A candidate that may be a partly covered card, and the evidence of its place for that, in logits of the CNN."""

    candidate: Candidate
    evidence: float


def find_occluded(
    candidates: list[Candidate], complete: list[Candidate], plane: GroundPlane
) -> list[OccludedCandidate]:
    """The candidates that may be cards partly under the complete ones, those with the best evidence first.

    They have the size of a card there (`plane`), a free part, and edges along it. At most `max_count`.
    """
    fits_size = plane.size_errors([card.quad for card in candidates]) < CONFIG.max_size_error
    fitting = [card for card, fits in zip(candidates, fits_size.tolist(), strict=True) if fits]
    if not fitting:
        return []
    free = _free_points(fitting, complete)
    free_shares = free.mean(axis=1)
    edge_shares = (np.stack([card.edge_support.reshape(-1) for card in fitting]) & free).mean(axis=1) / np.maximum(
        free_shares, 1e-6
    )
    boxes = np.array([other.bounds for other in complete]).reshape(-1, 4)
    occluded = []
    for index in np.flatnonzero(
        (free_shares >= CONFIG.min_free_share) & (edge_shares >= CONFIG.min_free_edge_share)
    ).tolist():
        card = fitting[index]
        near = [complete[other] for other in np.flatnonzero(overlap_mask(boxes, card.bounds))]
        covered_share = sum(intersection_area(card.quad, other.quad) for other in near) / max(card.area, 1.0)
        if covered_share <= CONFIG.max_covered_share:
            evidence = (
                CONFIG.edge_weight * edge_shares[index]
                + CONFIG.free_weight * free_shares[index]
                + CONFIG.covered_weight * covered_share
                + CONFIG.evidence_bias
            )
            occluded.append(OccludedCandidate(card, float(evidence)))
    return _limit_variants(sorted(occluded, key=lambda item: -item.evidence))


def select_occluded(ranked: list[Candidate], cards: list[Candidate]) -> list[Candidate]:
    """The ranked candidates that are cards besides `cards` and each other: each card and each face once at its place.

    Partly covered backs are left out: cloth and paper between cards resemble them too much.
    """
    selected: list[Candidate] = []
    for card in ranked:
        if card.is_occluded and card.is_back:
            continue
        for other in (*cards, *selected):
            common = intersection_area(card.quad, other.quad)
            is_same_card = (
                card.prediction.face == other.prediction.face and common > CONFIG.max_same_face_overlap * card.area
            )
            if is_same_card or common > CONFIG.max_iou * (card.area + other.area - common):
                break
        else:
            selected.append(card)
    return selected


def visible_shares(quads: NDArray[np.float32], image_size: tuple[int, int]) -> NDArray[np.float32]:
    """About which share 0..1 of each quad (n, 4, 2) lies in a picture of `image_size` (width, height): (n,)."""
    shares = np.ones(len(quads), np.float32)
    is_cut = ~_in_frame(quads, image_size).all(axis=1)
    quads = quads[is_cut]
    across, down = (axis.ravel()[:, None] for axis in np.meshgrid(_SAMPLE_POSITIONS, _SAMPLE_POSITIONS))
    first, second, third, fourth = (quads[:, None, corner] for corner in range(4))
    points = (first * (1 - across) + second * across) * (1 - down) + (fourth * (1 - across) + third * across) * down
    shares[is_cut] = _in_frame(np.asarray(points, np.float32), image_size).mean(axis=1)
    return shares


def visible_share(quad: Quad, image_size: tuple[int, int]) -> float:
    """About which share 0..1 of one quad lies in a picture of `image_size` (width, height)."""
    return float(visible_shares(quad[None], image_size)[0])


def side_points_in_frame(quads: list[Quad], image_size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which points along each quad's sides (`SIDE_POSITIONS`) lie in a picture of `image_size`: (n, 4, points)."""
    stacked = np.stack(quads)
    along = side_vectors(stacked)
    return _in_frame(
        np.asarray(stacked[:, :, None] + along[:, :, None] * SIDE_POSITIONS[:, None], np.float32), image_size
    )


def out_of_frame_masks(quads: list[Quad], image_size: tuple[int, int]) -> list[NDArray[np.bool_] | None]:
    """For each quad, which points along its sides (4, points) lie outside the picture. None where none do."""
    if not quads:
        return []
    is_outside = ~side_points_in_frame(quads, image_size)
    return [mask if mask.any() else None for mask in is_outside]


def _limit_variants(ranked: list[OccludedCandidate]) -> list[OccludedCandidate]:
    """The best of the ranked candidates, at most `max_variants` of each card and `max_count` together."""
    cards = [item.candidate for item in ranked]
    boxes = np.array([card.bounds for card in cards]).reshape(-1, 4)
    chosen: list[int] = []
    for index, card in enumerate(cards):
        is_near = overlap_mask(boxes, card.bounds)
        variants = 0
        for other in (cards[previous] for previous in chosen if is_near[previous]):
            common = intersection_area(card.quad, other.quad)
            variants += common > CONFIG.min_variant_iou * (card.area + other.area - common)
        if variants < CONFIG.max_variants:
            chosen.append(index)
        if len(chosen) == CONFIG.max_count:
            break
    return [ranked[index] for index in chosen]


def _free_points(cards: list[Candidate], complete: list[Candidate]) -> NDArray[np.bool_]:
    """Which side points of each card (n, points) lie in the picture and outside every complete card."""
    points = np.stack([card.side_points() for card in cards])
    free = np.ones(points.shape[:2], bool)
    for index, card in enumerate(cards):
        if card.out_of_frame is not None:
            free[index] = ~card.out_of_frame.reshape(-1)
    for other in complete:
        center = other.quad.mean(axis=0)
        enlarged = (other.quad - center) * np.float32(CONFIG.cover_scale) + center
        low, high = enlarged.min(axis=0), enlarged.max(axis=0)
        near = ((points > low) & (points < high)).all(axis=2)
        if near.any():
            free[near] &= ~points_in_quad(points[near], enlarged)
    return free


def _in_frame(points: NDArray[np.float32], image_size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which points (…, 2) lie at least one pixel inside the border. Closer to it an edge cannot be recognized."""
    return np.asarray(((points >= 1) & (points <= np.array(image_size, np.float32) - 2)).all(axis=-1))
