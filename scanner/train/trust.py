"""信 shin: how far a recogniser may be trusted, found on patterns it was not shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.faces import BACK, NONE, alike
from scanner.train.pupil import logistic

FOLDS = 3
SILENT_AT_MOST = 0.002
"""Of the views of patterns never seen, the share that may be both sure and wrong; sets the margin of being sure."""

Floats = NDArray[np.float32]
Words = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Trust:
    """Confidence is 1 / (1 + exp(-(slope * margin + offset))); `sure_margin` and more is sure."""

    slope: float
    offset: float
    sure_margin: float


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
class Said:
    """What was said of held-out views: scores (n, labels) under `labels`, and what they are."""

    labels: tuple[str, ...]
    logits: Floats
    truth: Words
    patterns: Words


def folds(patterns: Words) -> list[NDArray[np.bool_]]:
    """Masks (n,) of views to hold out together: whole patterns, dealt so that the parts are of like size.

    A single pattern cannot be held out: then a quarter of the views is.
    """
    names, counts = np.unique(patterns, return_counts=True)
    if len(names) == 1:
        return [np.arange(len(patterns)) % 4 == 0]
    parts: list[list[str]] = [[] for _ in range(min(FOLDS, len(names)))]
    sizes = [0] * len(parts)
    for number in np.argsort(-counts, kind="stable"):
        part = int(np.argmin(sizes))
        parts[part].append(str(names[number]))
        sizes[part] += int(counts[number])
    return [np.isin(patterns, part) for part in parts]


def leads(said: Said, kind: str) -> tuple[Words, Floats]:
    """The best face of each view and its margin over everything that is not that face to the rules."""
    names = np.array(said.labels)
    face = ~np.isin(names, [BACK, NONE])
    best = np.where(face, said.logits, -np.inf).argmax(axis=1)
    group = alike(kind)
    same = np.array([[other in group.get(name, ()) for other in said.labels] for name in said.labels])
    rival = np.where(same[best], -np.inf, said.logits).max(axis=1)
    return names[best], np.asarray(said.logits[np.arange(len(best)), best] - rival, np.float32)


def _sure_margin(margins: Floats, right: NDArray[np.bool_]) -> float:
    """The least margin from which on sure and wrong together stay within `SILENT_AT_MOST` of all views."""
    order = np.argsort(-margins, kind="stable")
    wrong = np.cumsum(~right[order])
    last = int((wrong <= SILENT_AT_MOST * len(order)).sum()) - 1
    return float(max(margins[order][max(last, 0)], 0.0))


def measured(parts: list[Said], kind: str) -> tuple[Trust, tuple[HeldOut, ...]]:
    """Calibration and figures from everything said of held-out views."""
    group = alike(kind)
    found = [leads(said, kind) for said in parts]
    names, lead = np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])
    truth = np.concatenate([said.truth for said in parts])
    patterns = np.concatenate([said.patterns for said in parts])
    first = np.concatenate([np.array(said.labels)[said.logits.argmax(axis=1)] for said in parts])
    right = np.array([said in group.get(true, ()) for true, said in zip(truth.tolist(), names.tolist(), strict=True)])
    slope, offset = logistic(lead, right)
    sure_margin = _sure_margin(lead, right)
    sure = lead >= sure_margin
    shown = ~np.isin(truth, [BACK, NONE])
    rows = []
    for pattern in sorted(set(patterns.tolist())):
        here = patterns == pattern
        face = here & shown
        rows.append(
            HeldOut(
                pattern,
                int(face.sum()),
                float(right[face].mean()),
                float((sure & right)[face].mean()),
                float((sure & ~right)[face].mean()),
                float((first == BACK)[here & (truth == BACK)].mean()),
                float((lead > 0)[here & (truth == NONE)].mean()),
            )
        )
    return Trust(slope, offset, sure_margin), tuple(rows)
