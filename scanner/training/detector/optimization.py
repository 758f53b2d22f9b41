"""Optimization of the networks of the detector.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

_MAX_LR = 3e-3
"""Peak learning rate of the one-cycle schedule of a network that begins with random weights."""
_FURTHER_MAX_LR = 1e-3
"""The same of one that learns on: more would lose what it knows."""
_WARMUP_SHARE = 0.05
"""Share of the steps, 0..1, in which the learning rate rises to its peak."""


def optimize(
    net: nn.Module,
    steps: int,
    draw_loss: Callable[[], tuple[torch.Tensor, list[float]]],
    describe: Callable[[NDArray[np.floating]], str],
    progress: Callable[[str], None],
    steps_per_report: int,
    *,
    learns_on: bool,
) -> None:
    """Train a network by so many steps. `learns_on`: whether it begins with weights that were learned before.

    `draw_loss`: the loss of a random batch, and its terms; `describe`: says their averages since the last report.
    """
    max_lr = _FURTHER_MAX_LR if learns_on else _MAX_LR
    optimiser = torch.optim.AdamW(net.parameters(), lr=max_lr, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr, max(steps, 10), pct_start=_WARMUP_SHARE)
    net.train()
    recent_terms: list[list[float]] = []
    for step in range(1, steps + 1):
        loss, terms = draw_loss()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        recent_terms.append(terms)
        if step % steps_per_report == 0 or step == steps:
            progress(f"step {step} of {steps}: {describe(np.mean(recent_terms, axis=0))}")
            recent_terms.clear()
