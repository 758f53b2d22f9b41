"""網 ami: a small convolutional network run straight through on plain arrays; no framework at the table."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scanner.features import Picture, whitened

LAYERS = ((16, 2), (32, 2), (48, 1), (64, 2), (96, 1), (128, 2))
"""Channels and stride of each 3 x 3 layer."""
DENSE = 160
_BATCH = 16

Floats = NDArray[np.float32]


def shapes(size: tuple[int, int], labels: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of the network for crops of `size` (width, height)."""
    width, height = size
    channels = 3
    found: dict[str, tuple[int, ...]] = {}
    for number, (out, stride) in enumerate(LAYERS):
        found[f"c{number}w"], found[f"c{number}b"] = (9 * channels, out), (out,)
        width, height, channels = -(-width // stride), -(-height // stride), out
    found["dw"], found["db"] = (height * width * channels, DENSE), (DENSE,)
    found["ow"], found["ob"] = (DENSE, labels), (labels,)
    return found


def prepared(crops: list[Picture]) -> Floats:
    """Crops (height, width, 3) as the network takes them: (n, height, width, 3), paper white 0.5, black -0.5."""
    return np.stack([whitened(crop) for crop in crops]) - np.float32(0.5)


def logits(arrays: dict[str, Floats], images: Floats) -> Floats:
    """Scores (n, labels) of prepared crops."""
    return np.concatenate([_forward(arrays, images[at : at + _BATCH]) for at in range(0, len(images), _BATCH)])


def _forward(arrays: dict[str, Floats], layer: Floats) -> Floats:
    for number, (_, stride) in enumerate(LAYERS):
        padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
        windows = sliding_window_view(padded, (3, 3), axis=(1, 2))[:, ::stride, ::stride]
        count, height, width, channels = windows.shape[:4]
        rows = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, 9 * channels)
        layer = np.maximum(rows @ arrays[f"c{number}w"] + arrays[f"c{number}b"], 0).reshape(count, height, width, -1)
    dense = np.maximum(layer.reshape(len(layer), -1) @ arrays["dw"] + arrays["db"], 0)
    return np.asarray(dense @ arrays["ow"] + arrays["ob"], np.float32)
