"""Detect: every card of a frame.

A frame goes through these stages, each a function of its own:

    proposals  = propose_from_contours(features, ...)     outlines that may be cards
    candidates = cascade.classify(proposals)              what each of them shows
    cards      = accept(suppress(candidates, cascade))    the ones that are cards, each once
    outlines   = refine(cards, cascade)                   their sides on the cards' own edges

Known cards say how large cards are. So `detect` proposes again where something lies unexplained: from corners, from the
proposal network, and for an enrolled deck from keypoints. Last come the cards that others lie over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from scanner.detection.candidates import (
    Candidate,
    final_candidates,
    is_edge_supported,
    outline_keys,
    points_in_quad,
)
from scanner.detection.classification import CandidateClassifier, KeypointEvidence
from scanner.detection.foreground import BACKGROUND_STEP_PX, background_color, unexplained_regions
from scanner.detection.frame_features import FrameFeatures
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.nms import has_own_evidence
from scanner.detection.occlusion import find_occluded, select_occluded
from scanner.detection.outline_refinement import refine_outlines
from scanner.detection.proposals.contours import deduplicate_quads, quads_from_contours
from scanner.detection.proposals.corner_proposals import MIN_RELIABLE_REFERENCES, CornerProposer, detect_segments
from scanner.detection.proposals.proposal_network import propose_elsewhere
from scanner.detection.selection import CONFIG as SELECTION
from scanner.detection.selection import accept, scale_references, screen_confident, suppress, suppress_and_accept
from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.profiling import stage
from scanner.recognition.labels import equivalent_codes

MIN_FOREGROUND_DISTANCE = 14
"""Distance 0..255 from the background's colour from which a pixel is taken to show something that lies on the table."""


@dataclass(frozen=True, slots=True)
class DetectorConfig:
    """How long the search goes on; set by `fudayomi bench eyes` and `bench crowd`."""

    max_rounds: int = 3
    """Times that proposals are made again from what is known by then."""
    min_complete_side_support: float = 0.85
    """Share of the worst side, 0..1, on an edge from which a clear card's keypoints need not be matched."""
    min_matched_share: float = 0.6
    """Share of the doubtful faces, 0..1, that keypoints must confirm before their absence counts against a card."""
    keypoint_mask_growth_px: int = 9
    """Pixels at work scale by which the foreground is grown before keypoints are sought in it."""


CONFIG = DetectorConfig()


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of the frame before: its outline in frame pixels, its code (None: a back) and whether it was sure."""

    quad: Quad
    code: str | None
    is_sure: bool


def propose_from_contours(features: FrameFeatures, card_size: tuple[float, float]) -> list[Quad]:
    """Outlines that may be cards of that width and height, at work scale, each once."""
    aspect = card_size[0] / card_size[1]
    return deduplicate_quads(
        quads_from_contours(features.lab, features.gradients, features.background_distance, aspect)
    )


def detect(cascade: CandidateClassifier) -> list[Candidate]:
    """Every card of a frame by falling score, named by the CNN, in frame pixels; at most 80."""
    features = cascade.features
    quads = propose_from_contours(features, cascade.card_size_mm)
    candidates = cascade.classify(deduplicate_quads([*features.edge_field.snap(quads), *quads]))
    cards = accept(suppress(candidates, cascade), cascade)
    candidates, cards, rebuilt = _detect_by_known_size(candidates, cards, cascade)
    evidence = _match_keypoints(cards, cascade)
    if evidence.detections:
        cascade = cascade.with_evidence(evidence)
        matched = [features.to_work_scale(detection.quad) for detection in evidence.detections]
        proposals = deduplicate_quads([*features.edge_field.snap(matched), *matched])
        candidates = [*map(cascade.apply_evidence, candidates), *cascade.classify(proposals)]
        cards = accept(suppress(candidates, cascade), cascade)
    return _add_occluded(cards, rebuilt, cascade)


def _detect_by_known_size(
    candidates: list[Candidate], cards: list[Candidate], cascade: CandidateClassifier
) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    """All candidates, the cards among them, and every candidate that was ever proposed, after some more rounds."""
    features = cascade.features
    proposer = CornerProposer(features.edge_field, cascade.card_size_mm, features.background_distance)
    final = [card.quad for card in final_candidates(cards, cascade.clear_score)]
    regions = unexplained_regions(features.background_distance, [features.to_work_scale(quad) for quad in final])
    segments = detect_segments(features.lab, regions)
    drawn = propose_elsewhere(features.frame, final) if regions else []
    from_network = [features.to_work_scale(quad) for quad in drawn]
    from_network += features.edge_field.snap(from_network)
    tried, pool = list[Quad](), list(candidates)
    for _ in range(CONFIG.max_rounds):
        references = (
            scale_references(cards, cascade)
            or screen_confident(suppress(candidates, cascade), cascade)
            or [card for card in cards if not card.is_back]
        )
        from_corners = proposer.propose(segments, [features.to_work_scale(card.quad) for card in references])
        known = len(tried)
        tried = deduplicate_quads([*tried, *from_corners, *from_network])
        rebuilt = [
            replace(candidate, is_reconstructed=True)
            for candidate in cascade.classify(tried[known:])
            if not candidate.is_truncated_back
        ]
        pool += rebuilt
        kept = final_candidates(cards, cascade.clear_score)
        candidates += [
            candidate
            for candidate in rebuilt
            if candidate.score >= 0 and has_own_evidence(candidate, kept if is_edge_supported(candidate) else cards)
        ]
        before, cards = cards, suppress_and_accept(candidates, cascade)
        is_settled = len(cards) >= MIN_RELIABLE_REFERENCES or outline_keys(before) == outline_keys(cards)
        if len(cards) <= len(before) and is_settled:
            break
    return candidates, cards, pool


def _add_occluded(cards: list[Candidate], pool: list[Candidate], cascade: CandidateClassifier) -> list[Candidate]:
    """The cards, and the candidates of `pool` that lie partly under them; of doubtful ones the likelier remains."""
    references = scale_references(cards, cascade)
    if not references:
        return cards
    plane = GroundPlane([card.quad for card in references], cascade.card_size_mm)
    sure_margin = cascade.classifier.final_calibration.sure_margin
    whole = [card for card in cards if card.score >= sure_margin and not card.is_reconstructed]
    halves = [
        half
        for half in find_occluded(pool, whole, plane)
        if half.candidate.score + half.evidence >= SELECTION.min_margin
    ]
    occluded = [replace(card, is_occluded=True) for card in cascade.reclassify([half.candidate for half in halves])]
    score = {
        id(card): card.score + half.evidence
        for card, half in zip(occluded, halves, strict=True)
        if card.score + half.evidence >= 0
    }
    doubtful = [card for card in cards if card not in whole]
    score |= {id(card): max(card.score, 0.0) for card in doubtful}
    ranked = sorted((card for card in (*occluded, *doubtful) if id(card) in score), key=lambda card: -score[id(card)])
    return [*whole, *select_occluded(ranked, whole)]


def refine(cards: list[Candidate], cascade: CandidateClassifier) -> list[Quad]:
    """The outlines of cards with their sides on the cards' own edges, to fractions of a pixel, in frame pixels."""
    features = cascade.features
    colors = background_color(features.lab)
    centres = [features.to_work_scale(card.quad).mean(axis=0) / BACKGROUND_STEP_PX for card in cards]
    last = (colors.shape[1] - 1, colors.shape[0] - 1)
    places = np.clip(np.array(centres).reshape(-1, 2).astype(int), 0, last)
    backgrounds = colors[places[:, 1], places[:, 0]].astype(np.float32)
    references = [card.quad for card in scale_references(cards, cascade)]
    quads = [card.quad for card in cards]
    return refine_outlines(features.pyramid, quads, references, cascade.card_size_mm, backgrounds)


def redetect(cascade: CandidateClassifier, previous: list[KnownCard]) -> list[Candidate]:
    """The cards of the next frame of a table, by falling score: those of `previous` that still lie there, and new ones.

    New cards are proposed from contours alone. A card that was sure counts as confirmed.
    """
    features = cascade.features
    still = _redetect_known(cascade, previous)
    proven = {card.quad.tobytes() for number, card in still.items() if previous[number].is_sure}
    proposals = propose_from_contours(features, cascade.card_size_mm)
    is_free = np.ones(len(proposals), bool)
    centres = np.array([quad.mean(axis=0) for quad in proposals]).reshape(-1, 2)
    for card in still.values():
        is_free &= ~points_in_quad(centres, features.to_work_scale(card.quad))
    fresh = cascade.classify([proposals[number] for number in np.flatnonzero(is_free)])
    cards = accept(suppress([*still.values(), *fresh], cascade), cascade)
    return [replace(card, is_keypoint_confirmed=card.quad.tobytes() in proven) for card in cards]


def _redetect_known(cascade: CandidateClassifier, previous: list[KnownCard]) -> dict[int, Candidate]:
    """The cards of `previous`, by their number, that lie where they lay, or so near that their edges are found."""
    features = cascade.features
    same = equivalent_codes(cascade.classifier.kind)
    still: dict[int, Candidate] = {}
    for snap in (False, True):
        numbers = [number for number in range(len(previous)) if number not in still]
        places = [features.to_work_scale(previous[number].quad) for number in numbers]
        cards = cascade.reclassify(cascade.classify(features.edge_field.snap(places) if snap else places))
        for number, card in zip(numbers, cards, strict=True):
            code = previous[number].code
            is_same = (
                card.is_back
                if code is None
                else card.prediction.face in same[code] and card.prediction.margin >= SELECTION.min_margin
            )
            if is_same:
                still[number] = replace(card, is_keypoint_confirmed=True)
    return dict(sorted(still.items()))


def _match_keypoints(cards: list[Candidate], cascade: CandidateClassifier) -> KeypointEvidence:
    """Where the keypoints of a known deck say that cards lie, besides those beyond doubt."""
    matcher = cascade.classifier.keypoint_matcher
    if matcher is None:
        return KeypointEvidence()
    features = cascade.features
    references = [card.quad for card in scale_references(cards, cascade)]
    undoubted = [card for card in cards if _is_undoubted(card, cascade)]
    mask = np.asarray((features.background_distance > MIN_FOREGROUND_DISTANCE) * np.uint8(255), np.uint8)
    grown = np.ones((CONFIG.keypoint_mask_growth_px,) * 2, np.uint8)
    mask = np.asarray(cv2.dilate(mask, grown), np.uint8)
    for card in undoubted:
        cv2.fillConvexPoly(mask, np.asarray(np.round(features.to_work_scale(card.quad)), np.int32), 0)
    width = float(np.median([quad_size(quad)[0] for quad in references])) * features.scale if references else None
    with stage("vote"):
        detections = matcher.detect(features.gray, mask, width)
    doubtful_faces = sum(not card.is_back for card in cards) - len(undoubted)
    confirmed = sum(detection.inliers >= matcher.min_inliers for detection in detections)
    return KeypointEvidence(
        tuple(replace(detection, quad=features.to_frame_scale(detection.quad)) for detection in detections),
        frozenset(card.quad.tobytes() for card in undoubted),
        confirmed >= CONFIG.min_matched_share * max(doubtful_faces, 1),
    )


def _is_undoubted(card: Candidate, cascade: CandidateClassifier) -> bool:
    """Whether a face is so clear, and its outline so complete, that keypoints add nothing."""
    is_clear = not card.is_back and card.prediction.margin >= cascade.clear_score
    return is_clear and card.support_shares[0] >= CONFIG.min_complete_side_support
