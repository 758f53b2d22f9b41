"""給仕 kyuji: waitress with the settings a room full of phones needs, measured in the design notes."""

from __future__ import annotations

import ctypes
import time
import warnings
from contextlib import suppress
from socket import socket
from typing import Any

import waitress.channel
import waitress.server
from flask import Flask
from waitress import create_server
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, MultiSocketServer

from web.context import AppContext
from web.system.network import is_own_address

MAX_PHONES = 240
SPARE_THREADS = 24
"""Threads beside those that hold a stream each, for pages, pictures and whatever is tapped; half at the least."""
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Of glibc's malloc.h."""

MAX_CONNECTIONS_PER_ADDRESS = 24
"""Connections an address may have open: a browser keeps six and a stream, and a phone may show two pages."""


class _MonotonicTime:
    """Waitress tells idle connections by the wall clock, which a Pi without a battery sets by fifty years at once."""

    time = staticmethod(time.monotonic)


waitress.server.time = waitress.channel.time = _MonotonicTime


class _LimitedChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection, closed at once when its address has too many: one neighbour cannot take every place."""

    def __init__(self, server: BaseWSGIServer, sock: socket, addr: Any, adj: Any, map: dict[int, Any]) -> None:  # noqa: A002
        super().__init__(server, sock, addr, adj, map=map)
        mine = [one for one in map.values() if isinstance(one, HTTPChannel) and one.addr[0] == addr[0]]
        if len(mine) > MAX_CONNECTIONS_PER_ADDRESS and not is_own_address(addr[0]):
            self.handle_close()


def build_server(app: Flask, host: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    """A server listening on `host` (* for every address) and `port`; `OSError` when it cannot."""
    _limit_malloc_arenas()
    where = f"[{host}]" if ":" in host else host
    waitress.server.TcpWSGIServer.channel_class = _LimitedChannel
    with warnings.catch_warnings():
        # Deprecated, yet without it a message waits until 18 kB have come together.
        warnings.filterwarnings("ignore", "send_bytes", DeprecationWarning)
        waiter = _create_waitress(app, where, port)
    table: AppContext = app.extensions["fudayomi"]
    waiters = waiter.task_dispatcher

    def grow_thread_pool(streams: int) -> None:
        if len(waiters.threads) - streams < SPARE_THREADS // 2:
            waiters.set_thread_count(streams + SPARE_THREADS)

    table.hub.on_subscriber_count = grow_thread_pool
    return waiter


def _limit_malloc_arenas() -> None:
    """Two heaps for all threads, and pictures outside them: what is free is used again, or is the system's again.

    By itself glibc opens eight heaps a core, and after the first large block takes even larger ones from them.
    """
    with suppress(AttributeError):  # another C library knows no heaps
        malloc = ctypes.CDLL(None)
        malloc.mallopt(_M_ARENA_MAX, 2)
        malloc.mallopt(_M_MMAP_THRESHOLD, 128 * 1024)


def _create_waitress(app: Flask, where: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    return create_server(
        app,
        listen=f"{where}:{port}",
        threads=SPARE_THREADS,
        connection_limit=2 * MAX_PHONES,
        backlog=128,
        send_bytes=1,
        # A phone asleep must not pile up what it does not read.
        outbuf_high_watermark=65536,
        outbuf_overflow=65536,
        max_request_body_size=16 * 1024 * 1024,
        channel_timeout=30,
        asyncore_use_poll=True,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )
