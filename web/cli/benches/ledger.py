"""`fudayomi bench ledger`: what the past costs.

Start-up, booking, pages, exports, memory and bytes written, each against the size of the ledger.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from scorer.decks import decks
from scorer.games import game
from scorer.session.corrections import extract_answers
from scorer.session.events import EveningOpened, RoundSettled
from scorer.session.reducer import apply, replay
from web.archive.evenings import EveningArchive
from web.cli.bench_server import ServerUnderTest
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help
from web.ledger.entry import NewEntry
from web.ledger.store import Store
from web.system.process_stats import read_process_stats, read_written_bytes

SIZES = ("1x50", "1x2000", "200x250")
"""Evenings and rounds of each: a short one, a very long one, and four years of one evening a week."""
_FIRST_START_TIMEOUT_S = 600.0
"""Seconds for a start without a checkpoint, which reads a short ledger whole."""
_IDLE_LOAD = 0.08
"""Share of a processor that the server takes when it only waits."""
_CHECK_TIMEOUT_S = 300.0
"""Seconds after which booking is measured beside the check."""
BOOKED_ROUNDS = 40
"""Rounds booked on each ledger."""
_GAME, _PLAYERS = "otoroku", ("Aki", "Emi", "Ken", "Yuki")
_STONES = 10**6
"""Stones each player starts with: more than the rounds of a bench can lose."""
_AT = "2026-11-01T20:00:00+00:00"


def write_ledger(folder: Path, evenings: int, rounds: int) -> None:
    """A ledger with so many evenings of so many rounds."""
    rules = game(_GAME)
    opened = EveningOpened(_GAME, rules.decks[0], {"length": "last_standing"}, _PLAYERS, (_STONES,) * len(_PLAYERS))
    session, events = replay([opened]), [opened.as_json()]
    for number in range(rounds):
        pack = list(rules.pack(decks()[session.deck], session.options))
        random.Random(number).shuffle(pack)  # noqa: S311  deals of a benchmark
        round_ = rules.simulate_round(pack, session.table())
        event = RoundSettled(round_, rules.settle(round_).as_json())
        session = apply(session, event)
        events.append(event.as_json())
    entries = [NewEntry(event, "host", _AT) for event in events]
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        for evening in range(evenings):
            store.import_entries(entries, f"evening-{evening}")


def measure(evenings: int, rounds: int) -> dict[str, Any]:
    """The figures of one size: milliseconds, MB, bytes."""
    with tempfile.TemporaryDirectory(prefix="fudayomi-ledger-") as place:
        folder = Path(place)
        write_ledger(folder, evenings, rounds)
        with ServerUnderTest(data_dir=folder, startup_timeout_s=_FIRST_START_TIMEOUT_S) as server:
            first_start_s = server.startup_s
        remember_ms = _remember_evenings(folder)
        with ServerUnderTest(data_dir=folder) as server:
            start_cpu_s = read_process_stats(server.server_pid).cpu_seconds
            return {
                "evenings": evenings,
                "rounds": evenings * rounds,
                "ledger_mb": round(sum(file.stat().st_size for file in folder.glob("ledger.db*")) / 1e6, 1),
                "first_start_ms": round(first_start_s * 1000),
                "remember_evening_ms": round(remember_ms / evenings, 1),
                "start_ms": round(server.startup_s * 1000),
                "start_cpu_ms": round(start_cpu_s * 1000),
                "start_mb": round(read_process_stats(server.server_pid).memory_mb, 1),
                "past_checked_s": _wait_until_checked(server),
                **_measure_play(server),
                **_measure_page(server, "page", "/"),
                **_measure_page(server, "state", "/api/session"),
                **_measure_page(server, "first_history", "/api/history", 1),
                **_measure_page(server, "history", "/api/history"),
                **_measure_page(server, "far_history", f"/api/history?before={rounds // 2}"),
                **_measure_page(server, "first_tally", "/api/tally", 1),
                **_measure_page(server, "tally", "/api/tally"),
                **_measure_page(server, "first_evenings", "/api/evenings", 1),
                **_measure_page(server, "evenings", "/api/evenings"),
                **_measure_page(server, "first_players", "/api/players", 1),
                **_measure_page(server, "players", "/api/players"),
                **_measure_page(server, "export", "/evening.json", 1),
                "peak_mb": round(read_process_stats(server.server_pid).peak_memory_mb, 1),
            }


def _remember_evenings(folder: Path) -> float:
    """Fold each evening for the list, which a table does once, beside the play after its end. Milliseconds it took."""
    start = time.perf_counter()
    with closing(Store(f"sqlite:///{folder / 'ledger.db'}")) as store:
        EveningArchive(store, lambda: (None, None, 0)).remember_past(threading.Event(), pause_s=0.0)
    return (time.perf_counter() - start) * 1000


def _wait_until_checked(server: ServerUnderTest) -> float:
    """Wait until the check of the past, which runs beside the play, no longer takes time. Seconds it took."""
    start, busy = time.monotonic(), 1.0
    while busy > _IDLE_LOAD and time.monotonic() - start < _CHECK_TIMEOUT_S:
        cpu_s = read_process_stats(server.server_pid).cpu_seconds
        time.sleep(1)
        busy = read_process_stats(server.server_pid).cpu_seconds - cpu_s
    return round(time.monotonic() - start, 1)


def _measure_play(server: ServerUnderTest) -> dict[str, Any]:
    """Milliseconds of booking a round, and bytes written for one."""
    rules = game(_GAME)
    pack = list(rules.pack(decks()[rules.decks[0]], rules.resolve_options({})))
    table = replay([EveningOpened(_GAME, rules.decks[0], {"length": "last_standing"}, _PLAYERS)]).table()
    round_ = rules.simulate_round(pack, table)
    answers = extract_answers(round_, rules.prompts(table))
    before, times = read_written_bytes(server.server_pid), []
    cpu_s = read_process_stats(server.server_pid).cpu_seconds
    for _ in range(BOOKED_ROUNDS):
        body = {"version": server.ledger_version, "key": server.new_key(), "answers": answers}
        start = time.perf_counter()
        server.request_json("POST", "/api/rounds", body)
        times.append((time.perf_counter() - start) * 1000)
    written = read_written_bytes(server.server_pid) - before
    return {
        "book_ms": round(statistics.median(times), 1),
        "book_worst_ms": round(max(times), 1),
        "book_cpu_ms": round((read_process_stats(server.server_pid).cpu_seconds - cpu_s) / BOOKED_ROUNDS * 1000, 1),
        "bytes_per_round": written // BOOKED_ROUNDS,
    }


def _measure_page(server: ServerUnderTest, name: str, path: str, times: int = 15) -> dict[str, float]:
    """Milliseconds until a page is there (the median), and of the server's processor for one (the mean)."""
    taken, cpu_s = [], read_process_stats(server.server_pid).cpu_seconds
    for _ in range(times):
        start = time.perf_counter()
        server.request_bytes(path)
        taken.append((time.perf_counter() - start) * 1000)
    cpu_ms = (read_process_stats(server.server_pid).cpu_seconds - cpu_s) / times * 1000
    return {f"{name}_ms": round(statistics.median(taken), 1), f"{name}_cpu_ms": round(cpu_ms, 1)}


def _parse_size(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> list[tuple[int, int]]:
    try:
        sizes = [tuple(map(int, value.split("x"))) for value in values]
        return [(evenings, rounds) for evenings, rounds in sizes if evenings > 0 and rounds > 0]
    except ValueError:
        raise click.BadParameter("EVENINGSxROUNDS, such as 200x250") from None


@click.command(
    help=localize_help(
        "Measure what start, booking, pages and exports cost on ledgers of several sizes.",
        "帳面の大きさごとに、起動・記録・ページ・書き出しにかかる時間などを測ります。",
    )
)
@json_option
@click.option(
    "--size",
    "sizes",
    multiple=True,
    default=SIZES,
    show_default=True,
    callback=_parse_size,
    help=localize_help("EVENINGSxROUNDS of each. Can be repeated.", "会の数x一回の局数。繰り返し指定できます。"),
)
def ledger(*, as_json: bool, sizes: list[tuple[int, int]]) -> None:
    """Measure on this machine's own address, one line a size."""
    try:
        for evenings, rounds in sizes:
            figures = measure(evenings, rounds)
            if as_json:
                click.echo(json.dumps({"bench": "ledger", **figures}))
            else:
                click.echo("  ".join(f"{name} {value}" for name, value in figures.items()))
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault


COMMAND = ledger
