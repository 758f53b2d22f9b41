"""`fudayomi bench fans`: reading of drawn fans by how much shows."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.errors import Refusal
from web.cli.json_lines import refuse
from web.cli.options import json_option, kinds_option, seed_option
from web.cli.terminal import print_json
from web.cli.visibility_table import format_visibility
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import own_peak_memory_mb

if TYPE_CHECKING:
    from scanner.evaluation import EvaluationCounts
    from scanner.synth.face_textures import Faces
    from scanner.synth.scene import Photograph

LAYOUTS = ("fan", "hand", "overlap")
"""Layouts of the pictures: fans on tables, fans held in hands, rows."""

MIN_VISIBLE_SHARE = 0.25
"""Least visible share, 0..1, of the cards that count: of less, people often cannot name a card either."""

_CARD_COUNTS = (3, 10)
"""Fewest and most cards in a picture."""

_PICTURE_SIZES = ((1600, 1200), (1200, 1600), (1920, 1080))
"""Widths and heights in pixels: phones upright and lying, and a table's camera."""

_TAGS = ((), (), (), ("perspective",), ("dim",))
"""What makes a picture harder, one of these at random."""


def draw_picture(faces: Faces, layout: str, seed: int) -> Photograph:
    """The picture of that seed: a few cards of the deck in that layout, in any size and light."""
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415  OpenCV only where pictures are drawn

    rng = random.Random(f"{layout} {seed}")  # noqa: S311  no secret depends on it
    width, height = rng.choice(_PICTURE_SIZES)
    spec = SceneSpec(
        seed,
        layout=layout,
        tags=frozenset(rng.choice(_TAGS)),
        count=rng.randint(*_CARD_COUNTS),
        width=width,
        height=height,
    )
    return photograph(spec, faces)


def find_faces(kinds: tuple[str, ...], folders: tuple[Path, ...]) -> Iterator[Faces]:
    """Our drawings of these kinds of deck, or the faces in the folders, each of the kind that its labels name."""
    from scanner.synth.face_textures import DrawnFaces, FolderFaces, kind_of_folder  # noqa: PLC0415

    if not folders:
        yield from (DrawnFaces(kind) for kind in kinds)
    for folder in folders:
        yield FolderFaces(folder, kind_of_folder(folder))


def measure_faces(faces: Faces, count: int, seed: int, save: Path | None) -> dict[str, EvaluationCounts]:
    """Counts of `count` pictures of each layout, all together ("") and by layout.

    `save`: folder that takes the pictures with their truth.
    """
    from scanner.evaluation import EvaluationCounts, count_questions, evaluate, parse_truth  # noqa: PLC0415
    from scanner.imaging.decode import decode  # noqa: PLC0415
    from scanner.imaging.profiling import measure_stages  # noqa: PLC0415
    from scanner.reader import read_picture  # noqa: PLC0415

    rows: dict[str, EvaluationCounts] = {}
    for layout in LAYOUTS:
        for number in range(seed, seed + count):
            shot = draw_picture(faces, layout, number)
            path = Path(f"{faces.name}_{layout}_{number:06}.jpg")
            if save is not None:
                (save / path).write_bytes(shot.jpeg)
                truth_json = json.dumps({**shot.truth, "image": path.name}) + "\n"
                (save / path).with_suffix(".json").write_text(truth_json, encoding="utf-8")
            with measure_stages() as clock:
                read = read_picture(decode(shot.jpeg), faces.kind)
            truth = parse_truth(shot.truth, path)
            milliseconds = {"ms": sum(clock.stage_ms.values())}
            for name in ("", layout):
                counts = rows.setdefault(name, EvaluationCounts())
                evaluate(counts, truth, read.cards, milliseconds, MIN_VISIBLE_SHARE)
                count_questions(counts, truth, read, MIN_VISIBLE_SHARE)
    return rows


@click.command(
    help=localize_help(
        "Draw fans on tables, fans held in hands, and rows, read them, and count by how much of a card shows: cards, "
        "found, named, sure, silent (sure but wrong). Cards of which less than a quarter shows stand apart (less). "
        "Ghosts are reads where no card is. Asked are cards without a name that are asked about, needless such "
        "questions where every card is named.",
        "卓に広げた札、手に持った札、重ねて並べた札を描いて読み、見えている割合ごとに、札の数、見つけた数、名の合った数、"
        "確信した数、確信して誤った数（silent）を数えます。四分の一も見えない札は別に示します（less）。"
        "ghosts は、ない札を読んだ数、asked は名の分からない札を尋ねた数、needless は要らない問いの数です。",
    )
)
@kinds_option("--kind")
@click.option(
    "--count",
    default=8,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help=localize_help("Number of pictures per deck and layout.", "札の種類と並び方ごとの写真の数。"),
)
@click.option(
    "--cards",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help(
        "Folder of other faces with labels.csv, instead of our drawings. Can be repeated.",
        "labels.csv のある別の札のフォルダー（省くとこのソフトの絵）。繰り返し指定できます。",
    ),
)
@seed_option("Seed of the first picture.", "最初の写真の種。")
@click.option(
    "--save",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help("Folder that takes the pictures and their truth.", "写真と正解を書き出すフォルダー。"),
)
@json_option
def fans(
    *, kinds: tuple[str, ...], count: int, folders: tuple[Path, ...], seed: int, save: Path | None, as_json: bool
) -> None:
    """Measure every deck."""
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only where pictures are read

    use_one_thread()
    rows: dict[str, dict[str, Any]] = {}
    try:
        for faces in find_faces(kinds, folders):
            for layout, counts in measure_faces(faces, count, seed, save).items():
                rows[f"{faces.name}: {layout}" if layout else faces.name] = counts.as_json()
    except Refusal as refusal:
        refuse(refusal)
    except OSError as fault:
        raise click.ClickException(str(fault)) from fault
    memory = round(own_peak_memory_mb(), 1)
    if as_json:
        print_json({"bench": "fans", "rows": rows, "memory_mb": memory})
        return
    click.echo("\n".join(format_visibility({name: row["by_visibility"] for name, row in rows.items()})))
    width = max(map(len, rows), default=0)
    columns = ("pictures", "cards", "found", "named", "sure", "silent", "ghosts", "asked", "needless", "ms")
    click.echo(f"{'.25 and more':{width}}" + "".join(f" {name:>8}" for name in columns))
    for name, row in rows.items():
        click.echo(f"{name:{width}}" + "".join(f" {row[column]:>8}" for column in columns))
    click.echo(f"memory {memory} MB, with drawing")


COMMAND = fans
