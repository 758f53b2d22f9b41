"""`fudayomi bench eyes`: scores and times of reading labelled pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.decks import decks
from web.cli.live_reader import read_around_card
from web.cli.options import data_option, json_option, labelled_folders, pictured_deck_option
from web.cli.terminal import print_json
from web.cli.visibility_table import format_visibility
from web.i18n.terminal_locale import localize_help
from web.system.data_dir import ensure_data_dir
from web.system.process_stats import own_peak_memory_mb

if TYPE_CHECKING:
    from scanner.reads import PictureRead

_COUNT_COLUMNS = (
    "pictures",
    "cards",
    "found",
    "named",
    "sure",
    "silent",
    "backs",
    "backs_found",
    "ghosts",
    "asked",
    "needless",
    "corner",
)
_STAGE_COLUMNS = ("decode", "propose", "refine", "suppress", "name", "other", "ms", "live")


@click.command(
    help=localize_help(
        "Measure how well pictures with known truth are read. Counted are the cards found, named, sure, "
        "silent (sure but wrong), ghosts (false positives), questions about cards without a name (asked) and about "
        "none (needless), corner error in card widths, peak "
        "memory, and processor milliseconds of decoding, proposing, "
        "refining, suppressing, naming, the rest (other), all together (ms), and reading around one card again (live). "
        "Then cards found, named, sure and silent by how much of them shows.",
        "正解つきの写真で読み取りを測ります。見つけた数、名の合った数、確信した数、確信して誤った数（silent）、"
        "ない札を読んだ数（ghosts）、名の分からない札を尋ねた数（asked）、要らない問いの数（needless）、"
        "角のずれ（札の幅に対する割合）、最大メモリー、CPUのミリ秒（復号・候補・輪郭・重複除去・命名・その他・合計・"
        "札一枚のまわりの読み直し）です。"
        "続いて、見つけた数・名の合った数・確信した数・確信して誤った数を、札の見えている割合ごとに示します。",
    )
)
@labelled_folders
@pictured_deck_option
@data_option
@click.option(
    "--visible",
    type=click.FloatRange(0, 1),
    default=0.0,
    help=localize_help(
        "Count only cards of which at least this share is visible.", "この割合以上が見えている札だけを数えます。"
    ),
)
@json_option
def eyes(folders: tuple[Path, ...], deck: str, data: Path | None, visible: float, *, as_json: bool) -> None:
    """Measure every picture with known truth in the folders."""
    from scanner.evaluation import EvaluationCounts, count_questions, evaluate, load_ground_truth  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415

    use_one_thread()
    root = None if deck in decks() else ensure_data_dir(data)
    rows: dict[str, EvaluationCounts] = {}
    for folder in folders:
        for truth in load_ground_truth(folder):
            read, stages = _read_timed(truth.image_path, deck, root)
            for name in (str(folder), *(f"{folder}: {tag}" for tag in truth.tags)):
                counts = rows.setdefault(name, EvaluationCounts())
                evaluate(counts, truth, read.cards, stages, visible)
                count_questions(counts, truth, read, visible)
    peak = own_peak_memory_mb()
    figures: dict[str, Any] = {name: counts.as_json() for name, counts in rows.items()}
    if as_json:
        print_json({"rows": figures, "memory_mb": round(peak, 1)})
        return
    width = max(map(len, figures), default=0)
    click.echo(" " * width + "".join(f" {name:>8}" for name in (*_COUNT_COLUMNS, *_STAGE_COLUMNS)))
    for name, row in figures.items():
        values = [row.get(column) for column in (*_COUNT_COLUMNS, *_STAGE_COLUMNS)]
        click.echo(f"{name:{width}}" + "".join(f" {'-' if value is None else value:>8}" for value in values))
    click.echo(
        "\n".join(
            format_visibility(
                {str(folder): figures[str(folder)]["by_visibility"] for folder in folders if str(folder) in figures}
            )
        )
    )
    click.echo(f"memory {peak:.0f} MB")


def _read_timed(image: Path, deck: str, root: Path | None) -> tuple[PictureRead, dict[str, float]]:
    """The reading of a picture, and the processor milliseconds of each stage."""
    from scanner.imaging.decode import decode  # noqa: PLC0415
    from scanner.imaging.profiling import measure_stages, stage  # noqa: PLC0415
    from scanner.reader import read_picture  # noqa: PLC0415

    with measure_stages() as clock:
        with stage("decode"):
            frame = decode(image.read_bytes())
        read = read_picture(frame, deck, root)
    with measure_stages() as live_clock:
        read_around_card(frame, deck, read, root)
    return read, {
        **clock.stage_ms,
        "ms": sum(clock.stage_ms.values()),
        "live": sum(live_clock.stage_ms.values()),
    }


COMMAND = eyes
