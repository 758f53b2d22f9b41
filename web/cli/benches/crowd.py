"""`fudayomi bench crowd`: reading time by number of cards."""

from __future__ import annotations

import json
import multiprocessing
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer.decks import decks
from web.cli.live_reader import read_around_card
from web.cli.options import json_option
from web.cli.visibility_table import format_visibility
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import own_peak_memory_mb

if TYPE_CHECKING:
    from scanner.evaluation import EvaluationCounts, GroundTruth

CARD_COUNTS = (5, 10, 20, 30, 40)
"""Numbers of cards on the tables, up to a nearly full pack."""

LAYOUTS = ("grid", "scatter", "touching", "overlap")
"""Layouts of the tables, from cards apart to cards on top of each other."""


def render_table(deck: str, layout: str, count: int, seed: int) -> tuple[bytes, GroundTruth]:
    """A JPEG of 1920 x 1080 pixels with at most `count` cards, and its truth: a card without room is left out."""
    from scanner.evaluation import parse_truth  # noqa: PLC0415
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    use_one_thread()
    shot = photograph(SceneSpec(seed, layout=layout, count=count), DrawnFaces(deck))
    return shot.jpeg, parse_truth(shot.truth, Path("table.jpg"))


@dataclass
class Row:
    """Measurements of the tables with about the same number of cards, one item per table.

    `full_ms` and `live_ms` are milliseconds of processor time, `clock_ms` of wall-clock time.
    """

    cards: list[int] = field(default_factory=list)
    cards_read: list[int] = field(default_factory=list)
    full_ms: list[float] = field(default_factory=list)
    clock_ms: list[float] = field(default_factory=list)
    live_ms: list[float] = field(default_factory=list)

    def measure(self, picture: bytes, truth: GroundTruth, deck: str, counts: EvaluationCounts) -> None:
        """Measure reading one table and reading around one of its cards again. Its cards are added to `counts`."""
        from scanner.evaluation import evaluate  # noqa: PLC0415
        from scanner.imaging.decode import decode  # noqa: PLC0415
        from scanner.reader import read_picture  # noqa: PLC0415

        frame = decode(picture)
        clock_start, start = time.perf_counter(), time.process_time()
        read = read_picture(frame, deck)
        full_end = time.process_time()
        self.clock_ms.append((time.perf_counter() - clock_start) * 1000)
        read_around_card(frame, deck, read)
        self.live_ms.append((time.process_time() - full_end) * 1000)
        self.full_ms.append((full_end - start) * 1000)
        self.cards.append(len(truth.cards))
        self.cards_read.append(len(read.cards))
        evaluate(counts, truth, read.cards, {})

    def as_json(self) -> dict[str, float]:
        """Means of the numbers of cards on the table and read, and medians of the times in milliseconds.

        "full": a full reading, "a_card": per card, "worst": its maximum, "clock": wall-clock time. "live", "live_card"
        and "live_worst" are the same for reading around one card again.
        """
        cards = statistics.mean(self.cards)
        full, live = statistics.median(self.full_ms), statistics.median(self.live_ms)
        return {
            "cards": round(cards, 1),
            "read": round(statistics.mean(self.cards_read), 1),
            "full": round(full),
            "a_card": round(full / cards, 1),
            "worst": round(max(self.full_ms)),
            "clock": round(statistics.median(self.clock_ms)),
            "live": round(live),
            "live_card": round(live / cards, 1),
            "live_worst": round(max(self.live_ms)),
        }


def measure_deck(deck: str, tables: int) -> tuple[list[dict[str, float]], EvaluationCounts, float]:
    """A row for each of `CARD_COUNTS` over `tables` tables of each layout, counts of all, and the peak memory in MB.

    Another process renders the tables, so that the memory of this one is that of reading alone.
    """
    from scanner.evaluation import EvaluationCounts  # noqa: PLC0415
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415

    use_one_thread()
    rows, counts = [], EvaluationCounts()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as renderer:
        # The first reading loads the models and is not counted.
        Row().measure(
            *renderer.submit(render_table, deck, "grid", CARD_COUNTS[0], 0).result(), deck, EvaluationCounts()
        )
        for count in CARD_COUNTS:
            row = Row()
            for seed in range(tables):
                for layout in LAYOUTS:
                    table = renderer.submit(render_table, deck, layout, count, 10 * count + seed)
                    row.measure(*table.result(), deck, counts)
            rows.append(row.as_json())
    return rows, counts, round(own_peak_memory_mb(), 1)


@click.command(
    help=localize_help(
        "Measure reading synthetic tables of 5 to 40 cards that lie apart, touch or overlap. Shown are processor "
        "milliseconds of a full reading (median, per card, worst), wall-clock milliseconds, "
        "milliseconds of reading around one card again, cards found, named, sure and silent (sure but "
        "wrong) by how much of them shows, and peak memory.",
        "5枚から40枚の札が離れた・接した・重なった合成の卓で読み取りを測ります。読み取りにかかるCPUのミリ秒（中央値、一枚あたり、最悪）、"
        "実時間のミリ秒、札一枚のまわりの読み直し、見えている割合ごとの札の数（見つけた・名の合った・確信した・確信して誤った）、"
        "最大メモリーを示します。",
    )
)
@click.option(
    "--deck",
    type=click.Choice(sorted(decks())),
    default="hanafuda",
    show_default=True,
    help=localize_help("The deck.", "札の種類。"),
)
@click.option(
    "--tables",
    default=2,
    show_default=True,
    type=click.IntRange(1, 100),
    help=localize_help("Number of tables per layout and number of cards.", "並び方と枚数ごとの卓の数。"),
)
@json_option
def crowd(*, deck: str, tables: int, as_json: bool) -> None:
    """Measure one deck."""
    rows, counts, memory = measure_deck(deck, tables)
    by_visibility = counts.as_json()["by_visibility"]
    if as_json:
        figures = {"bench": "crowd", "deck": deck, "rows": rows, "by_visibility": by_visibility, "memory_mb": memory}
        click.echo(json.dumps(figures))
        return
    click.echo("".join(f"{name:>11}" for name in rows[0]))
    for row in rows:
        click.echo("".join(f"{value:>11}" for value in row.values()))
    click.echo("\n".join(format_visibility({deck: by_visibility})))
    click.echo(f"memory {memory} MB")


COMMAND = crowd
