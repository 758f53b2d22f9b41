"""Fit the head of an enrolled deck to embeddings of synthetic views."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.onnx_session import Floats
from scanner.recognition.heads import GaussianHead
from scanner.recognition.prediction import BACK, NO_CARD

_MAX_DIMENSIONS = 96
"""Dimensions of the projection, at most: those in which faces differ most, compared with views of one face."""
_SHRINKAGE = 0.15
"""Share, 0..1, of the spread of views that is taken to be alike in all directions: a deck has few views."""
_MIN_VARIANCE = 0.3
"""Smallest variance of a label in a dimension in which views of one face have variance 1."""


def fit_gaussians(embeddings: Floats, labels: NDArray[np.str_]) -> tuple[tuple[str, ...], GaussianHead]:
    """Labels and head of a deck, from embeddings (n, embedding) of its labelled views.

    Linear discriminant analysis: views of one face are alike round in the projection. `NO_CARD` is as wide as all
    faces together and the crops that show none, `BACK` as wide as the backs.
    """
    names = tuple(sorted(set(labels.tolist()) | {BACK, NO_CARD}))
    faces = [name for name in names if name not in {BACK, NO_CARD}]
    means = np.stack([embeddings[labels == name].mean(axis=0) for name in faces]).astype(np.float64)
    within = np.concatenate([embeddings[labels == name] - mean for name, mean in zip(faces, means, strict=True)])
    spread = within.T.astype(np.float64) @ within / max(1, len(within) - len(faces))
    size = len(spread)
    spread = (1 - _SHRINKAGE) * spread + _SHRINKAGE * max(float(np.trace(spread)), 1e-6) / size * np.eye(size)
    values, vectors = np.linalg.eigh(spread)
    whitening = vectors / np.sqrt(values)
    between = (means - means.mean(axis=0)) @ whitening
    _, strengths, directions = np.linalg.svd(between, full_matrices=False)
    kept = directions[: min(_MAX_DIMENSIONS, int((strengths > 1e-6 * strengths[0]).sum()))]
    projection = np.asarray(whitening @ kept.T, np.float32)
    projected = embeddings @ projection
    label_means, label_variances = [], []
    for name in names:
        own = projected[labels == name] if (labels == name).any() else projected
        if name == NO_CARD:
            own = projected
        label_means.append(own.mean(axis=0))
        is_wide = name in {BACK, NO_CARD}
        label_variances.append(np.maximum(own.var(axis=0), _MIN_VARIANCE) if is_wide else np.ones(own.shape[1]))
    return names, GaussianHead(
        projection, np.asarray(label_means, np.float32), np.asarray(label_variances, np.float32), 1.0
    )


def leave_out(names: tuple[str, ...], head: GaussianHead, left_out: set[str]) -> tuple[tuple[str, ...], GaussianHead]:
    """Labels and head as if the faces `left_out` had not been shown."""
    kept = [number for number, name in enumerate(names) if name not in left_out]
    shown = GaussianHead(head.projection, head.means[kept], head.variances[kept], head.scale)
    return tuple(names[number] for number in kept), shown
