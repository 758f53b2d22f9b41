"""`fudayomi bench soak`: memory, files and threads over a long run.

The run is an evening of real rounds with scans and phones.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click

from scorer.decks import decks
from scorer.games import game
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from web.cli.bench_server import ServerUnderTest
from web.cli.benches.live import PhoneSimulator
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import ProcessStats, read_process_stats

_GAME, _PLAYERS = "otoroku", ["Aki", "Emi", "Ken", "Yuki"]

_DEAL_COUNT = 6
"""Number of different deals that are rendered and then repeated."""

_CAMERA_SIZE = (1920, 1080)
"""Width and height in pixels of a picture from the camera above the table."""

_PHONE_SIZE = (4608, 2592)
"""Width and height in pixels of a picture from a good phone."""

_ROUNDS_PER_PHONE_SCAN = 5
"""Number of rounds for each one that a phone photographs too."""

_SAMPLE_INTERVAL_S = 2.0
"""Seconds between samples of the two processes."""

_WARMUP_SHARE = 1 / 3
"""First share of the samples, 0..1, that is left out of the slope of memory, because caches still fill."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round on the table: the answers to its prompts, and JPEGs as camera and phone take them."""

    answers: dict[str, list[str]]
    picture: bytes
    phone_picture: bytes


def make_deals(count: int = _DEAL_COUNT) -> list[Deal]:
    """Deals from shuffled packs, rendered as pictures."""
    import cv2  # noqa: PLC0415  OpenCV only for this bench

    from scanner.imaging.decode import decode, encode_jpeg  # noqa: PLC0415
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    rules = game(_GAME)
    session = replay([EveningOpened(_GAME, rules.decks[0], {}, tuple(_PLAYERS))])
    pack, rng = list(rules.pack(decks()[session.deck], session.options)), random.Random(1)  # noqa: S311
    deals = []
    for number in range(count):
        rng.shuffle(pack)
        hands = rules.simulate_round(pack, session.table())["hands"]
        piles = (*(tuple(hand) for hand in hands), ())
        scene = SceneSpec(1, deal=number, piles=piles, surface="walnut", width=_CAMERA_SIZE[0], height=_CAMERA_SIZE[1])
        picture = photograph(scene, DrawnFaces(session.deck)).jpeg
        large = encode_jpeg(cv2.resize(decode(picture), _PHONE_SIZE))  # type: ignore[arg-type]
        deals.append(Deal({f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}, picture, large))
    return deals


@dataclass
class ProcessSamples:
    """Samples of one process: seconds since the start, and its statistics."""

    samples: list[tuple[float, ProcessStats]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Memory at start, end and peak in MB, its slope after the warm-up in MB per hour, files and threads."""
        first, last = self.samples[0][1], self.samples[-1][1]
        warm = self.samples[int(len(self.samples) * _WARMUP_SHARE) :]
        slope = 0.0
        if len(warm) > 2:
            hours = [seconds / 3600 for seconds, _ in warm]
            slope = statistics.linear_regression(hours, [stats.memory_mb for _, stats in warm]).slope
        return {
            "start_mb": round(first.memory_mb, 1),
            "end_mb": round(last.memory_mb, 1),
            "peak_mb": round(max(stats.peak_memory_mb for _, stats in self.samples), 1),
            "mb_per_hour": round(slope, 1),
            "files": [first.open_files, last.open_files],
            "threads": [first.threads, last.threads],
        }


@dataclass
class SoakCounts:
    """Counts of one run. Field names are keys of the result."""

    rounds: int = 0
    scans: int = 0
    refused: int = 0
    evenings: int = 0


def scanner_pid(server: int) -> int:
    """The process id of a server's scanner worker. `OSError` if it has none at the moment."""
    for task in Path(f"/proc/{server}/task").iterdir():
        for child in (task / "children").read_text(encoding="utf-8").split():
            return int(child)
    raise ProcessLookupError("the scanner is away")


def scan(server: ServerUnderTest, counts: SoakCounts, path: str, body: object) -> None:
    """Scan the table once. A refusal, for example of a busy scanner, is counted, and the host enters the cards."""
    try:
        server.request_json("POST", path, body)
        counts.scans += 1
    except RuntimeError:
        counts.refused += 1


def play(server: ServerUnderTest, counts: SoakCounts, deal: Deal, table: Path) -> None:
    """Play one round: show it to the camera, scan it, sometimes with a phone too, enter the hands and book it."""
    evening = server.request_json("GET", "/api/session")["evening"]
    if evening is None or evening["over"]:
        server.open_evening(_GAME, _PLAYERS)
        counts.evenings += 1
    new = table.with_suffix(".new")
    new.write_bytes(deal.picture)
    new.replace(table)
    scan(server, counts, "/api/look", {"version": server.ledger_version})
    if counts.rounds % _ROUNDS_PER_PHONE_SCAN == 0:
        scan(server, counts, "/api/picture", deal.phone_picture)
    # The scanner may be in doubt about a card, so the host enters all hands.
    server.request_json("POST", "/api/draft", {"version": server.ledger_version, "answers": deal.answers})
    server.request_json(
        "POST", "/api/rounds", {"version": server.ledger_version, "key": server.new_key(), "answers": deal.answers}
    )
    counts.rounds += 1


def soak(
    server: ServerUnderTest, rounds: list[Deal], table: Path, minutes: float, phones: int, pause: float
) -> dict[str, Any]:
    """Play for `minutes` and return what server and scanner used. `table` is the picture the camera shows.

    `pause`: seconds between rounds.
    """
    simulator = PhoneSimulator(server, phones)
    samples = {"web": ProcessSamples(), "scanner": ProcessSamples()}
    counts, workers = SoakCounts(), set()
    start = time.monotonic()
    sampled_at = -_SAMPLE_INTERVAL_S
    try:
        while (elapsed := time.monotonic() - start) < minutes * 60 or not counts.rounds:
            play(server, counts, rounds[counts.rounds % len(rounds)], table)
            if elapsed - sampled_at >= _SAMPLE_INTERVAL_S:
                sampled_at = elapsed
                samples["web"].samples.append((elapsed, read_process_stats(server.server_pid)))
                with suppress(OSError):  # the worker may be restarting
                    worker = scanner_pid(server.server_pid)
                    samples["scanner"].samples.append((elapsed, read_process_stats(worker)))
                    workers.add(worker)
            time.sleep(pause)
    finally:
        simulator.close()
    return {
        "minutes": round((time.monotonic() - start) / 60, 1),
        "phones": phones,
        "fed": sum(len(times) > 1 for times in simulator.state_times),
        **asdict(counts),
        "workers": len(workers),
        **{name: process.as_json() for name, process in samples.items()},
    }


@click.command(
    help=localize_help(
        "Play rounds and scan every few seconds while phones listen. Print memory, files and threads of server and "
        "scanner at the start and at the end, the peak of memory, and how fast memory grows.",
        "電話に中継しながら数秒ごとに札を読んで局を進め、サーバーと読み取り係のメモリー・ファイル・スレッドの"
        "始めと終わりの値、メモリーの最大値と増え方を示します。",
    )
)
@json_option
@click.option(
    "--minutes",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, 24 * 60),
    help=localize_help("Minutes to play.", "続ける分数。"),
)
@click.option(
    "--phones",
    default=20,
    show_default=True,
    type=click.IntRange(1, 240),
    help=localize_help("Number of phones that listen.", "中継を受ける電話の数。"),
)
@click.option(
    "--pause", default=2.0, show_default=True, help=localize_help("Seconds between rounds.", "局の間の秒数。")
)
def soak_bench(*, as_json: bool, minutes: float, phones: int, pause: float) -> None:
    """Play on this machine's own address."""
    try:
        deals = make_deals()
        with (
            tempfile.TemporaryDirectory(prefix="fudayomi-soak-") as folder,
            ServerUnderTest(f"folder:{folder}") as server,
        ):
            server.wait_for_scanner()
            result = soak(server, deals, Path(folder) / "table.jpg", minutes, phones, pause)
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault
    if as_json:
        click.echo(json.dumps({"bench": "soak", **result}))
        return
    click.echo(
        f"{result['minutes']} minutes, {result['rounds']} rounds, {result['scans']} scans, "
        f"{result['refused']} refused, {result['evenings']} evenings; "
        f"{result['fed']} of {phones} phones fed; {result['workers']} scanner process(es)"
    )
    for name in ("web", "scanner"):
        row = result[name]
        click.echo(
            f"{name:8} {row['start_mb']} MB at the start, {row['end_mb']} at the end, {row['peak_mb']} at most, "
            f"{row['mb_per_hour']:+} an hour; files {row['files'][0]} → {row['files'][1]}, "
            f"threads {row['threads'][0]} → {row['threads'][1]}"
        )


COMMAND = soak_bench
