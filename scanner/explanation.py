"""Explain: from cards with their outlines to reads with codes and doubts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, is_covered, points_in_quad
from scanner.detection.classification import CandidateClassifier
from scanner.detection.detector import MIN_FOREGROUND_DISTANCE
from scanner.detection.occlusion import visible_share
from scanner.imaging.geometry import Quad
from scanner.imaging.image import ColorImage
from scanner.reads import Alternative, CardRead, Corner
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.labels import equivalent_codes
from scanner.recognition.uncertainty import (
    flag_unknown_deck,
    is_cut_off,
    is_overexposed,
    is_too_small,
    paper_brightness,
    visibility_issue,
)
from scorer.decks import decks


@dataclass(frozen=True, slots=True)
class DoubtConfig:
    """When a card is asked about. Shares are 0..1; set by `fudayomi bench eyes` and `bench doubts`."""

    min_complete_side_support: float = 0.5
    """Share of every side that must lie on an edge before an outline counts as complete."""
    min_anchored_side_support: float = 0.1
    """Share of a side on an edge below which that side may lie anywhere, for example across two touching cards."""
    min_hidden_side_share: float = 0.3
    """Share of a side without an edge, where something lies beyond it, from which that thing lies over the card."""
    min_sure_visible_share: float = 0.85
    """Share of a cut-off card in the picture from which it may be sure, if the model was calibrated on occluded cards.
    A share of exactly 1 with an edge on the border may hide the rest."""
    paper_percentile: float = 25.0
    """Percentile of the cards' brightest tones that is taken for their paper: a lamp is mirrored by fewer than three
    cards of four."""
    beyond_side: float = 1.1
    """Size of the outline, relative to the card, on which the surroundings of its sides are looked at."""


CONFIG = DoubtConfig()
_UNREADABLE_ISSUES = frozenset({"dark", "glare", "too_small"})

CardCorners = tuple[Corner, Corner, Corner, Corner]


def explain(
    cards: list[Candidate],
    outlines: list[Quad],
    cascade: CandidateClassifier,
    previous_codes: Mapping[int, str] | None = None,
) -> tuple[CardRead, ...]:
    """What is read of each card, with the reason where it is not sure.

    `outlines` are the corners to report, in frame pixels. `previous_codes` has the codes of cards, by their number in
    `cards`, that lay there in the frame before.
    """
    features, classifier = cascade.features, cascade.classifier
    width, height = features.size
    codes = _unique_codes(cards, classifier, previous_codes or {})
    sure_margin = classifier.final_calibration.sure_margin
    is_scale_known = any(
        (not card.is_reconstructed and not card.is_occluded) or _is_certain(card, sure_margin) for card in cards
    )

    @cache
    def paper_level() -> float:
        levels = [paper_brightness(cascade.crop(card.quad)) for card in cards]
        return float(np.percentile(levels, CONFIG.paper_percentile))

    def doubt_of(card: Candidate, outline: Quad, crop: ColorImage, *, has_own_code: bool) -> str:
        if not has_own_code:
            return "twice"
        knows_occlusion = classifier.is_calibrated_for_occlusion
        if is_cut_off(outline, width, height):
            shows_enough = CONFIG.min_sure_visible_share <= visible_share(outline, features.size) < 1
            if not (knows_occlusion and shows_enough):
                return "cut_off"
        if not card.is_keypoint_confirmed and not knows_occlusion and is_covered(card, cards):
            return "covered"
        is_guessed = (card.is_reconstructed and not is_scale_known) or _has_unanchored_side(card)
        is_unread = is_too_small(card.quad) or is_overexposed(crop, paper_level)
        if is_guessed or is_unread or card.prediction.margin < sure_margin:
            return visibility_issue(card.quad, crop, paper_level) or _explain_margin(card, cards, cascade)
        return ""

    reads = []
    for number, (card, outline) in enumerate(zip(cards, outlines, strict=True)):
        top_left, top_right, bottom_right, bottom_left = ((float(x), float(y)) for x, y in outline)
        corners = (top_left, top_right, bottom_right, bottom_left)
        crop = cascade.crop(card.quad)
        if card.is_back:
            is_outside = is_cut_off(outline, width, height)
            issue = "cut_off" if is_outside else visibility_issue(outline, crop, paper_level)
            is_unreadable = is_outside or visibility_issue(outline, crop) in _UNREADABLE_ISSUES
            reads.append(_to_back_read(card, corners, classifier, issue, is_unreadable=is_unreadable))
        else:
            code, has_own_code = codes[number]
            doubt = doubt_of(card, outline, crop, has_own_code=has_own_code)
            reads.append(_to_face_read(card, code, doubt, corners, classifier))
    return flag_unknown_deck(reads)


def _unique_codes(
    cards: Sequence[Candidate], classifier: CardClassifier, previous_codes: Mapping[int, str]
) -> dict[int, tuple[str, bool]]:
    """A code for each face by its number, and whether it is the face's own: no card of one deck is there twice.

    Of two chaff alike each keeps its previous code. Then the surest card chooses first, and one too many takes the code
    of what else it looks most like.
    """
    free_copies = {code: face.copies for code, face in decks()[classifier.kind].faces.items()}
    same = equivalent_codes(classifier.kind)
    codes = {}
    faces = [number for number, card in enumerate(cards) if not card.is_back]
    for number in sorted(faces, key=lambda number: number not in previous_codes):
        prediction = cards[number].prediction
        own = prediction.face
        previous = [code for code in same[own] if code == previous_codes.get(number)]
        others = [face for face, _ in classifier.alternatives(prediction, len(classifier.labels))]
        preferred = (*previous, *(code for face in (own, *others) for code in (face, *same[face])))
        code = next((code for code in preferred if free_copies[code]), own)
        free_copies[code] -= 1
        codes[number] = (code, code in same[own])
    return codes


def unobstructed_sides(card: Candidate, cards: Sequence[Candidate], cascade: CandidateClassifier) -> NDArray[np.bool_]:
    """Where along a card's sides nothing can lie over it, bool (4, points) as `edge_support`.

    Beyond such a point lies the bare table or another of the `cards`, whose outline says whether it lies over this one.
    """
    features = cascade.features
    centre = card.quad.mean(axis=0)
    beyond = (card.side_points() - centre) * np.float32(CONFIG.beyond_side) + centre
    points = features.to_work_scale(beyond)
    distance = cv2.remap(
        features.background_distance, points[None, :, 0], points[None, :, 1], cv2.INTER_NEAREST, borderValue=(0,)
    )[0]
    is_free = np.asarray(distance <= MIN_FOREGROUND_DISTANCE)
    for other in cards:
        if other is not card:
            is_free |= points_in_quad(beyond, other.quad)
    return is_free.reshape(card.edge_support.shape)


def _is_certain(card: Candidate, sure_margin: float) -> bool:
    """Whether a card is beyond doubt though its size was guessed from a corner; then it says how large cards are.

    Tiles and grain have corners, too. So its outline must be complete, and screen and CNN must both be sure of it.
    """
    return (
        bool(card.screen_label)
        and card.prediction.margin >= sure_margin
        and card.support_shares[0] >= CONFIG.min_complete_side_support
    )


def _has_unanchored_side(card: Candidate) -> bool:
    """Whether a side of an outline lies on no edge with nothing over it: the outline may run across touching cards."""
    within = card.edge_support if card.out_of_frame is None else card.edge_support[~card.out_of_frame.any(axis=1)]
    return (
        not card.is_keypoint_confirmed
        and not card.is_occluded
        and bool((within.mean(axis=1) < CONFIG.min_anchored_side_support).any())
    )


def _explain_margin(card: Candidate, cards: list[Candidate], cascade: CandidateClassifier) -> str:
    """Why a card seen well is not sure: "covered", "unknown" (no face fits) or "close_call" (several do).

    A side without an edge is faint where the bare table or another card lies beyond it, and hidden elsewhere. Of a card
    found by its visible part, every such side is hidden.
    """
    hidden = ~card.edge_support
    if not card.is_occluded:
        hidden = hidden & ~unobstructed_sides(card, cards, cascade)
    if hidden.mean(axis=1).max() >= CONFIG.min_hidden_side_share or is_covered(card, cards):
        return "covered"
    return "unknown" if card.prediction.margin < 0 else "close_call"


def _to_face_read(card: Candidate, code: str, doubt: str, corners: CardCorners, classifier: CardClassifier) -> CardRead:
    """The read of a face. A card that took the code of another face is as likely as it was for that face."""
    alternatives = classifier.alternatives(card.prediction)
    confidence = classifier.final_calibration.confidence(card.prediction.margin)
    if doubt == "twice":
        confidence = dict(classifier.alternatives(card.prediction, len(classifier.labels))).get(code, 0.0)
    others = tuple(Alternative(face, share) for face, share in alternatives if face != code)
    return CardRead(code, confidence, not doubt, "up", corners, others, doubt)


def _to_back_read(
    card: Candidate, corners: CardCorners, classifier: CardClassifier, issue: str, *, is_unreadable: bool
) -> CardRead:
    """The read of a back: sure when its margin is as large as a sure face's and its outline is complete.

    `issue` is what is wrong with its visibility. An unreadable crop (dark, burnt, tiny, cut off) looks like a back,
    whatever it shows.
    """
    is_sure = (
        card.prediction.back_margin >= classifier.sure_back_margin
        and card.support_shares[0] >= CONFIG.min_complete_side_support
        and not is_unreadable
    )
    doubt = "" if is_sure else issue or "close_call"
    confidence = classifier.final_calibration.confidence(card.prediction.back_margin)
    return CardRead(None, confidence, is_sure, "down", corners, (), doubt)
