"""What the detector by contours asks of a classifier."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.recognition.calibration import Calibration
from scanner.recognition.keypoints import KeypointMatcher
from scanner.recognition.prediction import Prediction


class WholeCardCalibration:
    """The calibration of cards that show whole."""

    def __init__(self, calibration: Calibration) -> None:
        self.confidence = calibration.confidence
        self.sure_margin = calibration.sure_margin()


class WholeCardReader:
    """The methods and attributes of `CardClassifier` for crops without masks."""

    calibration: Calibration
    keypoint_matcher: KeypointMatcher | None = None
    is_calibrated_for_occlusion = True

    @abstractmethod
    def classify(self, crops: NDArray[np.uint8], masks: NDArray[np.uint8]) -> list[Prediction]:
        """As `CardClassifier.classify`."""

    @property
    def final_calibration(self) -> WholeCardCalibration:
        """The calibration of whole cards."""
        return WholeCardCalibration(self.calibration)

    screen_calibration = final_calibration

    def classify_with_cnn(self, crops: list[ColorImage]) -> list[Prediction]:
        """Predictions for crops that show all of a card."""
        if not crops:
            return []
        pictures = np.stack(crops)
        return self.classify(pictures, np.full(pictures.shape[:3], 255, np.uint8))

    classify_with_screen = classify_with_cnn

    def with_keypoint_evidence(
        self, prediction: Prediction, inliers: Mapping[str, int], *, keypoints_reliable: bool
    ) -> Prediction:
        """The prediction: no deck has keypoints any more."""
        del inliers, keypoints_reliable
        return prediction
