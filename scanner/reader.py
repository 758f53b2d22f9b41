"""読み手 yomite: a whole picture read: every card found, flattened, named, or asked about."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scanner.detection.candidates import Candidate, covered
from scanner.detection.contours import WORK_SIDE
from scanner.detection.cut import shown_of
from scanner.detection.detector import Finder
from scanner.enrolled.deck_file import recogniser_of
from scanner.imaging.geometry import Quad, sides
from scanner.imaging.profiling import stage
from scanner.reads import Alternative, CardRead, Corner, PictureRead
from scanner.recognition.classifier import Recogniser
from scanner.recognition.features import Picture
from scanner.recognition.labels import alike
from scanner.recognition.strange import estranged
from scanner.recognition.uncertainty import cut_off, paper, seen_badly, too_small, washed_out
from scorer.discover import decks

_WHOLE_SIDE = 0.5
"""An outline is whole when on each side an edge was seen along this share of it."""
_NO_EDGE = 0.1
"""A side along less than this share of which an edge was seen may lie anywhere."""
_HIDDEN = 0.3
"""A side of which this share cannot be seen where something lies beyond it lies under that."""
_NEARLY_ALL = 0.85
"""Of a card so much in the picture shows all of its art: who may be sure of a half-covered card may be of it. But one
whose outline ends where the picture does may be longer than that."""
_BLIND = frozenset({"dark", "glare", "too_small"})
_LIVE_WIDTH = 44.0
"""Outlines of a table looked at all the time are sought with its narrower cards this many pixels wide."""
_LIVE_LEAST = 0.3
_SEEN_BADLY = frozenset({"strange", "unknown", "close_call", "glare", "dark", "blurred", "too_small"})
"""Doubts that say nothing against what the same card was a moment ago."""
_MOSTLY = 25
"""This percentile of the cards' brightest tones is their paper's: a lamp is mirrored by fewer than three of four."""
_SAME_PLACE = 0.5
"""Pixels by which corners of one outline may differ."""


def _codes(cards: list[Candidate], recogniser: Recogniser, told: dict[int, str]) -> dict[int, tuple[str, bool]]:
    """A code for each face by the card's id, and whether it is its own: no card of one deck is there twice.

    `told`: the codes of those that lay there a moment ago; of two chaff alike each keeps its own. Then the surest card
    chooses first; one too many takes what else it looks most like.
    """
    left = {code: face.copies for code, face in decks()[recogniser.kind].faces.items()}
    group = alike(recogniser.kind)
    codes = {}
    for card in sorted(cards, key=lambda card: id(card) not in told):
        own = card.verdict.face
        before = [code for code in group[own] if code == told.get(id(card))]
        others = [face for face, _ in recogniser.others(card.verdict, len(recogniser.labels))]
        wanted = (*before, *(code for face in (own, *others) for code in (face, *group[face])))
        code = next((code for code in wanted if left[code]), own)
        left[code] -= 1
        codes[id(card)] = (code, code in group[own])
    return codes


def read_picture(frame: Picture, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    start = time.perf_counter()
    with stage("find"):
        finder = Finder(frame, recogniser_of(deck, data))
        cards = finder.cards()
        return _told(finder, cards, finder.borders(cards), deck, start)


def read_again(frame: Picture, deck: str, before: PictureRead, data: Path | None = None) -> PictureRead:
    """Reads the next picture of a table last read as `before`: quickly, for a table looked at all the time.

    Cards that still lie where they lay are only looked at there, once each, and new ones are found where outlines show
    them; what is half hidden and new, only `read_picture` finds. A card that was sure and still looks like the same
    face stays sure. Arguments, size of the picture and refusals as for `read_picture`; a picture of another size than
    the last one's is read as by that.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    if (before.width, before.height) != (width, height) or not before.cards:
        return read_picture(frame, deck, data)
    quads = [np.array(card.corners, np.float32) for card in before.cards]
    narrow = float(np.percentile([sides(quad)[0] for quad in quads], 20))
    side = min(WORK_SIDE, max(_LIVE_WIDTH / max(narrow, 1.0), _LIVE_LEAST) * max(width, height))
    with stage("find"):
        finder = Finder(frame, recogniser_of(deck, data), side)
        cards = finder.again([(quad, card.card, card.sure) for quad, card in zip(quads, before.cards, strict=True)])
        read = _told(finder, cards, [card.quad for card in cards], deck, start, before.cards)
    return replace(read, cards=tuple(_remembered(card, before) for card in read.cards))


def _remembered(card: CardRead, before: PictureRead) -> CardRead:
    """The card, sure if it was so at the same place a moment ago and nothing but a smaller lead speaks against it.

    What lay over it then is taken to lie there still: only `read_picture` looks close enough to tell.
    """
    if not card.sure and card.doubt not in _SEEN_BADLY:
        return card
    for old in _lay_there(before.cards, card.corners):
        if (old.card, old.face) == (card.card, card.face):
            if old.doubt == "covered":
                return replace(card, sure=False, doubt="covered")
            if old.sure and not card.sure:
                return replace(card, sure=True, doubt="", confidence=max(card.confidence, old.confidence))
    return card


def _lay_there(before: tuple[CardRead, ...], corners: ArrayLike) -> list[CardRead]:
    """Those of `before` with that outline, the card either way up."""
    apart = np.array([old.corners for old in before]).reshape(-1, 4, 2)[:, [[0, 1, 2, 3], [2, 3, 0, 1]]] - corners
    there = (np.abs(apart).max(axis=(2, 3)) <= _SAME_PLACE).any(axis=1)
    return [before[number] for number in np.flatnonzero(there)]


def _told(
    finder: Finder,
    cards: list[Candidate],
    quads: list[Quad],
    deck: str,
    start: float,
    before: tuple[CardRead, ...] = (),
) -> PictureRead:
    """The cards found as reads, their corners those of `quads`, and why some are not sure; `before`: read last."""
    width, height = finder.size
    recogniser = finder.recogniser
    told = {id(card): old.card for card in cards for old in _lay_there(before, card.quad) if old.card}
    codes = _codes([card for card in cards if not card.down], recogniser, told)
    sure = recogniser.final.sure_margin
    sized = any((not card.rebuilt and not card.partly) or _plain(card, sure) for card in cards)
    white = cache(lambda: float(np.percentile([paper(finder.crop(card.quad)) for card in cards], _MOSTLY)))
    reads = []
    for card, quad in zip(cards, quads, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in quad)
        corners = (a, b, c, d)
        outside = cut_off(quad, width, height)
        if card.down:
            crop = finder.crop(card.quad)
            seen = "cut_off" if outside else seen_badly(quad, crop, white)
            blind = outside or seen_badly(quad, crop) in _BLIND
            reads.append(_down(card, corners, recogniser, seen, blind=blind))
            continue
        code, own = codes[id(card)]
        doubt = "" if own else "twice"
        if not doubt and outside and not (recogniser.knows_halves and _NEARLY_ALL <= shown_of(quad, finder.size) < 1):
            doubt = "cut_off"
        if not doubt and not card.shown and not recogniser.knows_halves and covered(card, cards):
            doubt = "covered"
        crop = finder.crop(card.quad)
        guessed = (card.rebuilt and not sized) or _adrift(card)
        unread = too_small(card.quad) or washed_out(crop, white)
        if not doubt and (guessed or unread or card.verdict.margin < sure):
            doubt = seen_badly(card.quad, crop, white) or _unclear(card, cards, finder.free(card, cards))
        reads.append(_up(card, code, doubt, corners, recogniser))
    ms = (time.perf_counter() - start) * 1000
    return PictureRead(width, height, deck, ms, estranged(reads))


def _plain(card: Candidate, sure: float) -> bool:
    """Whether a card is beyond doubt though its size was guessed from a corner: then it tells how large cards are.

    Tiles and grain have corners as well: its outline must be whole, and screen and network (a lead of `sure`) each sure
    of its face.
    """
    return bool(card.clear) and card.verdict.margin >= sure and card.support[0] >= _WHOLE_SIDE


def _adrift(card: Candidate) -> bool:
    """Whether a side of an outline lies on no edge, with nothing over it: it may run across two cards that touch."""
    within = card.seen if card.out is None else card.seen[~card.out.any(axis=1)]
    return not card.shown and not card.partly and bool((within.mean(axis=1) < _NO_EDGE).any())


def _unclear(card: Candidate, cards: list[Candidate], free: NDArray[np.bool_]) -> str:
    """Why a card seen well is not sure: something, or one of the cards, lies over it, or no face fits, or several do.

    Where bare table or another card lies beyond an edge that is not seen, it is faint, not hidden; but of a card found
    by what others leave of it, it is hidden.
    """
    hidden = ~card.seen if card.partly else ~card.seen & ~free
    if hidden.mean(axis=1).max() >= _HIDDEN or covered(card, cards):
        return "covered"
    return "unknown" if card.verdict.margin < 0 else "close_call"


Corners = tuple[Corner, Corner, Corner, Corner]


def _up(card: Candidate, code: str, doubt: str, corners: Corners, recogniser: Recogniser) -> CardRead:
    """A face; one that took another's code is as likely as it was for that."""
    others = recogniser.others(card.verdict)
    confidence = recogniser.final.confidence(card.verdict.margin)
    if doubt == "twice":
        confidence = dict(recogniser.others(card.verdict, len(recogniser.labels))).get(code, 0.0)
    alternatives = tuple(Alternative(face, share) for face, share in others if face != code)
    return CardRead(code, confidence, not doubt, "up", corners, alternatives, doubt)


def _down(card: Candidate, corners: Corners, recogniser: Recogniser, seen: str, *, blind: bool) -> CardRead:
    """A back: sure when it leads as a sure face would and its outline is whole; `seen`: what is wrong with the sight.

    `blind`: it is in the dark, burnt or tiny, where a face, or a letter, shows as little as a back does.
    """
    sure = card.verdict.back >= recogniser.back_margin and card.support[0] >= _WHOLE_SIDE and not blind
    doubt = "" if sure else seen or "close_call"
    return CardRead(None, recogniser.final.confidence(card.verdict.back), sure, "down", corners, (), doubt)
