"""Suppress: from competing candidates to the cards of the table."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.detection.candidates import Candidate, outline_keys
from scanner.detection.classification import CandidateClassifier
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.nms import non_max_suppression
from scanner.detection.proposals.corner_proposals import MIN_RELIABLE_REFERENCES
from scanner.imaging.profiling import stage

MAX_CARDS = 80
"""Cards in one picture at the most: two Western packs do not fit under the camera."""


@dataclass(frozen=True, slots=True)
class SelectionConfig:
    """Which candidates count as cards. Shares and confidences are 0..1; set by `fudayomi bench eyes`."""

    min_margin: float = -2.0
    """Logits by which the best face may trail "no card"; below that an outline is never looked at again."""
    min_reference_confidence: float = 0.9
    """Confidence from which a card may say how large cards are here."""
    min_side_support: float = 0.7
    """Share of the worst side that must lie on an edge: of a back, and of a card the CNN takes for none."""
    max_back_size_error: float = 0.16
    """Log-ratio of a back's sides to those of a card there. Much of a table looks like a back, so it must fit well."""
    max_face_size_error: float = 0.4
    """Log-ratio of a face's sides to those of a card there; a face half covered may be outlined too small."""
    max_outlined_size_error: float = 0.12
    """Log-ratio of the sides of a card the CNN takes for none, which stays by its outline alone."""
    min_reconstructed_confidence: float = 0.8
    """Confidence of a card whose outline was guessed from one corner."""
    min_lone_confidence: float = 0.75
    """Confidence of a doubtful card where no card is sure."""


CONFIG = SelectionConfig()


def scale_references(cards: list[Candidate], cascade: CandidateClassifier) -> list[Candidate]:
    """The cards that say how large a card is here: the sure ones, else the likeliest one."""
    calibration = cascade.classifier.final_calibration
    likely = [
        card
        for card in cards
        if card.defines_scale and calibration.confidence(card.prediction.margin) >= CONFIG.min_reference_confidence
    ]
    sure = [card for card in likely if card.prediction.margin >= calibration.sure_margin]
    return sure or [card for card in likely if not card.is_reconstructed][:1]


def screen_confident(candidates: list[Candidate], cascade: CandidateClassifier) -> list[Candidate]:
    """The cards the screen is sure of: they say how large a card is while the CNN knows none."""
    sure_margin = cascade.classifier.screen_calibration.sure_margin
    return [card for card in candidates if card.defines_scale and card.prediction.margin >= sure_margin]


def suppress(
    candidates: list[Candidate], cascade: CandidateClassifier, min_score: float = CONFIG.min_margin
) -> list[Candidate]:
    """The candidates that remain after non-maximum suppression, those of another size than known cards left out."""
    with stage("choose"):
        first = non_max_suppression(candidates, 0.0, MAX_CARDS)
    references = scale_references(cascade.reclassify(first), cascade) or screen_confident(first, cascade)
    if references:
        plane = GroundPlane([card.quad for card in references], cascade.card_size_mm)
        errors = plane.size_errors([candidate.quad for candidate in candidates])
        candidates = [
            candidate
            for candidate, error in zip(candidates, errors, strict=True)
            if error < (CONFIG.max_back_size_error if candidate.is_back else CONFIG.max_face_size_error)
        ]
    # The worst side counts where the size of cards is known, else the mean of the four.
    side = 0 if references else 1
    candidates = [
        candidate
        for candidate in candidates
        if not candidate.is_back or candidate.support_shares[side] >= CONFIG.min_side_support
    ]
    with stage("choose"):
        return non_max_suppression(candidates, min_score, MAX_CARDS)


def accept(candidates: list[Candidate], cascade: CandidateClassifier) -> list[Candidate]:
    """The candidates that the CNN, or their outline and size, confirm as cards, by falling score."""
    named = cascade.reclassify(candidates)
    references = scale_references(named, cascade)
    plane = GroundPlane([card.quad for card in references], cascade.card_size_mm) if references else None
    return sorted((card for card in named if _is_card(card, cascade, plane)), key=lambda card: -card.score)


def suppress_and_accept(candidates: list[Candidate], cascade: CandidateClassifier) -> list[Candidate]:
    """The accepted cards. What the CNN refuses makes room for what the screen liked less at the same place."""
    kept = suppress(candidates, cascade)
    cards = accept(kept, cascade)
    refused = outline_keys(kept) - outline_keys(cards)
    if len(cards) >= MIN_RELIABLE_REFERENCES or not refused:
        return cards
    others = [candidate for candidate in candidates if not outline_keys([candidate]) & refused]
    return accept(suppress(others, cascade, 0.0), cascade)


def _is_card(card: Candidate, cascade: CandidateClassifier, plane: GroundPlane | None) -> bool:
    if card.is_keypoint_confirmed:
        return True
    confidence = cascade.classifier.final_calibration.confidence(card.score)
    if card.is_reconstructed:
        both_agree = card.screen_label == card.prediction.face and card.score >= 0
        return confidence >= CONFIG.min_reconstructed_confidence or both_agree
    if plane is None:
        return confidence >= CONFIG.min_lone_confidence
    has_outline = (
        card.support_shares[0] >= CONFIG.min_side_support
        and plane.size_errors([card.quad])[0] < CONFIG.max_outlined_size_error
    )
    return card.score >= 0 or has_outline
