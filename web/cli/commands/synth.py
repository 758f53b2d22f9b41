"""`fudayomi synth`: a synthetic picture of a table, with its truth."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click

from scanner.synth.face_textures import DrawnFaces, Faces, FolderFaces
from scanner.synth.scene import LAYOUT_NAMES, TAGS, SceneSpec, photograph
from scanner.synth.surfaces import SURFACES
from scorer.decks import decks
from scorer.errors import Refusal
from web.i18n.terminal_locale import localize_help

_ALL_TAGS = ", ".join(sorted(TAGS))


def _parse_size(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    del ctx, param
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", value)
    if match is None:
        raise click.BadParameter("give it as WIDTHxHEIGHT, each 100 to 9999")
    return int(match[1]), int(match[2])


def _parse_tags(ctx: click.Context, param: click.Parameter, value: str) -> frozenset[str]:
    del ctx, param
    tags = frozenset(tag for tag in value.split(",") if tag)
    if tags - TAGS:
        raise click.BadParameter(f"choose from {', '.join(sorted(TAGS))}")
    return tags


@click.command(
    "synth",
    help=localize_help(
        "Write OUT, a JPEG of a synthetic table, and next to it the truth as JSON.",
        "合成した卓の写真 OUT（JPEG）と、そこに何があるかを書いた JSON を並べて書き出します。",
    ),
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help=localize_help("The same seed gives the same table.", "同じ種からは同じ卓ができます。"),
)
@click.option(
    "--kind",
    type=click.Choice(sorted(decks())),
    default="hanafuda",
    show_default=True,
    help=localize_help("The deck.", "札の種類。"),
)
@click.option(
    "--layout",
    type=click.Choice(LAYOUT_NAMES),
    default="hands",
    show_default=True,
    help=localize_help("Layout of the cards.", "札の並び方。"),
)
@click.option(
    "--tags",
    default="",
    callback=_parse_tags,
    help=localize_help(f"Comma-separated tags: {_ALL_TAGS}.", f"コンマで区切って：{_ALL_TAGS}。"),
)
@click.option(
    "--cards",
    type=click.IntRange(0, 60),
    default=16,
    show_default=True,
    help=localize_help("Number of cards.", "札の枚数。"),
)
@click.option(
    "--surface",
    type=click.Choice(sorted(SURFACES)),
    help=localize_help("Surface of the table. Default: a random one.", "卓の表面。省くと無作為に選びます。"),
)
@click.option(
    "--size",
    default="1920x1080",
    callback=_parse_size,
    show_default=True,
    help=localize_help("Size of the picture in pixels.", "写真の画素数。"),
)
@click.option(
    "--faces",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help("Folder of face pictures with labels.csv.", "labels.csv のあるフォルダー。"),
)
@click.option(
    "--border",
    type=click.FloatRange(0, 6),
    default=0.0,
    help=localize_help("Width in millimetres of a border to add to --faces.", "--faces の絵に足す縁の幅（ミリ）。"),
)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def synth(  # noqa: PLR0913  one parameter per option
    *,
    seed: int,
    kind: str,
    layout: str,
    tags: frozenset[str],
    cards: int,
    surface: str | None,
    size: tuple[int, int],
    faces: Path | None,
    border: float,
    out: Path,
) -> None:
    """Render the table that the options describe."""
    deck: Faces = DrawnFaces(kind) if faces is None else FolderFaces(faces, kind, border_mm=border)
    scene = SceneSpec(seed, layout=layout, tags=tags, count=cards, surface=surface, width=size[0], height=size[1])
    try:
        shot = photograph(scene, deck)
        out.write_bytes(shot.jpeg)
        truth = json.dumps({**shot.truth, "image": out.name}, indent=1)
        out.with_suffix(".json").write_text(truth + "\n", encoding="utf-8")
    except Refusal as refusal:
        click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)
        sys.exit(2)
    except OSError as error:
        raise click.FileError(str(out), error.strerror) from error


COMMAND = synth
