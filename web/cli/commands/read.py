"""`fudayomi read`: names the cards in picture files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer.api import to_json_line
from scorer.decks import decks, kind_of
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.options import data_option
from web.cli.terminal import print_json
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

if TYPE_CHECKING:
    from scanner.reads import PictureRead

_FACE_DOWN = Text("face down", "裏")


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise Refusal("bad_image", Text(f"{path.name} cannot be opened", f"「{path.name}」を開けません")) from fault


def _describe_read(path: Path, read: PictureRead) -> list[str]:
    """Lines for the picture and each of its cards. A doubtful card has its reason."""
    from scanner.doubt_texts import DOUBT_TEXTS, ISSUE_TEXTS  # noqa: PLC0415

    lines = [f"{path} ({read.width} x {read.height}, {read.elapsed_ms:.0f} ms)"]
    for card in read.cards:
        x, y = (sum(corner[axis] for corner in card.corners) / 4 for axis in (0, 1))
        name = localize(decks()[kind_of(card.card)].faces[card.card].name if card.card else _FACE_DOWN)
        doubt = f"  ? {localize(DOUBT_TEXTS[card.doubt])}" if card.doubt else ""
        lines.append(f"  {card.card or '-':6} {card.confidence:6.1%}  {name} ({x:.0f}, {y:.0f}){doubt}")
    if read.issue:
        lines.append(f"  {localize(ISSUE_TEXTS[read.issue])}")
    return lines


@click.command(
    help=localize_help(
        "Name the cards in each IMAGE (JPEG, PNG, WEBP, HEIC or AVIF). The exit status is 2 if one cannot be read.",
        "IMAGE（JPEG・PNG・WEBP・HEIC・AVIF）に写った札の名を書き出します。読めない画像があれば終了状態 2。",
    )
)
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option(
    "--deck",
    default="hanafuda",
    show_default=True,
    help=localize_help("The kind of deck on the table, or an enrolled deck.", "卓の札の種類、または登録した札の名前。"),
)
@data_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help=localize_help("Print one JSON object per picture, each on its own line.", "画像ごとに一行の JSON。"),
)
def read(images: tuple[Path, ...], deck: str, data: Path | None, *, as_json: bool) -> None:
    """Read the pictures in order. One that cannot be read does not stop the others."""
    from scanner.closer_look import with_issue  # noqa: PLC0415
    from scanner.imaging.decode import MAX_FILE_BYTES, decode  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.reader import read_picture  # noqa: PLC0415

    root = None if deck in decks() else ensure_data_dir(data)
    failed = False
    for path in images:
        try:
            frame = decode(_read_bytes(path), max_bytes=MAX_FILE_BYTES)
            result = with_issue(read_picture(frame, deck, root), frame)
        except Refusal as refusal:
            sys.stderr.buffer.write(to_json_line(refusal.as_json()))
            sys.stderr.flush()
            failed = True
            continue
        if as_json:
            print_json({"image": str(path), **result.as_json()})
        else:
            click.echo("\n".join(_describe_read(path, result)))
    if failed:
        raise SystemExit(2)


COMMAND = read
