"""`fudayomi bench eyes`: how well cards are found and named in pictures with known truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.discover import decks
from web.cli.options import as_json
from web.i18n.terminal_locale import help_of
from web.system.data_dir import folder
from web.system.process_stats import own_peak

if TYPE_CHECKING:
    from scanner.reads import PictureRead

_COUNTS = ("pictures", "cards", "found", "named", "sure", "silent", "backs", "backs_found", "ghosts", "under", "corner")
_STAGES = ("decode", "find", "name", "choose", "vote", "ms", "live")


@click.command(
    help=help_of(
        "Found, named, sure, silent (sure and wrong), ghosts, under (further cards read by their name where the truth "
        "has but a box around what is seen of them), corner error in card widths, memory, and milliseconds of "
        "one processor: decoding, finding, naming, choosing, voting, together, and reading the same table again.",
        "見つけた数、名の合った数、確かとした数、確かとして誤った数、ない札を見た数、"
        "見えている所の枠しか分からない札のうちほかに名の合った数（under）、角のずれ（札の幅の割合）、記憶、"
        "CPU一つのミリ秒（復号、見つけ、目利き、選り、入れ札、合計、同じ卓の読み直し）を測ります。",
    )
)
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER...",
)
@click.option(
    "--deck",
    default="hanafuda",
    show_default=True,
    help=help_of(
        "The kind of deck on the pictures, or an enrolled deck.", "写っている札の種類、または登録した札の名前。"
    ),
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=help_of("The folder of everything remembered.", "記録を置くフォルダー。"),
)
@click.option(
    "--visible",
    type=click.FloatRange(0, 1),
    default=0.0,
    help=help_of(
        "Count only cards of which at least this share is seen.", "この割合より多く見えている札だけを数えます。"
    ),
)
@as_json
def eyes(folders: tuple[Path, ...], deck: str, data: Path | None, visible: float, *, as_json: bool) -> None:
    """Measures every picture with known truth in the folders."""
    from scanner.evaluation import Marks, mark, truths  # noqa: PLC0415  OpenCV only for those who look
    from scanner.imaging.profiling import one_thread  # noqa: PLC0415

    one_thread()
    root = None if deck in decks() else folder(data)
    rows: dict[str, Marks] = {}
    for place in folders:
        for truth in truths(place):
            read, stages = _read(truth.image, deck, root)
            for name in (str(place), *(f"{place}: {tag}" for tag in truth.tags)):
                mark(rows.setdefault(name, Marks()), truth, read.cards, stages, visible)
    peak = own_peak()
    figures: dict[str, Any] = {name: marks.as_json() for name, marks in rows.items()}
    if as_json:
        click.echo(json.dumps({"rows": figures, "memory_mb": round(peak, 1)}, ensure_ascii=False))
        return
    wide = max(map(len, figures), default=0)
    click.echo(" " * wide + "".join(f" {name:>8}" for name in (*_COUNTS, *_STAGES)))
    for name, row in figures.items():
        values = [row.get(column) for column in (*_COUNTS, *_STAGES)]
        click.echo(f"{name:{wide}}" + "".join(f" {'-' if value is None else value:>8}" for value in values))
    click.echo(f"memory {peak:.0f} MB")


def _read(image: Path, deck: str, root: Path | None) -> tuple[PictureRead, dict[str, float]]:
    """What is read on a picture, and the milliseconds each stage took."""
    from scanner.imaging.decode import decode  # noqa: PLC0415
    from scanner.imaging.profiling import measured, stage  # noqa: PLC0415
    from scanner.reader import read_again, read_picture  # noqa: PLC0415

    with measured() as clock:
        with stage("decode"):
            frame = decode(image.read_bytes())
        read = read_picture(frame, deck, root)
    with measured() as again:
        read_again(frame, deck, read, root)
    return read, {**clock.ms, "ms": sum(clock.ms.values()), "live": sum(again.ms.values())}


COMMAND = eyes
