"""Train the screening classifier of a shipped model with scikit-learn."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from scanner.training.classifier.mlp import HIDDEN_UNITS, MlpWeights, TrainingSchedule, fold_scaler


def train_mlp_sklearn(
    rows: NDArray[np.float16], labels: NDArray[np.str_], seed: int, schedule: TrainingSchedule | None = None
) -> MlpWeights:
    """Train one hidden layer on feature rows (n, features); the feature scaling is folded into its weights.

    Deterministic for the same rows and `seed`; the default schedule is that of `TrainingSchedule`.
    """
    schedule = schedule or TrainingSchedule()
    scaler = StandardScaler().fit(rows.astype(np.float32))
    model = MLPClassifier(
        (HIDDEN_UNITS,),
        alpha=1e-3,
        batch_size=min(schedule.batch_size, len(rows)),
        learning_rate_init=1e-3,
        max_iter=schedule.epochs,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(scaler.transform(rows.astype(np.float32)), labels)
    (w1, w2), (b1, b2) = model.coefs_, model.intercepts_
    layers = tuple(np.asarray(layer, np.float32) for layer in (w1, b1, w2, b2))
    mean, std = scaler.mean_.astype(np.float32), scaler.scale_.astype(np.float32)
    return fold_scaler(tuple(str(label) for label in model.classes_), layers, mean, std)
