"""`fudayomi bench live`: how soon every phone around the table knows what the host has just done."""

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
_TIMEOUT_S = 30.0


@dataclass
class PhoneSimulator:
    """That many phones, each with its stream open. `heard`: when each heard each state, on the monotonic clock."""

    server: ServerUnderTest
    count: int
    state_times: list[list[float]] = field(default_factory=list)

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
        """Every phone goes home."""
        self._stop.set()
        self._listener.join()
        for stream in self._streams:
            stream.close()

    def wait_for_states(self, states: int, seconds: float = _TIMEOUT_S) -> int:
        """How many phones have heard at least so many states, once all have or the time is up."""
        until = time.monotonic() + seconds
        while (
            fed := sum(len(times) >= states for times in self.state_times)
        ) < self.count and time.monotonic() < until:
            time.sleep(0.01)
        return fed

    def _listen(self) -> None:
        # A state's first words may be cut in two by the network.
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
                now, data = time.monotonic(), tails[number] + data
                self.state_times[number] += [now] * data.count(_STATE_EVENT)
                tails[number] = data[-(len(_STATE_EVENT) - 1) :]


def _first_after(changes: list[float], state_times: list[float]) -> Iterator[tuple[float, float]]:
    """Each change with the first state heard after it; the server may have other news in between."""
    for then in changes:
        at = next((at for at in state_times if at >= then), None)
        if at is not None:
            yield then, at


def _measure(server: ServerUnderTest, count: int, changes: int, pause: float) -> dict[str, Any]:
    """Opens the streams, changes the table so often, and says how the phones were fed."""
    path = next(ask["path"] for ask in server.request_json("GET", "/api/session")["asks"] if ask["kind"] == "cards")
    phones = PhoneSimulator(server, count)
    try:
        fed = phones.wait_for_states(1)
        start, spent = time.monotonic(), read_process_stats(server.server_pid).cpu_seconds
        told: list[float] = []
        for number in range(changes):
            change = {"version": server.ledger_version, "answers": {path: [{"card": "h01-1"}] if number % 2 else None}}
            told.append(time.monotonic())
            server.request_json("POST", "/api/draft", change)
            time.sleep(pause)
        phones.wait_for_states(1 + changes, 10.0)
        after = read_process_stats(server.server_pid)
        busy = (after.cpu_seconds - spent) / (time.monotonic() - start)
    finally:
        phones.close()
    late = sorted((at - then) * 1000 for times in phones.state_times for then, at in _first_after(told, times))
    return {
        "phones": count,
        "fed": sum(len(times) >= 1 + changes for times in phones.state_times),
        "streams": fed,
        "changes": changes,
        "median_ms": round(statistics.median(late), 1) if late else None,
        "p99_ms": round(late[min(len(late) - 1, int(len(late) * 0.99))], 1) if late else None,
        "worst_ms": round(late[-1], 1) if late else None,
        "server_mb": round(after.memory_mb, 1),
        "server_peak_mb": round(after.peak_memory_mb, 1),
        "server_cpu": round(busy, 3),
    }


@click.command(
    help=localize_help(
        "Streams to many phones while the table changes: how late each hears of it, and what the server takes.",
        "多くの電話に中継しながら卓を動かし、届くまでの時間とサーバーの負荷を測ります。",
    )
)
@json_option
@click.option(
    "--phones",
    default=200,
    show_default=True,
    type=click.IntRange(1, 240),
    help=localize_help("How many phones listen.", "聞いている電話の数。"),
)
@click.option(
    "--changes",
    default=40,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help=localize_help("How often the table changes.", "卓が変わる回数。"),
)
@click.option(
    "--pause", default=0.5, show_default=True, help=localize_help("Seconds between changes.", "変わる間の秒数。")
)
def live(*, as_json: bool, phones: int, changes: int, pause: float) -> None:
    """Measures on this machine's own address."""
    try:
        with ServerUnderTest() as trial:
            trial.wait_for_scanner()  # that the scanner comes up is told to the phones, too
            trial.open_evening("otoroku", ["Aki", "Emi", "Ken", "Yuki"])
            found = _measure(trial, phones, changes, pause)
    except (OSError, RuntimeError) as fault:
        raise click.ClickException(str(fault)) from fault
    if as_json:
        click.echo(json.dumps({"bench": "live", **found}))
        return
    click.echo(f"{found['fed']} of {phones} phones heard all {changes} changes")
    click.echo(f"heard after  {found['median_ms']} ms median, {found['p99_ms']} ms p99, {found['worst_ms']} ms worst")
    click.echo(
        f"server        {found['server_mb']} MB (at most {found['server_peak_mb']} MB), "
        f"{found['server_cpu']:.0%} of a core"
    )


COMMAND = live
