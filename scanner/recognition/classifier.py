"""Card classifier: a calibrated cascade of a screening MLP and a CNN.

The screening classifier, an MLP on HOG and color features, is fast enough for every proposal. The few candidates that
survive non-maximum suppression are classified by the CNN, whose logits are combined with those of the screening
classifier. Platt scaling turns the margin of the best face into a probability. Weights are plain arrays: no training
framework is needed at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.recognition.cnn import CardCnn, to_cnn_input
from scanner.recognition.features import extract_features, rotate_half_turn
from scanner.recognition.keypoints import KeypointMatcher
from scanner.recognition.labels import BACK, NO_CARD, equivalent_codes

_LOGIT_PER_KEYPOINT = 0.6
"""Logits by which each matching keypoint beyond the chance ones raises a face. Set by `fudayomi bench eyes`."""
_CHANCE_KEYPOINTS = 3
"""Keypoints that may match by chance and count nothing. Set by `fudayomi bench eyes`."""
_NO_KEYPOINTS_PENALTY = 2.5
"""Logits that a face loses without any matching keypoint, where other cards of the picture show theirs well.

Set by `fudayomi bench eyes`.
"""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ConfidenceCalibration:
    """Platt scaling of the margins of one stage, and the margins from which a card is sure.

    Fitted by `fudayomi train` on patterns held out from training, for an enrolled deck on views held out.
    """

    slope: float
    """Confidence is the logistic function of `slope` * margin + `offset`. Per logit, positive."""
    offset: float
    """Offset of that linear function."""
    sure_margin: float
    """Margin in logits from which a face is sure."""
    sure_back_margin: float
    """Margin in logits from which a back is sure, which is not lower: plain surfaces resemble backs."""

    @classmethod
    def from_manifest(cls, data: dict[str, Any]) -> ConfidenceCalibration:
        """The calibration of one stage, from its entry in the manifest."""
        slope, offset = (float(value) for value in data["confidence"])
        sure_margin = float(data["sure_margin"])
        return cls(slope, offset, sure_margin, float(data.get("back_margin", sure_margin)))

    def confidence(self, margin: float) -> float:
        """Calibrated probability 0..1 that a face with this margin (logits) is right."""
        return float(1 / (1 + np.exp(-np.clip(self.slope * margin + self.offset, -30, 30))))


@dataclass(frozen=True, slots=True)
class Prediction:
    """Classification of one crop."""

    face: str
    """Code of the best face, even where "no card" or a back scores higher."""
    margin: float
    """Logit of `face` less the best of its rivals: other faces to the rules, no card, a back. Negative if behind."""
    logits: Floats
    """Logits of `CardClassifier.labels`: (labels,)."""
    is_upside_down: bool
    """Whether the crop scored better turned by 180 degrees."""
    back_margin: float
    """Margin of its being a back, in logits."""


def mlp_logits(arrays: dict[str, Floats], vectors: Floats) -> Floats:
    """Logits (n, labels) of feature vectors (n, features) from a perceptron with one hidden layer of ReLU units."""
    hidden = np.maximum(vectors @ arrays["w1"] + arrays["b1"], 0)
    return np.asarray(hidden @ arrays["w2"] + arrays["b2"], np.float32)


def ensemble_logits(cnn_logits: Floats, screen_logits: Floats, screen_weight: float) -> Floats:
    """Weighted sum of both classifiers' logits for the same crops (n, labels): they err on different cards."""
    return cnn_logits + np.float32(screen_weight) * screen_logits


class CardClassifier:
    """A trained cascade for one kind of deck, for crops of `crop_size` (width, height) in pixels.

    `classify_with_screen` runs the screening classifier on many crops, `classify_with_cnn` the CNN on the few that are
    left. `labels` are the codes of the deck, `BACK` and `NO_CARD`, in the order of the logits.
    """

    def __init__(self, manifest: dict[str, Any], arrays: dict[str, Floats], cnn: CardCnn | None = None) -> None:
        self.manifest = manifest
        self._cnn = cnn
        self.kind: str = manifest["kind"]
        self.labels: tuple[str, ...] = tuple(manifest["labels"])
        self.crop_size: tuple[int, int] = (int(manifest["input"][0]), int(manifest["input"][1]))
        self._weights = arrays
        self._logit_scale = np.float32((manifest["network"] or {}).get("scale", 1))
        self._screen_weight = float((manifest["network"] or {}).get("screen_says", 0))
        self.screen_calibration = ConfidenceCalibration.from_manifest(manifest["screen"])
        self.final_calibration = ConfidenceCalibration.from_manifest(manifest["network"] or manifest["screen"])
        self._face_indices = np.array(
            [index for index, label in enumerate(self.labels) if label not in {BACK, NO_CARD}]
        )
        equivalents = equivalent_codes(self.kind)
        self._rival_mask = np.array(
            [[rival not in equivalents.get(label, (label,)) for rival in self.labels] for label in self.labels], bool
        )
        self._back_index = self.labels.index(BACK)
        self.keypoint_matcher: KeypointMatcher | None = None
        self.is_calibrated_for_occlusion = float(manifest.get("half_covered", 0)) > 0
        """Whether half-covered cards were among the calibration crops, so that their margin can be trusted."""
        self.sure_back_margin = self.final_calibration.sure_back_margin if manifest.get("back_seen", True) else np.inf

    def classify_with_screen(self, crops: list[ColorImage]) -> list[Prediction]:
        """Predictions of the screening classifier, either way up, for BGR crops (height, width, 3) of `crop_size`."""
        return self._to_predictions(self._screen_logits(crops), (0, 1)) if crops else []

    def _screen_logits(self, crops: list[ColorImage]) -> Floats:
        """Logits of the screening classifier (n, 2, labels): of each crop as it is and turned by 180 degrees."""
        vectors = [extract_features(crop) for crop in crops]
        both = np.stack([row for vector in vectors for row in (vector, rotate_half_turn(vector, self.crop_size))])
        return mlp_logits(self._weights, both).reshape(len(crops), 2, -1)

    def classify_with_cnn(self, crops: list[ColorImage]) -> list[Prediction]:
        """Predictions of both classifiers for each crop, or of the screening classifier if the model has no CNN."""
        if not crops or self._cnn is None:
            return self.classify_with_screen(crops)
        inputs = zip(to_cnn_input(crops), self._screen_logits(crops), strict=True)
        return [self._classify_crop(image, screen_logits, self._cnn) for image, screen_logits in inputs]

    def _classify_crop(self, image: Floats, screen_logits: Floats, cnn: CardCnn) -> Prediction:
        """Prediction of one prepared crop, the way up that the screening classifier prefers.

        The other way up is tried only if that is not sure, because the CNN is slow.
        """
        first = int(self._best_face_margins(screen_logits)[1].argmax())
        logits: dict[int, Floats] = {}
        for orientation in (first, 1 - first):
            turned = image[::-1, ::-1] if orientation else image
            (cnn_logits,) = self._logit_scale * cnn.logits(turned[None])
            logits[orientation] = ensemble_logits(cnn_logits, screen_logits[orientation], self._screen_weight)
            if self._best_face_margins(logits[orientation])[1] >= self.final_calibration.sure_margin:
                break
        orientations = sorted(logits)
        return self._to_predictions(np.stack([logits[way] for way in orientations])[None], orientations)[0]

    def _to_predictions(self, logits: Floats, orientations: Sequence[int]) -> list[Prediction]:
        """Predictions from logits (n, orientations, labels) of crops as they are (0), upside down (1) or both."""
        best, margins = self._best_face_margins(logits)
        back_margins = self._margins(np.full_like(best, self._back_index), logits).mean(axis=1)
        return [
            Prediction(
                self.labels[best[index, way]],
                float(margins[index, way]),
                logits[index, way],
                bool(orientations[way]),
                back_margin,
            )
            for index, (way, back_margin) in enumerate(
                zip(margins.argmax(axis=1).tolist(), back_margins.tolist(), strict=True)
            )
        ]

    def with_keypoint_evidence(
        self, prediction: Prediction, inliers: Mapping[str, int], *, keypoints_reliable: bool
    ) -> Prediction:
        """The prediction updated with the number of matching keypoints (inliers) of each face.

        `keypoints_reliable`: other cards of the picture show theirs well, so a face without any is less likely.
        """
        logits = prediction.logits.copy()
        if keypoints_reliable and not inliers:
            logits[self.labels.index(prediction.face)] -= _NO_KEYPOINTS_PENALTY
        for face, count in inliers.items():
            logits[self.labels.index(face)] += _LOGIT_PER_KEYPOINT * max(0, count - _CHANCE_KEYPOINTS)
        best, margin = self._best_face_margins(logits)
        gained = float(logits[self._face_indices].max() - prediction.logits[self._face_indices].max())
        return replace(
            prediction,
            face=self.labels[best],
            margin=float(margin),
            logits=logits,
            back_margin=prediction.back_margin - gained,
        )

    def _best_face_margins(self, logits: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Index of the best face and its margin, for logits (…, labels)."""
        best = self._face_indices[logits[..., self._face_indices].argmax(axis=-1)]
        return best, self._margins(best, logits)

    def _margins(self, labels: NDArray[np.intp], logits: Floats) -> Floats:
        """Margins of labels (…), as indices, over their rivals in logits (…, labels)."""
        rivals = np.where(self._rival_mask[labels], logits, -np.inf).max(axis=-1)
        own = np.take_along_axis(logits, labels[..., None], -1)[..., 0]
        return np.asarray(own - rivals, np.float32)

    def alternatives(self, prediction: Prediction, count: int = 5) -> list[tuple[str, float]]:
        """The likeliest other faces with their probabilities 0..1, best first, at most `count`.

        All other faces together share the probability that the prediction is wrong.
        """
        logits = prediction.logits[self._face_indices]
        shares = np.exp((logits - logits.max()) * self.final_calibration.slope)
        own = equivalent_codes(self.kind)[prediction.face]
        remainder = 1 - self.final_calibration.confidence(prediction.margin)
        ranked = [
            (self.labels[self._face_indices[index]], float(shares[index]))
            for index in np.argsort(-logits, kind="stable")
            if self.labels[self._face_indices[index]] not in own
        ]
        total = sum(share for _, share in ranked) or 1.0
        return [(label, remainder * share / total) for label, share in ranked[:count]]
