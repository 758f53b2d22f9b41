"""Runs a training of `fudayomi train` and prints its scores."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.i18n.terminal_locale import localize

SetDescriptions = dict[str, dict[str, str]]
"""Pattern, licence and source of each card set by folder name."""

DETECTOR_KIND = "borders"
"""Value of --kind for the proposal network, which finds cards of every kind of deck."""

_NEEDS_SKLEARN = Text(
    "Training needs scikit-learn: pip install 'fudayomi[train]'",
    "学習には scikit-learn が要ります: pip install 'fudayomi[train]'",
)
_NEEDS_TORCH = Text(
    "Training the network needs torch: pip install 'fudayomi[train]', or leave --epochs out.",
    "ネットワークの学習には torch が要ります: pip install 'fudayomi[train]'。--epochs を省けば要りません。",
)
_DETECTOR_NEEDS_TORCH = Text(
    "Learning to sketch where cards lie needs torch: pip install 'fudayomi[train]'",
    "札の場所の下絵を学ぶには torch が要ります: pip install 'fudayomi[train]'",
)
_NO_HELD_OUT = Text(
    "It was tried on no deck it was not shown: --held-out NAME sets one apart.",
    "見せていない組では試していません。--held-out 名前 で、試すだけの組を取り分けられます。",
)


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What both trainings need.

    `folders`: labelled pictures of faces. `out`: folder to write to. `backgrounds`: folder of bare tables.
    `about`: descriptions of the sets.
    """

    folders: Sequence[Path]
    out: Path
    seed: int
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


def train_classifier(request: TrainingRequest, kind: str, *, views: int, epochs: int, own: bool) -> None:
    """Train the classifier of a kind of deck, write it, and print the scores of held-out patterns."""
    try:
        from scanner.training.classifier import train  # noqa: PLC0415  scikit-learn is not installed for play
    except ImportError as fault:
        raise click.ClickException(localize(_NEEDS_SKLEARN)) from fault
    if epochs and not train.can_train_network():
        raise click.ClickException(localize(_NEEDS_TORCH))
    folder = train.train_classifier(
        kind,
        request.folders,
        request.out,
        config=train.TrainingConfig(views, request.seed, epochs, own),
        backgrounds=request.backgrounds,
        about=request.about,
        progress=_log_progress,
        processes=os.cpu_count() or 1,
    )
    manifest = parse_json((folder / "manifest.json").read_text(encoding="utf-8"))
    click.echo(f"{'held out':24} {'views':>6} {'named':>7} {'sure':>7} {'silent':>7}")
    for row in manifest["held_out"]:
        click.echo(f"{row['pattern']:24} {row['views']:6} {row['named']:7.1%} {row['sure']:7.1%} {row['silent']:7.2%}")
    click.echo(str(folder))


def train_detector(request: TrainingRequest, *, held_out: Sequence[str], tables: int, steps: int) -> None:
    """Train the proposal network, write it, and print the scores of held-out decks."""
    try:
        from scanner.training.detector import model_card, train  # noqa: PLC0415  as above
    except ImportError as fault:
        raise click.ClickException(localize(_NEEDS_SKLEARN)) from fault
    if not train.can_train_detector():
        raise click.ClickException(localize(_DETECTOR_NEEDS_TORCH))
    folder = train.train_detector(
        request.folders,
        request.out,
        train.DetectorTrainingConfig(tables, steps, request.seed),
        held_out=held_out,
        backgrounds=request.backgrounds,
        about=request.about,
        progress=_log_progress,
        processes=os.cpu_count() or 1,
    )
    rows = parse_json((folder / "borders.json").read_text(encoding="utf-8"))["held_out"]
    if not rows:
        click.echo(localize(_NO_HELD_OUT))
    else:
        click.echo(f"{'held out':24} {'cards':>6} {'found':>7} {'open':>6} {'found':>7} {'off':>7} {'stray':>7}")
    for row in rows:
        share, of_open, corner = (model_card.format_percent(row[key]) for key in ("found", "open_found", "corner"))
        click.echo(
            f"{row['set']:24} {row['cards']:6} {share:>7} {row['open']:6} {of_open:>7} {corner:>7} {row['stray']:7.1f}"
        )
    click.echo(str(folder))
