"""目利き mekiki: names a flattened card, and knows how far to trust itself. Plain arrays, no framework."""

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
_CHANCE_KEYPOINTS = 3
_NO_KEYPOINTS_PENALTY = 2.5
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ConfidenceCalibration:
    """What a margin is worth, of a face and of a back: calibrated on patterns nobody trained on."""

    slope: float
    offset: float
    sure_margin: float
    sure_back_margin: float

    @classmethod
    def from_manifest(cls, data: dict[str, Any]) -> ConfidenceCalibration:
        """The calibration of one stage, as the manifest has it."""
        slope, offset = (float(value) for value in data["confidence"])
        sure_margin = float(data["sure_margin"])
        return cls(slope, offset, sure_margin, float(data.get("back_margin", sure_margin)))

    def confidence(self, margin: float) -> float:
        """Calibrated probability 0..1 that a face leading by `margin` is right."""
        return float(1 / (1 + np.exp(-np.clip(self.slope * margin + self.offset, -30, 30))))


@dataclass(frozen=True, slots=True)
class Prediction:
    """What one crop is taken for. `scores` are the logits of `Recogniser.labels`; `face` is the best code, or None.

    `margin`: by how much `face` leads every label that is another face to the rules, no card or a back; negative when
    one of those leads. `turned`: whether the crop was better upside down. `back`: by how much its being a back leads.
    """

    face: str
    margin: float
    logits: Floats
    is_upside_down: bool
    back_margin: float


def mlp_logits(arrays: dict[str, Floats], vectors: Floats) -> Floats:
    """Scores (n, labels) of feature rows (n, features): one hidden layer, straight through."""
    hidden = np.maximum(vectors @ arrays["w1"] + arrays["b1"], 0)
    return np.asarray(hidden @ arrays["w2"] + arrays["b2"], np.float32)


def ensemble_logits(cnn_logits: Floats, screen_logits: Floats, screen_weight: float) -> Floats:
    """The network's scores and the screen's of the same views (n, labels) as one: they err on different cards."""
    return cnn_logits + np.float32(screen_weight) * screen_logits


class CardClassifier:
    """A trained recogniser of one kind of deck, ready to name crops of `size` (width, height) in pixels.

    It looks twice: the screen at many outlines (`verdicts`), the network at the few that are left (`second_look`).
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
            [number for number, label in enumerate(self.labels) if label not in {BACK, NO_CARD}]
        )
        group = equivalent_codes(self.kind)
        self._rival_mask = np.array(
            [[other not in group.get(label, (label,)) for other in self.labels] for label in self.labels], bool
        )
        self._back_index = self.labels.index(BACK)
        self.keypoint_matcher: KeypointMatcher | None = None
        self.is_calibrated_for_occlusion = float(manifest.get("half_covered", 0)) > 0
        """Whether it was calibrated on cards half covered, too, so that of such cards its margin can be trusted."""
        self.sure_back_margin = self.final_calibration.sure_back_margin if manifest.get("back_seen", True) else np.inf

    def classify_with_screen(self, crops: list[ColorImage]) -> list[Prediction]:
        """The screen's verdict for each card standing either way up: crops (height, width, 3) BGR of `size`."""
        return self._to_predictions(self._screen_logits(crops), (0, 1)) if crops else []

    def _screen_logits(self, crops: list[ColorImage]) -> Floats:
        """The screen's scores (n, 2, labels), as cut and upside down."""
        rows = [extract_features(crop) for crop in crops]
        both = np.stack([row for one in rows for row in (one, rotate_half_turn(one, self.crop_size))])
        return mlp_logits(self._weights, both).reshape(len(crops), 2, -1)

    def classify_with_cnn(self, crops: list[ColorImage]) -> list[Prediction]:
        """The verdict of network and screen for each crop, or the screen's where the recogniser has no network."""
        if not crops or self._cnn is None:
            return self.classify_with_screen(crops)
        looks = zip(to_cnn_input(crops), self._screen_logits(crops), strict=True)
        return [self._classify_crop(image, screen, self._cnn) for image, screen in looks]

    def _classify_crop(self, image: Floats, screen_logits: Floats, cnn: CardCnn) -> Prediction:
        """The verdict the way up the screen prefers; the other way, too, unless that is sure: a look takes its time."""
        first = int(self._best_face_margins(screen_logits)[1].argmax())
        seen: dict[int, Floats] = {}
        for way in (first, 1 - first):
            shown = image[::-1, ::-1] if way else image
            (scores,) = self._logit_scale * cnn.logits(shown[None])
            seen[way] = ensemble_logits(scores, screen_logits[way], self._screen_weight)
            if self._best_face_margins(seen[way])[1] >= self.final_calibration.sure_margin:
                break
        ways = sorted(seen)
        return self._to_predictions(np.stack([seen[way] for way in ways])[None], ways)[0]

    def _to_predictions(self, logits: Floats, orientations: Sequence[int]) -> list[Prediction]:
        """The verdicts by the scores (n, ways, labels) of crops as cut (0), upside down (1) or both."""
        best, margins = self._best_face_margins(logits)
        backs = self._margins(np.full_like(best, self._back_index), logits).mean(axis=1)
        return [
            Prediction(
                self.labels[best[number, at]],
                float(margins[number, at]),
                logits[number, at],
                bool(orientations[at]),
                back,
            )
            for number, (at, back) in enumerate(zip(margins.argmax(axis=1).tolist(), backs.tolist(), strict=True))
        ]

    def with_keypoint_evidence(
        self, prediction: Prediction, inliers: Mapping[str, int], *, keypoints_reliable: bool
    ) -> Prediction:
        """The verdict when besides so many marks of these faces lie where they belong on such a card.

        `missed`: the marks of other cards were seen well here, so that a face without any is less likely.
        """
        scores = prediction.logits.copy()
        if keypoints_reliable and not inliers:
            scores[self.labels.index(prediction.face)] -= _NO_KEYPOINTS_PENALTY
        for face, count in inliers.items():
            scores[self.labels.index(face)] += _LOGIT_PER_KEYPOINT * max(0, count - _CHANCE_KEYPOINTS)
        best, margin = self._best_face_margins(scores)
        gained = float(scores[self._face_indices].max() - prediction.logits[self._face_indices].max())
        return replace(
            prediction,
            face=self.labels[best],
            margin=float(margin),
            logits=scores,
            back_margin=prediction.back_margin - gained,
        )

    def _best_face_margins(self, logits: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The best face's label by number, and by how much it leads, of scores (…, labels)."""
        best = self._face_indices[logits[..., self._face_indices].argmax(axis=-1)]
        return best, self._margins(best, logits)

    def _margins(self, labels: NDArray[np.intp], logits: Floats) -> Floats:
        """By how much these labels (…), by number, lead their rivals in scores (…, labels)."""
        rivals = np.where(self._rival_mask[labels], logits, -np.inf).max(axis=-1)
        own = np.take_along_axis(logits, labels[..., None], -1)[..., 0]
        return np.asarray(own - rivals, np.float32)

    def alternatives(self, prediction: Prediction, count: int = 5) -> list[tuple[str, float]]:
        """The likeliest faces after the verdict's own with their share of what it leaves, best first."""
        scores = prediction.logits[self._face_indices]
        shares = np.exp((scores - scores.max()) * self.final_calibration.slope)
        own = equivalent_codes(self.kind)[prediction.face]
        left = 1 - self.final_calibration.confidence(prediction.margin)
        ranked = [
            (self.labels[self._face_indices[number]], float(shares[number]))
            for number in np.argsort(-scores, kind="stable")
            if self.labels[self._face_indices[number]] not in own
        ]
        total = sum(share for _, share in ranked) or 1.0
        return [(label, left * share / total) for label, share in ranked[:count]]
