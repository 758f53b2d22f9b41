"""Margins, probabilities and evidence of a prediction, computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.recognition.classifier import ConfidenceCalibration, Prediction, ensemble_logits, mlp_logits
from tests.support.card_candidates import CROP_SIZE, LABELS, prediction, small_classifier

CLASSIFIER = small_classifier()


def _read(*logits: float) -> Prediction:
    """The prediction of one crop with these logits of `LABELS`."""
    (found,) = CLASSIFIER._to_predictions(np.array([[logits]], np.float32), (0,))
    return found


def test_a_margin_of_zero_is_half_sure_and_no_margin_is_too_large() -> None:
    calibration = ConfidenceCalibration.from_manifest({"confidence": [2, 0], "sure_margin": 3})
    assert calibration.sure_back_margin == 3.0
    assert [calibration.confidence(margin) for margin in (0.0, 1e9, -1e9)] == pytest.approx([0.5, 1.0, 0.0])
    assert calibration.confidence(np.log(3) / 2) == pytest.approx(0.75)
    assert ConfidenceCalibration(1.0, np.log(4), 3.0, 4.0).confidence(0.0) == pytest.approx(0.8)


def test_hidden_units_below_zero_count_nothing() -> None:
    arrays = {"w1": [[1, -1], [0, 2]], "b1": [0, 1], "w2": [[1, 2], [3, 4]], "b2": [10, 20]}
    weights = {name: np.array(values, np.float32) for name, values in arrays.items()}
    vectors = np.array([[1, 0], [5, 0], [-1, 1]], np.float32)
    assert mlp_logits(weights, vectors).tolist() == [[11, 22], [15, 30], [22, 36]]
    assert ensemble_logits(np.array([[1.0, 2.0]]), np.array([[4.0, -4.0]]), 0.25).tolist() == [[2.0, 1.0]]


def test_a_margin_is_over_the_best_rival_and_one_face_to_the_rules_is_no_rival() -> None:
    chaff = _read(-3, 1, 6, 5.5, 2, 0)
    assert (chaff.face, chaff.margin, chaff.back_margin) == ("h01-3", 4.0, -9.0)
    nothing = _read(2, 1, 0, 0, 0, 5)
    assert (nothing.face, nothing.margin, nothing.back_margin) == ("h01-1", -4.0, -3.0)


def test_the_way_up_with_the_better_margin_is_taken() -> None:
    logits = np.array([[[0, 2, 0, 0, 0, 0], [0, 0, 0, 0, 5, 0]]], np.float32)
    (found,) = CLASSIFIER._to_predictions(logits, (0, 1))
    assert (found.face, found.margin, found.is_upside_down) == ("h08-1", 5.0, True)
    crop = np.random.default_rng(3).integers(0, 256, (CROP_SIZE[1], CROP_SIZE[0], 3)).astype(np.uint8)
    crop[::2, ::2] = 255
    crop[1::2, 1::2] = 255
    upright, turned = CLASSIFIER.classify_with_screen([crop, np.ascontiguousarray(crop[::-1, ::-1])])
    assert (upright.face, upright.is_upside_down) == (turned.face, not turned.is_upside_down)
    assert CLASSIFIER.classify_with_cnn([]) == []


@pytest.mark.parametrize(
    ("inliers", "reliable", "face", "margin", "back_margin"),
    [
        ({"h01-1": 3}, True, "h01-1", 4.0, -9.0),
        ({"h01-1": 8}, False, "h01-1", 7.0, -12.0),
        ({"h08-1": 13}, False, "h08-1", 2.0, -11.0),
        ({}, True, "h01-1", 1.5, -6.5),
        ({}, False, "h01-1", 4.0, -9.0),
    ],
)
def test_keypoints_beyond_three_raise_a_face_and_none_lower_it(
    inliers: dict[str, int], reliable: bool, face: str, margin: float, back_margin: float
) -> None:
    found = CLASSIFIER.with_keypoint_evidence(prediction(margin=4.0), inliers, keypoints_reliable=reliable)
    assert (found.face, found.margin, found.back_margin) == (face, pytest.approx(margin), pytest.approx(back_margin))


def test_other_faces_share_what_is_left_of_the_probability() -> None:
    read = _read(0, 1, 6, 5, 1 + np.log(3), 0)
    others = CLASSIFIER.alternatives(read)
    rest = 1 - CLASSIFIER.final_calibration.confidence(read.margin)
    assert [code for code, _ in others] == ["h08-1", "h01-1"]
    assert [share for _, share in others] == pytest.approx([rest * 3 / 4, rest / 4])
    assert CLASSIFIER.alternatives(read, 1) == others[:1]
    steep = small_classifier(screen={"confidence": [2, 0], "sure_margin": 3})
    (_, first), (_, second) = steep.alternatives(read)
    assert first / second == pytest.approx(9)
    assert set(LABELS) - {code for code, _ in others} == {"back", "none", "h01-3", "h01-4"}
