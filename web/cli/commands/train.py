"""`fudayomi train`: trains a card classifier or the proposal network."""

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
"""Options that apply to a card classifier alone."""

_DETECTOR_ONLY = {"held_out", "tables", "steps"}
"""Options that apply to the proposal network alone."""

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def _refuse_unused_options(kind: str) -> None:
    """Refuse options that do not apply to what is trained."""
    context = click.get_current_context()
    unused = _CLASSIFIER_ONLY if kind == DETECTOR_KIND else _DETECTOR_ONLY
    for option in context.command.params:
        name = option.name or ""
        if name in unused and context.get_parameter_source(name) is not ParameterSource.DEFAULT:
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
        "Train the classifier of a kind of deck on labelled pictures of its faces, and print its scores on held-out"
        " patterns. With --kind borders: train the network that proposes where cards lie, on folders KIND/SET of any"
        " decks.",
        "名前の付いた札の絵から、ある種類の札の読み方を学習し、学習に使わない絵柄での成績を書き出します。"
        "--kind borders では、いろいろな札のフォルダー（種類/組）から、札の場所の候補を出すネットワークを学習します。",
    )
)
@click.option(
    "--kind",
    type=click.Choice([*sorted(decks()), DETECTOR_KIND]),
    required=True,
    help=localize_help(
        "The kind of deck. borders: where cards of any deck lie.", "札の種類。borders なら、どの札にも使う場所の候補。"
    ),
)
@click.option(
    "--cards",
    "folders",
    type=_FOLDER,
    multiple=True,
    help=localize_help(
        "Folder with labels.csv (file,card,notes) and its pictures. Can be repeated.",
        "labels.csv (file,card,notes) と絵のフォルダー。繰り返し指定できます。",
    ),
)
@click.argument("more", nargs=-1, type=_FOLDER, metavar="[DIR]...")
@click.option(
    "--held-out",
    multiple=True,
    metavar="SET",
    help=localize_help(
        "With borders: name of a folder that is only for scores and not trained on. Can be repeated.",
        "borders のみ。学習に使わず成績だけを測るフォルダーの名前。繰り返し指定できます。",
    ),
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help=localize_help("Folder to write to. Default: models/KIND.", "書き出し先（なければ models/KIND）。"),
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
    help=localize_help("Number of synthetic views per face.", "札ごとに作る見え方の数。"),
)
@click.option(
    "--epochs",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help=localize_help(
        "Training epochs of the small network that decides where the screening classifier is unsure. Needs torch.",
        "一次判定で迷った札を見分ける小さなネットワークの学習回数。torch が要ります。",
    ),
)
@click.option(
    "--tables",
    type=click.IntRange(1, 100_000),
    default=1200,
    show_default=True,
    help=localize_help("With borders: number of tables rendered to train on.", "borders のみ。学習用に描く卓の数。"),
)
@click.option(
    "--steps",
    type=click.IntRange(1, 1_000_000),
    default=5000,
    show_default=True,
    help=localize_help("With borders: number of training steps.", "borders のみ。学習の回数。"),
)
@click.option(
    "--own/--no-own",
    default=True,
    show_default=True,
    help=localize_help("Also train on the project's own drawings.", "Fudayomi の絵柄も学習します。"),
)
@click.option(
    "--backgrounds",
    type=_FOLDER,
    default=None,
    help=localize_help(
        "Folder with pictures of bare tables to use besides rendered ones.",
        "描いた卓のほかに使う、何もない卓の写真のフォルダー。",
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
def train(  # noqa: PLR0913, PLR0917  one parameter per option
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
    """Train, write the result and print its scores on held-out sets."""
    _refuse_unused_options(kind)
    try:
        request = TrainingRequest(
            (*folders, *more), out or Path("models") / kind, seed, backgrounds, load_descriptions(about)
        )
        if kind == DETECTOR_KIND:
            train_detector(request, held_out=held_out, tables=tables, steps=steps)
        else:
            train_classifier(request, kind, views=views, epochs=epochs, own=own)
    except Refusal as refusal:
        refuse(refusal)


COMMAND = train
