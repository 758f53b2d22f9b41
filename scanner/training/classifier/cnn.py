"""網 ami: training the convolutional network (needs the extra "train": torch, onnx and the trunk's package)."""

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
_MAX_DENSE_UNITS, _MAX_DENSE_WEIGHTS = 160, 575_000
"""The layer before the last is so wide, or less where it would take more weights: a deck's model stays under 6 MB."""
_MAX_LR = 3e-3
_BACKBONE_MAX_LR = 1e-3
"""What has learned before moves less."""
_CONV_LAYERS = ((16, 2), (32, 2), (48, 1), (64, 2), (96, 1), (128, 2))
"""Channels and stride of each 3 x 3 layer of the network that starts from nothing."""
_MIN_SCHEDULE_STEPS = 10
"""The rise and fall of what is learned in a step takes so many steps at least."""
_SCRATCH_EPOCH_FACTOR = 2
"""So many times the passes takes what starts from nothing."""
_SCRATCH_WEIGHT = 1.5
"""What its scores weigh beside the taught one's, which are louder: the best of a few on hanafuda held out."""


def _classifier_head(height: float, width: float, channels: int, label_count: int) -> nn.Sequential:
    """What names a card seen in so many pixels by its features: where on the card something is seen counts."""
    cells = ceil(height / OUTPUT_STRIDE) * ceil(width / OUTPUT_STRIDE)
    wide = min(_MAX_DENSE_UNITS, _MAX_DENSE_WEIGHTS // (cells * channels))
    return nn.Sequential(
        nn.Flatten(),
        nn.Dropout(0.4),
        nn.Linear(cells * channels, wide),
        nn.BatchNorm1d(wide),
        nn.ReLU(),
        nn.Dropout(0.4),
        nn.Linear(wide, label_count),
    )


def _pretrained(height: int, width: int, label_count: int) -> nn.Sequential:
    """A network whose trunk has learned before."""
    seen = INPUT_WIDTH_PX / width
    return nn.Sequential(Backbone(seen), _classifier_head(height * seen, INPUT_WIDTH_PX, OUT_CHANNELS, label_count))


def _from_scratch(height: int, width: int, label_count: int) -> nn.Sequential:
    """A network that has seen nothing yet."""
    layers: list[nn.Module] = []
    channels = 3
    for out, stride in _CONV_LAYERS:
        layers += [nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()]
        channels = out
    return nn.Sequential(nn.Sequential(*layers), _classifier_head(height, width, channels, label_count))


class _Ensemble(nn.Module):
    """Two networks' scores in one sum: what one of them is too sure of is seldom an error of the other."""

    def __init__(self, pretrained: nn.Module, from_scratch: nn.Module) -> None:
        super().__init__()
        self.pretrained, self.from_scratch = pretrained, from_scratch

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Scores of images (n, 3, height, width)."""
        scores: torch.Tensor = self.pretrained(images) + _SCRATCH_WEIGHT * self.from_scratch(images)
        return scores


def _augment(images: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The batch a little moved, tinted and covered."""
    images = torch.roll(images, tuple(int(step) for step in rng.integers(-2, 3, 2)), (2, 3))
    gains = rng.normal(1, 0.1, (len(images), 3, 1, 1)).astype(np.float32)
    images = (images + 0.5) * torch.from_numpy(gains) - 0.5
    if rng.random() < 0.5:
        top, left = int(rng.integers(0, images.shape[2] - 20)), int(rng.integers(0, images.shape[3] - 16))
        high, wide = int(rng.integers(6, 28)), int(rng.integers(6, 28))
        images[:, :, top : top + high, left : left + wide] = float(rng.normal(0, 0.3))
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
    """The network that `make` makes for so high and wide crops and so many labels, trained.

    Its first part learns by at most `peak` a step.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    names, numbers = np.unique(labels, return_inverse=True)
    targets = torch.from_numpy(numbers.astype(np.int64))
    height, width = crops.shape[1:3]
    net = build_net(height, width, len(names)).to(memory_format=torch.channels_last)
    first, head = net
    learning = [weight for weight in first.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW([{"params": learning}, {"params": head.parameters()}], weight_decay=2e-2)
    steps = max(1, len(crops) // _BATCH_SIZE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [max_lr, _MAX_LR], max(_MIN_SCHEDULE_STEPS, epochs * steps), pct_start=0.2
    )
    loss_of = nn.CrossEntropyLoss()  # smoothed labels would blur what is surely right and what is not (Xia 2024)
    net.train()
    for epoch in range(epochs):
        order = rng.permutation(len(crops))
        total = 0.0
        for step in range(steps):
            chosen = np.sort(order[step * _BATCH_SIZE : (step + 1) * _BATCH_SIZE])
            images = torch.from_numpy(crops[chosen]).permute(0, 3, 1, 2).float() / 255 - 0.5
            with torch.autocast("cpu", dtype=torch.bfloat16):  # a third of the time less, and no worse
                scores = net(_augment(images, rng))
            loss = loss_of(scores.float(), targets[torch.from_numpy(chosen)])
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
    """An ONNX network trained on whitened crops uint8 (n, height, width, 3); it scores the labels in their order."""
    progress("on the trunk")
    taught = _train_net(_pretrained, _BACKBONE_MAX_LR, crops, labels, seed, epochs, progress)
    progress("from nothing")
    fresh = _train_net(_from_scratch, _MAX_LR, crops, labels, seed, _SCRATCH_EPOCH_FACTOR * epochs, progress)
    height, width = crops.shape[1:3]
    return export_onnx(_Ensemble(taught, fresh).eval(), (height, width))
