"""仕込み shikomi: what is learned from views: the screen that judges many outlines, the network that names a few."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

HIDDEN = 128

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Network:
    """Trained arrays; `labels` name the columns of their scores."""

    labels: tuple[str, ...]
    arrays: dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Passes:
    """How long is learned: views in one step, and how often all of them are seen."""

    batch: int = 256
    epochs: int = 12


def screen(rows: NDArray[np.float16], labels: NDArray[np.str_], seed: int, passes: Passes | None = None) -> Network:
    """One hidden layer trained on feature rows (n, features); the scaling of features is folded into its weights."""
    passes = passes or Passes()
    scaler = StandardScaler().fit(rows.astype(np.float32))
    model = MLPClassifier(
        (HIDDEN,),
        alpha=1e-3,
        batch_size=min(passes.batch, len(rows)),
        learning_rate_init=1e-3,
        max_iter=passes.epochs,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(scaler.transform(rows.astype(np.float32)), labels)
    first, second = (np.asarray(weights, np.float32) for weights in model.coefs_)
    folded = first * (1 / scaler.scale_).astype(np.float32)[:, None]
    arrays = {
        "w1": folded,
        "b1": np.asarray(model.intercepts_[0] - scaler.mean_ @ folded, np.float32),
        "w2": second,
        "b2": np.asarray(model.intercepts_[1], np.float32),
    }
    return Network(tuple(str(label) for label in model.classes_), arrays)
