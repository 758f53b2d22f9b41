"""Classify: from outlines to candidates, by a screen and a CNN."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from scanner.detection.candidates import Candidate
from scanner.detection.frame_features import FrameFeatures
from scanner.detection.occlusion import out_of_frame_masks
from scanner.imaging.geometry import Quad, quad_size
from scanner.imaging.image import ColorImage
from scanner.imaging.profiling import stage
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.keypoints import KeypointDetection
from scanner.recognition.prediction import Prediction
from scorer.decks import decks

_MAX_CORNER_OFFSET = 0.15
"""Card widths between the corners of a keypoint detection and of an outline that it confirms. A card slid by more than
this shows a different cut of its art. Set by `fudayomi bench eyes`."""
_CLEAR_EXTRA_MARGIN = 3.0
"""Logits above the sure margin from which a face is beyond doubt and needs no further evidence. Set by
`fudayomi bench eyes` and `bench crowd`: looking no further at such cards changes no read and saves time."""


@dataclass(frozen=True, slots=True)
class KeypointEvidence:
    """Keypoint detections in frame pixels, and what they may change.

    `undoubted_outlines`: outlines, as bytes, of cards that need no such evidence. `is_reliable`: so many cards were
    confirmed that a card without keypoints is less likely to be one.
    """

    detections: tuple[KeypointDetection, ...] = ()
    undoubted_outlines: frozenset[bytes] = frozenset()
    is_reliable: bool = False


class CandidateClassifier:
    """The cascade over one frame: the screen names every outline, the CNN those that compete in earnest.

    Predictions of the CNN are remembered by outline, so that each is asked for once. `with_evidence` shares them.
    """

    def __init__(
        self, features: FrameFeatures, classifier: CardClassifier, evidence: KeypointEvidence | None = None
    ) -> None:
        self.features = features
        self.classifier = classifier
        self.evidence = evidence or KeypointEvidence()
        self._cnn_predictions: dict[bytes, Prediction] = {}

    @property
    def card_size_mm(self) -> tuple[float, float]:
        """Width and height of a card of the classifier's deck."""
        return decks()[self.classifier.kind].size_mm

    @property
    def clear_score(self) -> float:
        """Score from which a card is beyond doubt."""
        return self.classifier.final_calibration.sure_margin + _CLEAR_EXTRA_MARGIN

    def with_evidence(self, evidence: KeypointEvidence) -> CandidateClassifier:
        """The same cascade with keypoint evidence."""
        other = CandidateClassifier(self.features, self.classifier, evidence)
        other._cnn_predictions = self._cnn_predictions
        return other

    def crop(self, quad: Quad) -> ColorImage:
        """A card flattened to the classifier's input size; its top left is the first corner of `quad`."""
        return self.features.pyramid.rectify(quad, self.classifier.crop_size)

    def classify(self, quads: list[Quad]) -> list[Candidate]:
        """Candidates for outlines in work pixels, as the screening classifier names them; theirs are frame pixels."""
        outlines = [self.features.to_frame_scale(quad) for quad in quads]
        with stage("name"):
            predictions = self.classifier.classify_with_screen([self.crop(quad) for quad in outlines])
        sure_margin = self.classifier.screen_calibration.sure_margin
        candidates = zip(
            outlines,
            predictions,
            self.features.edge_field.support(quads),
            out_of_frame_masks(outlines, self.features.size),
            strict=True,
        )
        return [
            self.apply_evidence(
                Candidate(
                    quad,
                    prediction,
                    edge_support,
                    screen_label=prediction.face if prediction.margin >= sure_margin else "",
                    out_of_frame=out_of_frame,
                ).upright()
            )
            for quad, prediction, edge_support, out_of_frame in candidates
        ]

    def reclassify(self, cards: list[Candidate]) -> list[Candidate]:
        """The same candidates as the CNN names them."""
        unnamed = [card for card in cards if card.quad.tobytes() not in self._cnn_predictions]
        with stage("name"):
            predictions = self.classifier.classify_with_cnn([self.crop(card.quad) for card in unnamed])
        self._cnn_predictions |= {
            card.quad.tobytes(): prediction for card, prediction in zip(unnamed, predictions, strict=True)
        }
        return [
            self.apply_evidence(replace(card, prediction=self._cnn_predictions[card.quad.tobytes()]).upright())
            for card in cards
        ]

    def apply_evidence(self, card: Candidate) -> Candidate:
        """The candidate with the keypoints that lie on it as they would on the face they belong to, upright."""
        evidence, matcher = self.evidence, self.classifier.keypoint_matcher
        if not evidence.detections or card.quad.tobytes() in evidence.undoubted_outlines:
            return card
        reach = _MAX_CORNER_OFFSET * quad_size(card.quad)[0]
        keypoints: dict[str, int] = {}
        for detection in evidence.detections:
            if np.abs(detection.quad - card.quad).max() < reach:
                keypoints[detection.face] = max(detection.inliers, keypoints.get(detection.face, 0))
        if not keypoints and not evidence.is_reliable:
            return card
        prediction = self.classifier.with_keypoint_evidence(
            card.prediction, keypoints, keypoints_reliable=evidence.is_reliable
        )
        is_confirmed = matcher is not None and keypoints.get(prediction.face, 0) >= matcher.min_inliers
        return replace(card, prediction=prediction, is_keypoint_confirmed=is_confirmed)
