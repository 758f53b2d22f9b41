"""読み手 yomite: a whole picture read: every card found, flattened, named, or asked about."""

from __future__ import annotations

import time
from pathlib import Path

from scanner.choosing import Candidate, covered
from scanner.doubt import cut_off, seen_badly
from scanner.enrolled import recogniser_of
from scanner.faces import alike
from scanner.features import Picture
from scanner.finding import Finder
from scanner.reads import Alternative, CardRead, Corner, PictureRead
from scanner.recogniser import Recogniser
from scorer.discover import decks

_BACK_SIDE = 0.5


def _codes(cards: list[Candidate], recogniser: Recogniser) -> list[tuple[str, bool]]:
    """A code for each face, and whether it is its own: no card of one deck is there twice.

    The surest card chooses first; one too many takes what else it looks most like.
    """
    left = {code: face.copies for code, face in decks()[recogniser.kind].faces.items()}
    group = alike(recogniser.kind)
    codes = []
    for card in cards:
        own = card.verdict.face
        others = [face for face, _ in recogniser.others(card.verdict, len(recogniser.labels))]
        code = next((code for face in (own, *others) for code in (face, *group[face]) if left[code]), own)
        left[code] -= 1
        codes.append((code, code in group[own]))
    return codes


def read_picture(frame: Picture, deck: str, data: Path | None = None) -> PictureRead:
    """Reads a picture (height, width, 3) BGR as one kind of deck; at most 80 cards. `no_model` for other decks.

    `deck` may be the name of a deck enrolled in the folder `data`.
    """
    start = time.perf_counter()
    height, width = frame.shape[:2]
    recogniser = recogniser_of(deck, data)
    finder = Finder(frame, recogniser)
    cards = finder.cards()
    up = [card for card in cards if not card.down]
    codes = {id(card): said for card, said in zip(up, _codes(up, recogniser), strict=True)}
    reads = []
    for card in cards:
        a, b, c, d = ((float(x), float(y)) for x, y in card.quad)
        corners = (a, b, c, d)
        outside = cut_off(card.quad, width, height)
        if card.down:
            reads.append(_down(card, corners, recogniser, outside=outside))
            continue
        code, own = codes[id(card)]
        doubt = "" if own else "twice"
        if not doubt and outside:
            doubt = "cut_off"
        if not doubt and not card.shown and covered(card, cards):
            doubt = "covered"
        if not doubt and card.verdict.margin < recogniser.final.sure_margin:
            last = "unknown" if card.verdict.margin < 0 else "close_call"
            doubt = seen_badly(card.quad, finder.crop(card.quad)) or last
        reads.append(_up(card, code, doubt, corners, recogniser))
    ms = (time.perf_counter() - start) * 1000
    return PictureRead(width, height, deck, ms, tuple(reads))


Corners = tuple[Corner, Corner, Corner, Corner]


def _up(card: Candidate, code: str, doubt: str, corners: Corners, recogniser: Recogniser) -> CardRead:
    """A face; one that took another's code is as likely as it was for that."""
    others = recogniser.others(card.verdict)
    confidence = recogniser.final.confidence(card.verdict.margin)
    if doubt == "twice":
        confidence = dict(recogniser.others(card.verdict, len(recogniser.labels))).get(code, 0.0)
    alternatives = tuple(Alternative(face, share) for face, share in others if face != code)
    return CardRead(code, confidence, not doubt, "up", corners, alternatives, doubt)


def _down(card: Candidate, corners: Corners, recogniser: Recogniser, *, outside: bool) -> CardRead:
    """A back: sure when it leads as a sure face would, its outline is whole and inside the picture."""
    sure = card.verdict.back >= recogniser.back_margin and card.support[0] >= _BACK_SIDE and not outside
    doubt = "" if sure else "cut_off" if outside else "close_call"
    return CardRead(None, recogniser.final.confidence(card.verdict.back), sure, "down", corners, (), doubt)
