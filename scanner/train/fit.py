"""仕込み shikomi: the network and how far it may be trusted, learned from views; patterns held out one by one."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from scanner.faces import BACK, NONE, alike
from scanner.train.dataset import TURNED, Dataset

HIDDEN = 256
_EPOCHS = 14
SILENT_AT_MOST = 0.002
"""Of the views of patterns never seen, the share that may be both sure and wrong; sets the margin of being sure."""

Floats = NDArray[np.float32]
Words = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Network:
    """Trained arrays; `labels` name the columns of `w2`."""

    labels: tuple[str, ...]
    arrays: dict[str, Floats]

    def logits(self, rows: NDArray[Any]) -> Floats:
        """Scores (n, labels) of feature rows (n, features)."""
        hidden = np.maximum(rows.astype(np.float32) @ self.arrays["w1"] + self.arrays["b1"], 0)
        return np.asarray(hidden @ self.arrays["w2"] + self.arrays["b2"], np.float32)


def network(rows: NDArray[np.float16], labels: Words, seed: int) -> Network:
    """One hidden layer trained on feature rows; the scaling of features is folded into its weights."""
    scaler = StandardScaler().fit(rows.astype(np.float32))
    model = MLPClassifier(
        (HIDDEN,),
        alpha=1e-3,
        batch_size=min(256, len(rows)),
        learning_rate_init=1e-3,
        max_iter=_EPOCHS,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(scaler.transform(rows.astype(np.float32)), np.where(labels == TURNED, NONE, labels))
    first, second = (np.asarray(weights, np.float32) for weights in model.coefs_)
    scale = (1 / scaler.scale_).astype(np.float32)
    folded = first * scale[:, None]
    arrays = {
        "w1": folded,
        "b1": np.asarray(model.intercepts_[0] - scaler.mean_ @ folded, np.float32),
        "w2": second,
        "b2": np.asarray(model.intercepts_[1], np.float32),
    }
    return Network(tuple(str(label) for label in model.classes_), arrays)


def leads(trained: Network, logits: Floats, kind: str) -> tuple[Words, Floats]:
    """The best face of each row and its margin over everything that is not that face to the rules."""
    names = np.array(trained.labels)
    face = ~np.isin(names, [BACK, NONE])
    best = np.where(face, logits, -np.inf).argmax(axis=1)
    group = alike(kind)
    same = np.array([[other in group.get(name, ()) for other in trained.labels] for name in trained.labels])
    rival = np.where(same[best], -np.inf, logits).max(axis=1)
    return names[best], np.asarray(logits[np.arange(len(best)), best] - rival, np.float32)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How one pattern fares when no set of it was trained on; all shares 0..1 of its views."""

    pattern: str
    views: int
    named: float
    sure: float
    silent: float
    backs: float
    ghosts: float


@dataclass(frozen=True, slots=True)
class Trust:
    """Confidence is 1 / (1 + exp(-(slope * margin + offset))); `sure_margin` and more is sure."""

    slope: float
    offset: float
    sure_margin: float
    held_out: tuple[HeldOut, ...]


def _right(kind: str, truth: Words, named: Words) -> NDArray[np.bool_]:
    group = alike(kind)
    return np.array([said in group.get(true, ()) for true, said in zip(truth, named, strict=True)])


def _sure_margin(margins: Floats, right: NDArray[np.bool_]) -> float:
    """The least margin from which on sure and wrong together stay within `SILENT_AT_MOST` of all views."""
    order = np.argsort(-margins)
    wrong = np.cumsum(~right[order])
    within = wrong <= SILENT_AT_MOST * len(order)
    last = int(within.sum()) - 1
    return float(max(margins[order][max(last, 0)], 0.0))


def trust(data: Dataset, kind: str, seed: int, progress: Callable[[str], None]) -> Trust:
    """Trains once without each pattern and looks at the views of it: calibration and figures nobody trained on."""
    said, margins, first = [], [], []
    patterns = sorted(set(data.patterns.tolist()))
    outs = patterns if len(patterns) > 1 else []
    index = []
    for pattern in outs or [None]:
        progress(pattern or "a quarter of the views")
        out = data.patterns == pattern if pattern else np.arange(len(data.labels)) % 4 == 0
        trained = network(data.rows[~out], data.labels[~out], seed)
        logits = trained.logits(data.rows[out])
        names, lead = leads(trained, logits, kind)
        said.append(names)
        margins.append(lead)
        first.append(np.array(trained.labels)[logits.argmax(axis=1)])
        index.append(np.flatnonzero(out))
    order = np.concatenate(index)
    names, lead, top = np.concatenate(said), np.concatenate(margins), np.concatenate(first)
    truth, pattern_of = data.labels[order], data.patterns[order]
    right = _right(kind, truth, names)
    fit = LogisticRegression(C=10.0).fit(lead[:, None], right)
    shown = np.isin(truth, [BACK, NONE, TURNED], invert=True)
    sure_margin = _sure_margin(lead, right)
    rows = []
    for pattern in sorted(set(pattern_of.tolist())):
        here = pattern_of == pattern
        face, sure = here & shown, lead >= sure_margin
        rows.append(
            HeldOut(
                pattern,
                int(face.sum()),
                float(right[face].mean()),
                float((sure & right)[face].mean()),
                float((sure & ~right)[face].mean()),
                float((top == BACK)[here & (truth == BACK)].mean()),
                float((lead > 0)[here & (truth == NONE)].mean()),
            )
        )
    return Trust(float(fit.coef_[0, 0]), float(fit.intercept_[0]), sure_margin, tuple(rows))
