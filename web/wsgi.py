"""The waitress server, set up for a room full of phones.

`fudayomi bench live` and `fudayomi bench phones` measure what these settings give.
"""

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
from waitress.task import WSGITask

from web.config import MAX_REQUEST_BYTES
from web.context import AppContext
from web.system.file_limit import raise_file_limit
from web.system.network import is_own_address

MAX_PHONES = 240
"""Phones the server is set up for. Each may hold a stream and one more connection."""
SILENT_CONNECTIONS = 500
"""Connections that may say nothing, half-open or stalled, until no place is left for phones. They go after 30 s."""
SPARE_THREADS = 24
"""Threads beside those that hold a stream each, for pages, pictures and changes. At least half of them stay free."""
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Parameters of mallopt, from glibc's malloc.h."""
_MMAP_THRESHOLD_BYTES = 128 * 1024
"""Bytes from which a block lies outside the heaps, as pictures do."""
MAX_CONNECTIONS_PER_ADDRESS = 24
"""Connections one address may have open. A browser keeps six and a stream, and a phone may show two pages."""


class _MonotonicTime:
    """The clock by which waitress finds idle connections.

    Waitress itself takes the wall clock, which a Pi without a battery may set forward by fifty years at once.
    """

    time = staticmethod(time.monotonic)


waitress.server.time = waitress.channel.time = _MonotonicTime  # type: ignore[missing-attribute]  # no types


class ClosingTask(WSGITask):
    """An answer after which the connection is closed when there is no place for it.

    Phones that are told to come back later would otherwise hold the connections that others wait for.
    """

    def build_response_header(self) -> bytes:
        """The head of the answer."""
        if self.status.startswith("503"):
            self.set_close_on_finish()
        header: bytes = super().build_response_header()
        return header


class LimitedChannel(HTTPChannel):
    """A connection that is closed at once when its address has too many.

    Without the limit one phone could take every connection.
    """

    task_class = ClosingTask

    def __init__(self, server: BaseWSGIServer, sock: socket, addr: Any, adj: Any, map: dict[int, Any]) -> None:  # noqa: A002
        super().__init__(server, sock, addr, adj, map=map)
        same_address = [
            channel for channel in map.values() if isinstance(channel, HTTPChannel) and channel.addr[0] == addr[0]
        ]
        if len(same_address) > MAX_CONNECTIONS_PER_ADDRESS and not is_own_address(addr[0]):
            self.handle_close()


def build_server(app: Flask, host: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    """A server that listens on `host` (* for every address) and `port`. Raises `OSError` when it cannot."""
    server = listen(app, host, port)
    ctx: AppContext = app.extensions["fudayomi"]
    dispatcher = server.task_dispatcher

    def grow_thread_pool(streams: int) -> None:
        if len(dispatcher.threads) - streams < SPARE_THREADS // 2:
            dispatcher.set_thread_count(streams + SPARE_THREADS)

    ctx.hub.on_subscriber_count = grow_thread_pool
    return server


def listen(
    app: Flask, host: str, port: int, channel_class: type[LimitedChannel] = LimitedChannel, **options: Any
) -> BaseWSGIServer | MultiSocketServer:
    """A server of `app` with the settings for a room full of phones and further `options` of waitress."""
    _limit_malloc_arenas()
    raise_file_limit()
    address = f"[{host}]" if ":" in host else host
    waitress.server.TcpWSGIServer.channel_class = channel_class
    with warnings.catch_warnings():
        # Without the deprecated `send_bytes` a message waits until 18 kB have come together.
        warnings.filterwarnings("ignore", "send_bytes", DeprecationWarning)
        return _create_waitress(app, address, port, options)


def _limit_malloc_arenas() -> None:
    """Limit glibc to two heaps for all threads and keep pictures outside them, so that freed memory is used again.

    By itself glibc opens eight heaps per core, and after the first large block it takes even larger ones from them.
    Blocks outside the heaps go back to the system when they are freed.
    """
    with suppress(AttributeError):  # other C libraries have no mallopt
        malloc = ctypes.CDLL(None)
        malloc.mallopt(_M_ARENA_MAX, 2)
        malloc.mallopt(_M_MMAP_THRESHOLD, _MMAP_THRESHOLD_BYTES)


def _create_waitress(
    app: Flask, address: str, port: int, options: dict[str, Any]
) -> BaseWSGIServer | MultiSocketServer:
    usual = {
        "threads": SPARE_THREADS,
        "connection_limit": 2 * MAX_PHONES + SILENT_CONNECTIONS,
        "backlog": 128,
        "send_bytes": 1,
        # Messages that a sleeping phone does not read must not fill the memory.
        "outbuf_high_watermark": 65536,
        "outbuf_overflow": 65536,
        "max_request_body_size": MAX_REQUEST_BYTES,
        "channel_timeout": 30,
        "asyncore_use_poll": True,
        "ident": None,
        "clear_untrusted_proxy_headers": True,
    }
    server: BaseWSGIServer | MultiSocketServer = create_server(app, listen=f"{address}:{port}", **usual | options)
    return server
