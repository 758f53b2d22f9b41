"""`fudayomi synth`: a synthetic picture or film, with its truth."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from scanner.synth.face_textures import DrawnFaces, Faces, FolderFaces
from scanner.synth.films.film import FilmRequest, write_film, write_script
from scanner.synth.films.incidents import CALM, CONFIG
from scanner.synth.flat_films.flat_film import write_flat_film
from scanner.synth.habits.switches import SWITCHES, draw_switches, switch_on
from scanner.synth.scene import LAYOUT_NAMES, TAGS, SceneSpec, photograph
from scanner.synth.surfaces import SURFACES
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.json_input import parse_json
from web.cli.json_lines import refuse
from web.i18n.terminal_locale import localize_help

_FILM_SIZE = (1280, 720)
"""Width and height in pixels of the pictures of a film, unless given."""
_FAULTS = sorted({fault for each in games().values() if each.play_rules for fault in each.play_rules.film_faults})
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
        """Write OUT, a JPEG of a synthetic table, and next to it the truth as JSON.

        With --film, write a folder instead: a round of that game, played at random within its rules, as the frames of a
        camera over the table (000000.jpg, 000001.jpg … at 5 a second), with zones.json and truth.json.
        """,
        """合成した卓の写真 OUT（JPEG）と、そこに何があるかを書いた JSON を並べて書き出します。

        --film を付けると、そのゲームの一局を規則どおり無作為に打ち、卓の上のカメラが撮った毎秒5枚の写真
        （000000.jpg、000001.jpg……）と zones.json、truth.json をフォルダーに書き出します。
        """,
    ),
)
@click.option(
    "--film",
    type=click.Choice(sorted(games())),
    help=localize_help("Film a round of this game.", "このゲームの一局を撮影します。"),
)
@click.option(
    "--seats",
    default="",
    help=localize_help(
        "Names of the seats of a film, comma-separated, the dealer first.", "撮影する席の名前。親から、コンマ区切り。"
    ),
)
@click.option(
    "--players",
    type=click.IntRange(1, 12),
    help=localize_help("Number of seats of a film, if not named.", "名前を付けないときの、撮影する席の数。"),
)
@click.option(
    "--options",
    default="{}",
    help=localize_help("House rules of a film, as a JSON object.", "撮影する局の取り決め（JSON）。"),
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    type=click.Choice(_FAULTS),
    help=localize_help(
        "What somebody does wrong in a film of tricks: a suit not followed, a card out of turn.",
        "トリックの撮影で起こす誤り：従わない（revoke）、順番を違える（turn）。",
    ),
)
@click.option(
    "--calm",
    is_flag=True,
    help=localize_help(
        "A film in which nobody hurries or errs, no arm rests over cards and nothing is pushed.",
        "急ぐ人も間違える人もなく、腕が札に載ることも、カメラが動くこともない撮影にします。",
    ),
)
@click.option(
    "--switch",
    "switched",
    multiple=True,
    type=click.Choice([*SWITCHES, "random"]),
    help=localize_help(
        "What is otherwise in a film than at our own tables; random draws some by the seed.",
        "撮影でふだんの卓と違えるもの。random は種から選びます。",
    ),
)
@click.option(
    "--flat",
    "is_flat",
    is_flag=True,
    help=localize_help(
        "Draw a film in a second, simple way: flat cards on a painted table, other arms and movements.",
        "別の簡単な描き方の撮影にします（平らな札、別の腕と動き）。",
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
    help=localize_help("The deck. Of a film: the game's first.", "札の種類。撮影ではそのゲームの最初の札。"),
)
@click.option(
    "--deck",
    hidden=True,
    type=click.Choice(sorted(decks())),
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
    help=localize_help("Size of the picture in pixels. Of a film: 1280x720.", "写真の画素数。撮影では 1280x720。"),
)
@click.option(
    "--width",
    hidden=True,
    type=click.IntRange(100, 9999),
)
@click.option(
    "--height",
    hidden=True,
    type=click.IntRange(100, 9999),
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
@click.option(
    "-o",
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    help=localize_help("Where to write, instead of OUT.", "書き出す先（OUT の代わり）。"),
)
@click.argument("out", required=False, type=click.Path(path_type=Path))
@click.pass_context
def synth(  # noqa: PLR0913  one parameter per option
    ctx: click.Context,
    *,
    film: str | None,
    seats: str,
    players: int | None,
    options: str,
    faults: tuple[str, ...],
    calm: bool,
    switched: tuple[str, ...],
    is_flat: bool,
    seed: int,
    kind: str,
    deck: str | None,
    layout: str,
    tags: frozenset[str],
    cards: int,
    surface: str | None,
    size: tuple[int, int],
    width: int | None,
    height: int | None,
    faces: Path | None,
    border: float,
    folder: Path | None,
    out: Path | None,
) -> None:
    """Render the table, or the film, that the options describe."""
    target = folder or out
    if target is None:
        raise click.UsageError("say where to write: OUT, or -o OUT")

    def is_default(name: str) -> bool:
        return ctx.get_parameter_source(name) is ParameterSource.DEFAULT

    if film is not None and is_default("size"):
        size = _FILM_SIZE
    size = (width or size[0], height or size[1])
    try:
        if film is None:
            scene = SceneSpec(
                seed, layout=layout, tags=tags, count=cards, surface=surface, width=size[0], height=size[1]
            )
            _write_picture(scene, _faces(deck or kind, faces, border), target)
            return
        names = tuple(name.strip() for name in seats.split(",") if name.strip())
        chosen = deck or ("" if is_default("kind") else kind)
        switches = draw_switches(seed) if "random" in switched else switch_on(*switched)
        script = write_script(
            FilmRequest(film, chosen, names, players, _parse_options(options), seed, faults, switches)
        )
        art = _faces(script.kind, faces, border)
        if is_flat:
            write_flat_film(target, script, art, seed=seed, size=size)
            return
        write_film(
            target,
            script,
            art,
            seed=seed,
            config=CALM if calm else CONFIG,
            surface=surface,
            size=size,
            on_frame=_show_progress,
        )
    except Refusal as refusal:
        refuse(refusal)
    except OSError as error:
        raise click.FileError(str(target), error.strerror) from error


def _faces(kind: str, folder: Path | None, border: float) -> Faces:
    return DrawnFaces(kind) if folder is None else FolderFaces(folder, kind, border_mm=border)


def _parse_options(text: str) -> dict[str, Any]:
    """The house rules. Refusal("bad_json") for what is no JSON object."""
    options = parse_json(text.encode())
    if not isinstance(options, dict):
        raise click.BadParameter("give a JSON object", param_hint="--options")
    return options


def _write_picture(scene: SceneSpec, faces: Faces, out: Path) -> None:
    shot = photograph(scene, faces)
    out.write_bytes(shot.jpeg)
    truth = json.dumps({**shot.truth, "image": out.name}, indent=1)
    out.with_suffix(".json").write_text(truth + "\n", encoding="utf-8")


def _show_progress(done: int, count: int) -> None:
    """One line on standard error, written over and over as each percent is done."""
    if done == count or 100 * done // count > 100 * (done - 1) // count:
        click.echo(f"\r{done}/{count}", err=True, nl=done == count)


COMMAND = synth
