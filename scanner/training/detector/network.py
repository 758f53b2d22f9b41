"""写し手 utsushite: the network that sketches where cards lie, and its training (needs the extra "train")."""

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
_MAX_LR, _WARMUP_SHARE = 4e-3, 0.05
_STRIDE4_CHANNELS, _STRIDE8_CHANNELS, _STRIDE16_CHANNELS = 32, 48, 64
"""Channels of what is seen in cells of 4, 8 and 16 pixels."""
_EXPORT_SIZE = (384, 640)
_STEPS_PER_REPORT = 50
"""Progress is told every so many steps."""


def _conv_bn_relu(in_channels: int, out_channels: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
    )


class DetectorNet(nn.Module):
    """Pictures (n, 3, height, width) to sketches (n, 8, height / 8, width / 8) and borders (n, 1, height / 4, …).

    A sketch: inside a card (log-odds), where its middle is (2), its width and its height with twice their angle (4),
    and doubt: the logarithm of how far off that may be.
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
        around = [_conv_bn_relu(_STRIDE16_CHANNELS, _STRIDE16_CHANNELS, 1, far) for far in (1, 2, 3)]
        self.stride16 = nn.Sequential(_conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE16_CHANNELS, 2), *around)
        self.context_projection = nn.Conv2d(_STRIDE16_CHANNELS, _STRIDE8_CHANNELS, 1)
        self.fusion = _conv_bn_relu(_STRIDE8_CHANNELS, _STRIDE8_CHANNELS)
        self.quad_head = nn.Conv2d(_STRIDE8_CHANNELS, 8, 1)
        self.fine_border, self.coarse_border = nn.Conv2d(_STRIDE4_CHANNELS, 16, 1), nn.Conv2d(_STRIDE8_CHANNELS, 16, 1)
        self.border_head = nn.Sequential(nn.ReLU(), _conv_bn_relu(16, 16), nn.Conv2d(16, 1, 1))

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Sketches and the log-odds of borders."""
        four = self.stride4(images)
        eight = self.stride8(four)
        around = functional.interpolate(self.context_projection(self.stride16(eight)), scale_factor=2, mode="nearest")
        mixed = self.fusion(eight + around)
        far = functional.interpolate(self.coarse_border(mixed), scale_factor=2, mode="nearest")
        return self.quad_head(mixed), self.border_head(self.fine_border(four) + far)


class _ExportWrapper(nn.Module):
    """Both as one answer (n, 12, height / 8, width / 8): the borders, 0..1, four to a cell."""

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("subcell_kernels", torch.eye(4).reshape(4, 1, 2, 2))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """The answer to pictures (n, 3, height, width)."""
        sketch, border = self.net(images)
        return torch.cat([sketch, functional.conv2d(torch.sigmoid(border), self.subcell_kernels, stride=2)], dim=1)


def _detection_loss(
    quads: torch.Tensor, border: torch.Tensor, samples: Sequence[DetectorSample]
) -> tuple[torch.Tensor, list[float]]:
    """What is wrong with the sketches and borders of a batch, and its parts: inside, place, borders."""
    inside, place, weight, size, edges = (
        torch.from_numpy(np.stack([getattr(one, name) for one in samples]))
        for name in ("inside", "box_targets", "box_weight", "card_size", "borders")
    )
    is_inside = functional.binary_cross_entropy_with_logits(quads[:, 0], inside)
    apart = functional.smooth_l1_loss(quads[:, 1:7], place, reduction="none", beta=0.05)
    off = apart.sum(dim=1) / size
    doubt = quads[:, 7].clamp(-4, 4)
    total = weight.sum() + 1
    is_placed = (off * weight).sum() / total
    # what is doubted is learned like the rest: else all that is hard would be doubted and never learned
    is_doubted = ((off.detach() * torch.exp(-doubt) + doubt) * weight).sum() / total
    is_border = functional.binary_cross_entropy_with_logits(border[:, 0], edges, pos_weight=torch.tensor(2.0))
    parts = [is_inside.item(), is_placed.item(), is_border.item()]
    return 2 * is_inside + is_placed + 0.3 * is_doubted + is_border, parts


def train_detector_net(
    scenes: Sequence[LabelledScene], seed: int, steps: int, progress: Callable[[str], None]
) -> bytes:
    """The ONNX file of a network that learned from the tables; the same for the same seed."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = DetectorNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_MAX_LR, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _MAX_LR, max(steps, 10), pct_start=_WARMUP_SHARE)
    net.train()
    parts: list[list[float]] = []
    for step in range(1, steps + 1):
        true = [sample_crop(scenes[int(number)], rng) for number in rng.integers(0, len(scenes), _BATCH_SIZE)]
        pictures = torch.from_numpy(np.stack([one.picture for one in true])).permute(0, 3, 1, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            sketch, border = net(pictures.contiguous(memory_format=torch.channels_last))
        loss, part = _detection_loss(sketch.float(), border.float(), true)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        parts.append(part)
        if step % _STEPS_PER_REPORT == 0 or step == steps:
            inside, place, edge = np.mean(parts, axis=0)
            progress(f"step {step} of {steps}: inside {inside:.3f}, place {place:.3f}, borders {edge:.3f}")
            parts.clear()
    return export_onnx(_ExportWrapper(net).eval(), _EXPORT_SIZE)
