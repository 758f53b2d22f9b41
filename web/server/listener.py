"""The waitress server, set up for a room full of phones.

`fudayomi bench live` and `fudayomi bench phones` measure what these settings give.
"""

from __future__ import annotations

import ctypes
import time
import warnings
from collections import Counter
from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET, socket
from typing import Any

import waitress.channel
import waitress.server
from flask import Flask
from waitress.adjustments import Adjustments
from waitress.server import MultiSocketServer, TcpWSGIServer

from web.access.request_size import body_limit
from web.config import MAX_REQUEST_BYTES
from web.server.body_budget import BodyBudget
from web.server.channel import PhoneChannel
from web.server.turns import TurnDispatcher
from web.system.file_limit import raise_file_limit

MAX_PHONES = 240
"""Phones the server is set up for. Each may hold a stream and one more connection."""
SILENT_CONNECTIONS = 500
"""Connections that may say nothing, half-open or stalled, until no place is left for phones. They go after 30 s."""
SPARE_THREADS = 24
"""Threads beside those that hold a stream each, for pages, pictures and changes. At least half of them stay free."""
CLIENTS_AT_ONCE = 3
"""Clients that may fill all threads together: one alone has a third of them."""
MAX_UNREAD_BYTES = 64 * 1024 * 1024
"""Bytes of answers that wait to be read, in memory and in temporary files. The client with most of them goes first."""
MAX_HEAD_BYTES = 32 * 1024
"""Bytes of the head of a request: every connection may hold as many. Browsers send a tenth of it."""
SEND_BUFFER_BYTES = 64 * 1024
"""Bytes that the system holds of what a phone has not read. By itself it would hold up to 4 MB a connection."""
_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Parameters of mallopt, from glibc's malloc.h."""
_MMAP_THRESHOLD_BYTES = 128 * 1024
"""Bytes from which a block lies outside the heaps, as pictures do."""


class _MonotonicTime:
    """The clock by which waitress finds idle connections.

    Waitress itself takes the wall clock, which a Pi without a battery may set forward by fifty years at once.
    """

    time = staticmethod(time.monotonic)


waitress.server.time = waitress.channel.time = _MonotonicTime  # type: ignore[missing-attribute]  # no types


class PhoneServer(TcpWSGIServer):
    """A listening socket. Every second it closes the connections of those who keep it waiting."""

    channel_class = PhoneChannel
    # The types that come with waitress lack or mistake these.
    task_dispatcher: Any
    active_channels: Any
    effective_host: str
    effective_port: str
    _map: dict[int, Any]

    def __init__(self, app: Flask, bodies: BodyBudget, *args: Any, **options: Any) -> None:
        self.bodies = bodies
        self.body_limit = body_limit(app)
        super().__init__(app, *args, **options)

    def set_socket_options(self, conn: socket) -> None:
        """Set up the socket of a new connection."""
        super().set_socket_options(conn)
        conn.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER_BYTES)

    def maintenance(self, now: Any) -> None:
        """Close what is idle, too slow or too much, and go on with who had to wait. `now`: seconds, monotonic."""
        super().maintenance(now)
        for channel in self._channels():
            if channel.is_too_slow(now):
                channel.abort()
        unread = Counter({channel: channel.total_outbufs_len for channel in self._channels()})
        if unread.total() > MAX_UNREAD_BYTES:
            self._abort_greediest(unread)
        self._keep_room()
        self.task_dispatcher.admit_rested()

    def handle_accept(self) -> None:
        """Take a new connection, and let others go when there are too many then."""
        super().handle_accept()
        self._keep_room()

    def _keep_room(self) -> None:
        """When all places for connections are taken, close the idle ones of the client that has most of them."""
        if len(self._map) >= self.adj.connection_limit:
            everywhere = [channel for channel in self._map.values() if isinstance(channel, PhoneChannel)]
            self._abort_greediest(Counter(channel for channel in everywhere if channel.is_idle))

    def _channels(self) -> list[PhoneChannel]:
        return list(self.active_channels.values())

    def _abort_greediest(self, held: Counter[PhoneChannel]) -> None:
        """Close the connections that hold something, of the client whose connections hold most."""
        by_client: Counter[str] = Counter()
        for channel, amount in held.items():
            by_client[channel.client] += amount
        greediest = by_client.most_common(1)
        for channel, amount in held.items():
            if amount and channel.client == greediest[0][0]:
                channel.abort()


def listen(
    app: Flask,
    host: str,
    port: int,
    channel_class: type[PhoneChannel] = PhoneChannel,
    costly_paths: tuple[str, ...] = (),
    **options: Any,
) -> PhoneServer | MultiSocketServer:
    """A server of `app` with the settings for a room full of phones and further `options` of waitress.

    Of the paths that begin with one of `costly_paths` a client gets few at once. Raises `OSError` when it cannot listen
    on `host` (* for every address) and `port`.
    """
    _limit_malloc_arenas()
    raise_file_limit()
    with warnings.catch_warnings():
        # Without the deprecated `send_bytes` a message waits until 18 kB have come together.
        warnings.filterwarnings("ignore", "send_bytes", DeprecationWarning)
        settings = _make_settings(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", options)
    channels: dict[int, Any] = {}
    bodies = BodyBudget()
    dispatcher = TurnDispatcher(settings.threads // CLIENTS_AT_ONCE, costly_paths)
    dispatcher.set_thread_count(settings.threads)
    servers = [
        PhoneServer(app, bodies, channels, dispatcher=dispatcher, adj=settings, sockinfo=place)
        for place in settings.listen
    ]
    for server in servers:
        server.channel_class = channel_class
    if len(servers) == 1:
        return servers[0]
    places = [(server.effective_host, int(server.effective_port)) for server in servers]
    return MultiSocketServer(channels, settings, places, dispatcher, servers[0].log_info)


def _limit_malloc_arenas() -> None:
    """Limit glibc to two heaps for all threads and keep pictures outside them, so that freed memory is used again.

    By itself glibc opens eight heaps per core, and after the first large block it takes even larger ones from them.
    Blocks outside the heaps go back to the system when they are freed.
    """
    with suppress(AttributeError):  # other C libraries have no mallopt
        malloc = ctypes.CDLL(None)
        malloc.mallopt(_M_ARENA_MAX, 2)
        malloc.mallopt(_M_MMAP_THRESHOLD, _MMAP_THRESHOLD_BYTES)


def _make_settings(place: str, options: dict[str, Any]) -> Adjustments:
    usual = {
        "listen": place,
        "threads": SPARE_THREADS,
        "connection_limit": 2 * MAX_PHONES + SILENT_CONNECTIONS,
        "backlog": 128,
        "send_bytes": 1,
        # Messages that a sleeping phone does not read must not fill the memory.
        "outbuf_high_watermark": 65536,
        "outbuf_overflow": 65536,
        "max_request_header_size": MAX_HEAD_BYTES,
        "max_request_body_size": MAX_REQUEST_BYTES,
        "channel_timeout": 30,
        "cleanup_interval": 1,
        "asyncore_use_poll": True,
        "ident": None,
        "clear_untrusted_proxy_headers": True,
    }
    return Adjustments(**usual | options)
