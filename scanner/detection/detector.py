"""見つけ mitsuke: the cards on a picture, found by outlines that compete and by what is known once some are read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate, final_candidates, is_edge_supported, outline_keys, points_in_quad
from scanner.detection.contours import (
    MAX_WORK_SIDE_PX,
    deduplicate_quads,
    quads_from_contours,
    to_smoothed_lab,
    to_work_size,
)
from scanner.detection.corner_proposals import MIN_RELIABLE_REFERENCES, CornerProposer, detect_segments
from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import background_color, background_distance, color_gradients, unexplained_regions
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.nms import has_own_evidence, non_max_suppression
from scanner.detection.occlusion import find_occluded, out_of_frame_masks, select_occluded
from scanner.detection.outline_refinement import refine_outlines
from scanner.detection.proposal_network import propose_elsewhere
from scanner.imaging.geometry import ImagePyramid, Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.recognition.classifier import CardClassifier, Prediction
from scanner.recognition.keypoints import KeypointDetection
from scanner.recognition.labels import equivalent_codes
from scorer.decks import decks

MAX_CARDS = 80
_MAX_ROUNDS = 3
_MIN_RECONSTRUCTED_CONFIDENCE = 0.8
"""An outline rebuilt from one corner is a guess: it needs this much confidence to be a card."""
_MIN_REFERENCE_CONFIDENCE = 0.9
_MIN_MARGIN = -2.0
"""Outlines whose best face trails "no card" by more than this are never looked at again."""
_MIN_SIDE_SUPPORT = 0.7
_MAX_BACK_SIZE_ERROR, _MAX_FACE_SIZE_ERROR = 0.16, 0.4
_MIN_FOREGROUND_DISTANCE = 14
_SAME_PLACE_WIDTHS = 0.15
_CLEAR_EXTRA_MARGIN = 3.0
_MIN_COMPLETE_SUPPORT, _MIN_MATCHED_SHARE = 0.85, 0.6
_MIN_LONE_CONFIDENCE = 0.75
"""Where no card is sure, a doubtful one needs this much confidence to be asked about."""
_MAX_OUTLINED_SIZE_ERROR = 0.12
_BEYOND_SCALE = 1.1


class CardDetector:
    """One picture (height, width, 3) BGR being searched for the cards of a recogniser's deck.

    `side`: outlines are sought with the picture's longer side at most that long.
    """

    def __init__(self, frame: ColorImage, classifier: CardClassifier, max_side_px: float = MAX_WORK_SIDE_PX) -> None:
        self.classifier = classifier
        self.frame_size = (frame.shape[1], frame.shape[0])
        self._clear_score = classifier.final_calibration.sure_margin + _CLEAR_EXTRA_MARGIN
        self._card_size = decks()[classifier.kind].size_mm
        self._pyramid = ImagePyramid(frame)
        small, self._work_scale = to_work_size(frame, max_side_px)
        self._grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        self._lab = to_smoothed_lab(small)
        self._gradients = color_gradients(self._lab)
        self._background_distance = background_distance(self._lab)
        self._edge_field = EdgeField(self._gradients)
        self._corner_proposer = CornerProposer(self._edge_field, self._card_size, self._background_distance)
        self._cnn_predictions: dict[bytes, Prediction] = {}
        self._keypoint_detections: list[KeypointDetection] = []
        self._undoubted_outlines: set[bytes] = set()
        self._keypoints_reliable = False

    def detect(self) -> list[Candidate]:
        """Every card found, worthiest first, its verdict the network's; quads in frame pixels."""
        quads = self._propose_from_contours()
        candidates = self._classify(deduplicate_quads([*self._edge_field.snap(quads), *quads]))
        cards = self._accept(self._suppress(candidates))
        placed = [card.quad for card in final_candidates(cards, self._clear_score)]
        left = unexplained_regions(self._background_distance, [self._to_work_scale(quad) for quad in placed])
        lines = detect_segments(self._lab, left)
        sketched = (
            [self._to_work_scale(quad) for quad in propose_elsewhere(self._pyramid.frame, placed)] if left else []
        )
        sketched += self._edge_field.snap(sketched)
        tried, pool = list[Quad](), list(candidates)
        for _ in range(_MAX_ROUNDS):
            known = (
                self._scale_references(cards)
                or self._screen_confident(self._suppress(candidates))
                or [one for one in cards if not one.is_back]
            )
            more = [
                *self._corner_proposer.propose(lines, [self._to_work_scale(card.quad) for card in known]),
                *sketched,
            ]
            tried, before = deduplicate_quads([*tried, *more]), len(tried)
            rebuilt = [
                replace(one, is_reconstructed=True)
                for one in self._classify(tried[before:])
                if not one.is_truncated_back
            ]
            pool += rebuilt
            kept = final_candidates(cards, self._clear_score)
            candidates += [
                one
                for one in rebuilt
                if one.score >= 0 and has_own_evidence(one, kept if is_edge_supported(one) else cards)
            ]
            last, cards = cards, self._resuppress(candidates)
            if len(cards) <= len(last) and (
                len(cards) >= MIN_RELIABLE_REFERENCES or outline_keys(last) == outline_keys(cards)
            ):
                break
        self._keypoint_detections = self._match_keypoints(cards)
        if self._keypoint_detections:
            voted = [self._to_work_scale(vote.quad) for vote in self._keypoint_detections]
            more = deduplicate_quads([*self._edge_field.snap(voted), *voted])
            candidates = [*map(self._apply_keypoint_evidence, candidates), *self._classify(more)]
            cards = self._accept(self._suppress(candidates))
        return self._add_occluded(cards, pool)

    def _add_occluded(self, cards: list[Candidate], pool: list[Candidate]) -> list[Candidate]:
        """The cards, and those of the pool that lie partly under them: what cannot be told from the doubtful yields."""
        known = self._scale_references(cards)
        if not known:
            return cards
        plane = GroundPlane([card.quad for card in known], self._card_size)
        final = self.classifier.final_calibration
        whole = [card for card in cards if card.score >= final.sure_margin and not card.is_reconstructed]
        found = [
            half for half in find_occluded(pool, whole, plane) if half.candidate.score + half.evidence >= _MIN_MARGIN
        ]
        looked = [replace(card, is_occluded=True) for card in self._reclassify([half.candidate for half in found])]
        worth = {
            id(card): card.score + half.evidence
            for card, half in zip(looked, found, strict=True)
            if card.score + half.evidence >= 0
        }
        doubtful = [card for card in cards if card not in whole]
        worth |= {id(card): max(card.score, 0.0) for card in doubtful}
        ranked = sorted((card for card in (*looked, *doubtful) if id(card) in worth), key=lambda card: -worth[id(card)])
        return [*whole, *select_occluded(ranked, whole)]

    def refine_outlines(self, cards: list[Candidate]) -> list[Quad]:
        """The outlines of cards with their sides on the cards' own edges, in frame pixels."""
        tones = background_color(self._lab)
        middles = [self._to_work_scale(card.quad).mean(axis=0) / 8 for card in cards]
        at = np.clip(np.array(middles).reshape(-1, 2).astype(int), 0, (tones.shape[1] - 1, tones.shape[0] - 1))
        table = tones[at[:, 1], at[:, 0]].astype(np.float32)
        known = [card.quad for card in self._scale_references(cards)]
        return refine_outlines(self._pyramid, [card.quad for card in cards], known, self._card_size, table)

    def unobstructed_sides(self, card: Candidate, cards: list[Candidate]) -> NDArray[np.bool_]:
        """Where along a card's sides (as its `seen`) nothing lies beyond that could lie over it: table, another card.

        `cards`: all of them; those that lie over it are told by their outlines.
        """
        centre = card.quad.mean(axis=0)
        beyond = (card.side_points() - centre) * np.float32(_BEYOND_SCALE) + centre
        at = self._to_work_scale(beyond)
        apart = cv2.remap(
            self._background_distance, at[None, :, 0], at[None, :, 1], cv2.INTER_NEAREST, borderValue=(0,)
        )[0]
        free = np.asarray(apart <= _MIN_FOREGROUND_DISTANCE)
        for other in cards:
            if other is not card:
                free |= points_in_quad(beyond, other.quad)
        return free.reshape(card.edge_support.shape)

    def redetect(self, previous: list[tuple[Quad, str | None, bool]]) -> list[Candidate]:
        """As `cards`, but asking outlines alone besides where cards lay a moment ago.

        `before`: of each its quad in frame pixels, its code (None: a back) and whether it was sure.
        """
        still = self._redetect_known(previous)
        proven = {card.quad.tobytes() for number, card in still.items() if previous[number][2]}
        outlined = self._propose_from_contours()
        free = np.ones(len(outlined), bool)
        middles = np.array([quad.mean(axis=0) for quad in outlined]).reshape(-1, 2)
        for card in still.values():
            free &= ~points_in_quad(middles, self._to_work_scale(card.quad))
        fresh = [outlined[number] for number in np.flatnonzero(free)]
        cards = self._accept(self._suppress([*still.values(), *self._classify(fresh)]))
        return [replace(card, is_keypoint_confirmed=card.quad.tobytes() in proven) for card in cards]

    def _redetect_known(self, previous: list[tuple[Quad, str | None, bool]]) -> dict[int, Candidate]:
        """Those of `before` by number that lie where they lay, or a little beside: then their outline is followed."""
        same = equivalent_codes(self.classifier.kind)
        found: dict[int, Candidate] = {}
        for followed in (False, True):
            left = [number for number in range(len(previous)) if number not in found]
            places = [self._to_work_scale(previous[number][0]) for number in left]
            looked = self._reclassify(self._classify(self._edge_field.snap(places) if followed else places))
            for number, card in zip(left, looked, strict=True):
                code = previous[number][1]
                if (
                    card.is_back
                    if code is None
                    else card.prediction.face in same[code] and card.prediction.margin >= _MIN_MARGIN
                ):
                    found[number] = replace(card, is_keypoint_confirmed=True)
        return dict(sorted(found.items()))

    def _propose_from_contours(self) -> list[Quad]:
        """Outlines that may be cards, in work pixels."""
        return deduplicate_quads(
            quads_from_contours(
                self._lab, self._gradients, self._background_distance, self._card_size[0] / self._card_size[1]
            )
        )

    def _match_keypoints(self, cards: list[Candidate]) -> list[KeypointDetection]:
        """Where a known deck's marks say cards lie besides those beyond doubt, in frame pixels."""
        voter = self.classifier.keypoint_matcher
        if voter is None:
            return []
        known = [card.quad for card in self._scale_references(cards)]
        settled = [card for card in cards if self._is_undoubted(card)]
        self._undoubted_outlines = {card.quad.tobytes() for card in settled}
        mask = np.asarray((self._background_distance > _MIN_FOREGROUND_DISTANCE) * np.uint8(255), np.uint8)
        mask = np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8)), np.uint8)
        for card in settled:
            cv2.fillConvexPoly(mask, np.asarray(np.round(self._to_work_scale(card.quad)), np.int32), 0)
        width = float(np.median([quad_size(quad)[0] for quad in known])) * self._work_scale if known else None
        with stage("vote"):
            votes = voter.detect(self._grey, mask, width)
        open_cards = sum(not card.is_back for card in cards) - len(settled)
        self._keypoints_reliable = sum(vote.inliers >= voter.min_inliers for vote in votes) >= _MIN_MATCHED_SHARE * max(
            open_cards, 1
        )
        return [replace(vote, quad=self._to_frame_scale(vote.quad)) for vote in votes]

    def _is_undoubted(self, card: Candidate) -> bool:
        """Whether a face is so clear, and its outline so whole, that its marks need not be looked at."""
        return (
            not card.is_back
            and card.prediction.margin >= self._clear_score
            and card.support_shares[0] >= _MIN_COMPLETE_SUPPORT
        )

    def _apply_keypoint_evidence(self, card: Candidate) -> Candidate:
        """The candidate with the marks that lie on it as they would on the face they are of, the right way up."""
        if not self._keypoint_detections or card.quad.tobytes() in self._undoubted_outlines:
            return card
        reach = _SAME_PLACE_WIDTHS * quad_size(card.quad)[0]
        marks: dict[str, int] = {}
        for vote in self._keypoint_detections:
            if np.abs(vote.quad - card.quad).max() < reach:
                marks[vote.face] = max(vote.inliers, marks.get(vote.face, 0))
        if not marks and not self._keypoints_reliable:
            return card
        verdict = self.classifier.with_keypoint_evidence(
            card.prediction, marks, keypoints_reliable=self._keypoints_reliable
        )
        shown = (
            self.classifier.keypoint_matcher is not None
            and marks.get(verdict.face, 0) >= self.classifier.keypoint_matcher.min_inliers
        )
        return replace(card, prediction=verdict, is_keypoint_confirmed=shown)

    def crop(self, quad: Quad) -> ColorImage:
        """A card flattened to the recogniser's size, the quad's first corner top left."""
        return self._pyramid.rectify(quad, self.classifier.crop_size)

    def _to_work_scale(self, quad: Quad) -> Quad:
        return np.asarray((quad + 0.5) * self._work_scale - 0.5, np.float32)

    def _to_frame_scale(self, quad: Quad) -> Quad:
        return np.asarray((quad + 0.5) / self._work_scale - 0.5, np.float32)

    def _classify(self, quads: list[Quad]) -> list[Candidate]:
        """What the screen says of each outline (work pixels), as candidates in frame pixels."""
        full = [self._to_frame_scale(quad) for quad in quads]
        with stage("name"):
            verdicts = self.classifier.classify_with_screen([self.crop(quad) for quad in full])
        clear = [one.face if one.margin >= self.classifier.screen_calibration.sure_margin else "" for one in verdicts]
        outs = out_of_frame_masks(full, self.frame_size)
        return [
            self._apply_keypoint_evidence(Candidate(quad, verdict, seen, screen_label=face, out_of_frame=out).upright())
            for quad, verdict, seen, face, out in zip(
                full, verdicts, self._edge_field.support(quads), clear, outs, strict=True
            )
        ]

    def _scale_references(self, cards: list[Candidate]) -> list[Candidate]:
        """The cards that say how large a card is here: the sure ones, or else the likeliest."""
        final = self.classifier.final_calibration
        likely = [
            card
            for card in cards
            if card.defines_scale and final.confidence(card.prediction.margin) >= _MIN_REFERENCE_CONFIDENCE
        ]
        sure = [card for card in likely if card.prediction.margin >= final.sure_margin]
        return sure or [card for card in likely if not card.is_reconstructed][:1]

    def _screen_confident(self, candidates: list[Candidate]) -> list[Candidate]:
        """The cards the screen is sure of: good enough to say how large a card is, while the network knows none."""
        return [
            card
            for card in candidates
            if card.defines_scale and card.prediction.margin >= self.classifier.screen_calibration.sure_margin
        ]

    def _suppress(self, candidates: list[Candidate], min_score: float = _MIN_MARGIN) -> list[Candidate]:
        """The cards among the candidates by the screen, those of another size than the known ones left out."""
        with stage("choose"):
            first = non_max_suppression(candidates, 0.0, MAX_CARDS)
        known = self._scale_references(self._reclassify(first)) or self._screen_confident(first)
        if known:
            plane = GroundPlane([card.quad for card in known], self._card_size)
            candidates = [
                one
                for one, misfit in zip(candidates, plane.size_errors([one.quad for one in candidates]), strict=True)
                if misfit < (_MAX_BACK_SIZE_ERROR if one.is_back else _MAX_FACE_SIZE_ERROR)
            ]
        candidates = [
            one for one in candidates if not one.is_back or one.support_shares[not known] >= _MIN_SIDE_SUPPORT
        ]
        with stage("choose"):
            return non_max_suppression(candidates, min_score, MAX_CARDS)

    def _reclassify(self, cards: list[Candidate]) -> list[Candidate]:
        """The same cards with the network's verdict; each outline is looked at once."""
        fresh = [card for card in cards if card.quad.tobytes() not in self._cnn_predictions]
        with stage("name"):
            verdicts = self.classifier.classify_with_cnn([self.crop(card.quad) for card in fresh])
        self._cnn_predictions |= {card.quad.tobytes(): verdict for card, verdict in zip(fresh, verdicts, strict=True)}
        return [
            self._apply_keypoint_evidence(
                replace(card, prediction=self._cnn_predictions[card.quad.tobytes()]).upright()
            )
            for card in cards
        ]

    def _accept(self, cards: list[Candidate]) -> list[Candidate]:
        """The cards after the second look; what then is no card stays only if outlined and sized like the rest."""
        seen = self._reclassify(cards)
        known = self._scale_references(seen)
        plane = GroundPlane([card.quad for card in known], self._card_size) if known else None
        return sorted((card for card in seen if self._is_card(card, plane)), key=lambda card: -card.score)

    def _resuppress(self, candidates: list[Candidate]) -> list[Candidate]:
        """The cards among the candidates; what the network refuses makes room for what the screen liked less there."""
        chosen = self._suppress(candidates)
        cards = self._accept(chosen)
        refused = outline_keys(chosen) - outline_keys(cards)
        if len(cards) >= MIN_RELIABLE_REFERENCES or not refused:
            return cards
        return self._accept(self._suppress([one for one in candidates if not outline_keys([one]) & refused], 0.0))

    def _is_card(self, card: Candidate, plane: GroundPlane | None) -> bool:
        if card.is_keypoint_confirmed:
            return True
        confidence = self.classifier.final_calibration.confidence(card.score)
        if card.is_reconstructed:
            return confidence >= _MIN_RECONSTRUCTED_CONFIDENCE or (
                card.screen_label == card.prediction.face and card.score >= 0
            )
        if plane is None:
            return confidence >= _MIN_LONE_CONFIDENCE
        outlined = (
            card.support_shares[0] >= _MIN_SIDE_SUPPORT and plane.size_errors([card.quad])[0] < _MAX_OUTLINED_SIZE_ERROR
        )
        return card.score >= 0 or outlined
