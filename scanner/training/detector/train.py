"""Train, evaluate and export the detector.

Run by `fudayomi train --kind detector`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.detection.detector import DETECTOR_FORMAT, load_detector
from scanner.detection.network import DetectionNetwork
from scanner.imaging.geometry import ImagePyramid
from scanner.imaging.image import ColorImage
from scanner.recognition.model_io import parse_manifest, read_model_file
from scanner.setup.card_set import CardSet
from scanner.training import card_sets
from scanner.training.classifier import export
from scanner.training.classifier.dataset import load_backgrounds
from scanner.training.detector import evaluate
from scanner.training.detector.evaluate import DetectorMetrics
from scanner.training.detector.model_card import render_model_card
from scanner.training.detector.refinement_samples import ScenePyramid
from scanner.training.detector.scenes import DeckArt, LabelledScene, prepare_deck_art, render_scene
from scanner.training.parallel import ProcessPool
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
About = dict[str, dict[str, str]]
_SCENES_PER_REPORT = 50
"""Number of scenes rendered between two progress messages: one every few seconds."""
_MAX_BACKGROUND_SIDE_PX = 900
"""Longer side in pixels to which pictures of bare tables are reduced: scenes are 480 pixels wide."""


@dataclass(frozen=True, slots=True)
class DetectorTrainingConfig:
    """How the networks are trained.

    `tables`: number of synthetic tables; `steps`: number of training steps of the network that proposes, 0 if one that
    was trained before stays as it is; `refinement_steps`: of the one that refines; `seed`: of every random choice.
    """

    tables: int = 1200
    steps: int = 5000
    refinement_steps: int = 4000
    seed: int = 0


def can_train_detector() -> bool:
    """Whether the packages for training the networks (torch, onnx) are installed."""
    return all(map(importlib.util.find_spec, ("torch", "onnx")))


def _parse_kind(folder: Path) -> str:
    kind = folder.parent.name
    if kind not in decks():
        raise Refusal(
            "bad_cards", Text(f"{folder}: no kind of deck called {kind[:40]}", f"「{kind[:40]}」は未知の札です")
        )
    return kind


def split_held_out(folders: Sequence[Path], held_out: Sequence[str]) -> tuple[list[Path], list[Path]]:
    """Split the folders into training folders and the held-out ones, which are named by `held_out`.

    Raises `bad_cards` for a name that no folder has.
    """
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
    """Load pictures of bare tables, reduced to the size that scenes need."""
    backgrounds = []
    for photo in load_backgrounds(folder):
        scale = min(1.0, _MAX_BACKGROUND_SIDE_PX / max(photo.shape[:2]))
        resized = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        backgrounds.append(np.asarray(resized, np.uint8))
    return backgrounds


def _render_scenes(
    config: DetectorTrainingConfig,
    numbers: range,
    deck_arts: Sequence[DeckArt],
    backgrounds: list[ColorImage],
    progress: Progress,
) -> list[tuple[int, LabelledScene]]:
    """Render the training scenes with these numbers: (number, scene) each."""
    scenes = []
    for number in numbers:
        scenes.append((number, render_scene(np.random.default_rng([config.seed, number]), deck_arts, backgrounds)))
        if len(scenes) % _SCENES_PER_REPORT == 0:
            progress(f"table {number + 1} of {config.tables}")
    return scenes


def train_detector(  # noqa: PLR0913  data, configuration and output of one training
    folders: Sequence[Path],
    out: Path,
    config: DetectorTrainingConfig,
    *,
    with_own_drawings: bool = True,
    held_out: Sequence[str] = (),
    backgrounds: Path | None = None,
    about: About | None = None,
    progress: Progress = lambda _: None,
    processes: int = 1,
    begin: Path | None = None,
) -> Path:
    """Train on folders `KIND/SET` of faces and write the networks to `out`; deterministic for the same seed.

    `with_own_drawings`: whether the project's own drawings are learned, too. They are if no folder is left to learn.
    `held_out`: names of folders that are used for evaluation only. `about`: licence and source of each set by its name.
    `backgrounds`: a folder of pictures of bare tables. `processes`: number of processes that render and evaluate
    scenes; with more than one, `progress` must be defined at module level. `begin`: the folder of a
    detector that learns on, None for one that begins with random weights; `bad_model` if it cannot be read, `bad_cards`
    if it has learned from a set that is held out. Returns `out`.
    """
    training_folders, held_out_folders = split_held_out(folders, held_out)
    training_sets = _load_card_sets(training_folders, about or {})
    if with_own_drawings or not training_sets:
        training_sets += [(kind, card_sets.project_card_set(kind)) for kind in sorted(decks())]
    held_out_sets = _load_card_sets(held_out_folders, about or {})
    earlier = load_earlier(begin, held_out_sets) if begin else None
    from scanner.training.detector.network import train_detector_net  # noqa: PLC0415  torch only where it is needed
    from scanner.training.detector.refinement_network import train_refinement_net  # noqa: PLC0415  as above

    deck_arts = [prepare_deck_art(kind, [face for _, face in card_set.faces]) for kind, card_set in training_sets]
    photos = _load_small_backgrounds(backgrounds)
    trials = [evaluate.make_held_out_deck(kind, card_set, training_sets) for kind, card_set in held_out_sets]
    with ProcessPool(processes) as pool:
        tasks = [
            (config, range(first, config.tables, processes), deck_arts, photos, progress) for first in range(processes)
        ]
        scenes = dict(chain.from_iterable(pool.starmap(_render_scenes, tasks)))
        tables = [scenes[number] for number in range(config.tables)]
        begun = (earlier.proposals, earlier.refinement) if earlier else (None, None)
        proposer = begun[0] if begun[0] and not config.steps else None
        proposer = proposer or train_detector_net(tables, config.seed, config.steps, progress, begun[0])
        sources = with_proposals(tables, proposer)
        refiner = train_refinement_net(sources, config.seed, config.refinement_steps, progress, begun[1])
        shares = [range(first, len(trials), processes) for first in range(processes)]
        evaluations = [((proposer, refiner), trials, share, config.seed, photos, progress) for share in shares]
        metrics = dict(chain.from_iterable(pool.starmap(evaluate.evaluate_decks, evaluations)))
    rows = [metrics[number] for number in range(len(trials))]
    networks = proposer, refiner
    return export_detector(out, training_sets, config, networks, rows, background_count=len(photos), earlier=earlier)


@dataclass(frozen=True, slots=True)
class EarlierDetector:
    """A detector that learns on: its `detector.json` and the bytes of both networks."""

    about: Mapping[str, Any]
    proposals: bytes
    refinement: bytes


def load_earlier(folder: Path, held_out_sets: Sequence[tuple[str, CardSet]]) -> EarlierDetector:
    """The detector in a folder. `bad_model` if it is none, `bad_cards` if it has learned from a held-out set."""
    load_detector(folder)
    about = parse_manifest((folder / "detector.json").read_bytes())
    learned = {(row["kind"], row["set"]) for row in about["trained_on"]}
    for kind, card_set in held_out_sets:
        if (kind, card_set.name) in learned:
            raise Refusal(
                "bad_cards",
                Text(
                    f"--held-out {card_set.name[:40]}: the detector in {folder} has learned from that set",
                    f"--held-out {card_set.name[:40]}: {folder} の detector は、その組をもう学習しています",
                ),
            )
    proposals, refinement = (read_model_file(folder, about[name]) for name in ("proposals", "refinement"))
    return EarlierDetector(about, proposals, refinement)


def with_proposals(scenes: Sequence[LabelledScene], proposer: bytes) -> list[ScenePyramid]:
    """The scenes with the outlines that a detection network (ONNX file) proposes in them."""
    network = DetectionNetwork(proposer)
    return [ScenePyramid(scene, ImagePyramid(scene.picture), network.propose(scene.picture).quads) for scene in scenes]


def export_detector(
    folder: Path,
    training_sets: Sequence[tuple[str, CardSet]],
    config: DetectorTrainingConfig,
    networks: tuple[bytes, bytes],
    metrics: Sequence[DetectorMetrics],
    *,
    background_count: int,
    earlier: EarlierDetector | None = None,
) -> Path:
    """Write `proposals.onnx`, `refinement.onnx`, `detector.json` and `README.md`.

    `background_count`: number of pictures of bare tables that were used. `earlier`: the detector that learned on; what
    it had learned from is named, too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    trained_on = [{"kind": kind} | export.describe_set(card_set) for kind, card_set in training_sets]
    if earlier:
        names = {(row["kind"], row["set"]) for row in trained_on}
        trained_on += [row for row in earlier.about["trained_on"] if (row["kind"], row["set"]) not in names]
    about: dict[str, Any] = {
        "format": DETECTOR_FORMAT,
        "proposals": export.write_with_digest(folder / "proposals.onnx", networks[0]),
        "refinement": export.write_with_digest(folder / "refinement.onnx", networks[1]),
        "made": asdict(config),
        "backgrounds": background_count,
        "trained_on": trained_on,
        "training_digest": export.training_digest([card_set for _, card_set in training_sets]),
        "held_out": [asdict(row) for row in metrics],
    }
    if earlier:
        about["begun_with"] = [earlier.about["made"], *earlier.about.get("begun_with", [])]
    export.write_manifest(folder / "detector.json", about, render_model_card(about))
    return folder
