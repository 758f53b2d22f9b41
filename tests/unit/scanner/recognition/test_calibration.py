"""Confidence and sure margins follow how much of a card shows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from scanner.recognition.calibration import Calibration

STEPS = Calibration(1.0, 0.0, 2.0, ((0.2, 6.0), (0.5, 4.0), (1.0, 3.0)), 5.0)


def test_what_shows_less_needs_a_larger_margin_and_hardly_anything_is_never_sure() -> None:
    assert [STEPS.sure_margin(share) for share in (1.0, 0.99, 0.5, 0.49, 0.2)] == [3, 4, 4, 6, 6]
    assert STEPS.sure_margin(0.19) == math.inf


def test_what_is_hidden_lowers_the_confidence() -> None:
    assert STEPS.confidence(0.0) == pytest.approx(0.5)
    assert STEPS.confidence(math.log(3)) == pytest.approx(0.75)
    assert STEPS.confidence(1.0, 0.5) == pytest.approx(0.5)  # half hidden costs half of the hidden offset
    assert [STEPS.confidence(margin) for margin in (1e9, -1e9)] == pytest.approx([1, 0])


def test_a_manifest_keeps_all_of_it() -> None:
    assert Calibration.from_manifest(STEPS.as_manifest()) == STEPS


@pytest.mark.parametrize(
    "change",
    [
        {"confidence": [0, 0, 0]},
        {"confidence": [1, 0]},
        {"confidence": [1, np.nan, 0]},
        {"sure_margins": []},
        {"sure_margins": [[0.5, 3], [0.2, 4]]},
        {"sure_margins": [[0.5, math.inf]]},
        {"sure_margins": [[0.5, 1], [1.2, 1]]},
        {"back_margin": math.nan},
    ],
    ids=str,
)
def test_impossible_values_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no |expected|empty|not enough"):
        Calibration.from_manifest(STEPS.as_manifest() | change)
