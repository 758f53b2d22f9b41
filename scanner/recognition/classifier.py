"""Card classifier: names crops by what shows of them, in batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.onnx_session import Floats
from scanner.recognition.calibration import Calibration
from scanner.recognition.prediction import BACK, NO_CARD, Prediction
from scorer.decks import decks


class Scorer(Protocol):
    """What a classifier asks for logits."""

    def score(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.bool_]]:
        """Logits (n, labels), and whether each card lies upside down (n,)."""


class CardClassifier:
    """Names the cards of one kind of deck, or of one enrolled deck, on crops of `crop_size` (width, height) in pixels.

    `labels` are codes of the deck, `BACK` and `NO_CARD`, in the order of the logits. `back_seen`: whether a picture of
    the deck's back was learned; without one anything plain may be the back, so none is ever sure.
    """

    def __init__(
        self,
        kind: str,
        labels: Sequence[str],
        crop_size: tuple[int, int],
        calibration: Calibration,
        scorer: Scorer,
        *,
        back_seen: bool = True,
    ) -> None:
        self.kind = kind
        self.labels = tuple(labels)
        self.crop_size = crop_size
        self.calibration = calibration
        self.sure_back_margin = calibration.back_margin if back_seen else np.inf
        self._scorer = scorer
        self._face_indices = np.array(
            [index for index, label in enumerate(self.labels) if label not in {BACK, NO_CARD}]
        )
        equivalents = decks()[kind].same_faces
        self._rival_mask = np.array(
            [[rival not in equivalents.get(label, (label,)) for rival in self.labels] for label in self.labels], bool
        )

    def classify(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8], views: int = 1) -> list[Prediction]:
        """Predictions for BGR crops (n * views, height, width, 3), either way up.

        `masks` (n * views, height, width): 255 where the card itself shows, 0 where something lies over it. Each card
        has `views` crops in a row, along outlines that differ a little; the mean of their logits names it.
        """
        if not len(crops):
            return []
        logits, upside_down = self._scorer.score(crops, masks)
        logits = logits.reshape(-1, views, logits.shape[1]).mean(axis=1)
        upside_down = upside_down.reshape(-1, views).mean(axis=1) > 0.5
        shares = masks.reshape(len(logits), views, -1).mean(axis=(1, 2)) / 255
        return self._predictions(logits, upside_down.tolist(), shares.tolist())

    def _predictions(self, logits: Floats, turned: Sequence[bool], shares: Sequence[float]) -> list[Prediction]:
        best = self._face_indices[logits[:, self._face_indices].argmax(axis=1)]
        margins = self._margins(best, logits)
        back_margins = self._margins(np.full_like(best, self.labels.index(BACK)), logits)
        return [
            Prediction(self.labels[label], float(margin), row, is_turned, float(back_margin), share)
            for label, margin, row, is_turned, back_margin, share in zip(
                best, margins, logits, turned, back_margins, shares, strict=True
            )
        ]

    def reconsider(self, prediction: Prediction, evidence: Floats) -> Prediction:
        """The prediction after what else was seen of the card: `evidence` (labels,), added to its logits."""
        logits = (prediction.logits + evidence)[None]
        return self._predictions(logits, [prediction.is_upside_down], [prediction.visible_share])[0]

    def is_sure(self, prediction: Prediction) -> bool:
        """Whether its margin is large enough for how much shows."""
        return prediction.margin >= self.calibration.sure_margin(prediction.visible_share)

    def confidence(self, prediction: Prediction) -> float:
        """Calibrated probability 0..1 that the face is right."""
        return self.calibration.confidence(prediction.margin, prediction.visible_share)

    def alternatives(self, prediction: Prediction, count: int = 5) -> list[tuple[str, float]]:
        """The likeliest other faces with their probabilities 0..1, best first, at most `count`.

        All other faces share the probability that the prediction is wrong, none of them more than the face itself has.
        """
        logits = prediction.logits[self._face_indices]
        shares = np.exp((logits - logits.max()) * self.calibration.slope)
        own = decks()[self.kind].same_faces[prediction.face]
        ranked = [
            (self.labels[self._face_indices[index]], float(shares[index]))
            for index in np.argsort(-logits, kind="stable")
            if self.labels[self._face_indices[index]] not in own
        ]
        confidence, total = self.confidence(prediction), sum(share for _, share in ranked) or 1.0
        return [(label, min(confidence, (1 - confidence) * share / total)) for label, share in ranked[:count]]

    def _margins(self, labels: NDArray[np.intp], logits: Floats) -> Floats:
        """Margins (n,) of labels (n,), as indices, over their rivals in logits (n, labels)."""
        rivals = np.where(self._rival_mask[labels], logits, -np.inf).max(axis=1)
        return np.asarray(logits[np.arange(len(labels)), labels] - rivals, np.float32)
