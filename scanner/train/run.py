"""`fudayomi train`: from folders of labelled cards to a recogniser."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner import network as running
from scanner.faces import NONE
from scanner.recogniser import screened
from scanner.train import dataset, fit, sets, ship, trust
from scanner.train.dataset import TURNED, Dataset
from scanner.train.pupil import Network

Progress = Callable[[str], None]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Made:
    """How a recogniser is made: views of each face, the seed, passes of the network (0: the screen alone names).

    `own`: whether it also learns the project's own drawings.
    """

    views: int = 24
    seed: int = 0
    epochs: int = 0
    own: bool = True


def can_network() -> bool:
    """Whether torch is installed, without which only the screen can be trained."""
    return importlib.util.find_spec("torch") is not None


def _learned(data: Dataset, labels: NDArray[np.str_], on: Mask, made: Made, progress: Progress) -> list[Network]:
    """The screen and, if wanted, the network, trained on the chosen views."""
    learned = [fit.screen(data.rows[on], labels[on], made.seed)]
    if made.epochs:
        from scanner.train.network import fit as fit_network  # noqa: PLC0415  torch only where it is wanted

        learned.append(fit_network(data.crops[on], labels[on], made.seed, made.epochs, progress))
    return learned


def _said(data: Dataset, labels: NDArray[np.str_], out: Mask, learned: list[Network]) -> list[trust.Said]:
    said = [
        trust.Said(
            learned[0].labels,
            screened(learned[0].arrays, data.rows[out].astype(np.float32)),
            labels[out],
            data.patterns[out],
        )
    ]
    for trained in learned[1:]:
        images = data.crops[out]
        scores = [
            running.logits(trained.arrays, images[at : at + 256].astype(np.float32) / np.float32(255) - np.float32(0.5))
            for at in range(0, len(images), 256)
        ]
        said.append(trust.Said(trained.labels, np.concatenate(scores), labels[out], data.patterns[out]))
    return said


def train(
    kind: str,
    folders: Sequence[Path],
    out: Path,
    *,
    made: Made,
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    progress: Progress = lambda _: None,
) -> Path:
    """Learns a kind of deck from folders of labelled faces and writes the recogniser to `out`; returns `out`."""
    chosen = [sets.load(folder, kind, about or {}) for folder in sorted(folders)]
    if made.own:
        chosen.append(sets.own(kind))
    data = dataset.build(
        chosen, kind, made.views, made.seed, dataset.surfaces(backgrounds), lambda name: progress(f"views: {name}")
    )
    labels = np.where(data.labels == TURNED, NONE, data.labels)
    parts: list[list[trust.Said]] = []
    for held in trust.folds(data.patterns):
        progress("without " + ", ".join(sorted(set(data.patterns[held].tolist()))))
        parts.append(_said(data, labels, held, _learned(data, labels, ~held, made, progress)))
        for row in trust.measured(parts[-1][-1:], kind)[1]:
            progress(f"  {row.pattern}: {row.named:.1%} named")
    measured = [trust.measured([part[stage] for part in parts], kind) for stage in range(len(parts[0]))]
    progress("with all of them")
    learned = _learned(data, labels, np.ones(len(labels), bool), made, progress)
    return ship.write(out, kind, chosen, asdict(made), learned, measured)
