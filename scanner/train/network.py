"""網 ami: training the small convolutional network (needs torch, the extra "network")."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from scanner.network import DENSE, LAYERS
from scanner.train.pupil import Network

_BATCH = 128
_PEAK = 3e-3


class _Net(nn.Module):
    def __init__(self, cells: int, labels: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        channels = 3
        for out, stride in LAYERS:
            layers += [nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()]
            channels = out
        self.convolutions = nn.Sequential(*layers)
        self.drop = nn.Dropout(0.4)
        self.dense = nn.Linear(cells * channels, DENSE)
        self.norm = nn.BatchNorm1d(DENSE)
        self.out = nn.Linear(DENSE, labels)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Scores of images (n, 3, height, width)."""
        seen = self.convolutions(images).flatten(1)
        scores: torch.Tensor = self.out(self.drop(torch.relu(self.norm(self.dense(self.drop(seen))))))
        return scores


def _folded(weight: torch.Tensor, norm: nn.Module) -> tuple[torch.Tensor, torch.Tensor]:
    """The scale and shift that a batch norm comes to once training is over."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    shaped = weight * scale.reshape(-1, *[1] * (weight.ndim - 1))
    return shaped, norm.bias - norm.running_mean * scale


def _arrays(net: _Net, cells: tuple[int, int]) -> dict[str, NDArray[np.float32]]:
    """The trained network as `scanner.network` runs it, norms folded away."""
    arrays: dict[str, torch.Tensor] = {}
    layers = list(net.convolutions)
    for number in range(len(LAYERS)):
        weight, shift = _folded(layers[3 * number].weight, layers[3 * number + 1])
        arrays[f"c{number}w"] = weight.permute(2, 3, 1, 0).reshape(-1, weight.shape[0])
        arrays[f"c{number}b"] = shift
    weight, shift = _folded(net.dense.weight, net.norm)
    shift = shift + net.dense.bias * net.norm.weight / torch.sqrt(net.norm.running_var + net.norm.eps)
    height, width = cells
    arrays["dw"] = weight.reshape(DENSE, -1, height, width).permute(2, 3, 1, 0).reshape(-1, DENSE)
    arrays["db"] = shift
    arrays["ow"], arrays["ob"] = net.out.weight.T, net.out.bias
    return {name: np.ascontiguousarray(array.detach().numpy()) for name, array in arrays.items()}


def _varied(images: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The batch a little moved, tinted and covered."""
    images = torch.roll(images, tuple(int(step) for step in rng.integers(-2, 3, 2)), (2, 3))
    gains = rng.normal(1, 0.1, (len(images), 3, 1, 1)).astype(np.float32)
    images = (images + 0.5) * torch.from_numpy(gains) - 0.5
    if rng.random() < 0.5:
        top, left = int(rng.integers(0, images.shape[2] - 20)), int(rng.integers(0, images.shape[3] - 16))
        high, wide = int(rng.integers(6, 28)), int(rng.integers(6, 28))
        images[:, :, top : top + high, left : left + wide] = float(rng.normal(0, 0.3))
    return images.contiguous(memory_format=torch.channels_last)


def fit(
    crops: NDArray[np.uint8],
    labels: NDArray[np.str_],
    seed: int,
    epochs: int,
    progress: Callable[[str], None],
) -> Network:
    """A network trained on whitened crops uint8 (n, height, width, 3) and their labels."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    names = tuple(sorted({str(label) for label in labels}))
    targets = torch.from_numpy(np.searchsorted(np.array(names), labels).astype(np.int64))
    height, width = (-(-side // 16) for side in crops.shape[1:3])
    net = _Net(height * width, len(names)).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=2e-2)
    steps = len(crops) // _BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _PEAK, epochs * steps)
    loss_of = nn.CrossEntropyLoss()  # smoothed labels would blur what is surely right and what is not (Xia 2024)
    for epoch in range(epochs):
        order = rng.permutation(len(crops))
        total = 0.0
        for step in range(steps):
            chosen = np.sort(order[step * _BATCH : (step + 1) * _BATCH])
            images = torch.from_numpy(crops[chosen]).permute(0, 3, 1, 2).float() / 255 - 0.5
            with torch.autocast("cpu", dtype=torch.bfloat16):  # a third of the time less, and no worse
                scores = net(_varied(images, rng))
            loss = loss_of(scores.float(), targets[torch.from_numpy(chosen)])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        progress(f"epoch {epoch + 1} of {epochs}: {total / steps:.3f}")
    net.eval()
    return Network(names, _arrays(net, (height, width)))
