"""半身 hanmi: cards of which others leave only a part to see: as large as the rest, their free sides on edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, inside, overlapping, shared
from scanner.detection.ground_plane import Plane

_LIKE_THE_REST = 0.15
_HIDDEN = 0.7
_LEAST_FREE = 0.25
_LEAST_EDGE = 0.5
_GROWN = np.float32(1.06)
_MOST = 48
_MUCH, _VARIANTS = 0.7, 3
"""Of outlines that share so much of their ground, one card a little askew, so many are looked at."""
_ON_EDGES, _FREE, _UNDER, _OFFSET = 14.3, 2.4, -3.8, -12.1
"""What a candidate's place says, in the network's margins: a logistic fit to 2 800 candidates on synthetic tables of
the project's own and one more pattern of hanafuda, and its own kabufuda (seeds from 5000); no photograph was used."""
_ALIKE = 0.4
_SAME = 0.12


@dataclass(frozen=True, slots=True)
class Half:
    """A candidate and what its place says for or against its being a card, in margins of the network."""

    card: Candidate
    evidence: float


def halves(pool: list[Candidate], whole: list[Candidate], plane: Plane) -> list[Half]:
    """Those of the pool that may be cards partly under the whole ones, likeliest by their place first."""
    fitting = plane.misfits([one.quad for one in pool]) < _LIKE_THE_REST
    left = [one for one, fits in zip(pool, fitting.tolist(), strict=True) if fits]
    if not left:
        return []
    free = _free(left, whole)
    outside = free.mean(axis=1)
    seen = (np.stack([one.seen.reshape(-1) for one in left]) & free).mean(axis=1) / np.maximum(outside, 1e-6)
    boxes = np.array([other.box for other in whole]).reshape(-1, 4)
    found = []
    for number in np.flatnonzero((outside >= _LEAST_FREE) & (seen >= _LEAST_EDGE)).tolist():
        near = [whole[other] for other in np.flatnonzero(overlapping(boxes, left[number].box))]
        under = sum(shared(left[number].quad, other.quad) for other in near) / max(left[number].area, 1.0)
        if under <= _HIDDEN:
            place = _ON_EDGES * seen[number] + _FREE * outside[number] + _UNDER * under + _OFFSET
            found.append(Half(left[number], float(place)))
    return _varied(sorted(found, key=lambda half: -half.evidence))


def _varied(ranked: list[Half]) -> list[Half]:
    """The likeliest, few of each place."""
    cards = [half.card for half in ranked]
    boxes = np.array([card.box for card in cards]).reshape(-1, 4)
    kept: list[int] = []
    for number, card in enumerate(cards):
        touching = overlapping(boxes, card.box)
        alike = 0
        for other in (cards[before] for before in kept if touching[before]):
            common = shared(card.quad, other.quad)
            alike += common > _MUCH * (card.area + other.area - common)
        if alike < _VARIANTS:
            kept.append(number)
        if len(kept) == _MOST:
            break
    return [ranked[number] for number in kept]


def _free(cards: list[Candidate], whole: list[Candidate]) -> NDArray[np.bool_]:
    """Which points along the sides of each card (n, points) are in the picture, and no whole card touches them."""
    points = np.stack([card.side_points() for card in cards])
    free = np.ones(points.shape[:2], bool)
    for number, card in enumerate(cards):
        if card.out is not None:
            free[number] = ~card.out.reshape(-1)
    for other in whole:
        centre = other.quad.mean(axis=0)
        grown = (other.quad - centre) * _GROWN + centre
        low, high = grown.min(axis=0), grown.max(axis=0)
        near = ((points > low) & (points < high)).all(axis=2)
        if near.any():
            free[near] &= ~inside(points[near], grown)
    return free


def taken(ranked: list[Candidate], cards: list[Candidate]) -> list[Candidate]:
    """The ranked cards that lie beside those there and each other: a card is there once, and its face too.

    A back of which others leave only a part to see is none: cloth and paper between cards look like that, too.
    """
    found: list[Candidate] = []
    for card in ranked:
        if card.partly and card.down:
            continue
        for other in (*cards, *found):
            common = shared(card.quad, other.quad)
            same = card.verdict.face == other.verdict.face and common > _SAME * card.area
            if same or common > _ALIKE * (card.area + other.area - common):
                break
        else:
            found.append(card)
    return found
