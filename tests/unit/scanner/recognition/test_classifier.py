"""Margins, probabilities and certainty of a prediction, computed by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.recognition.calibration import Calibration
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.prediction import Prediction
from tests.support.detected_cards import LABELS

CALIBRATION = Calibration(1.0, 0.0, 2.0, ((0.25, 6.0), (1.0, 3.0)), 4.0)


class _FixedLogits:
    """A stand-in for a network: the same logits for each crop, the second crop upside down."""

    def __init__(self, *logits: float) -> None:
        self._logits = np.array(logits, np.float32)

    def score(
        self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        assert crops.shape[:3] == masks.shape
        return np.tile(self._logits, (len(crops), 1)), np.arange(len(crops)) == 1


def _build_classifier(*logits: float, back_seen: bool = True) -> CardClassifier:
    return CardClassifier("hanafuda", LABELS, (8, 12), CALIBRATION, _FixedLogits(*logits), back_seen=back_seen)


def _classify(*logits: float, shows: int = 255) -> Prediction:
    """The prediction of one crop with these logits of `LABELS`. `shows`: its visible part, of 255."""
    masks = np.full((2, 12, 8), shows, np.uint8)
    upright, turned = _build_classifier(*logits).classify(np.zeros((2, 12, 8, 3), np.uint8), masks)
    assert (upright.is_upside_down, turned.is_upside_down) == (False, True)
    return upright


def test_a_margin_is_over_the_best_rival_and_one_face_to_the_rules_is_no_rival() -> None:
    chaff = _classify(-3, 1, 6, 5.5, 2, 0)
    assert (chaff.face, chaff.margin, chaff.back_margin) == ("h01-3", 4.0, -9.0)
    nothing = _classify(2, 1, 0, 0, 0, 5)
    assert (nothing.face, nothing.margin, nothing.back_margin) == ("h01-1", -4.0, -3.0)


def test_certainty_follows_what_shows() -> None:
    classifier = _build_classifier(0, 0, 0, 0, 0, 0)
    whole, half = _classify(0, 4, 0, 0, 0, 0), _classify(0, 4, 0, 0, 0, 0, shows=102)
    assert half.visible_share == pytest.approx(0.4)
    assert (classifier.is_sure(whole), classifier.is_sure(half)) == (True, False)
    assert classifier.confidence(whole) > classifier.confidence(half)


def test_several_views_of_a_card_name_it_by_their_mean() -> None:
    class _Views:
        def score(
            self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]
        ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
            logits = np.zeros((len(crops), len(LABELS)), np.float32)
            logits[:, 1], logits[:, 4] = crops[:, 0, 0, 0], crops[:, 0, 0, 1]
            return logits, crops[:, 0, 0, 2] > 0

    classifier = CardClassifier("hanafuda", LABELS, (8, 12), CALIBRATION, _Views())
    crops, masks = np.zeros((6, 12, 8, 3), np.uint8), np.full((6, 12, 8), 255, np.uint8)
    crops[:, 0, 0] = [(5, 0, 1), (0, 9, 0), (5, 0, 1), (0, 3, 0), (0, 2, 0), (9, 0, 1)]
    masks[3:] = 102
    first, second = classifier.classify(crops, masks, views=3)
    assert (first.face, first.is_upside_down, second.face, second.is_upside_down) == ("h01-1", True, "h01-1", False)
    assert first.margin == pytest.approx(10 / 3 - 9 / 3)
    assert second.margin == pytest.approx(9 / 3 - 5 / 3)
    assert (first.visible_share, second.visible_share) == pytest.approx((1, 0.4))


def test_no_crops_give_no_predictions() -> None:
    assert _build_classifier(0, 0, 0, 0, 0, 0).classify(np.zeros((0, 12, 8, 3), np.uint8), np.zeros((0, 12, 8))) == []


def test_without_a_picture_of_the_back_no_back_is_ever_sure() -> None:
    assert _build_classifier(0, 0, 0, 0, 0, 0).sure_back_margin == 4.0
    assert _build_classifier(0, 0, 0, 0, 0, 0, back_seen=False).sure_back_margin == np.inf


def test_other_faces_share_what_is_left_of_the_probability() -> None:
    classifier, read = _build_classifier(0, 0, 0, 0, 0, 0), _classify(0, 1, 6, 5, 1 + np.log(3), 0)
    others = classifier.alternatives(read)
    rest = 1 - classifier.confidence(read)
    assert [code for code, _ in others] == ["h08-1", "h01-1"]
    assert [share for _, share in others] == pytest.approx([rest * 3 / 4, rest / 4])
    assert classifier.alternatives(read, 1) == others[:1]


def test_no_other_face_is_likelier_than_the_one_that_was_named() -> None:
    classifier, read = _build_classifier(0, 0, 0, 0, 0, 0), _classify(-9, -9, 6, 6, 5, 7, shows=102)
    confidence = classifier.confidence(read)
    assert confidence < 0.3
    assert classifier.alternatives(read)[0] == ("h08-1", confidence)


def test_what_else_was_seen_of_a_card_is_added_to_what_its_crop_says() -> None:
    classifier, read = _build_classifier(0, 0, 0, 0, 0, 0), _classify(0, 1, 4, 3, 3.5, 0, shows=102)
    evidence = np.array([0, -2, -2, -2, 0, 0], np.float32)
    again = classifier.reconsider(read, evidence)
    assert (read.face, again.face) == ("h01-3", "h08-1")
    assert again.margin == pytest.approx(1.5)
    assert (again.visible_share, again.is_upside_down) == (read.visible_share, read.is_upside_down)
