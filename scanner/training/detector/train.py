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

from scanner.detection.proposal_network import FORMAT
from scanner.imaging.geometry import CARD_MM
from scanner.recognition.features import Picture
from scanner.training import card_sets
from scanner.training.card_sets import CardSet
from scanner.training.classifier import export
from scanner.training.classifier.dataset import surfaces
from scanner.training.detector import evaluate
from scanner.training.detector.evaluate import Tried
from scanner.training.detector.model_card import card
from scanner.training.detector.scenes import Pack, Spread, pack, spread
from scanner.training.parallel import Crew
from scorer.errors import Refusal
from scorer.texts import Text

Progress = Callable[[str], None]
About = dict[str, dict[str, str]]
_TOLD = 50
_LONGEST = 900


@dataclass(frozen=True, slots=True)
class Made:
    """How the network is made: tables to learn from, steps of learning, the seed."""

    tables: int = 1200
    steps: int = 5000
    seed: int = 0


def can_learn() -> bool:
    """Whether what the network is trained with is installed."""
    return all(map(importlib.util.find_spec, ("torch", "onnx")))


def _kind(folder: Path) -> str:
    kind = folder.parent.name
    if kind not in CARD_MM:
        raise Refusal(
            "bad_cards", Text(f"{folder}: no kind of deck called {kind[:40]}", f"「{kind[:40]}」は未知の札です")
        )
    return kind


def parted(folders: Sequence[Path], held_out: Sequence[str]) -> tuple[list[Path], list[Path]]:
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


def _loaded(folders: Sequence[Path], about: About) -> list[tuple[str, CardSet]]:
    return [(_kind(folder), card_sets.load(folder, _kind(folder), about)) for folder in folders]


def _tops(folder: Path | None) -> list[Picture]:
    """Pictures of bare tables, no larger than they are needed."""
    found = []
    for top in surfaces(folder):
        scale = min(1.0, _LONGEST / max(top.shape[:2]))
        found.append(np.asarray(cv2.resize(top, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8))
    return found


def _drawn(
    made: Made, numbers: range, packs: Sequence[Pack], tops: list[Picture], progress: Progress
) -> list[tuple[int, Spread]]:
    """The tables of these numbers, each with its own."""
    tables = []
    for number in numbers:
        tables.append((number, spread(np.random.default_rng([made.seed, number]), packs, tops)))
        if len(tables) % _TOLD == 0:
            progress(f"table {number + 1} of {made.tables}")
    return tables


def train(  # noqa: PLR0913  what is learned, how, and by how many
    folders: Sequence[Path],
    out: Path,
    made: Made,
    *,
    held_out: Sequence[str] = (),
    backgrounds: Path | None = None,
    about: About | None = None,
    progress: Progress = lambda _: None,
    hands: int = 1,
) -> Path:
    """Learns from folders `KIND/SET` of faces and writes the network to `out`; the same for the same seed.

    `held_out`: names of those among them that it is only tried on; with none left, or none given, it learns from the
    project's own drawings. `about`: licence and source of each set by folder name; `backgrounds`: a folder of pictures
    of bare tables. `hands`: how many processes draw tables to learn from and to be tried on; with more than one,
    `progress` must be a module's function. Returns `out`.
    """
    to_learn, to_try = parted(folders, held_out)
    chosen = _loaded(to_learn, about or {}) or [(kind, card_sets.own(kind)) for kind in sorted(CARD_MM)]
    others = _loaded(to_try, about or {})
    from scanner.training.detector.network import fit  # noqa: PLC0415  torch only where it is wanted

    packs = [pack(kind, [face for _, face in one.faces]) for kind, one in chosen]
    tops = _tops(backgrounds)
    trials = [evaluate.trial(kind, one, chosen) for kind, one in others]
    with Crew(hands) as crew:
        parts = [(made, range(first, made.tables, hands), packs, tops, progress) for first in range(hands)]
        drawn = dict(chain.from_iterable(crew.shared(_drawn, parts)))
        network = fit([drawn[number] for number in range(made.tables)], made.seed, made.steps, progress)
        shares = [range(first, len(trials), hands) for first in range(hands)]
        tries = [(network, trials, share, made.seed, tops, progress) for share in shares]
        tried = dict(chain.from_iterable(crew.shared(evaluate.all_tried, tries)))
    rows = [tried[number] for number in range(len(trials))]
    return write(out, chosen, made, network, rows, backgrounds=len(tops))


def write(
    folder: Path,
    chosen: Sequence[tuple[str, CardSet]],
    made: Made,
    network: bytes,
    tried: Sequence[Tried],
    *,
    backgrounds: int,
) -> Path:
    """Writes `borders.onnx` (float16), `borders.json` and `README.md`; `backgrounds`: pictures of bare tables used."""
    folder.mkdir(parents=True, exist_ok=True)
    about: dict[str, Any] = {
        "format": FORMAT,
        "network": export.filed(folder / "borders.onnx", network),
        "made": asdict(made),
        "backgrounds": backgrounds,
        "trained_on": [{"kind": kind} | export.listed(one) for kind, one in chosen],
        "training_digest": export.digest([one for _, one in chosen]),
        "held_out": [asdict(row) for row in tried],
    }
    export.told(folder / "borders.json", about, card(about))
    return folder
