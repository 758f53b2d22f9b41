"""Calibrate a classifier on held-out patterns: confidence and margins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.labels import BACK, NO_CARD, equivalent_codes
from scanner.training.classifier.mlp import fit_platt_scaling

FOLDS = 3
"""Number of cross-validation folds: each fold is one more training, which takes minutes."""
MAX_CONFIDENT_ERROR_RATE = 0.002
"""Maximum rate of confident errors, 0..1 of the views of faces of a held-out pattern: the promise about faces. It is
the mean over known patterns, each with the same weight. Known are those whose accuracy reaches
`MIN_KNOWN_PATTERN_ACCURACY`."""
MAX_PATTERN_CONFIDENT_ERROR_RATE = 0.01
"""The same rate, 0..1, for any single known pattern: half of one card of a deck of 48."""
MAX_OVERALL_CONFIDENT_ERROR_RATE = 0.005
"""The same rate, 0..1, over all views of faces together, those of unknown patterns included."""
MIN_KNOWN_PATTERN_ACCURACY = 0.5
"""Accuracy, 0..1, from which on a held-out pattern counts as known. No margin is right for a pattern that the
classifier cannot name at all."""
MAX_CONFIDENT_FALSE_BACK_RATE = 0.0005
"""Maximum share, 0..1, of non-back views confidently classified as a back. Stricter than for faces: a missed card is
worse than an unsure back. The margin of a back is never below that of a face, because plain surfaces such as floor
tiles resemble backs."""
MAX_CONFIDENT_FALSE_POSITIVE_RATE = 0.005
"""Maximum share, 0..1, of the views of backs and of negatives (no whole card) that are confidently classified as a
card that is not in the view at all."""
SCREEN_WEIGHT = 0.2
"""Weight of the screening classifier's logits in the ensemble, beside 1 for the network's: the best of a few values
on held-out patterns."""

_ROUNDING_TOLERANCE = 1e-9
"""Tolerance on rates, 0..1, that are sums of rounded shares."""

Floats = NDArray[np.float32]
LabelArray = NDArray[np.str_]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Platt scaling and margins of a classifier.

    Confidence is 1 / (1 + exp(-(slope * margin + offset))). A face is `sure` from `sure_margin` on, a back from
    `back_margin` on.
    """

    slope: float
    offset: float
    sure_margin: float
    back_margin: float


@dataclass(frozen=True, slots=True)
class HeldOutMetrics:
    """Metrics of one pattern that the classifier was not trained on; all shares are 0..1 of the pattern's views.

    `views`: number of views of faces. `named`: the share classified correctly; `sure`: correctly and confidently;
    `silent`: wrongly and confidently. `clear_…`: the same of legible views only. `backs`: the share of backs
    recognised. `ghosts`: false positives, negatives (no whole card) classified as a face; `phantoms`: confident false
    positives, where the face is not even the one that the negative is a part of.
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
    """Logits (n, labels) of held-out views, in the order of `labels`, with the ground truth (n,).

    `truth`: a code, "back" or "none"; `patterns`: the pattern of each view; `subjects`: what the view shows, as in
    `scanner.training.classifier.dataset.Dataset`; `legible`: whether it can be read.
    """

    labels: tuple[str, ...]
    logits: Floats
    truth: LabelArray
    patterns: LabelArray
    subjects: LabelArray
    legible: Mask


def cross_validation_folds(patterns: LabelArray) -> list[set[str]]:
    """Group whole patterns into folds of similar size; a single pattern gives one fold."""
    names, counts = np.unique(patterns, return_counts=True)
    folds: list[set[str]] = [set() for _ in range(min(FOLDS, len(names)))]
    sizes = [0] * len(folds)
    for number in np.argsort(-counts, kind="stable"):
        smallest = int(np.argmin(sizes))
        folds[smallest].add(str(names[number]))
        sizes[smallest] += int(counts[number])
    return folds


def face_margins(scores: HeldOutScores, kind: str) -> tuple[LabelArray, Floats]:
    """The best face (n,) of each view, and its margin (n,) over all labels that are not that face to the rules."""
    labels = np.array(scores.labels)
    is_face_label = ~np.isin(labels, [BACK, NO_CARD])
    best = np.where(is_face_label, scores.logits, -np.inf).argmax(axis=1)
    group = equivalent_codes(kind)
    is_equivalent = np.array([[label in group.get(face, ()) for label in scores.labels] for face in scores.labels])
    rival = np.where(is_equivalent[best], -np.inf, scores.logits).max(axis=1)
    return labels[best], np.asarray(scores.logits[np.arange(len(best)), best] - rival, np.float32)


def _lowest_safe_margin(margins: Floats, wrong: Mask, max_error_rate: float) -> float:
    """The lowest margin above which at most the share `max_error_rate` of all views is wrong."""
    ranked = -np.sort(-margins[wrong])
    allowed_errors = int(max_error_rate * len(margins))
    return float(np.nextafter(ranked[allowed_errors], np.float32(np.inf))) if allowed_errors < len(ranked) else 0.0


def _choose_sure_margin(margins: Floats, correct: Mask, is_face: Mask, patterns: LabelArray) -> float:
    """The lowest margin that keeps all maximum rates: of faces overall and in each known pattern, and of non-faces."""
    known_patterns = [
        pattern
        for pattern in sorted(set(patterns.tolist()))
        if _rate(correct, is_face & (patterns == pattern)) >= MIN_KNOWN_PATTERN_ACCURACY
    ]
    bounds = [0.0, _lowest_safe_margin(margins[is_face], ~correct[is_face], MAX_OVERALL_CONFIDENT_ERROR_RATE)]
    weights = np.zeros(len(margins))
    for pattern in known_patterns:
        in_pattern = is_face & (patterns == pattern)
        weights[in_pattern] = 1 / (int(in_pattern.sum()) * len(known_patterns))
        bounds.append(_lowest_safe_margin(margins[in_pattern], ~correct[in_pattern], MAX_PATTERN_CONFIDENT_ERROR_RATE))
    wrong = is_face & ~correct & (weights > 0)
    ranked = np.argsort(-margins[wrong], kind="stable")
    exceeds = np.cumsum(weights[wrong][ranked]) > MAX_CONFIDENT_ERROR_RATE + _ROUNDING_TOLERANCE
    if exceeds.any():
        bounds.append(float(np.nextafter(margins[wrong][ranked][exceeds.argmax()], np.float32(np.inf))))
    if not is_face.all():
        bounds.append(_lowest_safe_margin(margins[~is_face], ~correct[~is_face], MAX_CONFIDENT_FALSE_POSITIVE_RATE))
    return max(bounds)


def _choose_back_margin(parts: list[HeldOutScores]) -> float:
    """The lowest margin above which at most `MAX_CONFIDENT_FALSE_BACK_RATE` of all views is wrongly called a back."""
    margins, wrong = [], []
    for scores in parts:
        back = scores.labels.index(BACK)
        margins.append(scores.logits[:, back] - np.delete(scores.logits, back, axis=1).max(axis=1))
        wrong.append(scores.truth != BACK)
    return _lowest_safe_margin(np.concatenate(margins), np.concatenate(wrong), MAX_CONFIDENT_FALSE_BACK_RATE)


def _rate(hits: Mask, among: Mask) -> float:
    return float(hits[among].mean()) if among.any() else 0.0


def calibrate(parts: list[HeldOutScores], kind: str) -> tuple[CalibrationResult, tuple[HeldOutMetrics, ...]]:
    """Calibrate on the scores of held-out views, and measure each pattern; one element of `parts` per fold.

    A negative named after the card it is a part of misleads nobody. It counts neither as an error nor as correct.
    """
    group = equivalent_codes(kind)
    fold_margins = [face_margins(scores, kind) for scores in parts]
    faces = np.concatenate([best for best, _ in fold_margins])
    margins = np.concatenate([margin for _, margin in fold_margins])
    truth, subjects, patterns, legible = (
        np.concatenate([getattr(scores, column) for scores in parts])
        for column in ("truth", "subjects", "patterns", "legible")
    )
    best_labels = np.concatenate([np.array(scores.labels)[scores.logits.argmax(axis=1)] for scores in parts])
    is_face = ~np.isin(truth, [BACK, NO_CARD])
    correct = np.array(
        [face in group.get(label, ()) for label, face in zip(truth.tolist(), faces.tolist(), strict=True)]
    )
    matches_subject = np.array(
        [face in group.get(subject, ()) for subject, face in zip(subjects.tolist(), faces.tolist(), strict=True)]
    )
    slope, offset = fit_platt_scaling(margins, correct)
    sure_margin = _choose_sure_margin(margins, matches_subject, is_face, patterns)
    sure = margins >= sure_margin
    rows = []
    for pattern in sorted(set(patterns.tolist())):
        in_pattern = patterns == pattern
        face = in_pattern & is_face
        clear = face & legible
        rows.append(
            HeldOutMetrics(
                pattern,
                int(face.sum()),
                _rate(correct, face),
                _rate(sure & correct, face),
                _rate(sure & ~correct, face),
                _rate(best_labels == BACK, in_pattern & (truth == BACK)),
                _rate(margins > 0, in_pattern & (truth == NO_CARD)),
                _rate(correct, clear),
                _rate(sure & correct, clear),
                _rate(sure & ~correct, clear),
                _rate(sure & ~matches_subject, in_pattern & (truth == NO_CARD)),
            )
        )
    return CalibrationResult(slope, offset, sure_margin, max(sure_margin, _choose_back_margin(parts))), tuple(rows)
