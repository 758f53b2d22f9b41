"""`fudayomi train`: from folders of labelled cards to a recogniser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scanner.train import dataset, sets, ship
from scanner.train.fit import network, trust


@dataclass(frozen=True, slots=True)
class Made:
    """How the views are made: how many of each face, by what seed."""

    views: int = 24
    seed: int = 0


def train(
    kind: str,
    folders: Sequence[Path],
    out: Path,
    *,
    made: Made,
    backgrounds: Path | None = None,
    about: dict[str, dict[str, str]] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Path:
    """Learns a kind of deck from folders of labelled faces and writes the recogniser to `out`; returns `out`."""
    chosen = [sets.load(folder, kind, about or {}) for folder in sorted(folders)]
    data = dataset.build(
        chosen, kind, made.views, made.seed, dataset.surfaces(backgrounds), lambda name: progress(f"views: {name}")
    )
    trusted = trust(data, kind, made.seed, lambda name: progress(f"without: {name}"))
    progress("all of them")
    trained = network(data.rows, data.labels, made.seed)
    return ship.write(out, kind, chosen, asdict(made), trained, trusted)
