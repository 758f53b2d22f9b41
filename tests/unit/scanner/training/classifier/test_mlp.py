"""The classifier that is learned at the table: without scikit-learn, repeatable, calibrated."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from scanner.recognition.classifier import mlp_logits
from scanner.training.classifier.mlp import TrainingSchedule, fit_platt_scaling, train_mlp


def _blobs(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Three families of rows far apart, with a column that never changes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, 300)
    rows = rng.normal(0, 1, (300, 12)) + 3 * np.eye(12)[truth]
    rows[:, 11] = 7
    return rows.astype(np.float16), np.array(["ace", "king", "queen"])[truth]


def test_what_is_learned_holds_for_rows_never_seen() -> None:
    trained = train_mlp(*_blobs(1), 0, TrainingSchedule(batch_size=32, epochs=20))
    rows, truth = _blobs(2)
    said = np.array(trained.labels)[mlp_logits(trained.arrays, rows.astype(np.float32)).argmax(axis=1)]
    assert (said == truth).mean() > 0.9


def test_the_same_seed_gives_the_same_arrays() -> None:
    one, two, other = (
        train_mlp(*_blobs(1), seed, TrainingSchedule(batch_size=32, epochs=2)).arrays for seed in (3, 3, 4)
    )
    assert all((one[key] == two[key]).all() for key in one)
    assert not (one["w1"] == other["w1"]).all()


@pytest.mark.parametrize(("slope", "offset"), [(0.8, -1.0), (2.0, 0.5)])
def test_the_curve_of_confidence_is_found_again(slope: float, offset: float) -> None:
    rng = np.random.default_rng(5)
    lead = rng.normal(0, 3, 20000).astype(np.float32)
    right = rng.random(20000) < 1 / (1 + np.exp(-(slope * lead + offset)))
    assert fit_platt_scaling(lead, right) == pytest.approx((slope, offset), abs=0.12)


def test_leads_that_are_never_wrong_still_give_a_curve() -> None:
    slope, offset = fit_platt_scaling(np.array([-2, -1, 1, 2], np.float32), np.array([False, False, True, True]))
    assert 0 < slope < 20
    assert abs(offset) < 1


def test_enrolling_needs_no_scikit_learn() -> None:
    modules = "scanner.training.enrolment.train, scanner.setup.grid_scan, scanner.setup.wizard"
    code = f"import sys; sys.modules['sklearn'] = None; import {modules}"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
