"""`fudayomi bench phones`: more phones than there is room for.

Those inside must lose nothing, the others must be told, and connections that say nothing must slow nobody.
"""

from __future__ import annotations

import json
import socket
import time
from contextlib import ExitStack
from typing import Any

import click

from web.cli.bench_server import ServerUnderTest
from web.cli.benches.live import PhoneSimulator
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help
from web.session.broadcast import HEARTBEAT_S
from web.system.process_stats import read_process_stats

CHANGES = 5
"""Changes of the table that every phone inside must hear of."""
PAGES = 60
"""Pages asked for beside each crowd."""
_RELEASE_S = 3 * HEARTBEAT_S
"""Seconds after which the server knows that a crowd has gone: it hears so when it sends a heartbeat."""
_SETTLE_S = 20.0
"""Seconds until every phone must have been let in or refused: a busy machine opens hundreds of sockets slowly."""


def measure_crowd(server: ServerUnderTest, count: int) -> dict[str, Any]:
    """`count` phones ask for a stream: how many are let in, refused, fed with every change."""
    time.sleep(_RELEASE_S)
    path = next(ask["path"] for ask in server.request_json("GET", "/api/session")["asks"] if ask["kind"] == "cards")
    phones = PhoneSimulator(server, count)
    try:
        deadline = time.monotonic() + _SETTLE_S
        while time.monotonic() < deadline:
            inside = [number for number, times in enumerate(phones.state_times) if times]
            if len(inside) + len(phones.refused) == count:
                break
            time.sleep(0.05)
        before = [len(phones.state_times[number]) for number in inside]
        pages = page_times_ms(server)
        for number in range(CHANGES):
            answers = {path: [{"card": "h01-1"}] if number % 2 else None}
            server.request_json("POST", "/api/draft", {"version": server.ledger_version, "answers": answers})
            time.sleep(0.5)
        time.sleep(1)
        fed = sum(
            len(phones.state_times[number]) - known >= CHANGES for number, known in zip(inside, before, strict=True)
        )
    finally:
        phones.close()
    return {
        "phones": count,
        "inside": len(inside),
        "fed": fed,
        "refused": len(phones.refused),
        "unanswered": count - len(inside) - len(phones.refused),
        **pages,
        "server_mb": round(read_process_stats(server.server_pid).memory_mb, 1),
    }


def measure_silent(server: ServerUnderTest, half_open: int, stalled: int) -> dict[str, Any]:
    """Pages beside connections that never finish their request, and streams that nobody reads."""
    before_mb = read_process_stats(server.server_pid).memory_mb
    with ExitStack() as stack:
        for number in range(half_open + stalled):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.settimeout(30)
            connection.connect((server.host, server.port))
            if number < half_open:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
            else:
                connection.sendall(f"GET /api/live HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        pages = page_times_ms(server)
        grown_mb = read_process_stats(server.server_pid).memory_mb - before_mb
    return {"half_open": half_open, "stalled": stalled, **pages, "grown_mb": round(grown_mb, 1)}


def page_times_ms(server: ServerUnderTest) -> dict[str, float]:
    """How long the page takes, in the middle and at worst."""
    times = []
    for _ in range(PAGES):
        start = time.perf_counter()
        server.request_bytes("/")
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return {"page_ms": round(times[len(times) // 2], 1), "page_worst_ms": round(times[-1], 1)}


@click.command(
    help=localize_help(
        "Let more phones follow the table than there is room for, and open connections that say nothing.",
        "定員より多い電話で中継を受け、何も言わない接続も開いて、様子を測ります。",
    )
)
@json_option
@click.option(
    "--phones",
    "counts",
    multiple=True,
    default=(200, 400, 800),
    show_default=True,
    type=click.IntRange(1, 2000),
    help=localize_help(
        "Phones that ask for a stream. Can be repeated.", "中継を求める電話の数。繰り返し指定できます。"
    ),
)
@click.option(
    "--half-open",
    default=300,
    show_default=True,
    type=click.IntRange(0, 2000),
    help=localize_help("Connections that never finish their request.", "要求を終えない接続の数。"),
)
@click.option(
    "--stalled",
    default=200,
    show_default=True,
    type=click.IntRange(0, 2000),
    help=localize_help("Streams that nobody reads.", "誰も読まない中継の数。"),
)
def phones(*, as_json: bool, counts: tuple[int, ...], half_open: int, stalled: int) -> None:
    """Measure on this machine's own address, one line a crowd."""
    try:
        with ServerUnderTest() as server:
            server.wait_for_scanner()
            server.open_evening("otoroku", ["Aki", "Emi", "Ken", "Yuki"])
            rows = [{"alone": True, **page_times_ms(server)}]
            rows += [measure_crowd(server, count) for count in counts]
            rows.append(measure_silent(server, half_open, stalled))
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault
    for row in rows:
        if as_json:
            click.echo(json.dumps({"bench": "phones", **row}))
        else:
            click.echo("  ".join(f"{name} {value}" for name, value in row.items()))


COMMAND = phones
