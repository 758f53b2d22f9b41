"""The detection network in torch and its training.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scanner.training.detector.layers import Residual, conv_bn_relu, enlarge
from scanner.training.detector.optimization import optimize
from scanner.training.detector.scenes import LabelledScene
from scanner.training.detector.targets import DetectorSample, sample_crop
from scanner.training.onnx_export import export_onnx
from scanner.training.onnx_weights import begin_with
from scanner.training.precision import mixed_precision
from scanner.training.quantization import quantize

_BATCH_SIZE = 8
"""Crops in one training step."""
_CHANNELS = (24, 32, 64, 96, 128)
"""Channels of the features at 2, 4, 8, 16 and 32 pixels per cell."""
_EXPORT_SIZE = (384, 640)
"""Height and width in pixels of the example input for the export; the exported network runs at other sizes too."""
_CALIBRATION_CROPS = 64
"""Crops by which the ranges of activations are chosen for quantization."""
_STEPS_PER_REPORT = 50
"""Number of training steps between two progress messages."""


class DetectorNet(nn.Module):
    """From pictures (n, 3, height, width) to quads (n, 10, height / 8, width / 8).

    The 10 channels: log-odds of being inside a card, the box as in `DetectorSample.box_targets` (8), and the doubt (the
    logarithm of the box's expected error). Features of a whole card's surroundings, at 32 pixels per cell, are added
    to finer and finer ones.
    Source: Lin et al., Feature Pyramid Networks, CVPR 2017.
    """

    def __init__(self) -> None:
        super().__init__()
        two, four, eight, sixteen, thirty_two = _CHANNELS
        self.stride4 = nn.Sequential(conv_bn_relu(3, two, 2), conv_bn_relu(two, four, 2), conv_bn_relu(four, four))
        self.stride8 = nn.Sequential(conv_bn_relu(four, eight, 2), Residual(eight))
        self.stride16 = nn.Sequential(conv_bn_relu(eight, sixteen, 2), Residual(sixteen), Residual(sixteen, 2))
        self.stride32 = nn.Sequential(
            conv_bn_relu(sixteen, thirty_two, 2), Residual(thirty_two), Residual(thirty_two, 2)
        )
        self.context_projection = nn.Conv2d(thirty_two, sixteen, 1)
        self.context_fusion = conv_bn_relu(sixteen, sixteen)
        self.projection = nn.Conv2d(sixteen, eight, 1)
        self.fusion = nn.Sequential(conv_bn_relu(eight, eight), Residual(eight))
        self.quad_head = nn.Conv2d(eight, 10, 1)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Quads."""
        middle = self.stride8(self.stride4(images))
        coarse = self.stride16(middle)
        context = self.context_fusion(coarse + enlarge(self.context_projection(self.stride32(coarse))))
        quads: torch.Tensor = self.quad_head(self.fusion(middle + enlarge(self.projection(context))))
        return quads


def _detection_loss(quads: torch.Tensor, samples: Sequence[DetectorSample]) -> tuple[torch.Tensor, list[float]]:
    """Loss of the quads of a batch, and its terms: inside, box."""
    inside, boxes, weight = (
        torch.from_numpy(np.stack([getattr(sample, name) for sample in samples]))
        for name in ("inside", "box_targets", "box_weight")
    )
    inside_loss = functional.binary_cross_entropy_with_logits(quads[:, 0], inside)
    box_errors = functional.smooth_l1_loss(quads[:, 1:9], boxes, reduction="none", beta=0.03)
    box_error = 2 * box_errors[:, :2].sum(dim=1) + box_errors[:, 2:].sum(dim=1)
    doubt = quads[:, 9].clamp(-5, 4)
    total_weight = weight.sum() + 1
    box_loss = (box_error * weight).sum() / total_weight
    # detached: if doubt could lower the box loss, every hard card would be doubted and never learned
    doubt_loss = ((box_error.detach() * torch.exp(-doubt) + doubt) * weight).sum() / total_weight
    return 2 * inside_loss + box_loss + 0.3 * doubt_loss, [inside_loss.item(), box_loss.item()]


def train_detector_net(
    scenes: Sequence[LabelledScene],
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
    net = DetectorNet().to(memory_format=torch.channels_last)

    def draw_batch() -> tuple[list[DetectorSample], torch.Tensor]:
        samples = [sample_crop(scenes[int(number)], rng) for number in rng.integers(0, len(scenes), _BATCH_SIZE)]
        pictures = torch.from_numpy(np.stack([sample.picture for sample in samples])).permute(0, 3, 1, 2)
        return samples, pictures.contiguous(memory_format=torch.channels_last)

    def draw_loss() -> tuple[torch.Tensor, list[float]]:
        samples, pictures = draw_batch()
        with mixed_precision():
            quads = net(pictures)
        return _detection_loss(quads.float(), samples)

    if begin is not None:
        begin_with(net, begin, draw_batch()[1])
    optimize(
        net,
        steps,
        draw_loss,
        lambda terms: "inside {:.3f}, place {:.3f}".format(*terms),
        progress,
        _STEPS_PER_REPORT,
        learns_on=begin is not None,
    )
    typical = [
        sample_crop(scenes[int(number)], rng).picture.transpose(2, 0, 1)[None].copy()
        for number in rng.integers(0, len(scenes), _CALIBRATION_CROPS)
    ]
    return quantize(export_onnx(net.eval(), _EXPORT_SIZE, any_size=True, half=False), typical)
