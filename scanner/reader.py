"""読み手 yomite: a whole picture read: every card found, flattened, named, or asked about."""

from __future__ import annotations

import time

import numpy as np

from scanner.choosing import Candidate, choose
from scanner.corners import from_corners, segments
from scanner.edges import Edges
from scanner.faces import alike
from scanner.features import Picture
from scanner.geometry import CARD_MM, Pyramid, Quad
from scanner.plane import Plane
from scanner.quads import distinct, from_contours, smoothed, worked
from scanner.reads import Alternative, CardRead, PictureRead
from scanner.recogniser import Recogniser, shipped
from scorer.discover import decks

MOST_CARDS = 80
_ROUNDS = 2
_REBUILT = 0.8
_LEAST = 0.0
_BACK_SIDE = 0.7
_BACK_MISFIT = 0.16
_FACE_MISFIT = 0.4


def _judged(pyramid: Pyramid, quads: list[Quad], scale: float, edges: Edges, recogniser: Recogniser) -> list[Candidate]:
    """What each outline (work pixels) shows, as candidates in frame pixels."""
    full = [np.asarray((quad + 0.5) / scale - 0.5, np.float32) for quad in quads]
    crops = [pyramid.flatten(quad, recogniser.size) for quad in full]
    return [
        Candidate(
            np.roll(quad, 2, axis=0) if verdict.turned else quad, verdict, (float(sides.min()), float(sides.mean()))
        )
        for quad, verdict, sides in zip(full, recogniser.verdicts(crops), edges.support(quads), strict=True)
    ]


def _work(quad: Quad, scale: float) -> Quad:
    return np.asarray((quad + 0.5) * scale - 0.5, np.float32)


def _fitting(candidates: list[Candidate], recogniser: Recogniser, shape: tuple[float, float]) -> list[Candidate]:
    """The candidates as large as the cards surely known say a card is there; backs only where that can be said."""
    known = [one for one in choose(candidates, recogniser.sure_margin, MOST_CARDS) if not one.down]
    if not known:
        return [one for one in candidates if not one.down or one.support[0] >= _BACK_SIDE]
    plane = Plane([one.quad for one in known], shape)
    return [
        one
        for one in candidates
        if plane.misfit(one.quad, shape) < (_BACK_MISFIT if one.down else _FACE_MISFIT)
        and (not one.down or one.support[1] >= _BACK_SIDE)
    ]


def _codes(cards: list[Candidate], kind: str) -> list[tuple[str, bool]]:
    """A code for each face and whether the deck has that many of it: no card of one deck is there twice.

    The surest card chooses first; one too many takes what else it looks like and is never sure.
    """
    left = {code: face.copies for code, face in decks()[kind].faces.items()}
    group = alike(kind)
    codes = []
    for card in cards:
        face = card.verdict.face
        free = [code for code in (face, *group[face]) if left[code]]
        code = free[0] if free else face
        left[code] -= 1
        codes.append((code, bool(free)))
    return codes


def read_picture(frame: Picture, deck: str) -> PictureRead:
    """Reads a picture (height, width, 3) BGR as one kind of deck; at most 80 cards. `no_model` for other decks."""
    start = time.perf_counter()
    recogniser = shipped(deck)
    shape = CARD_MM[deck]
    small, scale = worked(frame)
    lab = smoothed(small)
    edges = Edges(lab)
    quads = distinct(from_contours(lab, shape[0] / shape[1]))
    quads = distinct([*edges.snapped(quads), *quads])
    pyramid = Pyramid(frame)
    candidates = _judged(pyramid, quads, scale, edges, recogniser)
    cards = choose(_fitting(candidates, recogniser, shape), _LEAST, MOST_CARDS)
    lines = segments(lab)
    for _ in range(_ROUNDS):
        known = [
            _work(card.quad, scale) for card in cards if not card.down and card.verdict.margin >= recogniser.sure_margin
        ]
        if not known:
            break
        more = from_corners(lines, known, Plane(known, shape), shape, edges, (lab.shape[1], lab.shape[0]))
        rebuilt = _judged(pyramid, more, scale, edges, recogniser)
        candidates += [one for one in rebuilt if recogniser.confidence(one.verdict.margin) >= _REBUILT and not one.down]
        before = len(cards)
        cards = choose(_fitting(candidates, recogniser, shape), _LEAST, MOST_CARDS)
        if len(cards) <= before:
            break
    faces = [card for card in cards if not card.down]
    codes = dict(zip(map(id, faces), _codes(faces, deck), strict=True))
    reads = []
    for card in cards:
        a, b, c, d = ((float(x), float(y)) for x, y in card.quad)
        corners = (a, b, c, d)
        if id(card) not in codes:
            reads.append(
                CardRead(None, recogniser.confidence(card.verdict.back), sure=False, face="down", corners=corners)
            )
            continue
        code, free = codes[id(card)]
        sure = free and card.verdict.margin >= recogniser.sure_margin
        reads.append(
            CardRead(
                code,
                recogniser.confidence(card.verdict.margin) * (1.0 if free else 0.5),
                sure,
                "up",
                corners,
                tuple(Alternative(face, share) for face, share in recogniser.others(card.verdict)),
                "" if sure else "close_call",
            )
        )
    ms = (time.perf_counter() - start) * 1000
    return PictureRead(frame.shape[1], frame.shape[0], deck, ms, tuple(reads))
