"""下絵 shitae: `fudayomi train --kind borders`: the network that sketches where cards lie is taught and tried."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.detection.proposal_network import PROPOSAL_FORMAT
from scanner.imaging.image import ColorImage
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import export
from scanner.training.classifier.dataset import load_backgrounds
from scanner.training.detector import evaluate
from scanner.training.detector.evaluate import DetectorMetrics
from scanner.training.detector.model_card import render_model_card
from scanner.training.detector.scenes import DeckArt, LabelledScene, prepare_deck_art, render_scene
from scanner.training.parallel import ProcessPool
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
About = dict[str, dict[str, str]]
_SCENES_PER_REPORT = 50
_MAX_BACKGROUND_SIDE_PX = 900


@dataclass(frozen=True, slots=True)
class DetectorTrainingConfig:
    """How the network is made: tables to learn from, steps of learning, the seed."""

    tables: int = 1200
    steps: int = 5000
    seed: int = 0


def can_train_detector() -> bool:
    """Whether what the network is trained with is installed."""
    return all(map(importlib.util.find_spec, ("torch", "onnx")))


def _parse_kind(folder: Path) -> str:
    kind = folder.parent.name
    if kind not in decks():
        raise Refusal(
            "bad_cards", Text(f"{folder}: no kind of deck called {kind[:40]}", f"「{kind[:40]}」は未知の札です")
        )
    return kind


def split_held_out(folders: Sequence[Path], held_out: Sequence[str]) -> tuple[list[Path], list[Path]]:
    """The folders to learn from, and those to be tried on: the sets named. `bad_cards` when a name is in none."""
    ordered = sorted({folder.resolve() for folder in folders})
    names = {folder.name for folder in ordered}
    for name in held_out:
        if name not in names:
            raise Refusal(
                "bad_cards",
                Text(
                    f"--held-out {name[:40]}: no set of that name is among the folders",
                    f"--held-out {name[:40]}: その名前の組は、渡されたフォルダーの中にありません",
                ),
            )
    return (
        [folder for folder in ordered if folder.name not in held_out],
        [folder for folder in ordered if folder.name in held_out],
    )


def _load_card_sets(folders: Sequence[Path], about: About) -> list[tuple[str, CardSet]]:
    return [(_parse_kind(folder), card_sets.load_card_set(folder, _parse_kind(folder), about)) for folder in folders]


def _load_small_backgrounds(folder: Path | None) -> list[ColorImage]:
    """Pictures of bare tables, no larger than they are needed."""
    found = []
    for top in load_backgrounds(folder):
        scale = min(1.0, _MAX_BACKGROUND_SIDE_PX / max(top.shape[:2]))
        found.append(np.asarray(cv2.resize(top, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))
    return found


def _render_scenes(
    config: DetectorTrainingConfig,
    numbers: range,
    packs: Sequence[DeckArt],
    backgrounds: list[ColorImage],
    progress: Progress,
) -> list[tuple[int, LabelledScene]]:
    """The tables of these numbers, each with its own."""
    tables = []
    for number in numbers:
        tables.append((number, render_scene(np.random.default_rng([config.seed, number]), packs, backgrounds)))
        if len(tables) % _SCENES_PER_REPORT == 0:
            progress(f"table {number + 1} of {config.tables}")
    return tables


def train_detector(  # noqa: PLR0913  what is learned, how, and by how many
    folders: Sequence[Path],
    out: Path,
    config: DetectorTrainingConfig,
    *,
    held_out: Sequence[str] = (),
    backgrounds: Path | None = None,
    about: About | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> Path:
    """Learns from folders `KIND/SET` of faces and writes the network to `out`; the same for the same seed.

    `held_out`: names of those among them that it is only tried on; with none left, or none given, it learns from the
    project's own drawings. `about`: licence and source of each set by folder name; `backgrounds`: a folder of pictures
    of bare tables. `hands`: how many processes draw tables to learn from and to be tried on; with more than one,
    `progress` must be a module's function. Returns `out`.
    """
    to_learn, to_try = split_held_out(folders, held_out)
    chosen = _load_card_sets(to_learn, about or {}) or [
        (kind, card_sets.project_card_set(kind)) for kind in sorted(decks())
    ]
    others = _load_card_sets(to_try, about or {})
    from scanner.training.detector.network import train_detector_net  # noqa: PLC0415  torch only where it is wanted

    packs = [prepare_deck_art(kind, [face for _, face in one.faces]) for kind, one in chosen]
    tops = _load_small_backgrounds(backgrounds)
    trials = [evaluate.make_held_out_deck(kind, one, chosen) for kind, one in others]
    with ProcessPool(processes) as crew:
        parts = [(config, range(first, config.tables, processes), packs, tops, progress) for first in range(processes)]
        drawn = dict(chain.from_iterable(crew.starmap(_render_scenes, parts)))
        network = train_detector_net(
            [drawn[number] for number in range(config.tables)], config.seed, config.steps, progress
        )
        shares = [range(first, len(trials), processes) for first in range(processes)]
        tries = [(network, trials, share, config.seed, tops, progress) for share in shares]
        tried = dict(chain.from_iterable(crew.starmap(evaluate.evaluate_decks, tries)))
    rows = [tried[number] for number in range(len(trials))]
    return export_detector(out, chosen, config, network, rows, background_count=len(tops))


def export_detector(
    folder: Path,
    chosen: Sequence[tuple[str, CardSet]],
    config: DetectorTrainingConfig,
    network: bytes,
    metrics: Sequence[DetectorMetrics],
    *,
    background_count: int,
) -> Path:
    """Writes `borders.onnx` (float16), `borders.json` and `README.md`; `backgrounds`: pictures of bare tables used."""
    folder.mkdir(parents=True, exist_ok=True)
    about: dict[str, Any] = {
        "format": PROPOSAL_FORMAT,
        "network": export.write_with_digest(folder / "borders.onnx", network),
        "made": asdict(config),
        "backgrounds": background_count,
        "trained_on": [{"kind": kind} | export.describe_set(one) for kind, one in chosen],
        "training_digest": export.training_digest([one for _, one in chosen]),
        "held_out": [asdict(row) for row in metrics],
    }
    export.write_manifest(folder / "borders.json", about, render_model_card(about))
    return folder
