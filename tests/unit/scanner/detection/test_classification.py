"""Outlines become candidates in frame pixels, each seen by the CNN once."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.classification import CandidateClassifier, KeypointEvidence
from scanner.detection.frame_features import FrameFeatures
from scanner.imaging.geometry import Quad
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.keypoints import KeypointDetection
from scanner.recognition.prediction import Prediction
from tests.support.card_candidates import CROP_SIZE, box, candidate, small_arrays, small_classifier, small_manifest

FRAME = np.random.default_rng(2).integers(0, 256, (200, 200, 3)).astype(np.uint8)


class _Counting(CardClassifier):
    """The small classifier, which counts the crops that its last stage sees."""

    crops = 0

    def classify_with_cnn(self, crops: list[np.ndarray]) -> list[Prediction]:
        self.crops += len(crops)
        return super().classify_with_cnn(crops)


def test_outlines_of_the_smaller_picture_become_candidates_of_the_frame() -> None:
    cascade = CandidateClassifier(FrameFeatures(FRAME, 100), small_classifier())
    inside, cut = cascade.classify([box(20, 30, 16, 24), box(90, 30, 16, 24)])
    assert {tuple(corner) for corner in inside.quad.tolist()} == {
        (40.5, 60.5), (72.5, 60.5), (72.5, 108.5), (40.5, 108.5)
    }  # fmt: skip
    assert inside.out_of_frame is None
    assert cut.out_of_frame is not None
    assert not inside.prediction.is_upside_down
    assert (inside.screen_label == inside.prediction.face) == (inside.prediction.margin >= 3)
    assert cascade.classify([]) == []


def test_an_outline_is_shown_to_the_cnn_once_also_where_evidence_is_added() -> None:
    classifier = _Counting(small_manifest(), small_arrays())
    cascade = CandidateClassifier(FrameFeatures(FRAME), classifier)
    cards = [candidate(box(20, 30, 32, 48)), candidate(box(90, 30, 32, 48))]
    first = cascade.reclassify(cards)
    again = cascade.with_evidence(KeypointEvidence()).reclassify(cards)
    assert classifier.crops == 2
    assert [card.prediction.face for card in again] == [card.prediction.face for card in first]
    (expected,) = small_classifier().classify_with_screen([cascade.crop(cards[0].quad)])
    assert first[0].prediction.margin == pytest.approx(expected.margin)


def test_a_crop_has_the_size_of_the_model_and_a_clear_card_is_three_logits_beyond_sure() -> None:
    cascade = CandidateClassifier(FrameFeatures(FRAME), small_classifier())
    assert (cascade.crop(box(20, 30, *CROP_SIZE)) == FRAME[30:54, 20:36]).all()
    assert cascade.clear_score == 6.0
    assert cascade.card_size_mm == (33.0, 54.0)


@pytest.mark.parametrize(
    ("moved", "undoubted", "margin"),
    [(0.0, False, 9.0), (4.0, False, 9.0), (6.0, False, 6.0), (0.0, True, 6.0)],
    ids=["on it", "a little off", "too far off", "beyond doubt"],
)
def test_keypoints_count_for_the_card_on_which_they_lie(moved: float, undoubted: bool, margin: float) -> None:
    quad: Quad = box(20, 30, 33, 54)
    outlines = frozenset({quad.tobytes()} if undoubted else set())
    evidence = KeypointEvidence((KeypointDetection(quad + np.float32(moved), "h01-1", 8),), outlines)
    cascade = CandidateClassifier(FrameFeatures(FRAME), small_classifier(), evidence)
    card = cascade.apply_evidence(candidate(quad))
    assert card.prediction.margin == pytest.approx(margin)
    assert not card.is_keypoint_confirmed, "without a matcher nothing is confirmed"
