"""Decks of version 1 are read as they were, and refused when spoiled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from scanner.enrolled.legacy_deck import build_legacy_classifier
from scorer.errors import Refusal
from tests.support.detected_cards import CROP_SIZE, LABELS, small_arrays, small_classifier, small_manifest

STAGE = small_manifest()["screen"]


@pytest.mark.parametrize(
    "change",
    [
        {"features": "hog-lab-0"},
        {"labels": [*LABELS, "AS"]},
        {"labels": [*LABELS, "h01-1"]},
        {"labels": list(LABELS[1:])},
        {"labels": ["back", "none"]},
        {"input": [16, 20]},
        {"input": [8, 24]},
        {"input": [16, 264]},
        {"input": [16.0, 24]},
        {"screen": STAGE | {"confidence": [0, 0]}},
        {"screen": STAGE | {"sure_margin": math.nan}},
        {"screen": STAGE | {"back_margin": math.inf}},
        {"network": STAGE},
    ],
    ids=str,
)
def test_a_manifest_with_impossible_values_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="bad_model"):
        small_classifier(**change)


def test_arrays_of_another_shape_or_without_numbers_are_refused() -> None:
    assert build_legacy_classifier(small_manifest(), small_arrays()).labels == LABELS
    for spoiled in ({"b1": np.zeros(5)}, {"w2": np.zeros((6, 4))}, {"b2": np.full(6, np.inf)}):
        with pytest.raises(Refusal, match="bad_model"):
            build_legacy_classifier(small_manifest(), small_arrays() | spoiled)


def test_a_crop_upside_down_is_read_the_same_and_is_never_sure_when_much_is_hidden() -> None:
    classifier = small_classifier()
    crops = np.random.default_rng(3).integers(0, 256, (2, CROP_SIZE[1], CROP_SIZE[0], 3)).astype(np.uint8)
    crops[1] = crops[0, ::-1, ::-1]
    crops[:, ::2, ::2] = 255  # white is told by every second pixel
    crops[:, 1::2, 1::2] = 255
    upright, turned = classifier.classify(crops, np.full(crops.shape[:3], 255, np.uint8))
    assert (upright.face, upright.is_upside_down) == (turned.face, not turned.is_upside_down)
    assert (classifier.calibration.sure_margin(), classifier.sure_back_margin) == (3.0, 4.0)
    assert classifier.calibration.sure_margin(0.8) == math.inf
