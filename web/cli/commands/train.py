"""`fudayomi train`: teach the eyes a kind of deck, or where cards lie, from labelled pictures of faces."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.json_lines import refuse
from web.cli.training_report import DETECTOR_KIND, TrainingRequest, load_descriptions, train_classifier, train_detector
from web.i18n.terminal_locale import localize, localize_help

_CLASSIFIER_ONLY = {"views", "epochs", "own"}
_DETECTOR_ONLY = {"held_out", "tables", "steps"}
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def _refuse_unused_options(kind: str) -> None:
    """Refuses options given that say nothing about what is to be made."""
    context = click.get_current_context()
    idle = _CLASSIFIER_ONLY if kind == DETECTOR_KIND else _DETECTOR_ONLY
    for option in context.command.params:
        name = option.name or ""
        if name in idle and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(
                localize(
                    Text(
                        f"{option.opts[0]} says nothing with --kind {kind}: leave it out.",
                        f"--kind {kind} では {option.opts[0]} は使いません。外してください。",
                    )
                )
            )


@click.command(
    help=localize_help(
        "Learn a kind of deck from labelled pictures of its faces, and say how patterns it was not shown fare."
        " With --kind borders: learn to sketch where cards lie, from folders KIND/SET of any decks.",
        "名前の付いた札の絵から、ある種類の札の読み方を学び、見せていない絵柄での成績を書き出します。"
        "--kind borders では、いろいろな札のフォルダー（種類/組）から、札がどこにあるかの下絵を学びます。",
    )
)
@click.option(
    "--kind",
    type=click.Choice([*sorted(decks()), DETECTOR_KIND]),
    required=True,
    help=localize_help(
        "The kind of deck; borders: where cards of any deck lie.", "札の種類。borders なら、どの札にも使う場所の下絵。"
    ),
)
@click.option(
    "--cards",
    "folders",
    type=_FOLDER,
    multiple=True,
    help=localize_help(
        "Folders with labels.csv (file,card,notes) and its pictures, one or more.",
        "labels.csv (file,card,notes) と絵のフォルダー。何組でも書けます。",
    ),
)
@click.argument("more", nargs=-1, type=_FOLDER, metavar="[DIR]...")
@click.option(
    "--held-out",
    multiple=True,
    metavar="SET",
    help=localize_help(
        "With borders: name of a folder among them to be tried on, not learned from; one or more.",
        "borders のみ。そのうち学ばずに試すだけにするフォルダーの名前。何組でも書けます。",
    ),
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help=localize_help("Where to write it (models/KIND).", "書き出し先（なければ models/KIND）。"),
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=0,
    show_default=True,
    help=localize_help("The same seed gives the same result.", "同じ種からは同じものができます。"),
)
@click.option(
    "--views",
    type=click.IntRange(4, 400),
    default=24,
    show_default=True,
    help=localize_help("Synthetic views of each face.", "札ごとに作る見え方の数。"),
)
@click.option(
    "--epochs",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help=localize_help(
        "Passes of the small network that names what the screen leaves; needs torch.",
        "見分けを仕上げる小さなネットワークの学習回数。torch が要ります。",
    ),
)
@click.option(
    "--tables",
    type=click.IntRange(1, 100_000),
    default=1200,
    show_default=True,
    help=localize_help("With borders: tables drawn to learn from.", "borders のみ。描いて学ぶ卓の数。"),
)
@click.option(
    "--steps",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    help=localize_help("With borders: steps of learning.", "borders のみ。学習の回数。"),
)
@click.option(
    "--own/--no-own",
    default=True,
    show_default=True,
    help=localize_help("Learn the project's own drawings too.", "この道具の絵柄も学びます。"),
)
@click.option(
    "--backgrounds",
    type=_FOLDER,
    default=None,
    help=localize_help(
        "Pictures of bare table tops to use beside the painted ones.", "描いた敷物のほかに使う、何もない卓の写真。"
    ),
)
@click.option(
    "--about",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    help=localize_help(
        "JSON with pattern, licence and source of each set by folder name.",
        "フォルダー名ごとの絵柄・許諾・出所を書いた JSON。",
    ),
)
def train(  # noqa: PLR0913, PLR0917  one parameter an option
    kind: str,
    folders: tuple[Path, ...],
    more: tuple[Path, ...],
    held_out: tuple[str, ...],
    out: Path | None,
    seed: int,
    views: int,
    epochs: int,
    tables: int,
    steps: int,
    backgrounds: Path | None,
    about: Path | None,
    *,
    own: bool,
) -> None:
    """Trains, writes, and prints the figures of what was held out."""
    _refuse_unused_options(kind)
    try:
        asked = TrainingRequest(
            (*folders, *more), out or Path("models") / kind, seed, backgrounds, load_descriptions(about)
        )
        if kind == DETECTOR_KIND:
            train_detector(asked, held_out=held_out, tables=tables, steps=steps)
        else:
            train_classifier(asked, kind, views=views, epochs=epochs, own=own)
    except Refusal as refusal:
        refuse(refusal)


COMMAND = train
