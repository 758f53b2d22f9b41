"""信 shin: how far a recogniser may be trusted, found on patterns it was not shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.labels import BACK, NONE, alike
from scanner.training.classifier.mlp import logistic

FOLDS = 3
SILENT_AT_MOST = 0.002
"""Of the views of cards of a pattern never seen, the share that may be sure and wrong, as most patterns have it: on
average over those of which at least `KNOWN_AT_ALL` is named right, each counting the same: the promise about faces."""
SILENT_IN_ONE = 0.01
"""The same for any single one of them: half of one card of a deck of 48."""
SILENT_OF_ALL = 0.005
"""The same of all views together, those of patterns it cannot name among them."""
KNOWN_AT_ALL = 0.5
BACKS_AT_MOST = 0.0005
"""Of the views of what is no back, the share that may surely be taken for one: a card that goes missing is grave, a
back that is not sure is no loss. And a back leads by no less than a face must: floor tiles are plain, too."""
GHOSTS_AT_MOST = 0.005
"""Of the views of backs, and of what is no whole card, the share that may surely be taken for a card not even there."""
SCREEN_SAYS = 0.2
"""What the screen's scores weigh beside the network's: the best of a few tried on patterns held out."""

_ROUNDING = 1e-9

Floats = NDArray[np.float32]
Words = NDArray[np.str_]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Trust:
    """Confidence is 1 / (1 + exp(-(slope * margin + offset))); `sure_margin` and more is sure, a back `back_margin`."""

    slope: float
    offset: float
    sure_margin: float
    back_margin: float


@dataclass(frozen=True, slots=True)
class HeldOut:
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
class Said:
    """What was said of held-out views: scores (n, labels) under `labels`, and what they are.

    `under`: what was photographed, as in `scanner.training.classifier.dataset.Dataset`; `legible`: whether it can be
    read.
    """

    labels: tuple[str, ...]
    logits: Floats
    truth: Words
    patterns: Words
    under: Words
    legible: Mask


def grouped(patterns: Words) -> list[set[str]]:
    """Whole patterns to hold out together, dealt so that the parts are of like size; of one pattern, one group."""
    names, counts = np.unique(patterns, return_counts=True)
    parts: list[set[str]] = [set() for _ in range(min(FOLDS, len(names)))]
    sizes = [0] * len(parts)
    for number in np.argsort(-counts, kind="stable"):
        part = int(np.argmin(sizes))
        parts[part].add(str(names[number]))
        sizes[part] += int(counts[number])
    return parts


def leads(said: Said, kind: str) -> tuple[Words, Floats]:
    """The best face of each view and its margin over everything that is not that face to the rules."""
    names = np.array(said.labels)
    face = ~np.isin(names, [BACK, NONE])
    best = np.where(face, said.logits, -np.inf).argmax(axis=1)
    group = alike(kind)
    same = np.array([[other in group.get(name, ()) for other in said.labels] for name in said.labels])
    rival = np.where(same[best], -np.inf, said.logits).max(axis=1)
    return names[best], np.asarray(said.logits[np.arange(len(best)), best] - rival, np.float32)


def _least(margins: Floats, wrong: Mask, at_most: float) -> float:
    """The least margin from which on no more than the share `at_most` of all views is wrong."""
    ranked = -np.sort(-margins[wrong])
    allowed = int(at_most * len(margins))
    return float(np.nextafter(ranked[allowed], np.float32(np.inf))) if allowed < len(ranked) else 0.0


def _sure_margin(margins: Floats, right: Mask, shown: Mask, patterns: Words) -> float:
    """The least margin that keeps every promise: about faces, in each known pattern too, and about what is no face."""
    known = [one for one in sorted(set(patterns.tolist())) if _share(right, shown & (patterns == one)) >= KNOWN_AT_ALL]
    wanted = [0.0, _least(margins[shown], ~right[shown], SILENT_OF_ALL)]
    part = np.zeros(len(margins))
    for pattern in known:
        here = shown & (patterns == pattern)
        part[here] = 1 / (int(here.sum()) * len(known))
        wanted.append(_least(margins[here], ~right[here], SILENT_IN_ONE))
    wrong = shown & ~right & (part > 0)
    ranked = np.argsort(-margins[wrong], kind="stable")
    over = np.cumsum(part[wrong][ranked]) > SILENT_AT_MOST + _ROUNDING
    if over.any():
        wanted.append(float(np.nextafter(margins[wrong][ranked][over.argmax()], np.float32(np.inf))))
    if not shown.all():
        wanted.append(_least(margins[~shown], ~right[~shown], GHOSTS_AT_MOST))
    return max(wanted)


def _back_margin(parts: list[Said]) -> float:
    """The least margin from which on what is no back is hardly ever taken for one."""
    margins, wrong = [], []
    for said in parts:
        back = said.labels.index(BACK)
        margins.append(said.logits[:, back] - np.delete(said.logits, back, axis=1).max(axis=1))
        wrong.append(said.truth != BACK)
    return _least(np.concatenate(margins), np.concatenate(wrong), BACKS_AT_MOST)


def _share(of: Mask, among: Mask) -> float:
    return float(of[among].mean()) if among.any() else 0.0


def measured(parts: list[Said], kind: str) -> tuple[Trust, tuple[HeldOut, ...]]:
    """Calibration and figures from everything said of held-out views.

    A wrong cut named after the card it is a part of tells nobody anything wrong: no error, but no right reading either.
    """
    group = alike(kind)
    found = [leads(said, kind) for said in parts]
    names, lead = np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])
    truth, under, patterns, legible = (
        np.concatenate([getattr(said, column) for said in parts])
        for column in ("truth", "under", "patterns", "legible")
    )
    first = np.concatenate([np.array(said.labels)[said.logits.argmax(axis=1)] for said in parts])
    shown = ~np.isin(truth, [BACK, NONE])
    right = np.array([said in group.get(true, ()) for true, said in zip(truth.tolist(), names.tolist(), strict=True)])
    fitting = np.array([said in group.get(true, ()) for true, said in zip(under.tolist(), names.tolist(), strict=True)])
    slope, offset = logistic(lead, right)
    sure_margin = _sure_margin(lead, fitting, shown, patterns)
    sure = lead >= sure_margin
    rows = []
    for pattern in sorted(set(patterns.tolist())):
        here = patterns == pattern
        face = here & shown
        clear = face & legible
        rows.append(
            HeldOut(
                pattern,
                int(face.sum()),
                _share(right, face),
                _share(sure & right, face),
                _share(sure & ~right, face),
                _share(first == BACK, here & (truth == BACK)),
                _share(lead > 0, here & (truth == NONE)),
                _share(right, clear),
                _share(sure & right, clear),
                _share(sure & ~right, clear),
                _share(sure & ~fitting, here & (truth == NONE)),
            )
        )
    return Trust(slope, offset, sure_margin, max(sure_margin, _back_margin(parts))), tuple(rows)
