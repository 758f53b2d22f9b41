"""弟子 deshi: a small classifier learned at the table itself, where scikit-learn is not: numpy alone, in seconds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

HIDDEN_UNITS = 128
_LEARNING_RATE = 1e-3
_L2_PENALTY = 1e-3
_ADAM_BETAS = (0.9, 0.999)

Floats = NDArray[np.float32]
LabelArray = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class MlpWeights:
    """What judges many outlines: trained arrays; `labels` name the columns of their scores."""

    labels: tuple[str, ...]
    arrays: dict[str, Floats]


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """How long is learned: views in one step, and how often all of them are seen."""

    batch_size: int = 256
    epochs: int = 12


def fold_scaler(labels: tuple[str, ...], layers: tuple[Floats, ...], mean: Floats, std: Floats) -> MlpWeights:
    """The screen of two layers (w1, b1, w2, b2) learned on scaled rows, as it takes rows that are not scaled."""
    w1, b1, w2, b2 = layers
    first = (w1 / std[:, None]).astype(np.float32)
    return MlpWeights(labels, {"w1": first, "b1": (b1 - mean @ first).astype(np.float32), "w2": w2, "b2": b2})


def train_mlp(rows: NDArray[np.float16], row_labels: LabelArray, seed: int, schedule: TrainingSchedule) -> MlpWeights:
    """One hidden layer trained on feature rows (n, features) by Adam; the same for the same rows and seed."""
    labels, truth = np.unique(row_labels, return_inverse=True)
    scaled = rows.astype(np.float32)
    mean, spread = scaled.mean(axis=0), scaled.std(axis=0)
    spread[spread < 1e-6] = 1.0
    scaled -= mean
    scaled /= spread
    rng = np.random.default_rng(seed)
    sizes = (scaled.shape[1], HIDDEN_UNITS, len(labels))
    layers: list[Floats] = []
    for come, go in pairwise(sizes):
        reach = np.sqrt(6 / (come + go))
        layers += [rng.uniform(-reach, reach, (come, go)).astype(np.float32), np.zeros(go, np.float32)]
    adam = _Adam(layers)
    for _ in range(schedule.epochs):
        order = rng.permutation(len(scaled))
        for start in range(0, len(order), schedule.batch_size):
            part = order[start : start + schedule.batch_size]
            adam.step(_gradients(layers, scaled[part], truth[part]))
    return fold_scaler(tuple(str(label) for label in labels), tuple(layers), mean, spread)


def _gradients(layers: list[Floats], rows: Floats, truth: NDArray[np.intp]) -> list[Floats]:
    """How the mean cross entropy of a batch changes with each weight."""
    w1, b1, w2, b2 = layers
    hidden = np.maximum(rows @ w1 + b1, 0)
    scores = hidden @ w2 + b2
    scores -= scores.max(axis=1, keepdims=True)
    wrong = np.exp(scores)
    wrong /= wrong.sum(axis=1, keepdims=True)
    wrong[np.arange(len(rows)), truth] -= 1
    wrong /= len(rows)
    back = (wrong @ w2.T) * (hidden > 0)
    shrink = np.float32(_L2_PENALTY / len(rows))
    return [rows.T @ back + shrink * w1, back.sum(axis=0), hidden.T @ wrong + shrink * w2, wrong.sum(axis=0)]


class _Adam:
    """Steps whose length follows how steady each slope has been; `layers` are moved in place."""

    def __init__(self, layers: list[Floats]) -> None:
        self._layers = layers
        self._first_moments = [np.zeros_like(layer) for layer in layers]
        self._second_moments = [np.zeros_like(layer) for layer in layers]
        self._step_count = 0

    def step(self, gradients: list[Floats]) -> None:
        """One step against these slopes, layer by layer."""
        self._step_count += 1
        length = np.float32(
            _LEARNING_RATE * np.sqrt(1 - _ADAM_BETAS[1] ** self._step_count) / (1 - _ADAM_BETAS[0] ** self._step_count)
        )
        for number, slope in enumerate(gradients):
            mean = _update_moving_average(self._first_moments[number], slope, _ADAM_BETAS[0])
            square = _update_moving_average(self._second_moments[number], slope * slope, _ADAM_BETAS[1])
            self._layers[number] -= length * mean / (np.sqrt(square) + np.float32(1e-8))


def _update_moving_average(average: Floats, value: Floats, decay: float) -> Floats:
    """`old` with the share `kept` of itself and the rest from `new`, in place."""
    average *= np.float32(decay)
    average += np.float32(1 - decay) * value
    return average


def fit_platt_scaling(margins: Floats, correct: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of the curve 1 / (1 + exp(-(slope * lead + offset))) that says how often a lead is right.

    Newton's method; a slope's square is held back a little, so that leads that are never wrong give no wall.
    """
    rows = np.stack([margins, np.ones_like(margins)], axis=1).astype(np.float64)
    hold = np.diag([0.1, 0.0])
    found = np.zeros(2)
    for _ in range(50):
        share = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (share - correct) + hold @ found
        bend = (rows * (share * (1 - share))[:, None]).T @ rows + hold + 1e-9 * np.eye(2)
        move = np.linalg.solve(bend, slope)
        found -= np.clip(move, -2, 2)
        if np.abs(move).max() < 1e-7:
            break
    return float(found[0]), float(found[1])
