"""`fudayomi train`: trains what names cards, finds them, reads indices."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.json_lines import refuse
from web.cli.training_report import (
    DETECTOR_KIND,
    INDICES_KIND,
    NAMES_KIND,
    TrainingRequest,
    load_descriptions,
    train_detector,
    train_indices,
    train_names,
)
from web.i18n.terminal_locale import localize, localize_help

_OLD_DETECTOR_KIND = "borders"
"""What `--kind detector` was called until version 0.2."""

_NAMES_OPTIONS = {"views", "epochs", "further_epochs", "detector", "backgrounds"}
_DETECTOR_OPTIONS = {"tables", "steps", "refinement_steps", "begin", "backgrounds"}
_INDICES_OPTIONS = {"views", "epochs"}
"""Options that apply to some trainings and not to all."""

_NOTHING_TO_KEEP = Text(
    "--steps 0 keeps the network of an earlier detector: name its folder with --from.",
    "--steps 0 は前の detector のネットワークをそのまま使います。--from でフォルダーを指定してください。",
)

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def _default_folder(kind: str) -> Path:
    """Where the shipped models lie: those that name cards in a folder for each kind of deck."""
    return Path("models") / kind if kind in {DETECTOR_KIND, INDICES_KIND} else Path("models")


def _refuse_unused_options(kind: str) -> None:
    """Refuse options that do not apply to what is trained."""
    context = click.get_current_context()
    used = {DETECTOR_KIND: _DETECTOR_OPTIONS, INDICES_KIND: _INDICES_OPTIONS}.get(kind, _NAMES_OPTIONS)
    unused = (_NAMES_OPTIONS | _DETECTOR_OPTIONS | _INDICES_OPTIONS) - used
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
        "Train a network on labelled pictures of faces (folders KIND/SET), and print its scores on held-out patterns."
        " What --kind says is trained: names is the network that names cards, with what tells the faces of each kind of"
        " deck apart; the name of a kind is the same for folders of that kind alone; detector is the networks that find"
        " cards; indices is the one that reads the corners of Western cards.",
        "名前の付いた札の絵のフォルダー（種類/組）からネットワークを学習し、学習に使わない絵柄での成績を書き出します。"
        "names は札の名前を読むもの、種類の名前ならその種類だけ、detector は札を見つけるもの、"
        "indices はトランプの隅を読むもの。",
    )
)
@click.option(
    "--kind",
    type=click.Choice([NAMES_KIND, *sorted(decks()), DETECTOR_KIND, INDICES_KIND, _OLD_DETECTOR_KIND]),
    required=True,
    help=localize_help(
        "What is learned: the names of cards, where they lie, or their indices.",
        "学ぶもの。札の名前、札の場所、または札の隅。",
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
        "Name of a folder that is kept for scores. The detector never learns it, names only afterwards. Can be"
        " repeated.",
        "成績を測るためのフォルダーの名前。detector はこれを学習せず、names は測ってから学びます。"
        "繰り返し指定できます。",
    ),
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help=localize_help(
        "Folder to write to. Default: models, models/detector or models/indices.",
        "書き出し先（なければ models、models/detector、models/indices）。",
    ),
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
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help=localize_help(
        "With names: thousands of synthetic views of each kind of deck; with indices: of all sets.",
        "names では種類ごと、indices では全部で作る見え方の数（千）。",
    ),
)
@click.option(
    "--epochs",
    type=click.IntRange(1, 100),
    default=7,
    show_default=True,
    help=localize_help("With names and indices: how often each view is seen.", "names と indices。見え方を学ぶ回数。"),
)
@click.option(
    "--further-epochs",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help=localize_help(
        "With names: how often each view is seen afterwards, with the held-out sets.",
        "names のみ。そのあと、測るための組も入れて学ぶ回数。",
    ),
)
@click.option(
    "--detector",
    type=_FOLDER,
    default=None,
    help=localize_help(
        "With names: folder of the detector whose outlines and masks are learned. Default: the one of the program.",
        "names のみ。輪郭と見える範囲の手本にする detector のフォルダー（なければこのソフトのもの）。",
    ),
)
@click.option(
    "--own/--no-own",
    default=True,
    show_default=True,
    help=localize_help("Also train on the project's own drawings.", "Fudayomi の絵柄も学習します。"),
)
@click.option(
    "--tables",
    type=click.IntRange(1, 100_000),
    default=1200,
    show_default=True,
    help=localize_help("With detector: number of tables rendered to train on.", "detector のみ。学習用に描く卓の数。"),
)
@click.option(
    "--steps",
    type=click.IntRange(0, 1_000_000),
    default=5000,
    show_default=True,
    help=localize_help(
        "With detector: number of training steps of the network that proposes outlines. With --from, 0 keeps it.",
        "detector のみ。候補を出すネットワークの学習の回数。--from があれば 0 で、そのままにします。",
    ),
)
@click.option(
    "--refinement-steps",
    type=click.IntRange(1, 1_000_000),
    default=4000,
    show_default=True,
    help=localize_help(
        "With detector: number of training steps of the network that refines them.",
        "detector のみ。候補を整えるネットワークの学習の回数。",
    ),
)
@click.option(
    "--from",
    "begin",
    type=_FOLDER,
    default=None,
    help=localize_help(
        "With detector: folder of a detector that learns on. Default: one that begins anew.",
        "detector のみ。続けて学習する detector のフォルダー（なければ初めから学習）。",
    ),
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
    further_epochs: int,
    detector: Path | None,
    tables: int,
    steps: int,
    refinement_steps: int,
    begin: Path | None,
    backgrounds: Path | None,
    about: Path | None,
    *,
    own: bool,
) -> None:
    """Train, write the result and print its scores on held-out sets."""
    kind = DETECTOR_KIND if kind == _OLD_DETECTOR_KIND else kind
    _refuse_unused_options(kind)
    if not steps and begin is None:
        raise click.UsageError(localize(_NOTHING_TO_KEEP))
    try:
        request = TrainingRequest(
            (*folders, *more), out or _default_folder(kind), seed, held_out, backgrounds, load_descriptions(about)
        )
        if kind == INDICES_KIND:
            train_indices(request, views=views, epochs=epochs, own=own)
        elif kind == DETECTOR_KIND:
            train_detector(request, tables=tables, steps=steps, refinement_steps=refinement_steps, own=own, begin=begin)
        else:
            only = None if kind == NAMES_KIND else kind
            train_names(
                request, only, views=views, epochs=epochs, further_epochs=further_epochs, own=own, detector=detector
            )
    except Refusal as refusal:
        refuse(refusal)


COMMAND = train
