"""`fudayomi bench crowd`: how reading a table costs more the more cards lie on it."""

from __future__ import annotations

import json
import multiprocessing
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import click

from scorer.decks import decks
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import own_peak_memory_mb

CARD_COUNTS = (5, 10, 20, 30, 40)
LAYOUTS = ("grid", "scatter", "touching", "overlap")


def render_table(deck: str, layout: str, count: int, seed: int) -> tuple[bytes, int]:
    """A JPEG of 1920 x 1080 pixels with about so many cards, and how many there are: what finds no room stays away."""
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only for those who look
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    use_one_thread()
    shot = photograph(SceneSpec(seed, layout=layout, count=count), DrawnFaces(deck))
    return shot.jpeg, len(shot.truth["cards"])


@dataclass
class Row:
    """Figures of the tables with about as many cards: milliseconds of one processor and of the clock."""

    cards: list[int] = field(default_factory=list)
    cards_read: list[int] = field(default_factory=list)
    full_ms: list[float] = field(default_factory=list)
    clock_ms: list[float] = field(default_factory=list)
    incremental_ms: list[float] = field(default_factory=list)

    def measure(self, picture: bytes, cards: int, deck: str) -> None:
        """Reads one table, and again."""
        from scanner.imaging.decode import decode  # noqa: PLC0415
        from scanner.reader import read_incremental, read_picture  # noqa: PLC0415

        frame = decode(picture)
        clock, start = time.perf_counter(), time.process_time()
        read = read_picture(frame, deck)
        full = time.process_time()
        self.clock_ms.append((time.perf_counter() - clock) * 1000)
        read_incremental(frame, deck, read)
        self.incremental_ms.append((time.process_time() - full) * 1000)
        self.full_ms.append((full - start) * 1000)
        self.cards.append(cards)
        self.cards_read.append(len(read.cards))

    def as_json(self) -> dict[str, float]:
        """Mean cards lying and read; median milliseconds of a full reading, a card, worst, by the clock; read again."""
        cards, full, live = (
            statistics.mean(self.cards),
            statistics.median(self.full_ms),
            statistics.median(self.incremental_ms),
        )
        return {
            "cards": round(cards, 1),
            "read": round(statistics.mean(self.cards_read), 1),
            "full": round(full),
            "a_card": round(full / cards, 1),
            "worst": round(max(self.full_ms)),
            "clock": round(statistics.median(self.clock_ms)),
            "live": round(live),
            "live_card": round(live / cards, 1),
            "live_worst": round(max(self.incremental_ms)),
        }


def measure_deck(deck: str, tables: int) -> tuple[list[dict[str, float]], float]:
    """A row for each of COUNTS over `tables` tables of each layout, and the reading process's peak memory in MB.

    Another process paints the tables, so that this one holds what reading takes.
    """
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415

    use_one_thread()
    rows = []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as painter:
        Row().measure(
            *painter.submit(render_table, deck, "grid", CARD_COUNTS[0], 0).result(), deck
        )  # loading is no reading
        for count in CARD_COUNTS:
            row = Row()
            for seed in range(tables):
                for layout in LAYOUTS:
                    row.measure(*painter.submit(render_table, deck, layout, count, 10 * count + seed).result(), deck)
            rows.append(row.as_json())
    return rows, round(own_peak_memory_mb(), 1)


@click.command(
    help=localize_help(
        "Reads synthetic tables of 5 to 40 cards, apart, touching and overlapping: milliseconds of one processor for a "
        "full reading (median, for each card, worst), the clock's, for reading the same table again, and memory.",
        "5枚から40枚まで、離した札・接した札・重ねた札の合成の卓を読み、CPU一つで読むミリ秒（中央値、一枚あたり、最悪）、"
        "時計のミリ秒、同じ卓の読み直し、記憶を測ります。",
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
    help=localize_help("Tables of each layout and number of cards.", "並び方と枚数ごとの卓の数。"),
)
@json_option
def crowd(*, deck: str, tables: int, as_json: bool) -> None:
    """Measures one deck."""
    rows, memory = measure_deck(deck, tables)
    if as_json:
        click.echo(json.dumps({"bench": "crowd", "deck": deck, "rows": rows, "memory_mb": memory}))
        return
    click.echo("".join(f"{name:>11}" for name in rows[0]))
    for row in rows:
        click.echo("".join(f"{value:>11}" for value in row.values()))
    click.echo(f"memory {memory} MB")


COMMAND = crowd
