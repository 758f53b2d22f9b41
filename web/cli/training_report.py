"""Runs a training of `fudayomi train` and prints its scores."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

import models
from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.i18n.terminal_locale import localize

SetDescriptions = dict[str, dict[str, str]]
"""Pattern, licence and source of each card set by folder name."""

DETECTOR_KIND = "detector"
"""Value of --kind for the detector, which finds cards of every kind of deck."""

NAMES_KIND = "names"
"""Value of --kind for the network that names cards, with the heads of every kind of deck."""

INDICES_KIND = "indices"
"""Value of --kind for the network that reads the indices in the corners of Western cards."""

_NEEDS_TORCH = Text(
    "Learning to name cards needs torch: pip install 'fudayomi[train]'",
    "札の名前を学ぶには torch が要ります: pip install 'fudayomi[train]'",
)
_DETECTOR_NEEDS_TORCH = Text(
    "Learning to find cards needs torch: pip install 'fudayomi[train]'",
    "札の見つけ方を学ぶには torch が要ります: pip install 'fudayomi[train]'",
)
_INDICES_NEED_TORCH = Text(
    "Learning to read indices needs torch: pip install 'fudayomi[train]'",
    "札の隅の数字とマークの読み方を学ぶには torch が要ります: pip install 'fudayomi[train]'",
)
_NO_HELD_OUT = Text(
    "It was tried on no deck it was not shown: --held-out NAME sets one apart.",
    "見せていない組では試していません。--held-out 名前 で、試すだけの組を取り分けられます。",
)


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What all trainings need.

    `folders`: labelled pictures of faces. `out`: folder to write to. `held_out`: names of folders kept for scores.
    `backgrounds`: folder of bare tables. `about`: descriptions of the sets.
    """

    folders: Sequence[Path]
    out: Path
    seed: int
    held_out: Sequence[str]
    backgrounds: Path | None
    about: SetDescriptions


def _log_progress(message: str) -> None:
    """Print to standard error, because standard output has the table of scores."""
    click.echo(message, err=True)


def load_descriptions(file: Path | None) -> SetDescriptions:
    """Load the descriptions of card sets, empty without a file. Refusal `bad_cards` if it has another format."""
    if file is None:
        return {}
    try:
        about = parse_json(file.read_text(encoding="utf-8"))
        return {str(name): {str(key): str(value) for key, value in fields.items()} for name, fields in about.items()}
    except (ValueError, AttributeError) as fault:
        raise Refusal(
            "bad_cards",
            Text(
                f"{file.name} is no JSON of words by folder name",
                f"「{file.name}」は、フォルダー名ごとの説明を書いた JSON ではありません",
            ),
        ) from fault


def train_names(
    request: TrainingRequest,
    only_kind: str | None,
    *,
    views: int,
    epochs: int,
    further_epochs: int,
    own: bool = True,
    detector: Path | None = None,
) -> None:
    """Train the network and the heads of every kind of deck, write them, and print the scores of held-out patterns.

    `only_kind`: the kind of deck of all the folders, None if each lies in a folder called by its kind. `detector`:
    folder of the detector whose outlines and masks are learned, None for the one that comes with the program.
    """
    from scanner.detection.detector import DETECTOR_FOLDER  # noqa: PLC0415  only where something is trained
    from scanner.training.classifier import train  # noqa: PLC0415  as above

    if not train.can_train_network():
        raise click.ClickException(localize(_NEEDS_TORCH))
    folder = train.train_names(
        request.folders,
        request.out,
        config=train.TrainingConfig(views, request.seed, epochs, further_epochs),
        only_kind=only_kind,
        with_own_drawings=own,
        held_out=request.held_out,
        backgrounds=request.backgrounds,
        about=request.about,
        detector=detector or Path(models.__path__[0]) / DETECTOR_FOLDER,
        progress=_log_progress,
        processes=os.cpu_count() or 1,
    )
    click.echo(f"{'held out':36} {'shows':>10} {'views':>6} {'named':>7} {'sure':>7} {'silent':>7}")
    for file in sorted(folder.glob("*/manifest.json")):
        manifest = parse_json(file.read_text(encoding="utf-8"))
        for row in manifest.get("held_out", []):
            name, shows = f"{manifest['kind']} {row['pattern']}", "{} to {}".format(*row["shows"])
            scores = f"{row['named']:7.1%} {row['sure']:7.1%} {row['silent']:7.2%}"
            click.echo(f"{name:36} {shows:>10} {row['views']:6} {scores}")
    click.echo(str(folder))


def train_detector(
    request: TrainingRequest,
    *,
    tables: int,
    steps: int,
    refinement_steps: int,
    own: bool = True,
    begin: Path | None = None,
) -> None:
    """Train the detector, write it, and print the scores of held-out decks.

    `begin`: folder of a detector that learns on, None for one that begins with random weights.
    """
    from scanner.training.detector import model_card, train  # noqa: PLC0415  as above

    if not train.can_train_detector():
        raise click.ClickException(localize(_DETECTOR_NEEDS_TORCH))
    folder = train.train_detector(
        request.folders,
        request.out,
        train.DetectorTrainingConfig(tables, steps, refinement_steps, request.seed),
        with_own_drawings=own,
        held_out=request.held_out,
        backgrounds=request.backgrounds,
        about=request.about,
        progress=_log_progress,
        processes=os.cpu_count() or 1,
        begin=begin,
    )
    rows = parse_json((folder / "detector.json").read_text(encoding="utf-8"))["held_out"]
    if not rows:
        click.echo(localize(_NO_HELD_OUT))
    else:
        shares = "".join(f"{share:>9.0%}" for share, _, _ in rows[0]["bands"])
        click.echo(f"{'held out':24} {shares} {'off':>7} {'stray':>7}")
    for row in rows:
        found = "".join(f"{model_card.format_percent(share):>9}" for _, _, share in row["bands"])
        click.echo(f"{row['set']:24} {found} {model_card.format_percent(row['corner']):>7} {row['stray']:7.1f}")
    click.echo(str(folder))


def train_indices(request: TrainingRequest, *, views: int, epochs: int, own: bool = True) -> None:
    """Train the network that reads indices, write it, and print the scores of held-out sets."""
    from scanner.training.detector.train import can_train_detector  # noqa: PLC0415  as above
    from scanner.training.indices import train  # noqa: PLC0415  as above

    if not can_train_detector():
        raise click.ClickException(localize(_INDICES_NEED_TORCH))
    folder = train.train_indices(
        request.folders,
        request.out,
        train.IndexTrainingConfig(views, epochs, request.seed),
        with_own_drawings=own,
        held_out=request.held_out,
        about=request.about,
        progress=_log_progress,
        processes=os.cpu_count() or 1,
    )
    rows = parse_json((folder / "indices.json").read_text(encoding="utf-8"))["held_out"]
    if not rows:
        click.echo(localize(_NO_HELD_OUT))
    else:
        click.echo(f"{'held out':24} {'views':>6} {'ranks':>7} {'suits':>7} {'both':>7} {'silent':>7}")
    for row in rows:
        shares = f"{row['ranks']:7.1%} {row['suits']:7.1%} {row['codes']:7.1%} {row['silent']:7.2%}"
        click.echo(f"{row['set']:24} {row['views']:6} {shares}")
    click.echo(str(folder))
