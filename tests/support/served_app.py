"""An application served in this process, and phones that ask it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

from waitress import wasyncore

from web.server.listener import PhoneServer

STRANGER, OTHER = "127.0.0.66", "127.0.0.77"
"""Addresses of this machine that the limits take for other machines'."""


@contextmanager
def served(server: PhoneServer) -> Iterator[PhoneServer]:
    """Serve in a thread of its own. What a test changes between its requests is seen within 20 ms."""
    stopped = threading.Event()
    server.adj.cleanup_interval = 0.05

    def serve() -> None:
        while not stopped.is_set():
            wasyncore.loop(timeout=0.02, map=server._map, use_poll=True, count=1)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield server
    finally:
        stopped.set()
        thread.join()
        for channel in server._channels():
            channel.handle_close()
        wasyncore.close_all(server._map, ignore_all=True)
        server.task_dispatcher.shutdown()


def connect(port: int | str, address: str = STRANGER, *, window: int = 0, timeout_s: float = 60) -> socket.socket:
    """A connection from `address`, with `window` bytes for what it has not read."""
    with ExitStack() as stack:
        phone = stack.enter_context(socket.socket())
        phone.settimeout(timeout_s)
        if window:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        phone.bind((address, 0))
        phone.connect(("127.0.0.1", int(port)))
        stack.pop_all()
    return phone


@contextmanager
def crowd(port: int | str, addresses: Iterable[str], *, window: int = 0) -> Iterator[list[socket.socket]]:
    """A connection from each of `addresses`, closed at the end. Those that were reset at once are left out."""
    with ExitStack() as stack:
        phones = []
        for address in addresses:
            with suppress(ConnectionResetError):
                phones.append(stack.enter_context(connect(port, address, window=window)))
        yield phones


def ask(phone: socket.socket, path: str = "/health", method: str = "GET", body: bytes = b"", **headers: object) -> None:
    """Send a request, its `body` as it is. `headers` have _ for -."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    phone.sendall("\r\n".join([*lines, "\r\n"]).encode() + body)


def answered(port: int | str, address: str = OTHER, path: str = "/health", timeout_s: float = 60) -> tuple[int, float]:
    """Status of one answer to a phone at `address`, and the seconds it took."""
    start = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", int(port), timeout=timeout_s, source_address=(address, 0))
    try:
        connection.request("GET", path)
        with connection.getresponse() as response:
            response.read()
            return response.status, time.perf_counter() - start
    finally:
        connection.close()


def wait_until(what: Callable[[], Any], timeout_s: float = 60, why: str = "it does not come to that") -> None:
    """Wait until `what` is so."""
    until = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < until, why
        time.sleep(0.005)
