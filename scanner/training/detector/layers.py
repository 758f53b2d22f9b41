"""Layers that both networks of the detector are built of.

Needs the extra "train".
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional


def conv_bn_relu(in_channels: int, out_channels: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution, batch normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to their input; the first may be dilated.

    Source: He et al., Deep Residual Learning, CVPR 2016.
    """

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv_bn_relu(channels, channels, 1, dilation)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Features of the same shape."""
        return functional.relu(features + self.second(self.first(features)))


def enlarge(features: torch.Tensor) -> torch.Tensor:
    """Features (n, channels, height, width) with twice as many rows and columns."""
    return functional.interpolate(features, scale_factor=2, mode="nearest")
