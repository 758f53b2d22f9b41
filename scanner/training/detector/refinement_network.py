"""The refinement network in torch and its training.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scanner.detection.refinement import CROP_SIZE
from scanner.training.detector.layers import Residual, conv_bn_relu, enlarge
from scanner.training.detector.optimization import optimize
from scanner.training.detector.refinement_samples import RefinementSample, ScenePyramid, draw_sample
from scanner.training.onnx_export import export_onnx
from scanner.training.onnx_weights import begin_with
from scanner.training.precision import mixed_precision
from scanner.training.quantization import quantize

_BATCH_SIZE = 64
"""Crops in one training step."""
_CALIBRATION_BATCHES = 48
"""Batches of eight crops by which the ranges of activations are chosen for quantization."""
_STEPS_PER_REPORT = 100
"""Number of training steps between two progress messages."""


class RefinementNet(nn.Module):
    """From crops (n, 3, height, width) to 11 numbers (n, 11) and masks (n, 1, height / 4, width / 4) as log odds.

    The numbers: offsets of the four corners in widths of the outline (8), the log odds of being a card, those of being
    a back, and the logarithm of the offsets' expected error.
    """

    def __init__(self) -> None:
        super().__init__()
        width, height = CROP_SIZE
        self.stride4 = nn.Sequential(conv_bn_relu(3, 24, 2), conv_bn_relu(24, 32, 2), Residual(32))
        self.stride8 = nn.Sequential(conv_bn_relu(32, 64, 2), Residual(64))
        self.stride16 = nn.Sequential(conv_bn_relu(64, 112, 2), Residual(112), Residual(112))
        self.squeeze = nn.Sequential(nn.Conv2d(112, 48, 1, bias=False), nn.BatchNorm2d(48), nn.ReLU())
        self.dense = nn.Sequential(
            nn.Flatten(), nn.Linear(48 * (width // 16) * (height // 16), 160), nn.ReLU(), nn.Linear(160, 11)
        )
        self.top8, self.top4 = nn.Conv2d(112, 64, 1), nn.Conv2d(64, 32, 1)
        self.fuse8, self.fuse4 = conv_bn_relu(64, 64), conv_bn_relu(32, 32)
        self.mask = nn.Conv2d(32, 1, 1)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The numbers and the masks."""
        fine = self.stride4(crops)
        middle = self.stride8(fine)
        coarse = self.stride16(middle)
        numbers = self.dense(self.squeeze(coarse))
        middle = self.fuse8(middle + enlarge(self.top8(coarse)))
        return numbers, self.mask(self.fuse4(fine + enlarge(self.top4(middle))))


class _ExportWrapper(nn.Module):
    """The network with its masks as shares 0..1."""

    def __init__(self, net: RefinementNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Numbers (n, 11) and masks (n, 1, rows, columns)."""
        numbers, mask = self.net(crops)
        return numbers, torch.sigmoid(mask)


def _loss(
    numbers: torch.Tensor, masks: torch.Tensor, samples: Sequence[RefinementSample]
) -> tuple[torch.Tensor, list[float]]:
    corners, mask, is_card, is_back, weight, corner_weights = (
        torch.from_numpy(np.stack([np.asarray(getattr(sample, name), np.float32) for sample in samples]))
        for name in ("corners", "mask", "is_card", "is_back", "weight", "corner_weights")
    )
    total = weight.sum() + 1
    errors = functional.smooth_l1_loss(numbers[:, :8], corners, reduction="none", beta=0.01)
    errors = (errors * corner_weights).sum(dim=1) / corner_weights.sum(dim=1)
    corner_loss = (errors * weight).sum() / total
    doubt = numbers[:, 10].clamp(-7, 2)
    doubt_loss = ((errors.detach() * torch.exp(-doubt) + doubt) * weight).sum() / total
    decided = is_card >= 0
    card_loss = functional.binary_cross_entropy_with_logits(numbers[decided, 8], is_card[decided])
    back_errors = functional.binary_cross_entropy_with_logits(numbers[:, 9], is_back, reduction="none")
    back_loss = (back_errors * weight).sum() / total
    mask_errors = functional.binary_cross_entropy_with_logits(masks[:, 0], mask, reduction="none").mean(dim=(1, 2))
    mask_loss = (mask_errors * (weight > 0)).sum() / ((weight > 0).sum() + 1)
    terms = [corner_loss.item(), card_loss.item(), back_loss.item(), mask_loss.item()]
    return 8 * corner_loss + 0.1 * doubt_loss + card_loss + 0.5 * back_loss + 2 * mask_loss, terms


def train_refinement_net(
    sources: Sequence[ScenePyramid],
    seed: int,
    steps: int,
    progress: Callable[[str], None],
    begin: bytes | None = None,
) -> bytes:
    """Train a network on the scenes and return its ONNX file; deterministic for the same seed.

    `begin`: the ONNX file of the network that learns on, None for random weights.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = RefinementNet().to(memory_format=torch.channels_last)

    def draw_batch() -> tuple[list[RefinementSample], torch.Tensor]:
        samples = [draw_sample(sources[int(number)], rng) for number in rng.integers(0, len(sources), _BATCH_SIZE)]
        pictures = torch.from_numpy(np.stack([sample.picture for sample in samples])).permute(0, 3, 1, 2)
        return samples, pictures.contiguous(memory_format=torch.channels_last)

    def draw_loss() -> tuple[torch.Tensor, list[float]]:
        samples, pictures = draw_batch()
        with mixed_precision():
            numbers, masks = net(pictures)
        return _loss(numbers.float(), masks.float(), samples)

    if begin is not None:
        begin_with(net, begin, draw_batch()[1])
    words = "corners {:.4f}, card {:.3f}, back {:.3f}, mask {:.3f}"
    optimize(
        net,
        steps,
        draw_loss,
        lambda terms: words.format(*terms),
        progress,
        _STEPS_PER_REPORT,
        learns_on=begin is not None,
    )
    width, height = CROP_SIZE
    typical = [
        np.stack([draw_sample(sources[int(number)], rng).picture for number in numbers]).transpose(0, 3, 1, 2).copy()
        for numbers in rng.integers(0, len(sources), (_CALIBRATION_BATCHES, 8))
    ]
    return quantize(
        export_onnx(_ExportWrapper(net).eval(), (height, width), 3, ("numbers", "masks"), half=False), typical
    )
