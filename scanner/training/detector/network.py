"""写し手 utsushite: the network that sketches where cards lie, and its training (needs the extra "train")."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scanner.training.detector.scenes import Spread
from scanner.training.detector.targets import Sample, sample
from scanner.training.onnx_export import exported

_BATCH = 8
_PEAK, _RISE = 4e-3, 0.05
_FOUR, _EIGHT, _SIXTEEN = 32, 48, 64
"""Channels of what is seen in cells of 4, 8 and 16 pixels."""
_EXPORTED = (384, 640)
_TOLD = 50
"""Progress is told every so many steps."""


def _layer(channels: int, out: int, stride: int = 1, far: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(channels, out, 3, stride, far, far, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class Tracer(nn.Module):
    """Pictures (n, 3, height, width) to sketches (n, 8, height / 8, width / 8) and borders (n, 1, height / 4, …).

    A sketch: inside a card (log-odds), where its middle is (2), its width and its height with twice their angle (4),
    and doubt: the logarithm of how far off that may be.
    """

    def __init__(self) -> None:
        super().__init__()
        self.four = nn.Sequential(_layer(3, 16, 2), _layer(16, _FOUR, 2), _layer(_FOUR, _FOUR))
        self.eight = nn.Sequential(_layer(_FOUR, _EIGHT, 2), _layer(_EIGHT, _EIGHT), _layer(_EIGHT, _EIGHT))
        around = [_layer(_SIXTEEN, _SIXTEEN, 1, far) for far in (1, 2, 3)]
        self.sixteen = nn.Sequential(_layer(_EIGHT, _SIXTEEN, 2), *around)
        self.wide = nn.Conv2d(_SIXTEEN, _EIGHT, 1)
        self.mixed = _layer(_EIGHT, _EIGHT)
        self.sketch = nn.Conv2d(_EIGHT, 8, 1)
        self.near, self.far = nn.Conv2d(_FOUR, 16, 1), nn.Conv2d(_EIGHT, 16, 1)
        self.border = nn.Sequential(nn.ReLU(), _layer(16, 16), nn.Conv2d(16, 1, 1))

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Sketches and the log-odds of borders."""
        four = self.four(pictures)
        eight = self.eight(four)
        around = functional.interpolate(self.wide(self.sixteen(eight)), scale_factor=2, mode="nearest")
        mixed = self.mixed(eight + around)
        far = functional.interpolate(self.far(mixed), scale_factor=2, mode="nearest")
        return self.sketch(mixed), self.border(self.near(four) + far)


class _Told(nn.Module):
    """Both as one answer (n, 12, height / 8, width / 8): the borders, 0..1, four to a cell."""

    def __init__(self, tracer: Tracer) -> None:
        super().__init__()
        self.tracer = tracer
        self.register_buffer("corners", torch.eye(4).reshape(4, 1, 2, 2))

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """The answer to pictures (n, 3, height, width)."""
        sketch, border = self.tracer(pictures)
        return torch.cat([sketch, functional.conv2d(torch.sigmoid(border), self.corners, stride=2)], dim=1)


def _loss(sketch: torch.Tensor, border: torch.Tensor, true: Sequence[Sample]) -> tuple[torch.Tensor, list[float]]:
    """What is wrong with the sketches and borders of a batch, and its parts: inside, place, borders."""
    inside, place, weight, size, edges = (
        torch.from_numpy(np.stack([getattr(one, name) for one in true]))
        for name in ("inside", "place", "weight", "size", "borders")
    )
    is_inside = functional.binary_cross_entropy_with_logits(sketch[:, 0], inside)
    apart = functional.smooth_l1_loss(sketch[:, 1:7], place, reduction="none", beta=0.05)
    off = apart.sum(dim=1) / size
    doubt = sketch[:, 7].clamp(-4, 4)
    total = weight.sum() + 1
    is_placed = (off * weight).sum() / total
    # what is doubted is learned like the rest: else all that is hard would be doubted and never learned
    is_doubted = ((off.detach() * torch.exp(-doubt) + doubt) * weight).sum() / total
    is_border = functional.binary_cross_entropy_with_logits(border[:, 0], edges, pos_weight=torch.tensor(2.0))
    parts = [is_inside.item(), is_placed.item(), is_border.item()]
    return 2 * is_inside + is_placed + 0.3 * is_doubted + is_border, parts


def fit(tables: Sequence[Spread], seed: int, steps: int, progress: Callable[[str], None]) -> bytes:
    """The ONNX file of a network that learned from the tables; the same for the same seed."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Tracer().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_PEAK, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _PEAK, max(steps, 10), pct_start=_RISE)
    net.train()
    parts: list[list[float]] = []
    for step in range(1, steps + 1):
        true = [sample(tables[int(number)], rng) for number in rng.integers(0, len(tables), _BATCH)]
        pictures = torch.from_numpy(np.stack([one.picture for one in true])).permute(0, 3, 1, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            sketch, border = net(pictures.contiguous(memory_format=torch.channels_last))
        loss, part = _loss(sketch.float(), border.float(), true)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        parts.append(part)
        if step % _TOLD == 0 or step == steps:
            inside, place, edge = np.mean(parts, axis=0)
            progress(f"step {step} of {steps}: inside {inside:.3f}, place {place:.3f}, borders {edge:.3f}")
            parts.clear()
    return exported(_Told(net).eval(), _EXPORTED)
