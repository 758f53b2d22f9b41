"""`fudayomi bench hall`: how soon a booked round stands on every phone."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from scorer.json_input import parse_json
from web.cli.options import json_option
from web.cli.synthetic_tables import SyntheticTable
from web.i18n.terminal_locale import localize_help
from web.outbox.hall_client import HallAddress, HallClient
from web.system.process_stats import read_process_stats

_GAMES = ("otoroku", "koikoi", "dontsuku")
_START_S = 120.0
"""Seconds the hall may take to start, or a round to arrive, on a busy machine."""


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
@click.option("--database", help=localize_help("URL of an empty database.", "空のデータベースのURL。"))
@json_option
def hall_bench(
    *, tables: int, phones: int, seconds: float, rounds_an_hour: float, database: str | None, as_json: bool
) -> None:
    """Run the hall as a process of its own, let tables play, and print the figures."""
    with tempfile.TemporaryDirectory(prefix="fudayomi-bench-") as name, ExitStack() as stack:
        folder = Path(name)
        process, url, code = _start(folder, database)
        stack.callback(process.wait)
        stack.callback(process.send_signal, signal.SIGTERM)
        playing = [SyntheticTable(folder / str(n), f"T{n}", _GAMES[n % len(_GAMES)], n) for n in range(tables)]
        for table in playing:
            stack.callback(table.close)
            table.join(HallAddress(url, code))
            table.send()
        watchers = _Watchers(url, phones)
        stack.callback(watchers.close)
        cpu, start = read_process_stats(process.pid).cpu_seconds, time.monotonic()
        booked = _play(playing, watchers, seconds, rounds_an_hour)
        stats = read_process_stats(process.pid)
        figures = _figures(booked, watchers)
        figures["memory_mb"] = round(stats.peak_memory_mb, 1)
        figures["share_of_core"] = round((stats.cpu_seconds - cpu) / (time.monotonic() - start), 3)
    if as_json:
        click.echo(json.dumps(figures))
        return
    for key, value in figures.items():
        click.echo(f"{key:>16}  {value}")


def _start(folder: Path, database: str | None) -> tuple[subprocess.Popen[bytes], str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    more = ["--database", database] if database else ["--data", str(folder)]
    prelude = f"from scanner.picamera_daemon.parent_death import die_with_parent; die_with_parent({os.getpid()})"
    command = [sys.executable, "-c", f"{prelude}; from web.cli import main; main()", "hall", "--port", str(port), *more]
    log = folder / "hall.log"
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--host", "127.0.0.1"], stdout=out, stderr=out)  # noqa: S603  our own command
    url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + _START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            HallClient(url).send("GET", "/health", b"")
        except ValueError:
            time.sleep(0.05)
        else:
            return process, url, log.read_text(encoding="utf-8").rpartition("/join/")[2][:8]
    raise click.ClickException(log.read_text(encoding="utf-8"))


class _Watchers:
    """Phones that follow the overview. `seen`: for each table and sequence, when each phone saw it."""

    def __init__(self, url: str, count: int) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self.count = count
        self.seen: dict[tuple[int, int], list[float]] = {}
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._tails = [b""] * count
        self._sockets = []
        for number in range(count):
            sock = socket.create_connection((host, int(port)), timeout=_START_S)
            sock.sendall(f"GET /api/live HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            sock.settimeout(0)
            self._selector.register(sock, selectors.EVENT_READ, number)
            self._sockets.append(sock)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close every stream."""
        self._stop.set()
        self._thread.join()
        for sock in self._sockets:
            sock.close()

    def _listen(self) -> None:
        parsed: dict[bytes, list[tuple[int, int]]] = {}
        while not self._stop.is_set():
            for ready, _ in self._selector.select(0.2):
                number = int(ready.data)
                try:
                    data = self._sockets[number].recv(262_144)
                except OSError:
                    continue
                if not data:
                    self._selector.unregister(self._sockets[number])
                    continue
                now = time.monotonic()
                *events, self._tails[number] = (self._tails[number] + data).split(b"\n\n")
                for event in events:
                    # All phones get the same bytes: each message is parsed once.
                    if event not in parsed:
                        parsed[event] = _sequences(event)
                    for place in parsed[event]:
                        self.seen.setdefault(place, []).append(now)


def _sequences(event: bytes) -> list[tuple[int, int]]:
    head, _, data = event.partition(b"\ndata: ")
    if not head.endswith((b"event: tables", b"event: all")):
        return []
    return [(card["table"], card["sequence"]) for card in parse_json(data)]


def _play(
    tables: list[SyntheticTable], watchers: _Watchers, seconds: float, rounds_an_hour: float
) -> dict[tuple[int, int], float]:
    """Let the tables book in turn at their pace; when each entry was booked, by table and sequence."""
    booked: dict[tuple[int, int], float] = {}
    pause = 3600 / rounds_an_hour / len(tables)
    start = time.monotonic()
    turn = 0
    while (now := time.monotonic()) < start + seconds:
        table = tables[turn % len(tables)]
        table.play_round()
        member = table.outbox.membership
        if member is not None:
            booked[member.table, table.last_sequence] = time.monotonic()
        table.send()
        turn += 1
        time.sleep(max(0.0, start + turn * pause - now))
    deadline = time.monotonic() + _START_S
    newest = {table: max(n for t, n in booked if t == table) for table, _ in booked}
    while time.monotonic() < deadline and any(
        len(watchers.seen.get(place, ())) < watchers.count for place in newest.items()
    ):
        time.sleep(0.05)
    return booked


def _figures(booked: dict[tuple[int, int], float], watchers: _Watchers) -> dict[str, Any]:
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
