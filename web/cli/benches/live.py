"""`fudayomi bench live`: how soon every phone receives a change."""

from __future__ import annotations

import json
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import click

from web.cli.bench_server import ServerUnderTest
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import read_process_stats

_STATE_EVENT = b"event: state"
"""First bytes of a state in the event stream."""

_TIMEOUT_S = 30.0
"""Seconds to wait for a connection, and for the first state of every phone."""

_LAST_STATES_TIMEOUT_S = 10.0
"""Seconds to wait for the states of the last change."""


@dataclass
class PhoneSimulator:
    """`count` phones, each with an open event stream.

    `state_times`: for each phone, when it received each state, in seconds on the monotonic clock. `refused`: phones
    that were told that there is no place for them, and when to ask again.
    """

    server: ServerUnderTest
    count: int
    state_times: list[list[float]] = field(default_factory=list)
    refused: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._streams: list[socket.socket] = []
        request = f"GET /api/live HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n\r\n".encode()
        for number in range(self.count):
            stream = socket.create_connection((self.server.host, self.server.port), timeout=_TIMEOUT_S)
            stream.sendall(request)
            stream.settimeout(0)
            self._selector.register(stream, selectors.EVENT_READ, number)
            self._streams.append(stream)
            self.state_times.append([])
        self._listener = threading.Thread(target=self._listen, name="phones")
        self._listener.start()

    def close(self) -> None:
        """Close every stream."""
        self._stop.set()
        self._listener.join()
        for stream in self._streams:
            stream.close()

    def wait_for_states(self, states: int, seconds: float = _TIMEOUT_S) -> int:
        """Wait until every phone has received `states` states or the time is up, and return how many have."""
        deadline = time.monotonic() + seconds
        while (
            fed := sum(len(times) >= states for times in self.state_times)
        ) < self.count and time.monotonic() < deadline:
            time.sleep(0.01)
        return fed

    def _listen(self) -> None:
        # The network may split the first bytes of a state, so the end of each piece is joined to the next.
        tails = [b""] * self.count
        while not self._stop.is_set():
            for ready, _ in self._selector.select(0.2):
                number = int(ready.data)
                try:
                    data = ready.fileobj.recv(262_144)  # type: ignore[union-attr]
                except OSError:
                    data = b""
                if not data:
                    self._selector.unregister(ready.fileobj)
                    continue
                if data.startswith(b"HTTP/1.1 503") and b"\r\nRetry-After: " in data:
                    self.refused.add(number)
                now, data = time.monotonic(), tails[number] + data
                self.state_times[number] += [now] * data.count(_STATE_EVENT)
                tails[number] = data[-(len(_STATE_EVENT) - 1) :]


def _first_after(changes: list[float], state_times: list[float]) -> Iterator[tuple[float, float]]:
    """Times of each change and of the first state received after it. States without a change may come in between."""
    for changed_at in changes:
        received_at = next((received for received in state_times if received >= changed_at), None)
        if received_at is not None:
            yield changed_at, received_at


def _measure(server: ServerUnderTest, count: int, changes: int, pause: float) -> dict[str, Any]:
    """Open the streams, change the table `changes` times, `pause` seconds apart, and return the figures."""
    path = next(
        prompt["path"] for prompt in server.request_json("GET", "/api/session")["asks"] if prompt["kind"] == "cards"
    )
    phones = PhoneSimulator(server, count)
    try:
        connected = phones.wait_for_states(1)
        start, cpu_start = time.monotonic(), read_process_stats(server.server_pid).cpu_seconds
        change_times: list[float] = []
        for number in range(changes):
            change = {"version": server.ledger_version, "answers": {path: [{"card": "h01-1"}] if number % 2 else None}}
            change_times.append(time.monotonic())
            server.request_json("POST", "/api/draft", change)
            time.sleep(pause)
        phones.wait_for_states(1 + changes, _LAST_STATES_TIMEOUT_S)
        stats = read_process_stats(server.server_pid)
        cpu_load = (stats.cpu_seconds - cpu_start) / (time.monotonic() - start)
    finally:
        phones.close()
    delays_ms = sorted(
        (received_at - changed_at) * 1000
        for times in phones.state_times
        for changed_at, received_at in _first_after(change_times, times)
    )
    return {
        "phones": count,
        "fed": sum(len(times) >= 1 + changes for times in phones.state_times),
        "streams": connected,
        "changes": changes,
        "median_ms": round(statistics.median(delays_ms), 1) if delays_ms else None,
        "p99_ms": round(delays_ms[min(len(delays_ms) - 1, int(len(delays_ms) * 0.99))], 1) if delays_ms else None,
        "worst_ms": round(delays_ms[-1], 1) if delays_ms else None,
        "server_mb": round(stats.memory_mb, 1),
        "server_peak_mb": round(stats.peak_memory_mb, 1),
        "server_cpu": round(cpu_load, 3),
    }


@click.command(
    help=localize_help(
        "Change the table while many phones listen, and measure how late each hears of it and the load of the server.",
        "多くの電話に中継しながら卓を変え、届くまでの時間とサーバーの負荷を測ります。",
    )
)
@json_option
@click.option(
    "--phones",
    default=200,
    show_default=True,
    type=click.IntRange(1, 240),
    help=localize_help("Number of phones that listen.", "中継を受ける電話の数。"),
)
@click.option(
    "--changes",
    default=40,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help=localize_help("Number of changes of the table.", "卓が変わる回数。"),
)
@click.option(
    "--pause", default=0.5, show_default=True, help=localize_help("Seconds between changes.", "変わる間の秒数。")
)
def live(*, as_json: bool, phones: int, changes: int, pause: float) -> None:
    """Measure on this machine's own address."""
    try:
        with ServerUnderTest() as server:
            # The start of the scanner is a state too, so it must come before the measurement.
            server.wait_for_scanner()
            server.open_evening("otoroku", ["Aki", "Emi", "Ken", "Yuki"])
            figures = _measure(server, phones, changes, pause)
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault
    if as_json:
        click.echo(json.dumps({"bench": "live", **figures}))
        return
    click.echo(f"{figures['fed']} of {phones} phones heard all {changes} changes")
    click.echo(
        f"heard after  {figures['median_ms']} ms median, {figures['p99_ms']} ms p99, {figures['worst_ms']} ms worst"
    )
    click.echo(
        f"server        {figures['server_mb']} MB (at most {figures['server_peak_mb']} MB), "
        f"{figures['server_cpu']:.0%} of a core"
    )


COMMAND = live
