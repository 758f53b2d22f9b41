"""What a stranger's phone does to hold others up.

`python -m tests.promises.threats.strangers` starts a table and a hall and prints how long others wait.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.support.served_app import STRANGER, answered, ask, connect, crowd
from tests.support.server import TableServer, free_port
from web.server.channel import MAX_CONNECTIONS_PER_ADDRESS
from web.system.process_stats import read_process_stats

SMALL_WINDOW = 2048
"""Bytes that a phone takes without reading."""
PICTURE_BYTES = 15_000_000
LOOPS = 16


@contextmanager
def read_nothing(port: int | str, path: str, repeats: int, addresses: Sequence[str] = (STRANGER,)) -> Iterator[None]:
    """All connections that each address may have, each with a page asked for `repeats` times and never read."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * repeats
    places = [address for address in addresses for _ in range(MAX_CONNECTIONS_PER_ADDRESS)]
    with crowd(port, places, window=SMALL_WINDOW) as phones:
        for phone in phones:
            phone.settimeout(0)
            with suppress(BlockingIOError):
                phone.sendall(request)
        yield


@contextmanager
def send_slowly(
    port: int | str, path: str, kind: str, length: int, addresses: Sequence[str] = (STRANGER,)
) -> Iterator[list[socket.socket]]:
    """All connections that each address may have, each with a body of `length` bytes that never ends. Those alive."""
    places = [address for address in addresses for _ in range(MAX_CONNECTIONS_PER_ADDRESS)]
    with crowd(port, places) as phones:
        alive = []
        for phone in phones:
            with suppress(ConnectionError):
                ask(phone, path, "POST", Content_Type=kind, Content_Length=length, Origin="http://127.0.0.1")
                phone.sendall(b"x" * (length - 1000))
                alive.append(phone)
        yield alive


@contextmanager
def take_streams(port: int | str, addresses: Sequence[str], each: int) -> Iterator[list[socket.socket]]:
    """As many streams as each address gets."""
    with crowd(port, [address for address in addresses for _ in range(each)]) as phones:
        for phone in phones:
            ask(phone, "/api/live")
        yield phones


@contextmanager
def ask_in_loops(port: int | str, path: str, loops: int = LOOPS, address: str = STRANGER) -> Iterator[None]:
    """The same page again and again, in so many loops at once."""
    stopped = threading.Event()

    def loop() -> None:
        while not stopped.is_set():
            with suppress(OSError), connect(port, address) as phone:
                ask(phone, path, Connection="close")
                while phone.recv(65536):
                    pass

    threads = [threading.Thread(target=loop) for _ in range(loops)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def longest_wait_s(port: int | str, seconds: float, path: str = "/health") -> float:
    """Seconds that another phone waited for its slowest answer, in `seconds` of asking five times a second."""
    until, longest = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        status, waited = answered(port, path=path)
        assert status in {200, 304}, status
        longest = max(longest, waited)
        time.sleep(0.2)
    return longest


def temporary_bytes(pid: int) -> int:
    """Bytes of the temporary files that a process has open."""
    total = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            if "(deleted)" in str(file.readlink()):
                total += file.stat().st_blocks * 512
    return total


@contextmanager
def running_table() -> Iterator[tuple[int, int]]:
    """Port and process of a table without a camera."""
    with tempfile.TemporaryDirectory() as folder:
        table = TableServer(Path(folder), source="none").start(ready=False)
        try:
            assert table.process is not None
            yield table.port, table.process.pid
        finally:
            table.stop()


@contextmanager
def running_hall() -> Iterator[tuple[int, int]]:
    """Port and process of a hall."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-c", "from web.cli import main; main()", "hall", "--port", str(port), "--data"]
        process = subprocess.Popen([*command, folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 120
            while True:
                with suppress(OSError):
                    answered(port)
                    break
                assert time.monotonic() < until
                time.sleep(0.1)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(60)


ATTACKS: dict[str, Callable[[int, str], object]] = {
    "nobody": lambda _port, _path: ExitStack(),
    "reads nothing": lambda port, path: read_nothing(port, path, 60),
    "reads nothing, 4 addresses": lambda port, path: read_nothing(
        port, path, 60, [f"127.0.0.{number}" for number in range(60, 64)]
    ),
    "16 loops": ask_in_loops,
    "slow pictures": lambda port, _path: send_slowly(port, "/api/learn/koikoi/picture", "image/jpeg", PICTURE_BYTES),
    "slow JSON of 15 MB": lambda port, _path: send_slowly(port, "/api/join", "application/json", PICTURE_BYTES),
    "slow JSON of 1 MB": lambda port, _path: send_slowly(port, "/api/join", "application/json", 1_000_000),
    "1200 connections": lambda port, _path: crowd(
        port, [f"127.0.2.{number}" for number in range(1, 51) for _ in range(MAX_CONNECTIONS_PER_ADDRESS)]
    ),
    "streams of 20 addresses": lambda port, _path: take_streams(
        port, [f"127.0.1.{number}" for number in range(1, 21)], 12
    ),
}
"""What a stranger does, as contexts of a port and its costliest path."""


def main(seconds: float = 8.0) -> None:
    """Print the figures of every attack."""
    for name, running, path, asked in (
        ("table", running_table, "/api/drill/koikoi", "/api/session"),
        ("hall", running_hall, "/openapi.json", "/api/tables"),
    ):
        for attack, begin in ATTACKS.items():
            with running() as (port, pid), begin(port, path):
                waited = longest_wait_s(port, seconds, asked)
                stats = read_process_stats(pid)
                print(
                    f"{name:6} {attack:28} {waited:6.2f} s {stats.memory_mb:6.0f} MB memory"
                    f" {temporary_bytes(pid) / 1e6:6.0f} MB files",
                    flush=True,
                )


if __name__ == "__main__":
    main()
