"""Crops as the network takes them: white balanced, hidden parts left out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.imaging.onnx_session import to_input

Mask = NDArray[np.uint8]
"""What shows of a crop (height, width): 255 the card itself, 0 what lies over it."""

CROP_SIZE = (80, 112)
"""Width and height in pixels of the crops of every kind of deck, whatever the card's shape: one network, one batch.
Multiples of the network's cells of 16 pixels."""
_PAPER_PERCENTILE = 95
"""Percentile of a crop's pixels, per channel, that counts as white paper: a lamp's reflection may be brighter."""
_MIN_PAPER_LEVEL = 24.0
"""Level 0..255 of the darkest paper: darker crops are not brightened to full range, which would only show noise."""
_MIN_PAPER_PIXELS = 60
"""Pixels that must show for the paper to be sought among them alone."""
_LEVELS = np.arange(256, dtype=np.float32)[:, None]
"""What a byte may be (256, 1)."""


def white_balance(crop: ColorImage, mask: Mask) -> ColorImage:
    """The crop scaled so that the paper that shows is white, which removes the colour of lamps and shade."""
    pixels = crop[::2, ::2].reshape(-1, 3)
    showing = pixels[mask[::2, ::2].reshape(-1) > 127]
    levels = (showing if len(showing) >= _MIN_PAPER_PIXELS else pixels).T.copy()
    brightest = levels.shape[1] * _PAPER_PERCENTILE // 100
    levels.partition(brightest, axis=1)
    white = np.maximum(levels[:, brightest], _MIN_PAPER_LEVEL)
    balanced = np.minimum(_LEVELS * (255 / white).astype(np.float32), 255).astype(np.uint8)
    return np.asarray(cv2.LUT(crop, balanced[None]), np.uint8)


def to_network_input(balanced: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Balanced crops (n, height, width, 3) and masks (n, height, width) as (n, 4, height, width), each -0.5..0.5.

    Hidden pixels are 0, between black and white. The fourth channel is the mask.
    """
    inputs = to_input(np.concatenate([balanced, masks[..., None]], axis=3))
    inputs[:, :3] *= masks[:, None].astype(np.float32) / 255
    return inputs
