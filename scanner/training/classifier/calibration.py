"""信 shin: how far a recogniser may be trusted, found on patterns it was not shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.labels import BACK, NO_CARD, equivalent_codes
from scanner.training.classifier.mlp import fit_platt_scaling

FOLDS = 3
MAX_CONFIDENT_ERROR_RATE = 0.002
"""Of the views of cards of a pattern never seen, the share that may be sure and wrong, as most patterns have it: on
average over those of which at least `KNOWN_AT_ALL` is named right, each counting the same: the promise about faces."""
MAX_PATTERN_CONFIDENT_ERROR_RATE = 0.01
"""The same for any single one of them: half of one card of a deck of 48."""
MAX_OVERALL_CONFIDENT_ERROR_RATE = 0.005
"""The same of all views together, those of patterns it cannot name among them."""
MIN_KNOWN_PATTERN_ACCURACY = 0.5
MAX_CONFIDENT_FALSE_BACK_RATE = 0.0005
"""Of the views of what is no back, the share that may surely be taken for one: a card that goes missing is grave, a
back that is not sure is no loss. And a back leads by no less than a face must: floor tiles are plain, too."""
MAX_CONFIDENT_FALSE_POSITIVE_RATE = 0.005
"""Of the views of backs, and of what is no whole card, the share that may surely be taken for a card not even there."""
SCREEN_WEIGHT = 0.2
"""What the screen's scores weigh beside the network's: the best of a few tried on patterns held out."""

_ROUNDING_TOLERANCE = 1e-9

Floats = NDArray[np.float32]
LabelArray = NDArray[np.str_]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Confidence is 1 / (1 + exp(-(slope * margin + offset))); `sure_margin` and more is sure, a back `back_margin`."""

    slope: float
    offset: float
    sure_margin: float
    back_margin: float


@dataclass(frozen=True, slots=True)
class HeldOutMetrics:
    """How one pattern fares when no set of it was trained on; all shares 0..1 of its views.

    `clear_…`: of the views that can be read. `ghosts`: of what is no whole card, taken for one; `phantoms`: surely, and
    not for the one it is a part of.
    """

    pattern: str
    views: int
    named: float
    sure: float
    silent: float
    backs: float
    ghosts: float
    clear_named: float
    clear_sure: float
    clear_silent: float
    phantoms: float


@dataclass(frozen=True, slots=True)
class HeldOutScores:
    """What was said of held-out views: scores (n, labels) under `labels`, and what they are.

    `under`: what was photographed, as in `scanner.training.classifier.dataset.Dataset`; `legible`: whether it can be
    read.
    """

    labels: tuple[str, ...]
    logits: Floats
    truth: LabelArray
    patterns: LabelArray
    subjects: LabelArray
    legible: Mask


def cross_validation_folds(patterns: LabelArray) -> list[set[str]]:
    """Whole patterns to hold out together, dealt so that the parts are of like size; of one pattern, one group."""
    names, counts = np.unique(patterns, return_counts=True)
    parts: list[set[str]] = [set() for _ in range(min(FOLDS, len(names)))]
    sizes = [0] * len(parts)
    for number in np.argsort(-counts, kind="stable"):
        part = int(np.argmin(sizes))
        parts[part].add(str(names[number]))
        sizes[part] += int(counts[number])
    return parts


def face_margins(scores: HeldOutScores, kind: str) -> tuple[LabelArray, Floats]:
    """The best face of each view and its margin over everything that is not that face to the rules."""
    names = np.array(scores.labels)
    face = ~np.isin(names, [BACK, NO_CARD])
    best = np.where(face, scores.logits, -np.inf).argmax(axis=1)
    group = equivalent_codes(kind)
    same = np.array([[other in group.get(name, ()) for other in scores.labels] for name in scores.labels])
    rival = np.where(same[best], -np.inf, scores.logits).max(axis=1)
    return names[best], np.asarray(scores.logits[np.arange(len(best)), best] - rival, np.float32)


def _lowest_safe_margin(margins: Floats, wrong: Mask, max_error_rate: float) -> float:
    """The least margin from which on no more than the share `at_most` of all views is wrong."""
    ranked = -np.sort(-margins[wrong])
    allowed = int(max_error_rate * len(margins))
    return float(np.nextafter(ranked[allowed], np.float32(np.inf))) if allowed < len(ranked) else 0.0


def _choose_sure_margin(margins: Floats, correct: Mask, is_face: Mask, patterns: LabelArray) -> float:
    """The least margin that keeps every promise: about faces, in each known pattern too, and about what is no face."""
    known = [
        one
        for one in sorted(set(patterns.tolist()))
        if _rate(correct, is_face & (patterns == one)) >= MIN_KNOWN_PATTERN_ACCURACY
    ]
    wanted = [0.0, _lowest_safe_margin(margins[is_face], ~correct[is_face], MAX_OVERALL_CONFIDENT_ERROR_RATE)]
    part = np.zeros(len(margins))
    for pattern in known:
        here = is_face & (patterns == pattern)
        part[here] = 1 / (int(here.sum()) * len(known))
        wanted.append(_lowest_safe_margin(margins[here], ~correct[here], MAX_PATTERN_CONFIDENT_ERROR_RATE))
    wrong = is_face & ~correct & (part > 0)
    ranked = np.argsort(-margins[wrong], kind="stable")
    over = np.cumsum(part[wrong][ranked]) > MAX_CONFIDENT_ERROR_RATE + _ROUNDING_TOLERANCE
    if over.any():
        wanted.append(float(np.nextafter(margins[wrong][ranked][over.argmax()], np.float32(np.inf))))
    if not is_face.all():
        wanted.append(_lowest_safe_margin(margins[~is_face], ~correct[~is_face], MAX_CONFIDENT_FALSE_POSITIVE_RATE))
    return max(wanted)


def _choose_back_margin(parts: list[HeldOutScores]) -> float:
    """The least margin from which on what is no back is hardly ever taken for one."""
    margins, wrong = [], []
    for said in parts:
        back = said.labels.index(BACK)
        margins.append(said.logits[:, back] - np.delete(said.logits, back, axis=1).max(axis=1))
        wrong.append(said.truth != BACK)
    return _lowest_safe_margin(np.concatenate(margins), np.concatenate(wrong), MAX_CONFIDENT_FALSE_BACK_RATE)


def _rate(hits: Mask, among: Mask) -> float:
    return float(hits[among].mean()) if among.any() else 0.0


def calibrate(parts: list[HeldOutScores], kind: str) -> tuple[CalibrationResult, tuple[HeldOutMetrics, ...]]:
    """Calibration and figures from everything said of held-out views.

    A wrong cut named after the card it is a part of tells nobody anything wrong: no error, but no right reading either.
    """
    group = equivalent_codes(kind)
    found = [face_margins(said, kind) for said in parts]
    names, lead = np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])
    truth, under, patterns, legible = (
        np.concatenate([getattr(said, column) for said in parts])
        for column in ("truth", "subjects", "patterns", "legible")
    )
    first = np.concatenate([np.array(said.labels)[said.logits.argmax(axis=1)] for said in parts])
    shown = ~np.isin(truth, [BACK, NO_CARD])
    right = np.array([said in group.get(true, ()) for true, said in zip(truth.tolist(), names.tolist(), strict=True)])
    fitting = np.array([said in group.get(true, ()) for true, said in zip(under.tolist(), names.tolist(), strict=True)])
    slope, offset = fit_platt_scaling(lead, right)
    sure_margin = _choose_sure_margin(lead, fitting, shown, patterns)
    sure = lead >= sure_margin
    rows = []
    for pattern in sorted(set(patterns.tolist())):
        here = patterns == pattern
        face = here & shown
        clear = face & legible
        rows.append(
            HeldOutMetrics(
                pattern,
                int(face.sum()),
                _rate(right, face),
                _rate(sure & right, face),
                _rate(sure & ~right, face),
                _rate(first == BACK, here & (truth == BACK)),
                _rate(lead > 0, here & (truth == NO_CARD)),
                _rate(right, clear),
                _rate(sure & right, clear),
                _rate(sure & ~right, clear),
                _rate(sure & ~fitting, here & (truth == NO_CARD)),
            )
        )
    return CalibrationResult(slope, offset, sure_margin, max(sure_margin, _choose_back_margin(parts))), tuple(rows)
