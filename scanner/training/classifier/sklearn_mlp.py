"""仕込み shikomi: what is learned from views: the screen that judges many outlines, the network that names a few."""

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
    """One hidden layer trained on feature rows (n, features); the scaling of features is folded into its weights."""
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
    (first, second), (one, two) = model.coefs_, model.intercepts_
    layers = tuple(np.asarray(layer, np.float32) for layer in (first, one, second, two))
    mean, spread = scaler.mean_.astype(np.float32), scaler.scale_.astype(np.float32)
    return fold_scaler(tuple(str(label) for label in model.classes_), layers, mean, spread)
