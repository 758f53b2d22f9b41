"""The network that reads indices in torch, and its training.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scanner.indices.index_network import INDEX_SIZE, RANKS, SUITS
from scanner.training.augmentation import augment
from scanner.training.detector.layers import conv_bn_relu
from scanner.training.indices.views import IndexViews
from scanner.training.onnx_export import export_onnx
from scanner.training.precision import mixed_precision

_CHANNELS = (24, 32, 48, 64)
"""Channels of the features at 1, 2, 4 and 8 pixels per cell."""
_HIDDEN = 96
"""Numbers from which ranks and suits are told."""
_DROPOUT = 0.3
"""Share of the features left out in each training step."""
_BATCH_SIZE = 96
"""Crops in one training step."""
_MAX_LR = 3e-3
"""Peak learning rate of the one-cycle schedule."""
_MAX_SHIFT_PX = 3
"""Pixels by which crops are shifted for training, at most."""
_SUIT_WEIGHT = 0.5
"""Weight of the loss of suits beside 1 for ranks: colours and pips are learned sooner than digits."""


class IndexNet(nn.Module):
    """From inputs (n, 4, height, width) to logits of ranks (n, ranks + 1) and suits (n, suits + 1), none last."""

    def __init__(self) -> None:
        super().__init__()
        one, two, four, eight = _CHANNELS
        self.features = nn.Sequential(
            conv_bn_relu(4, one),
            *(conv_bn_relu(one, two, 2), conv_bn_relu(two, two)),
            *(conv_bn_relu(two, four, 2), conv_bn_relu(four, four)),
            *(conv_bn_relu(four, eight, 2), conv_bn_relu(eight, eight)),
        )
        width, height = INDEX_SIZE
        self.dense = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(_DROPOUT),
            nn.Linear(eight * (width // 8) * (height // 8), _HIDDEN),
            nn.ReLU(),
            nn.Dropout(_DROPOUT),
        )
        self.ranks, self.suits = nn.Linear(_HIDDEN, len(RANKS) + 1), nn.Linear(_HIDDEN, len(SUITS) + 1)

    def forward(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of ranks and of suits."""
        hidden = self.dense(self.features(inputs))
        return self.ranks(hidden), self.suits(hidden)


def train_index_net(views: IndexViews, seed: int, epochs: int, progress: Callable[[str], None]) -> bytes:
    """Train a network on the views and return its ONNX file; deterministic for the same seed."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = IndexNet().to(memory_format=torch.channels_last)
    count = max(1, len(views.crops) // _BATCH_SIZE)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_MAX_LR, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _MAX_LR, max(10, epochs * count), pct_start=0.15)
    net.train()
    for epoch in range(epochs):
        total = 0.0
        for rows in np.array_split(rng.permutation(len(views.crops)), count):
            inputs = augment(views.crops[rows], views.masks[rows], rng, _MAX_SHIFT_PX)
            with mixed_precision():
                ranks, suits = net(inputs)
            loss = functional.cross_entropy(ranks.float(), torch.from_numpy(views.ranks[rows]))
            loss = loss + _SUIT_WEIGHT * functional.cross_entropy(suits.float(), torch.from_numpy(views.suits[rows]))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        progress(f"epoch {epoch + 1} of {epochs}: {total / count:.3f}")
    width, height = INDEX_SIZE
    return export_onnx(net.eval(), (height, width), 4, ("ranks", "suits"))
