"""Convolutional card classifier in an ONNX file, run by ONNX Runtime.

No training framework is needed at the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import OnnxSession
from scanner.recognition.features import white_balance

Floats = NDArray[np.float32]


def to_cnn_input(crops: list[ColorImage]) -> Floats:
    """White-balanced crops (n, height, width, 3) as the network takes them: paper white is 0.5, black is -0.5."""
    return np.stack([white_balance(crop) for crop in crops]) - np.float32(0.5)


class CardCnn:
    """The network in the bytes of an ONNX file. `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        self._session = OnnxSession(data)

    def logits(self, images: Floats) -> Floats:
        """Logits (n, labels) of crops from `to_cnn_input`. One at a time is no slower and takes the least memory."""
        return np.concatenate([self._forward(image) for image in images])

    def _forward(self, image: Floats) -> Floats:
        (logits,) = self._session.run(image.transpose(2, 0, 1)[None])
        return np.asarray(logits, np.float32)
