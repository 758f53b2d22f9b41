"""Batches of crops as a network takes them, varied for training.

Needs the extra "train".
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray


def augment(
    crops: NDArray[np.uint8], masks: NDArray[np.uint8], rng: np.random.Generator, max_shift_px: int
) -> torch.Tensor:
    """A batch (n, 4, height, width) of crops and masks, shifted together by up to `max_shift_px` and tinted.

    `crops` (n, height, width, 3) uint8, white balanced; `masks` (n, height, width) uint8. Each channel is -0.5..0.5.
    """
    images = torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255
    shows = torch.from_numpy(masks).float()[:, None] / 255
    shift = tuple(int(step) for step in rng.integers(-max_shift_px, max_shift_px + 1, 2))
    images, shows = torch.roll(images, shift, (2, 3)), torch.roll(shows, shift, (2, 3))
    gains = torch.from_numpy(rng.normal(1, 0.1, (len(images), 3, 1, 1)).astype(np.float32))
    inputs = torch.cat([(images * gains - 0.5) * shows, shows - 0.5], 1)
    return inputs.contiguous(memory_format=torch.channels_last)
