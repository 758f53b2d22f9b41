"""半身 hanmi: cards of which others leave only a part to see: as large as the rest, their free sides on edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, intersection_area, overlap_mask, points_in_quad
from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.detection.ground_plane import GroundPlane
from scanner.imaging.geometry import Quad, side_vectors

_MAX_SIZE_ERROR = 0.15
_MAX_COVERED_SHARE = 0.7
_MIN_FREE_SHARE = 0.25
_MIN_FREE_EDGE_SHARE = 0.5
_COVER_SCALE = np.float32(1.06)
_MAX_OCCLUDED = 48
_MIN_VARIANT_IOU, _MAX_VARIANTS = 0.7, 3
"""Of outlines that share so much of their ground, one card a little askew, so many are looked at."""
_EDGE_WEIGHT, _FREE_WEIGHT, _COVERED_WEIGHT, _EVIDENCE_BIAS = 14.3, 2.4, -3.8, -12.1
"""What a candidate's place says, in the network's margins: a logistic fit to 2 800 candidates on synthetic tables of
the project's own and one more pattern of hanafuda, and its own kabufuda (seeds from 5000); no photograph was used."""
_MAX_IOU = 0.4
_MAX_SAME_FACE_OVERLAP = 0.12


@dataclass(frozen=True, slots=True)
class OccludedCandidate:
    """A candidate and what its place says for or against its being a card, in margins of the network."""

    candidate: Candidate
    evidence: float


def find_occluded(
    candidates: list[Candidate], complete: list[Candidate], plane: GroundPlane
) -> list[OccludedCandidate]:
    """Those of the pool that may be cards partly under the whole ones, likeliest by their place first."""
    fitting = plane.size_errors([one.quad for one in candidates]) < _MAX_SIZE_ERROR
    left = [one for one, fits in zip(candidates, fitting.tolist(), strict=True) if fits]
    if not left:
        return []
    free = _free_points(left, complete)
    outside = free.mean(axis=1)
    seen = (np.stack([one.edge_support.reshape(-1) for one in left]) & free).mean(axis=1) / np.maximum(outside, 1e-6)
    boxes = np.array([other.bounds for other in complete]).reshape(-1, 4)
    found = []
    for number in np.flatnonzero((outside >= _MIN_FREE_SHARE) & (seen >= _MIN_FREE_EDGE_SHARE)).tolist():
        near = [complete[other] for other in np.flatnonzero(overlap_mask(boxes, left[number].bounds))]
        under = sum(intersection_area(left[number].quad, other.quad) for other in near) / max(left[number].area, 1.0)
        if under <= _MAX_COVERED_SHARE:
            place = (
                _EDGE_WEIGHT * seen[number] + _FREE_WEIGHT * outside[number] + _COVERED_WEIGHT * under + _EVIDENCE_BIAS
            )
            found.append(OccludedCandidate(left[number], float(place)))
    return _limit_variants(sorted(found, key=lambda half: -half.evidence))


def _limit_variants(ranked: list[OccludedCandidate]) -> list[OccludedCandidate]:
    """The likeliest, few of each place."""
    cards = [half.candidate for half in ranked]
    boxes = np.array([card.bounds for card in cards]).reshape(-1, 4)
    kept: list[int] = []
    for number, card in enumerate(cards):
        touching = overlap_mask(boxes, card.bounds)
        alike = 0
        for other in (cards[before] for before in kept if touching[before]):
            common = intersection_area(card.quad, other.quad)
            alike += common > _MIN_VARIANT_IOU * (card.area + other.area - common)
        if alike < _MAX_VARIANTS:
            kept.append(number)
        if len(kept) == _MAX_OCCLUDED:
            break
    return [ranked[number] for number in kept]


def _free_points(cards: list[Candidate], complete: list[Candidate]) -> NDArray[np.bool_]:
    """Which points along the sides of each card (n, points) are in the picture, and no whole card touches them."""
    points = np.stack([card.side_points() for card in cards])
    free = np.ones(points.shape[:2], bool)
    for number, card in enumerate(cards):
        if card.out_of_frame is not None:
            free[number] = ~card.out_of_frame.reshape(-1)
    for other in complete:
        centre = other.quad.mean(axis=0)
        grown = (other.quad - centre) * _COVER_SCALE + centre
        low, high = grown.min(axis=0), grown.max(axis=0)
        near = ((points > low) & (points < high)).all(axis=2)
        if near.any():
            free[near] &= ~points_in_quad(points[near], grown)
    return free


def select_occluded(ranked: list[Candidate], cards: list[Candidate]) -> list[Candidate]:
    """The ranked cards that lie beside those there and each other: a card is there once, and its face too.

    A back of which others leave only a part to see is none: cloth and paper between cards look like that, too.
    """
    found: list[Candidate] = []
    for card in ranked:
        if card.is_occluded and card.is_back:
            continue
        for other in (*cards, *found):
            common = intersection_area(card.quad, other.quad)
            same = card.prediction.face == other.prediction.face and common > _MAX_SAME_FACE_OVERLAP * card.area
            if same or common > _MAX_IOU * (card.area + other.area - common):
                break
        else:
            found.append(card)
    return found


MIN_VISIBLE_SHARE = 0.45
"""Of a card so much, at least, must be in the picture to be worth looking for."""
_SAMPLE_GRID = (np.arange(8, dtype=np.float32) + 0.5) / 8


def visible_shares(quads: NDArray[np.float32], image_size: tuple[int, int]) -> NDArray[np.float32]:
    """Of each quad (n, 4, 2) about how much (n,) 0..1 is in a picture of `size` (width, height)."""
    found = np.ones(len(quads), np.float32)
    leaving = ~_in_frame(quads, image_size).all(axis=1)
    quads = quads[leaving]
    across, down = (axis.ravel()[:, None] for axis in np.meshgrid(_SAMPLE_GRID, _SAMPLE_GRID))
    first, second, third, fourth = (quads[:, None, number] for number in range(4))
    points = (first * (1 - across) + second * across) * (1 - down) + (fourth * (1 - across) + third * across) * down
    found[leaving] = _in_frame(np.asarray(points, np.float32), image_size).mean(axis=1)
    return found


def visible_share(quad: Quad, image_size: tuple[int, int]) -> float:
    """About how much 0..1 of one quad is in a picture of `size`."""
    return float(visible_shares(quad[None], image_size)[0])


def side_points_in_frame(quads: list[Quad], image_size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which of the points along each quad's sides (`POINTS`) are in a picture of `size`: (n, 4, points)."""
    stacked = np.stack(quads)
    along = side_vectors(stacked)
    return _in_frame(
        np.asarray(stacked[:, :, None] + along[:, :, None] * SIDE_POSITIONS[:, None], np.float32), image_size
    )


def _in_frame(points: NDArray[np.float32], image_size: tuple[int, int]) -> NDArray[np.bool_]:
    """A pixel from the picture's edge on: closer no edge can be told from it."""
    return np.asarray(((points >= 1) & (points <= np.array(image_size, np.float32) - 2)).all(axis=-1))


def out_of_frame_masks(quads: list[Quad], image_size: tuple[int, int]) -> list[NDArray[np.bool_] | None]:
    """Of each quad where along its sides (4, points) the picture ends first; None: nowhere."""
    if not quads:
        return []
    out = ~side_points_in_frame(quads, image_size)
    return [one if one.any() else None for one in out]
