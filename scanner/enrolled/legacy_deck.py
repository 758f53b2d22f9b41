"""Decks enrolled by version 0.1: HOG features and a small perceptron.

Their files hold no pictures, so they cannot be learned anew. They are read as they were then: whole cards only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import Floats
from scanner.recognition.classifier import CardClassifier
from scanner.recognition.crops import white_balance
from scanner.recognition.model_io import bad_model, checked_arrays, read_calibration, validate_labels
from scanner.recognition.prediction import BACK, NO_CARD

LEGACY_FORMAT = 1
"""Version of the manifests of such decks."""
_FEATURES = "hog-lab-1"
"""Name of the features in their manifests."""
_CELL_PX = 8
"""Side in pixels of a cell of the features, also the stride of the blocks of 2 by 2 cells."""
_HOG_BINS = 9
"""Bins of gradient direction over 180 degrees."""
_MIN_SURE_SHARE = 0.85
"""Share 0..1 of a card that must show for it to be sure: these decks were never calibrated on covered cards."""


@cache
def _hog(width: int, height: int) -> cv2.HOGDescriptor:
    block, cell = (2 * _CELL_PX, 2 * _CELL_PX), (_CELL_PX, _CELL_PX)
    return cv2.HOGDescriptor((width, height), block, cell, cell, _HOG_BINS)


def _features(crop: ColorImage) -> Floats:
    height, width = crop.shape[:2]
    hog = np.asarray(_hog(width, height).compute(crop), np.float32).ravel()
    balanced = white_balance(crop, np.full((height, width), 255, np.uint8)).astype(np.float32) / np.float32(255)
    small = cv2.resize(
        cv2.cvtColor(balanced, cv2.COLOR_BGR2Lab), (width // _CELL_PX, height // _CELL_PX), interpolation=cv2.INTER_AREA
    )
    return np.concatenate([hog, (small * np.float32(0.01)).ravel()])


class _LegacyScorer:
    """The perceptron, with one hidden layer of ReLU units, on crops as they are and upside down."""

    def __init__(self, arrays: dict[str, Floats], face_indices: NDArray[np.intp]) -> None:
        self._arrays = arrays
        self._face_indices = face_indices

    def score(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
        """Logits (n, labels) of the way up that fits a face better, and whether that is upside down (n,)."""
        del masks  # those decks know none
        upright_and_turned = np.stack([self._logits(crops), self._logits(np.ascontiguousarray(crops[:, ::-1, ::-1]))])
        upside_down = upright_and_turned[..., self._face_indices].max(axis=-1).argmax(axis=0)
        return upright_and_turned[upside_down, np.arange(len(crops))], upside_down > 0

    def _logits(self, crops: NDArray[np.uint8]) -> Floats:
        rows = np.stack([_features(crop) for crop in crops])
        hidden = np.maximum(rows @ self._arrays["w1"] + self._arrays["b1"], 0)
        return np.asarray(hidden @ self._arrays["w2"] + self._arrays["b2"], np.float32)


def build_legacy_classifier(manifest: dict[str, Any], arrays_by_name: Mapping[str, NDArray[Any]]) -> CardClassifier:
    """The classifier of a deck of that version. `bad_model` if its arrays are not as its manifest says."""
    if manifest.get("features") != _FEATURES or manifest["network"]:
        raise bad_model("another version")
    labels = validate_labels(manifest)
    width, height = manifest["input"]
    if not all(isinstance(side, int) and side % _CELL_PX == 0 and 16 <= side <= 256 for side in (width, height)):
        raise bad_model("its input size")
    screen = manifest["screen"]
    margins = {
        "confidence": [*screen["confidence"], 0.0],
        "sure_margins": [(_MIN_SURE_SHARE, screen["sure_margin"])],
        "back_margin": screen.get("back_margin", screen["sure_margin"]),
    }
    hidden, count = int(manifest["hidden"]), int(_hog(width, height).getDescriptorSize())
    count += 3 * (width // _CELL_PX) * (height // _CELL_PX)
    shapes = {"w1": (count, hidden), "b1": (hidden,), "w2": (hidden, len(labels)), "b2": (len(labels),)}
    arrays = dict(zip(shapes, checked_arrays(arrays_by_name, shapes), strict=True))
    faces = np.array([index for index, label in enumerate(labels) if label not in {BACK, NO_CARD}])
    return CardClassifier(
        manifest["kind"],
        labels,
        (width, height),
        read_calibration(margins),
        _LegacyScorer(arrays, faces),
        back_seen=bool(manifest.get("back_seen", True)),
    )
