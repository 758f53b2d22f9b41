"""The proposal network in torch and its training.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scanner.training.detector.scenes import LabelledScene
from scanner.training.detector.targets import DetectorSample, sample_crop
from scanner.training.onnx_export import export_onnx

_BATCH_SIZE = 8
"""Crops in one training step."""
_MAX_LR = 4e-3
"""Peak learning rate of the one-cycle schedule."""
_WARMUP_SHARE = 0.05
"""Share of the steps, 0..1, in which the learning rate rises to its peak."""
_STRIDE4_CHANNELS = 32
"""Channels of the features at 4 pixels per cell, which give borders their detail."""
_STRIDE8_CHANNELS = 48
"""Channels of the features at 8 pixels per cell, from which quads are predicted."""
_STRIDE16_CHANNELS = 64
"""Channels of the features at 16 pixels per cell, which give the context of a whole card."""
_EXPORT_SIZE = (384, 640)
"""Height and width in pixels of the example input for the export; the exported network runs at other sizes too."""
_STEPS_PER_REPORT = 50
"""Number of training steps between two progress messages."""


def _conv_bn_relu(in_channels: int, out_channels: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
    )


class DetectorNet(nn.Module):
    """From pictures (n, 3, height, width) to quads (n, 8, height / 8, width / 8) and borders (n, 1, height / 4, …).

    The 8 channels of a quad: log-odds of being inside a card, the card's centre (2), its width vector and its height
    vector with doubled angles (4), and the doubt: the logarithm of the expected error of these.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stride4 = nn.Sequential(
            _conv_bn_relu(3, 16, 2),
            _conv_bn_relu(16, _STRIDE4_CHANNELS, 2),
            _conv_bn_relu(_STRIDE4_CHANNELS, _STRIDE4_CHANNELS),
        )
        self.stride8 = nn.Sequential(
            _conv_bn_relu(_STRIDE4_CHANNELS, _STRIDE8_CHANNELS, 2),
            _conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE8_CHANNELS),
            _conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE8_CHANNELS),
        )
        context = [_conv_bn_relu(_STRIDE16_CHANNELS, _STRIDE16_CHANNELS, 1, dilation) for dilation in (1, 2, 3)]
        self.stride16 = nn.Sequential(_conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE16_CHANNELS, 2), *context)
        self.context_projection = nn.Conv2d(_STRIDE16_CHANNELS, _STRIDE8_CHANNELS, 1)
        self.fusion = _conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE8_CHANNELS)
        self.quad_head = nn.Conv2d(_STRIDE8_CHANNELS, 8, 1)
        self.fine_border, self.coarse_border = nn.Conv2d(_STRIDE4_CHANNELS, 16, 1), nn.Conv2d(_STRIDE8_CHANNELS, 16, 1)
        self.border_head = nn.Sequential(nn.ReLU(), _conv_bn_relu(16, 16), nn.Conv2d(16, 1, 1))

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Quads and the log-odds of borders."""
        fine = self.stride4(images)
        middle = self.stride8(fine)
        context = functional.interpolate(self.context_projection(self.stride16(middle)), scale_factor=2, mode="nearest")
        fused = self.fusion(middle + context)
        coarse_border = functional.interpolate(self.coarse_border(fused), scale_factor=2, mode="nearest")
        return self.quad_head(fused), self.border_head(self.fine_border(fine) + coarse_border)


class _ExportWrapper(nn.Module):
    """Packs both outputs into one, (n, 12, height / 8, width / 8): 8 of the quad, 4 borders per cell, 0..1."""

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("subcell_kernels", torch.eye(4).reshape(4, 1, 2, 2))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """The packed output for pictures (n, 3, height, width)."""
        quads, border = self.net(images)
        return torch.cat([quads, functional.conv2d(torch.sigmoid(border), self.subcell_kernels, stride=2)], dim=1)


def _detection_loss(
    quads: torch.Tensor, border: torch.Tensor, samples: Sequence[DetectorSample]
) -> tuple[torch.Tensor, list[float]]:
    """Loss of the quads and borders of a batch, and its terms: inside, box, borders."""
    inside, boxes, weight, size, borders = (
        torch.from_numpy(np.stack([getattr(sample, name) for sample in samples]))
        for name in ("inside", "box_targets", "box_weight", "card_size", "borders")
    )
    inside_loss = functional.binary_cross_entropy_with_logits(quads[:, 0], inside)
    box_errors = functional.smooth_l1_loss(quads[:, 1:7], boxes, reduction="none", beta=0.05)
    relative_error = box_errors.sum(dim=1) / size
    doubt = quads[:, 7].clamp(-4, 4)
    total_weight = weight.sum() + 1
    box_loss = (relative_error * weight).sum() / total_weight
    # detached: if doubt could lower the box loss, every hard card would be doubted and never learned
    doubt_loss = ((relative_error.detach() * torch.exp(-doubt) + doubt) * weight).sum() / total_weight
    border_loss = functional.binary_cross_entropy_with_logits(border[:, 0], borders, pos_weight=torch.tensor(2.0))
    terms = [inside_loss.item(), box_loss.item(), border_loss.item()]
    return 2 * inside_loss + box_loss + 0.3 * doubt_loss + border_loss, terms


def train_detector_net(
    scenes: Sequence[LabelledScene], seed: int, steps: int, progress: Callable[[str], None]
) -> bytes:
    """Train a network on the scenes and return its ONNX file; deterministic for the same seed."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = DetectorNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_MAX_LR, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _MAX_LR, max(steps, 10), pct_start=_WARMUP_SHARE)
    net.train()
    recent_terms: list[list[float]] = []
    for step in range(1, steps + 1):
        samples = [sample_crop(scenes[int(number)], rng) for number in rng.integers(0, len(scenes), _BATCH_SIZE)]
        pictures = torch.from_numpy(np.stack([sample.picture for sample in samples])).permute(0, 3, 1, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            quads, border = net(pictures.contiguous(memory_format=torch.channels_last))
        loss, terms = _detection_loss(quads.float(), border.float(), samples)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        recent_terms.append(terms)
        if step % _STEPS_PER_REPORT == 0 or step == steps:
            inside, box, borders = np.mean(recent_terms, axis=0)
            progress(f"step {step} of {steps}: inside {inside:.3f}, place {box:.3f}, borders {borders:.3f}")
            recent_terms.clear()
    return export_onnx(_ExportWrapper(net).eval(), _EXPORT_SIZE)
