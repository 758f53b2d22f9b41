"""Card detections made without a network, and a small classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.detection.detection import Detection
from scanner.detection.refinement import MARGIN_WIDTHS, MASK_SIZE
from scanner.enrolled.legacy_deck import build_legacy_classifier
from scanner.imaging.geometry import Quad, expand_quad, points_in_quad
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.prediction import Prediction

LABELS = ("back", "h01-1", "h01-3", "h01-4", "h08-1", "none")
"""Labels of the small classifier. The rules take the third and the fourth for the same face."""
CROP_SIZE = (16, 24)
"""Width and height of its crops in pixels."""


def small_manifest(**changes: Any) -> dict[str, Any]:
    """The manifest of the small classifier, a legacy one: margins are log odds; faces are sure from 3, backs from 4."""
    stage = {"confidence": [1.0, 0.0], "sure_margin": 3.0, "back_margin": 4.0}
    return {
        "format": 1,
        "features": "hog-lab-1",
        "kind": "hanafuda",
        "labels": list(LABELS),
        "input": [*CROP_SIZE],
        "hidden": 4,
        "screen": stage,
        "network": None,
    } | changes


def small_arrays() -> dict[str, NDArray[np.float32]]:
    """Random weights, the same in every run."""
    rng = np.random.default_rng(8)
    shapes = {"w1": (90, 4), "b1": (4,), "w2": (4, 6), "b2": (6,)}
    return {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}


def small_classifier(**changes: Any) -> CardClassifier:
    """The small classifier, with these changes to its manifest."""
    return build_legacy_classifier(small_manifest(**changes), small_arrays())


def box(left: float, top: float, width: float, height: float) -> Quad:
    """An upright outline, clockwise from its top left corner."""
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def prediction(face: str = "h01-1", margin: float = 6.0, back_margin: float = -9.0) -> Prediction:
    """A prediction of `face` by `margin` over every other label."""
    logits = np.array([margin if label == face else 0.0 for label in LABELS], np.float32)
    return Prediction(face, margin, logits, is_upside_down=False, back_margin=back_margin)


def detection(quad: Quad, *hidden_by: Quad, card: float = 4.0, back: float = -9.0, error: float = -4.0) -> Detection:
    """A detection along `quad`, clockwise from the start of a short side. Outlines `hidden_by` cover parts of it."""
    outline = expand_quad(quad, MARGIN_WIDTHS)
    columns, rows = MASK_SIZE
    across, down = (np.arange(columns) + 0.5) / columns, (np.arange(rows) + 0.5) / rows
    right, below = outline[1] - outline[0], outline[3] - outline[0]
    cells = outline[0] + across[None, :, None] * right + down[:, None, None] * below
    points = cells.reshape(-1, 2)
    shows = points_in_quad(points, quad)
    for other in hidden_by:
        shows &= ~points_in_quad(points, other)
    return Detection(quad, shows.reshape(rows, columns).astype(np.float32), outline, card, back, error)
