"""`fudayomi train`: teach the eyes a kind of deck from labelled pictures of its faces."""

from __future__ import annotations

import json
from pathlib import Path

import click

from scorer.discover import decks
from scorer.errors import Refusal


@click.command("train")
@click.option("--kind", type=click.Choice(sorted(decks())), required=True, help="The kind of deck.")
@click.option(
    "--cards",
    "folders",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="A folder with labels.csv (file,card,notes); again for each set.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=None, help="Where to write it.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same recogniser.")
@click.option("--views", type=click.IntRange(4, 400), default=24, show_default=True, help="Views of each face.")
@click.option(
    "--epochs",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help='Passes of the small network that names what the screen leaves; needs torch, the extra "network".',
)
@click.option("--own/--no-own", default=True, show_default=True, help="Learn the project's own drawings too.")
@click.option(
    "--backgrounds",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=None,
    help="Pictures of bare table tops to use beside the painted ones.",
)
@click.option(
    "--about",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    help="JSON with pattern, licence and source of each set by folder name.",
)
def COMMAND(  # noqa: N802, PLR0913, PLR0917  one parameter an option
    kind: str,
    folders: tuple[Path, ...],
    out: Path | None,
    seed: int,
    views: int,
    epochs: int,
    backgrounds: Path | None,
    about: Path | None,
    *,
    own: bool,
) -> None:
    """Learn a kind of deck from labelled pictures of its faces (needs scikit-learn, the extra "train")."""
    try:
        from scanner.train.run import Made, train  # noqa: PLC0415  scikit-learn is not there for those who only play
    except ImportError as fault:
        raise click.ClickException("training needs scikit-learn: pip install 'fudayomi[train]'") from fault
    known = json.loads(about.read_text(encoding="utf-8")) if about else {}
    try:
        folder = train(
            kind,
            folders,
            out or Path("models") / kind,
            made=Made(views, seed, epochs, own),
            backgrounds=backgrounds,
            about=known,
            progress=lambda says: click.echo(says, err=True),
        )
    except Refusal as refusal:
        click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)
        raise SystemExit(2) from refusal
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    click.echo(f"{'held out':24} {'views':>6} {'named':>7} {'sure':>7} {'silent':>7}")
    for row in manifest["held_out"]:
        click.echo(f"{row['pattern']:24} {row['views']:6} {row['named']:7.1%} {row['sure']:7.1%} {row['silent']:7.2%}")
    click.echo(str(folder))
