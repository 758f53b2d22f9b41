"""Calibrate on held-out patterns: confidence and margins by what shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.onnx_session import Floats
from scanner.recognition.calibration import Calibration
from scanner.recognition.prediction import BACK, NO_CARD
from scorer.decks import decks

MAX_CONFIDENT_ERROR_RATE = 0.002
"""Maximum rate of confident errors, 0..1 of the views of faces of a held-out pattern: the promise about faces. It is
the mean over known patterns, each with the same weight, in every range of visible shares. Known are those whose
accuracy reaches `MIN_KNOWN_PATTERN_ACCURACY`."""
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
VISIBLE_RANGES = ((0.25, 0.45), (0.45, 0.9), (0.9, 1.0))
"""Visible shares 0..1 for which scores are reported: strips of fans, half-covered cards, open cards."""
_STEPS = ((0.15, 0.3), (0.3, 0.45), (0.45, 0.65), (0.65, 0.9), (0.9, 1.0))
"""Ranges of the share that the mask shows, each of which gets a margin of its own."""
_ROUNDING_TOLERANCE = 1e-9
"""Tolerance on rates, 0..1, that are sums of rounded shares."""

LabelArray = NDArray[np.str_]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HeldOutMetrics:
    """Metrics of one pattern that the classifier was not trained on; all shares are 0..1 of its views in a range.

    `shows`: the range of visible shares. `views`: number of views of faces. `named`: the share classified correctly;
    `sure`: correctly and confidently; `silent`: wrongly and confidently.
    """

    pattern: str
    shows: tuple[float, float]
    views: int
    named: float
    sure: float
    silent: float


@dataclass(frozen=True, slots=True)
class RejectionMetrics:
    """What is made of views without a face; all shares are 0..1.

    `backs`: the share of backs recognised. `ghosts`: negatives (no whole card) classified as a face; `phantoms`: those
    confidently classified as a face of which they show no part.
    """

    backs: float
    ghosts: float
    phantoms: float


@dataclass(frozen=True, slots=True)
class HeldOutScores:
    """Logits (n, labels) of held-out views, in the order of `labels`, with the ground truth (n,).

    `truth`: a code, "back" or "none"; `patterns`: the pattern of each view; `subjects`: what the view shows; `visible`:
    the share 0..1 that truly shows; `claimed`: the share that the mask says shows.
    """

    labels: tuple[str, ...]
    logits: Floats
    truth: LabelArray
    patterns: LabelArray
    subjects: LabelArray
    visible: Floats
    claimed: Floats


def face_margins(scores: HeldOutScores, kind: str) -> tuple[LabelArray, Floats]:
    """The best face (n,) of each view, and its margin (n,) over all labels that are not that face to the rules."""
    labels = np.array(scores.labels)
    is_face_label = ~np.isin(labels, [BACK, NO_CARD])
    best = np.where(is_face_label, scores.logits, -np.inf).argmax(axis=1)
    group = decks()[kind].same_faces
    is_equivalent = np.array([[label in group.get(face, ()) for label in scores.labels] for face in scores.labels])
    rival = np.where(is_equivalent[best], -np.inf, scores.logits).max(axis=1)
    return labels[best], np.asarray(scores.logits[np.arange(len(best)), best] - rival, np.float32)


def lowest_safe_margin(margins: Floats, wrong: Flags, max_error_rate: float) -> float:
    """The lowest margin above which at most the share `max_error_rate` of all views is wrong."""
    ranked = -np.sort(-margins[wrong])
    allowed_errors = int(max_error_rate * len(margins))
    return float(np.nextafter(ranked[allowed_errors], np.float32(np.inf))) if allowed_errors < len(ranked) else 0.0


def _choose_sure_margin(margins: Floats, correct: Flags, is_face: Flags, patterns: LabelArray) -> float:
    """The lowest margin that keeps all maximum rates: of faces overall and in each known pattern, and of non-faces."""
    known_patterns = [
        pattern
        for pattern in sorted(set(patterns.tolist()))
        if _rate(correct, is_face & (patterns == pattern)) >= MIN_KNOWN_PATTERN_ACCURACY
    ]
    bounds = [0.0, lowest_safe_margin(margins[is_face], ~correct[is_face], MAX_OVERALL_CONFIDENT_ERROR_RATE)]
    weights = np.zeros(len(margins))
    for pattern in known_patterns:
        in_pattern = is_face & (patterns == pattern)
        weights[in_pattern] = 1 / (int(in_pattern.sum()) * len(known_patterns))
        bounds.append(lowest_safe_margin(margins[in_pattern], ~correct[in_pattern], MAX_PATTERN_CONFIDENT_ERROR_RATE))
    wrong = is_face & ~correct & (weights > 0)
    ranked = np.argsort(-margins[wrong], kind="stable")
    exceeds = np.cumsum(weights[wrong][ranked]) > MAX_CONFIDENT_ERROR_RATE + _ROUNDING_TOLERANCE
    if exceeds.any():
        bounds.append(float(np.nextafter(margins[wrong][ranked][exceeds.argmax()], np.float32(np.inf))))
    if not is_face.all():
        bounds.append(lowest_safe_margin(margins[~is_face], ~correct[~is_face], MAX_CONFIDENT_FALSE_POSITIVE_RATE))
    return max(bounds)


def _choose_back_margin(parts: Sequence[HeldOutScores]) -> float:
    """The lowest margin above which at most `MAX_CONFIDENT_FALSE_BACK_RATE` of all views is wrongly called a back."""
    margins, wrong = [], []
    for scores in parts:
        back = scores.labels.index(BACK)
        margins.append(scores.logits[:, back] - np.delete(scores.logits, back, axis=1).max(axis=1))
        wrong.append(scores.truth != BACK)
    return lowest_safe_margin(np.concatenate(margins), np.concatenate(wrong), MAX_CONFIDENT_FALSE_BACK_RATE)


def _rate(hits: Flags, among: Flags) -> float:
    return float(hits[among].mean()) if among.any() else 0.0


def fit_confidence(margins: Floats, hidden: Floats, correct: Flags) -> tuple[float, float, float]:
    """Slope, offset and hidden offset of `Calibration.confidence`, by logistic regression on margins and hidden shares.

    Newton's method with a small penalty on the coefficients, so that margins that are never wrong give no infinite
    slope.
    """
    rows = np.stack([margins, np.ones_like(margins), -hidden], axis=1).astype(np.float64)
    penalty = np.diag([0.1, 0.0, 0.1])
    coefficients = np.zeros(3)
    for _ in range(50):
        probability = 1 / (1 + np.exp(-np.clip(rows @ coefficients, -30, 30)))
        gradient = rows.T @ (probability - correct) + penalty @ coefficients
        hessian = (rows * (probability * (1 - probability))[:, None]).T @ rows + penalty + 1e-9 * np.eye(3)
        step = np.linalg.solve(hessian, gradient)
        coefficients -= np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-7:
            break
    slope, offset, hidden_offset = coefficients.tolist()
    return max(slope, 1e-3), offset, hidden_offset


def calibrate(
    parts: Sequence[HeldOutScores], kind: str
) -> tuple[Calibration, tuple[HeldOutMetrics, ...], RejectionMetrics]:
    """Calibrate on the scores of held-out views, and measure each pattern.

    A negative named after the card it is a part of misleads nobody. It counts neither as an error nor as correct.
    """
    group = decks()[kind].same_faces
    fold_margins = [face_margins(scores, kind) for scores in parts]
    faces = np.concatenate([best for best, _ in fold_margins])
    margins = np.concatenate([margin for _, margin in fold_margins])
    truth, subjects, patterns, visible, claimed = (
        np.concatenate([getattr(scores, column) for scores in parts])
        for column in ("truth", "subjects", "patterns", "visible", "claimed")
    )
    best_labels = np.concatenate([np.array(scores.labels)[scores.logits.argmax(axis=1)] for scores in parts])
    is_face = ~np.isin(truth, [BACK, NO_CARD])
    matches = [
        np.array([face in group.get(label, ()) for label, face in zip(column.tolist(), faces.tolist(), strict=True)])
        for column in (truth, subjects)
    ]
    correct, matches_subject = matches
    confidence = fit_confidence(margins[is_face], 1 - claimed[is_face], correct[is_face])
    steps: list[tuple[float, float]] = []
    for low, high in reversed(_STEPS):  # what shows less never needs a smaller margin
        near = (claimed >= low) & (claimed <= high)
        margin = _choose_sure_margin(margins[near], matches_subject[near], is_face[near], patterns[near])
        steps.insert(0, (low, max(margin, steps[0][1] if steps else 0.0)))
    back_margin = max(steps[-1][1], _choose_back_margin(parts))
    result = Calibration(*confidence, tuple(steps), back_margin)
    thresholds = np.array([result.sure_margin(share) for share in claimed.tolist()])
    sure = margins >= thresholds
    rows = []
    for pattern in sorted(set(patterns.tolist())):
        for shows in VISIBLE_RANGES:
            among = is_face & (patterns == pattern) & (visible >= shows[0]) & (visible <= shows[1])
            rates = (_rate(correct, among), _rate(sure & correct, among), _rate(sure & ~correct, among))
            rows.append(HeldOutMetrics(pattern, shows, int(among.sum()), *rates))
    rejection = RejectionMetrics(
        _rate(best_labels == BACK, truth == BACK),
        _rate(margins > 0, truth == NO_CARD),
        _rate(sure & ~matches_subject, truth == NO_CARD),
    )
    return result, tuple(rows), rejection
