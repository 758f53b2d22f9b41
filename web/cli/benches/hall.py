"""`fudayomi bench hall`: from a booked round to every watching phone."""

from __future__ import annotations

import itertools
import json
import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from scorer.errors import Refusal
from web.cli.bench_server import child_command
from web.cli.benches.ledger import write_ledger
from web.cli.hall_bench.pages import CpuClock, cost_of_pages, seconds_spent
from web.cli.hall_bench.past import Past
from web.cli.hall_bench.watchers import Watchers
from web.cli.options import json_option
from web.cli.synthetic_tables import SyntheticTable
from web.hall.storage.database import HallDatabase
from web.i18n.terminal_locale import localize_help
from web.outbox.hall_client import HallAddress, HallClient
from web.system.file_limit import raise_file_limit
from web.system.process_stats import read_process_stats

_GAMES = ("otoroku", "koikoi", "dontsuku")
_START_S = 120.0
"""Seconds the hall may take to start, or a round to arrive, on a busy machine."""
_PLAYER_THREADS = 8
"""Threads that play the tables."""
_IDLE_S = 16.0
"""Seconds for which nobody plays, before and after: what phones that only watch cost, four heartbeats of each."""
_JOIN_S = 900.0
"""Seconds a table may wait until it is let in, while others join."""


@click.command(
    "hall",
    help=localize_help(
        "Measure how soon rounds of many tables stand on every watching phone, with memory and processor time.",
        "多くの卓の局が、見ているすべての端末に届くまでの時間と、メモリー、処理時間を測ります。",
    ),
)
@click.option("--tables", default=50, show_default=True, help=localize_help("Tables.", "卓の数。"))
@click.option(
    "--phones", default=200, show_default=True, help=localize_help("Phones that watch.", "見ている端末の数。")
)
@click.option("--seconds", default=30.0, show_default=True, help=localize_help("How long to play.", "遊ぶ秒数。"))
@click.option(
    "--rounds-an-hour",
    default=40.0,
    show_default=True,
    help=localize_help("Rounds of each table.", "一卓の一時間の局数。"),
)
@click.option(
    "--stored",
    multiple=True,
    type=click.IntRange(min=0),
    help=localize_help(
        "Rounds in the past, for which pages and play are measured. Can be repeated, growing.",
        "過去の局数。その数だけある時のページと対局を測ります。小さい順に繰り返し指定できます。",
    ),
)
@click.option("--database", help=localize_help("URL of an empty database.", "空のデータベースのURL。"))
@json_option
def hall_bench(
    *,
    tables: int,
    phones: int,
    seconds: float,
    rounds_an_hour: float,
    stored: tuple[int, ...],
    database: str | None,
    as_json: bool,
) -> None:
    """Run the hall as a process of its own, let tables play, and print the figures."""
    with tempfile.TemporaryDirectory(prefix="fudayomi-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        process, url, code = _start(folder, database)
        raise_file_limit()  # the hall asks for itself
        stack.callback(process.wait)
        stack.callback(process.send_signal, signal.SIGTERM)
        playing = [SyntheticTable(folder / str(n), f"T{n}", _GAMES[n % len(_GAMES)], n) for n in range(tables)]
        for table in playing:
            stack.callback(table.close)
            _join(table, HallAddress(url, code))
        opened = stack.enter_context(closing(HallDatabase(database or f"sqlite:///{folder / 'hall.db'}")))
        clock = CpuClock(process.pid, opened)
        past = Past(opened, write_ledger) if stored else None
        paths = _pages(past, playing[0]) if past else []
        for table in playing:
            table.send()
        watchers = Watchers(url, phones)
        stack.callback(watchers.close)
        for size in stored or (0,):
            if past:
                past.grow(size)
            figures = _measure(playing, watchers, clock, seconds, rounds_an_hour)
            figures["memory_mb"] = round(read_process_stats(process.pid).peak_memory_mb, 1)
            figures["load"] = round(os.getloadavg()[0], 1)
            if past:
                figures |= {"stored": past.rounds, **cost_of_pages(url, paths, clock)}
            _print(figures, as_json=as_json)


def _measure(
    playing: list[SyntheticTable], watchers: Watchers, clock: CpuClock, seconds: float, rounds_an_hour: float
) -> dict[str, Any]:
    """What it costs hall and database to let the tables play for so many seconds, and what while nobody plays."""
    watchers.seen.clear()
    pause = min(seconds, _IDLE_S)
    time.sleep(pause)  # what phones and tables that came just now still cost belongs to no round
    hall_s, server, start = clock.hall(), clock.server(), time.monotonic()
    booked = _play(playing, watchers, seconds, rounds_an_hour)
    hall_s, server_s, lasted = clock.hall() - hall_s, seconds_spent(server, clock.server()), time.monotonic() - start
    idle_s = clock.hall()
    time.sleep(pause)
    idle_share = (clock.hall() - idle_s) / pause
    return {
        **_figures(booked, watchers),
        "share_of_core": round(hall_s / lasted, 3),
        "idle_share_of_core": round(idle_share, 3),
        "database_share": round(server_s / lasted, 3),
        "hall_cpu_ms_per_round": round(1000 * hall_s / max(1, len(booked)), 1),
        "database_cpu_ms_per_round": round(1000 * server_s / max(1, len(booked)), 1),
    }


def _pages(past: Past, table: SyntheticTable) -> list[str]:
    """The pages to measure, with an event that the first table plays."""
    event = past.begin_event(table.players, table.game)
    return [
        "/",
        "/tables/1",
        "/api/tables/1",
        "/members",
        "/members/1",
        "/ratings",
        "/events",
        f"/events/{event}",
        f"/events/{event}/sheet",
    ]


def _join(table: SyntheticTable, address: HallAddress) -> None:
    """Join as soon as the hall lets it in: it takes so many tables a minute."""
    deadline = time.monotonic() + _JOIN_S
    while True:
        try:
            table.join(address)
        except Refusal as refusal:
            if refusal.code != "too_many_tries" or time.monotonic() > deadline:
                raise click.ClickException(str(refusal)) from None
            time.sleep(1.0)
        else:
            return


def _print(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(figures))
        return
    for key, value in figures.items():
        shown = "  ".join(f"{name} {number}" for name, number in value.items()) if isinstance(value, dict) else value
        click.echo(f"{key:>26}  {shown}")


def _start(folder: Path, database: str | None) -> tuple[subprocess.Popen[bytes], str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    more = ["--database", database] if database else ["--data", str(folder)]
    command = child_command("hall", "--host", "127.0.0.1", "--port", str(port), *more)
    log = folder / "hall.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)  # noqa: S603  our own command
    url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + _START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            HallClient(url).send("GET", "/health", b"")
        except ValueError:
            time.sleep(0.05)
        else:
            return process, url, log.read_text(encoding="utf-8").rpartition("/join/")[2][:8]
    raise click.ClickException(log.read_text(encoding="utf-8"))


def _play(
    tables: list[SyntheticTable], watchers: Watchers, seconds: float, rounds_an_hour: float
) -> dict[tuple[int, int], float]:
    """Let the tables book in turn at their pace; when each entry was booked, by table and sequence."""
    booked: dict[tuple[int, int], float] = {}
    pause = 3600 / rounds_an_hour / len(tables)
    start = time.monotonic()

    def play_share(first: int) -> None:
        """One thread's own tables: while one waits for its disk or the hall, others play on."""
        share = tables[first::threads]
        for turn in itertools.count():
            due = start + (first + turn * threads) * pause
            if max(due, time.monotonic()) >= start + seconds:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            table = share[turn % len(share)]
            table.play_round()
            member = table.outbox.membership
            if member is not None:
                booked[member.table, table.last_sequence] = time.monotonic()
            table.send()

    threads = min(_PLAYER_THREADS, len(tables))
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play_share, range(threads)))
    deadline = time.monotonic() + _START_S
    newest = {table: max(n for t, n in booked if t == table) for table, _ in booked}
    while time.monotonic() < deadline and any(
        len(watchers.seen.get(place, ())) < watchers.count for place in newest.items()
    ):
        time.sleep(0.05)
    return booked


def _figures(booked: dict[tuple[int, int], float], watchers: Watchers) -> dict[str, Any]:
    delays = sorted(
        1000 * (seen - booked[place])
        for place, times in list(watchers.seen.items())
        if place in booked
        for seen in times
    )
    # A round that was followed by another within the same message is seen with that one.
    complete = sum(len(times) >= watchers.count for place, times in watchers.seen.items() if place in booked)
    return {
        "rounds": len(booked),
        "rounds_seen": complete,
        "p50_ms": round(statistics.median(delays)) if delays else None,
        "p99_ms": round(delays[int(len(delays) * 0.99)]) if delays else None,
    }


COMMAND = hall_bench
