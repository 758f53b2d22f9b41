"""`fudayomi train`: teach the eyes a kind of deck from labelled pictures of its faces."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.lines import refuse
from web.tongue import help_of, said

_NEEDS = Text(
    "Training needs scikit-learn: pip install 'fudayomi[train]'",
    "学習には scikit-learn が要ります: pip install 'fudayomi[train]'",
)
_NEEDS_TORCH = Text(
    "Training the network needs torch: pip install 'fudayomi[network]', or leave --epochs out.",
    "ネットワークの学習には torch が要ります: pip install 'fudayomi[network]'。--epochs を省けば要りません。",
)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(
    help=help_of(
        "Learn a kind of deck from labelled pictures of its faces, and say how patterns it was not shown fare.",
        "名前の付いた札の絵から、ある種類の札の読み方を学び、見せていない絵柄での成績を書き出します。",
    )
)
@click.option(
    "--kind",
    type=click.Choice(sorted(decks())),
    required=True,
    help=help_of("The kind of deck.", "札の種類。"),
)
@click.option(
    "--cards",
    "folders",
    type=_FOLDER,
    multiple=True,
    help=help_of(
        "Folders with labels.csv (file,card,notes) and its pictures, one or more.",
        "labels.csv (file,card,notes) と絵のフォルダー。何組でも書けます。",
    ),
)
@click.argument("more", nargs=-1, type=_FOLDER, metavar="[DIR]...")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help=help_of("Where to write it (models/KIND).", "書き出し先（なければ models/KIND）。"),
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help=help_of("The same seed gives the same recogniser.", "同じ種からは同じものができます。"),
)
@click.option(
    "--views",
    type=click.IntRange(4, 400),
    default=24,
    show_default=True,
    help=help_of("Synthetic views of each face.", "札ごとに作る見え方の数。"),
)
@click.option(
    "--epochs",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help=help_of(
        "Passes of the small network that names what the screen leaves; needs torch.",
        "見分けを仕上げる小さなネットワークの学習回数。torch が要ります。",
    ),
)
@click.option(
    "--own/--no-own",
    default=True,
    show_default=True,
    help=help_of("Learn the project's own drawings too.", "この道具の絵柄も学びます。"),
)
@click.option(
    "--backgrounds",
    type=_FOLDER,
    default=None,
    help=help_of(
        "Pictures of bare table tops to use beside the painted ones.", "描いた敷物のほかに使う、何もない卓の写真。"
    ),
)
@click.option(
    "--about",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    help=help_of(
        "JSON with pattern, licence and source of each set by folder name.",
        "フォルダー名ごとの絵柄・許諾・出所を書いた JSON。",
    ),
)
def train(  # noqa: PLR0913, PLR0917  one parameter an option
    kind: str,
    folders: tuple[Path, ...],
    more: tuple[Path, ...],
    out: Path | None,
    seed: int,
    views: int,
    epochs: int,
    backgrounds: Path | None,
    about: Path | None,
    *,
    own: bool,
) -> None:
    """Trains, writes, and prints the figures of patterns held out."""
    try:
        from scanner.train import run  # noqa: PLC0415  scikit-learn is not there for those who only play
    except ImportError as fault:
        raise click.ClickException(said(_NEEDS)) from fault
    if epochs and not run.can_network():
        raise click.ClickException(said(_NEEDS_TORCH))
    try:
        folder = run.train(
            kind,
            (*folders, *more),
            out or Path("models") / kind,
            made=run.Made(views, seed, epochs, own),
            backgrounds=backgrounds,
            about=json.loads(about.read_text(encoding="utf-8")) if about else {},
            progress=lambda says: click.echo(says, err=True),
        )
    except Refusal as refusal:
        refuse(refusal)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    click.echo(f"{'held out':24} {'views':>6} {'named':>7} {'sure':>7} {'silent':>7}")
    for row in manifest["held_out"]:
        click.echo(f"{row['pattern']:24} {row['views']:6} {row['named']:7.1%} {row['sure']:7.1%} {row['silent']:7.2%}")
    click.echo(str(folder))


COMMAND = train
