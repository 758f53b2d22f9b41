"""The screening classifier that scikit-learn trains takes unscaled rows."""

from __future__ import annotations

import numpy as np

from scanner.recognition.classifier import mlp_logits
from scanner.training.classifier.mlp import HIDDEN_UNITS, TrainingSchedule
from scanner.training.classifier.sklearn_mlp import train_mlp_sklearn


def families(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Three families of rows far apart, of very different scales, and a column that never changes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, 200)
    rows = (rng.normal(0, 1, (200, 8)) + 4 * np.eye(8)[truth]) * np.array([1, 50, 0.1, 1, 1, 9, 1, 1]) + 20
    rows[:, 7] = 7
    return rows.astype(np.float16), np.array(["king", "ace", "queen"])[truth]


def test_rows_it_never_met_are_named_and_labels_are_in_order() -> None:
    weights = train_mlp_sklearn(*families(1), 0, TrainingSchedule(batch_size=32, epochs=12))
    assert weights.labels == ("ace", "king", "queen")
    assert {name: array.shape for name, array in weights.arrays.items()} == {
        "w1": (8, HIDDEN_UNITS),
        "b1": (HIDDEN_UNITS,),
        "w2": (HIDDEN_UNITS, 3),
        "b2": (3,),
    }
    rows, truth = families(2)
    best = np.array(weights.labels)[mlp_logits(weights.arrays, rows.astype(np.float32)).argmax(axis=1)]
    assert (best == truth).mean() > 0.9


def test_the_same_seed_gives_the_same_weights() -> None:
    schedule = TrainingSchedule(batch_size=300, epochs=1)  # a batch is never larger than the rows
    one, again, other = (train_mlp_sklearn(*families(1), seed, schedule).arrays["w1"] for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
