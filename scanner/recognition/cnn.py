"""網 ami: a convolutional network, plain numbers in an ONNX file, run by OpenCV; no framework at the table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.recognition.features import Picture, whitened

Floats = NDArray[np.float32]


def prepared(crops: list[Picture]) -> Floats:
    """Crops (height, width, 3) as the network takes them: (n, height, width, 3), paper white 0.5, black -0.5."""
    return np.stack([whitened(crop) for crop in crops]) - np.float32(0.5)


class Network:
    """The network in the bytes of an ONNX file, ready to score crops; `ValueError` for bytes OpenCV cannot read."""

    def __init__(self, data: bytes) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        except cv2.error as fault:
            raise ValueError("no network that can be run") from fault

    def logits(self, images: Floats) -> Floats:
        """Scores (n, labels) of prepared crops; one at a time, which is no slower and takes the least memory."""
        return np.concatenate([self._scores(image) for image in images])

    def _scores(self, image: Floats) -> Floats:
        self._net.setInput(np.ascontiguousarray(image.transpose(2, 0, 1)[None]))
        return np.asarray(self._net.forward(), np.float32)
