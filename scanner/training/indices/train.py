"""Train, evaluate and export the network that reads indices.

Run by `fudayomi train --kind indices`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from scanner.indices.index_network import INDEX_FORMAT, INDEXED_KIND, RANKS, SUITS, IndexNetwork
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import export
from scanner.training.detector.train import About, split_held_out
from scanner.training.indices.model_card import render_model_card
from scanner.training.indices.views import IndexViews, draw_views, indexed_faces, join_views, own_faces
from scanner.training.parallel import ProcessPool
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
_TRIAL_VIEWS = 1000
"""Views of each held-out set on which it is evaluated: a standard error of about one percent."""
_MIN_SHOWING_SHARE = 0.8
"""Share 0..1 of a corner that must show for its view to count: of less, nobody could read the index."""
_SURE_PROBABILITY = 0.99
"""Probability 0..1 of a code from which a wrong one counts as sure."""


@dataclass(frozen=True, slots=True)
class IndexTrainingConfig:
    """How the network is trained.

    `views`: thousands of views, as many of each set; `epochs`: how often each is seen; `seed`: of every random choice.
    """

    views: int = 48
    epochs: int = 7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class IndexMetrics:
    """What the network reads of the corners of a held-out set that show.

    `views`: how many; `ranks`, `suits`, `codes`: shares 0..1 of them that are read right; `silent`: the share of codes
    read wrong with a probability of .99 or more.
    """

    set: str
    pattern: str
    views: int
    ranks: float
    suits: float
    codes: float
    silent: float


def train_indices(  # noqa: PLR0913  data, configuration and output of one training
    folders: Sequence[Path],
    out: Path,
    config: IndexTrainingConfig,
    *,
    with_own_drawings: bool = True,
    held_out: Sequence[str] = (),
    about: About | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> Path:
    """Train on folders of faces of Western cards and write the network to `out`; deterministic for the same seed.

    `with_own_drawings`: whether the project's own drawings are learned, too. They are if no folder is left to learn.
    `held_out`: names of folders that are used for evaluation only. `about`: licence and source of each set by its name.
    `processes`: number of processes that draw; with more than one, `progress` must be defined at module level.
    Returns `out`. `bad_cards` for a set without any card that has an index.
    """
    training_folders, held_out_folders = split_held_out(folders, held_out)
    training_sets, trial_sets = (
        [card_sets.load_card_set(folder, INDEXED_KIND, about or {}) for folder in part]
        for part in (training_folders, held_out_folders)
    )
    faces = [_faces_of(card_set) for card_set in training_sets]
    if with_own_drawings or not training_sets:
        training_sets.append(card_sets.project_card_set(INDEXED_KIND))
        faces.append(own_faces())
    from scanner.training.indices.network import train_index_net  # noqa: PLC0415  torch only where it is needed

    with ProcessPool(processes) as pool:
        progress(f"views of {len(faces)} sets")
        share = 1000 * config.views / len(faces)
        views = pool.starmap(_draw, [(each, share, [config.seed, number], True) for number, each in enumerate(faces)])
        trials = pool.starmap(
            _draw, [(_faces_of(each), _TRIAL_VIEWS, [config.seed, n, 1], False) for n, each in enumerate(trial_sets)]
        )
    network = train_index_net(join_views(views), config.seed, config.epochs, progress)
    metrics = [evaluate(network, card_set, trial) for card_set, trial in zip(trial_sets, trials, strict=True)]
    out.mkdir(parents=True, exist_ok=True)
    described = {
        "format": INDEX_FORMAT,
        "kind": INDEXED_KIND,
        "network": export.write_with_digest(out / "network.onnx", network),
        "made": asdict(config),
        "trained_on": [export.describe_set(card_set) for card_set in training_sets],
        "training_digest": export.training_digest(training_sets),
        "held_out": [asdict(row) for row in metrics],
    }
    export.write_manifest(out / "indices.json", described, render_model_card(described))
    return out


def _draw(faces: dict[str, np.ndarray], count: float, seed: list[int], vary: bool) -> IndexViews:  # noqa: FBT001
    return draw_views(faces, round(count), seed, vary=vary)


def _faces_of(card_set: CardSet) -> dict[str, np.ndarray]:
    faces = indexed_faces(card_set)
    if not faces:
        raise Refusal(
            "bad_cards",
            Text(f"{card_set.name[:40]} has no Western card", f"{card_set.name[:40]} にトランプの札がありません"),
        )
    return faces


def evaluate(network: bytes, card_set: CardSet, views: IndexViews) -> IndexMetrics:
    """What a network (ONNX file) reads of the corners of a set that show."""
    has_index = (views.ranks < len(RANKS)) & (views.showing >= _MIN_SHOWING_SHARE)
    read = IndexNetwork(network).read_balanced(views.crops[has_index], views.masks[has_index])
    best = read.argmax(axis=1)
    ranks, suits = best // len(SUITS), best % len(SUITS)
    is_rank, is_suit = ranks == views.ranks[has_index], suits == views.suits[has_index]
    is_code = is_rank & is_suit
    is_sure = read.max(axis=1) >= np.log(_SURE_PROBABILITY)
    shares = (round(float(hits.mean()), 4) for hits in (is_rank, is_suit, is_code, is_sure & ~is_code))
    return IndexMetrics(card_set.name, card_set.pattern, len(best), *shares)
