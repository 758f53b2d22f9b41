"""Train the convolutional network that names the cards the screen leaves.

Needs the extra "train": torch, onnx and the package with the backbone's weights.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from scanner.training.classifier.backbone import INPUT_WIDTH_PX, OUT_CHANNELS, OUTPUT_STRIDE, Backbone
from scanner.training.onnx_export import export_onnx

_BATCH_SIZE = 128
"""Crops in one training step."""
_MAX_DENSE_UNITS = 160
"""Units of the layer before the last, at most."""
_MAX_DENSE_WEIGHTS = 575_000
"""Weights of that layer, at most: it gets fewer units where it would need more, so that a deck's model stays under
6 MB."""
_MAX_LR = 3e-3
"""Peak learning rate of layers that start from random weights."""
_BACKBONE_MAX_LR = 1e-3
"""Peak learning rate of the pretrained backbone, lower because its weights need to change less."""
_CONV_LAYERS = ((16, 2), (32, 2), (48, 1), (64, 2), (96, 1), (128, 2))
"""Channels and stride of each 3 x 3 layer of the network trained from scratch."""
_MIN_SCHEDULE_STEPS = 10
"""Steps of the one-cycle learning-rate schedule, at least: it cannot rise and fall in fewer."""
_SCRATCH_EPOCH_FACTOR = 2
"""Epochs of the network trained from scratch, as a multiple of the backbone network's: it has more to learn."""
_SCRATCH_WEIGHT = 1.5
"""Weight of its logits in the ensemble, beside 1 for the pretrained network's, which are larger: the best of a few
values on held-out hanafuda patterns."""


def _classifier_head(height: float, width: float, channels: int, label_count: int) -> nn.Sequential:
    """A head that classifies the features of crops of `height` by `width` pixels.

    It flattens the features instead of pooling them, because the position of a feature on the card matters.
    """
    cells = ceil(height / OUTPUT_STRIDE) * ceil(width / OUTPUT_STRIDE)
    units = min(_MAX_DENSE_UNITS, _MAX_DENSE_WEIGHTS // (cells * channels))
    return nn.Sequential(
        nn.Flatten(),
        nn.Dropout(0.4),
        nn.Linear(cells * channels, units),
        nn.BatchNorm1d(units),
        nn.ReLU(),
        nn.Dropout(0.4),
        nn.Linear(units, label_count),
    )


def _pretrained(height: int, width: int, label_count: int) -> nn.Sequential:
    """A network with a pretrained backbone, for crops of `height` by `width` pixels."""
    scale = INPUT_WIDTH_PX / width
    return nn.Sequential(Backbone(scale), _classifier_head(height * scale, INPUT_WIDTH_PX, OUT_CHANNELS, label_count))


def _from_scratch(height: int, width: int, label_count: int) -> nn.Sequential:
    """A network with random weights, for crops of `height` by `width` pixels."""
    layers: list[nn.Module] = []
    channels = 3
    for out_channels, stride in _CONV_LAYERS:
        layers += [nn.Conv2d(channels, out_channels, 3, stride, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU()]
        channels = out_channels
    return nn.Sequential(nn.Sequential(*layers), _classifier_head(height, width, channels, label_count))


class _Ensemble(nn.Module):
    """The weighted sum of two networks' logits: they seldom make the same confident error."""

    def __init__(self, pretrained: nn.Module, from_scratch: nn.Module) -> None:
        super().__init__()
        self.pretrained, self.from_scratch = pretrained, from_scratch

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Logits (n, labels) of images (n, 3, height, width)."""
        logits: torch.Tensor = self.pretrained(images) + _SCRATCH_WEIGHT * self.from_scratch(images)
        return logits


def _augment(images: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The batch, shifted by up to two pixels, tinted, and half of the time with a rectangle erased."""
    images = torch.roll(images, tuple(int(step) for step in rng.integers(-2, 3, 2)), (2, 3))
    gains = rng.normal(1, 0.1, (len(images), 3, 1, 1)).astype(np.float32)
    images = (images + 0.5) * torch.from_numpy(gains) - 0.5
    if rng.random() < 0.5:
        top, left = int(rng.integers(0, images.shape[2] - 20)), int(rng.integers(0, images.shape[3] - 16))
        height, width = int(rng.integers(6, 28)), int(rng.integers(6, 28))
        images[:, :, top : top + height, left : left + width] = float(rng.normal(0, 0.3))
    return images.contiguous(memory_format=torch.channels_last)


def _train_net(
    build_net: Callable[[int, int, int], nn.Sequential],
    max_lr: float,
    crops: NDArray[np.uint8],
    labels: NDArray[np.str_],
    seed: int,
    epochs: int,
    progress: Callable[[str], None],
) -> nn.Sequential:
    """Train the network that `build_net(height, width, label_count)` returns: features first, then the head.

    `max_lr` is the peak learning rate of the features; that of the head is `_MAX_LR`.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    names, numbers = np.unique(labels, return_inverse=True)
    targets = torch.from_numpy(numbers.astype(np.int64))
    height, width = crops.shape[1:3]
    net = build_net(height, width, len(names)).to(memory_format=torch.channels_last)
    features, head = net
    trainable = [weight for weight in features.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW([{"params": trainable}, {"params": head.parameters()}], weight_decay=2e-2)
    steps = max(1, len(crops) // _BATCH_SIZE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [max_lr, _MAX_LR], max(_MIN_SCHEDULE_STEPS, epochs * steps), pct_start=0.2
    )
    criterion = nn.CrossEntropyLoss()  # label smoothing would make confident errors harder to separate (Xia 2024)
    net.train()
    for epoch in range(epochs):
        order = rng.permutation(len(crops))
        total = 0.0
        for step in range(steps):
            batch = np.sort(order[step * _BATCH_SIZE : (step + 1) * _BATCH_SIZE])
            images = torch.from_numpy(crops[batch]).permute(0, 3, 1, 2).float() / 255 - 0.5
            with torch.autocast("cpu", dtype=torch.bfloat16):  # takes a third less time and is no less accurate
                logits = net(_augment(images, rng))
            loss = criterion(logits.float(), targets[torch.from_numpy(batch)])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        progress(f"epoch {epoch + 1} of {epochs}: {total / steps:.3f}")
    return net.eval()


def train_cnn(
    crops: NDArray[np.uint8],
    labels: NDArray[np.str_],
    seed: int,
    epochs: int,
    progress: Callable[[str], None],
) -> bytes:
    """Train on white-balanced crops uint8 (n, height, width, 3) and return the ONNX file.

    The logits come in the sorted order of the labels.
    """
    progress("on the trunk")
    pretrained = _train_net(_pretrained, _BACKBONE_MAX_LR, crops, labels, seed, epochs, progress)
    progress("from nothing")
    from_scratch = _train_net(_from_scratch, _MAX_LR, crops, labels, seed, _SCRATCH_EPOCH_FACTOR * epochs, progress)
    height, width = crops.shape[1:3]
    return export_onnx(_Ensemble(pretrained, from_scratch).eval(), (height, width))
