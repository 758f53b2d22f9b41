"""A multilayer perceptron and its training in numpy alone.

It trains in seconds, also on a table's own machine, where scikit-learn is not installed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

HIDDEN_UNITS = 128
"""Units of the hidden layer: enough for decks of 54 faces, and fast enough to judge many outlines."""
_LEARNING_RATE = 1e-3
"""Step size of Adam, the same as in `sklearn_mlp`."""
_L2_PENALTY = 1e-3
"""Weight of the L2 penalty on the weights, the same as in `sklearn_mlp`."""
_ADAM_BETAS = (0.9, 0.999)
"""Decay rates of Adam's first and second moments: the usual values (Kingma and Ba, 2015)."""

Floats = NDArray[np.float32]
LabelArray = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class MlpWeights:
    """Trained weights of the screening classifier, which judges many outlines.

    `labels` name the columns of its logits. `arrays`: "w1" (features, hidden), "b1" (hidden,), "w2" (hidden, labels),
    "b2" (labels,), all float32.
    """

    labels: tuple[str, ...]
    arrays: dict[str, Floats]


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """Length of a training: views in one step, and passes over all views."""

    batch_size: int = 256
    epochs: int = 12


def fold_scaler(labels: tuple[str, ...], layers: tuple[Floats, ...], mean: Floats, std: Floats) -> MlpWeights:
    """Fold the feature scaling into the weights, so that the classifier takes unscaled rows.

    `layers` (w1, b1, w2, b2) were trained on rows scaled by `mean` and `std` (features,).
    """
    w1, b1, w2, b2 = layers
    first = (w1 / std[:, None]).astype(np.float32)
    return MlpWeights(labels, {"w1": first, "b1": (b1 - mean @ first).astype(np.float32), "w2": w2, "b2": b2})


def train_mlp(rows: NDArray[np.float16], row_labels: LabelArray, seed: int, schedule: TrainingSchedule) -> MlpWeights:
    """Train one hidden layer on feature rows (n, features) with Adam; deterministic for the same rows and seed."""
    labels, truth = np.unique(row_labels, return_inverse=True)
    scaled = rows.astype(np.float32)
    mean, std = scaled.mean(axis=0), scaled.std(axis=0)
    std[std < 1e-6] = 1.0
    scaled -= mean
    scaled /= std
    rng = np.random.default_rng(seed)
    sizes = (scaled.shape[1], HIDDEN_UNITS, len(labels))
    layers: list[Floats] = []
    for fan_in, fan_out in pairwise(sizes):
        limit = np.sqrt(6 / (fan_in + fan_out))
        layers += [rng.uniform(-limit, limit, (fan_in, fan_out)).astype(np.float32), np.zeros(fan_out, np.float32)]
    adam = _Adam(layers)
    for _ in range(schedule.epochs):
        order = rng.permutation(len(scaled))
        for start in range(0, len(order), schedule.batch_size):
            batch = order[start : start + schedule.batch_size]
            adam.step(_gradients(layers, scaled[batch], truth[batch]))
    return fold_scaler(tuple(str(label) for label in labels), tuple(layers), mean, std)


def _gradients(layers: list[Floats], rows: Floats, truth: NDArray[np.intp]) -> list[Floats]:
    """Gradients of the mean cross-entropy of a batch, with the L2 penalty, for each of `layers` (w1, b1, w2, b2)."""
    w1, b1, w2, b2 = layers
    hidden = np.maximum(rows @ w1 + b1, 0)
    logits = hidden @ w2 + b2
    logits -= logits.max(axis=1, keepdims=True)
    output_error = np.exp(logits)
    output_error /= output_error.sum(axis=1, keepdims=True)
    output_error[np.arange(len(rows)), truth] -= 1
    output_error /= len(rows)
    hidden_error = (output_error @ w2.T) * (hidden > 0)
    decay = np.float32(_L2_PENALTY / len(rows))
    return [
        rows.T @ hidden_error + decay * w1,
        hidden_error.sum(axis=0),
        hidden.T @ output_error + decay * w2,
        output_error.sum(axis=0),
    ]


class _Adam:
    """The Adam optimiser; it updates `layers` in place."""

    def __init__(self, layers: list[Floats]) -> None:
        self._layers = layers
        self._first_moments = [np.zeros_like(layer) for layer in layers]
        self._second_moments = [np.zeros_like(layer) for layer in layers]
        self._step_count = 0

    def step(self, gradients: list[Floats]) -> None:
        """One step against these gradients, one for each layer."""
        self._step_count += 1
        step_size = np.float32(
            _LEARNING_RATE * np.sqrt(1 - _ADAM_BETAS[1] ** self._step_count) / (1 - _ADAM_BETAS[0] ** self._step_count)
        )
        for number, gradient in enumerate(gradients):
            mean = _update_moving_average(self._first_moments[number], gradient, _ADAM_BETAS[0])
            square = _update_moving_average(self._second_moments[number], gradient * gradient, _ADAM_BETAS[1])
            self._layers[number] -= step_size * mean / (np.sqrt(square) + np.float32(1e-8))


def _update_moving_average(average: Floats, value: Floats, decay: float) -> Floats:
    """`average`, updated in place: the share `decay` of itself, and the rest from `value`."""
    average *= np.float32(decay)
    average += np.float32(1 - decay) * value
    return average


def fit_platt_scaling(margins: Floats, correct: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of Platt scaling: P(correct) = 1 / (1 + exp(-(slope * margin + offset))).

    Fitted by Newton's method. The slope's square is penalised a little, so that margins that are never wrong do not
    give an infinite slope.
    """
    rows = np.stack([margins, np.ones_like(margins)], axis=1).astype(np.float64)
    penalty = np.diag([0.1, 0.0])
    coefficients = np.zeros(2)
    for _ in range(50):
        probability = 1 / (1 + np.exp(-np.clip(rows @ coefficients, -30, 30)))
        gradient = rows.T @ (probability - correct) + penalty @ coefficients
        hessian = (rows * (probability * (1 - probability))[:, None]).T @ rows + penalty + 1e-9 * np.eye(2)
        newton_step = np.linalg.solve(hessian, gradient)
        coefficients -= np.clip(newton_step, -2, 2)
        if np.abs(newton_step).max() < 1e-7:
            break
    return float(coefficients[0]), float(coefficients[1])
