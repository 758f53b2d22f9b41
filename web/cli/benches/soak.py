"""`fudayomi bench soak`: an evening of real rounds, scans and phones, and what the two processes take meanwhile."""

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
_CAMERA_SIZE, _PHONE_SIZE = (
    (1920, 1080),
    (4608, 2592),
)  # pixels of a camera over the table, and of a good phone's picture
_ROUNDS_PER_PHONE_SCAN = 5  # of so many rounds one is photographed by a phone, too
_SAMPLE_INTERVAL_S = 2.0
_WARMUP_SHARE = 1 / 3
"""The first part of a run, in which caches fill, says nothing of growth."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round as it lies on the table: the answers to its asks, and the pictures a camera and a phone take of it."""

    answers: dict[str, list[str]]
    picture: bytes
    phone_picture: bytes


def make_deals(count: int = _DEAL_COUNT) -> list[Deal]:
    """Rounds of the game played out from shuffled packs, and photographed."""
    import cv2  # noqa: PLC0415  OpenCV only for this bench

    from scanner.imaging.decode import decode, encode_jpeg  # noqa: PLC0415
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    rules = game(_GAME)
    session = replay([EveningOpened(_GAME, rules.decks[0], {}, tuple(_PLAYERS))])
    pack, chance = list(rules.pack(decks()[session.deck], session.options)), random.Random(1)  # noqa: S311
    found = []
    for number in range(count):
        chance.shuffle(pack)
        hands = rules.simulate_round(pack, session.table())["hands"]
        piles = (*(tuple(hand) for hand in hands), ())
        order = SceneSpec(1, deal=number, piles=piles, surface="walnut", width=_CAMERA_SIZE[0], height=_CAMERA_SIZE[1])
        picture = photograph(order, DrawnFaces(session.deck)).jpeg
        large = encode_jpeg(cv2.resize(decode(picture), _PHONE_SIZE))  # type: ignore[arg-type]
        found.append(Deal({f"hands.{seat}": list(hand) for seat, hand in enumerate(hands)}, picture, large))
    return found


@dataclass
class ProcessSamples:
    """What one process took, sample by sample: seconds since the start, and the gauge."""

    samples: list[tuple[float, ProcessStats]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Memory at start, end and peak in MB, its slope in MB an hour after warming up, files and threads."""
        first, last = self.samples[0][1], self.samples[-1][1]
        warm = self.samples[int(len(self.samples) * _WARMUP_SHARE) :]
        slope = 0.0
        if len(warm) > 2:
            hours = [at / 3600 for at, _ in warm]
            slope = statistics.linear_regression(hours, [found.memory_mb for _, found in warm]).slope
        return {
            "start_mb": round(first.memory_mb, 1),
            "end_mb": round(last.memory_mb, 1),
            "peak_mb": round(max(found.peak_memory_mb for _, found in self.samples), 1),
            "mb_per_hour": round(slope, 1),
            "files": [first.open_files, last.open_files],
            "threads": [first.threads, last.threads],
        }


@dataclass
class SoakCounts:
    """What happened in the run."""

    rounds: int = 0
    scans: int = 0
    refused: int = 0
    evenings: int = 0


def scanner_pid(server: int) -> int:
    """The process id of a server's scanner worker; `OSError` when it has none now."""
    for task in Path(f"/proc/{server}/task").iterdir():
        for child in (task / "children").read_text(encoding="utf-8").split():
            return int(child)
    raise ProcessLookupError("the scanner is away")


def scan(server: ServerUnderTest, counts: SoakCounts, path: str, body: object) -> None:
    """One look at the table; where the scanner has no time the host goes on by hand, as people would."""
    try:
        server.request_json("POST", path, body)
        counts.scans += 1
    except RuntimeError:
        counts.refused += 1


def play(server: ServerUnderTest, counts: SoakCounts, deal: Deal, table: Path) -> None:
    """One round: laid, scanned, now and then photographed by a phone, told where the eyes doubt, booked."""
    evening = server.request_json("GET", "/api/session")["evening"]
    if evening is None or evening["over"]:
        server.open_evening(_GAME, _PLAYERS)
        counts.evenings += 1
    beside = table.with_suffix(".new")
    beside.write_bytes(deal.picture)
    beside.replace(table)
    scan(server, counts, "/api/look", {"version": server.ledger_version})
    if counts.rounds % _ROUNDS_PER_PHONE_SCAN == 0:
        scan(server, counts, "/api/picture", deal.phone_picture)
    # What the eyes doubt the host has looked at: he says the hands himself.
    server.request_json("POST", "/api/draft", {"version": server.ledger_version, "answers": deal.answers})
    server.request_json(
        "POST", "/api/rounds", {"version": server.ledger_version, "key": server.new_key(), "answers": deal.answers}
    )
    counts.rounds += 1


def soak(
    server: ServerUnderTest, rounds: list[Deal], table: Path, minutes: float, phones: int, pause: float
) -> dict[str, Any]:
    """Plays for so many minutes and says what web and scanner took; the camera sees the picture at `table`."""
    listening = PhoneSimulator(server, phones)
    watched = {"web": ProcessSamples(), "scanner": ProcessSamples()}
    played, workers = SoakCounts(), set()
    start = time.monotonic()
    sampled = -_SAMPLE_INTERVAL_S
    try:
        while (spent := time.monotonic() - start) < minutes * 60 or not played.rounds:
            play(server, played, rounds[played.rounds % len(rounds)], table)
            if spent - sampled >= _SAMPLE_INTERVAL_S:
                sampled = spent
                watched["web"].samples.append((spent, read_process_stats(server.server_pid)))
                with suppress(OSError):  # the scanner may be away for a moment
                    worker = scanner_pid(server.server_pid)
                    watched["scanner"].samples.append((spent, read_process_stats(worker)))
                    workers.add(worker)
            time.sleep(pause)
    finally:
        listening.close()
    return {
        "minutes": round((time.monotonic() - start) / 60, 1),
        "phones": phones,
        "fed": sum(len(times) > 1 for times in listening.state_times),
        **asdict(played),
        "workers": len(workers),
        **{name: each.as_json() for name, each in watched.items()},
    }


@click.command(
    help=localize_help(
        "Plays rounds with phones listening and scans every few seconds, and tells memory, files and threads of page "
        "and scanner at the start, at the end, at most, and how fast memory grows.",
        "電話に中継しながら数秒ごとに札を読んで局を進め、ページと読み取り係のメモリー・ファイル・スレッドを"
        "始めと終わりと最大で示し、増え方も測ります。",
    )
)
@json_option
@click.option(
    "--minutes",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, 24 * 60),
    help=localize_help("How long to play.", "続ける分数。"),
)
@click.option(
    "--phones",
    default=20,
    show_default=True,
    type=click.IntRange(1, 240),
    help=localize_help("How many phones listen.", "聞いている電話の数。"),
)
@click.option(
    "--pause", default=2.0, show_default=True, help=localize_help("Seconds between rounds.", "局の間の秒数。")
)
def soak_bench(*, as_json: bool, minutes: float, phones: int, pause: float) -> None:
    """Plays on this machine's own address."""
    try:
        laid = make_deals()
        with (
            tempfile.TemporaryDirectory(prefix="fudayomi-soak-") as folder,
            ServerUnderTest(f"folder:{folder}") as trial,
        ):
            trial.wait_for_scanner()
            found = soak(trial, laid, Path(folder) / "table.jpg", minutes, phones, pause)
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault
    if as_json:
        click.echo(json.dumps({"bench": "soak", **found}))
        return
    click.echo(
        f"{found['minutes']} minutes, {found['rounds']} rounds, {found['scans']} scans, {found['refused']} refused, "
        f"{found['evenings']} evenings; "
        f"{found['fed']} of {phones} phones fed; {found['workers']} scanner process(es)"
    )
    for name in ("web", "scanner"):
        row = found[name]
        click.echo(
            f"{name:8} {row['start_mb']} MB at the start, {row['end_mb']} at the end, {row['peak_mb']} at most, "
            f"{row['mb_per_hour']:+} an hour; files {row['files'][0]} → {row['files'][1]}, "
            f"threads {row['threads'][0]} → {row['threads'][1]}"
        )


COMMAND = soak_bench
