"""`fudayomi read`: names the cards in pictures."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from scorer.discover import decks, kind_of
from scorer.errors import Refusal
from scorer.texts import Text
from web.folder import folder


def _refuse(refusal: Refusal) -> None:
    click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise Refusal(
            "bad_image",
            Text(f"{path.name} cannot be opened", f"「{path.name}」を開けません"),
        ) from fault


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--deck", default="hanafuda", show_default=True, help="The kind of deck on the table, or an enrolled deck."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder of everything remembered.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture, one a line.")
def COMMAND(images: tuple[Path, ...], deck: str, data: Path | None, *, as_json: bool) -> None:  # noqa: N802
    """Name the cards in each picture; exit status 2 when one cannot be read."""
    from scanner.pictures import decode  # noqa: PLC0415  OpenCV only for those who look
    from scanner.reader import read_picture  # noqa: PLC0415

    root = None if deck in decks() else folder(data)
    failed = False
    japanese = os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("ja")
    for path in images:
        try:
            read = read_picture(decode(_bytes(path)), deck, root)
        except Refusal as refusal:
            _refuse(refusal)
            failed = True
            continue
        if as_json:
            click.echo(json.dumps({"image": str(path), **read.as_json()}, ensure_ascii=False))
            continue
        click.echo(f"{path} ({read.width} x {read.height}, {read.ms:.0f} ms)")
        for card in read.cards:
            x, y = (sum(corner[axis] for corner in card.corners) / 4 for axis in (0, 1))
            name = decks()[kind_of(card.card)].faces[card.card].name if card.card else None
            words = (name.ja if japanese else name.en) if name else ("裏" if japanese else "face down")
            doubt = "" if card.sure else f"  ? {card.doubt}"
            click.echo(f"  {card.card or '-':6} {card.confidence:6.1%}  {words} ({x:.0f}, {y:.0f}){doubt}")
    if failed:
        raise SystemExit(2)
