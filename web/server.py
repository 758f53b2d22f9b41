"""給仕 kyuji: waitress with the settings a room full of phones needs, measured in the design notes."""

from __future__ import annotations

import time
import warnings

import waitress.channel
import waitress.server
from flask import Flask
from waitress import create_server
from waitress.server import BaseWSGIServer, MultiSocketServer

PHONES = 240


class _Steady:
    """Waitress tells idle connections by the wall clock, which a Pi without a battery sets by fifty years at once."""

    time = staticmethod(time.monotonic)


waitress.server.time = waitress.channel.time = _Steady


def server(app: Flask, host: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    """A server listening on `host` (* for every address) and `port`; `OSError` when it cannot."""
    where = f"[{host}]" if ":" in host else host
    with warnings.catch_warnings():
        # Deprecated, yet without it a message waits until 18 kB have come together.
        warnings.filterwarnings("ignore", "send_bytes", DeprecationWarning)
        return _create(app, where, port)


def _create(app: Flask, where: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    return create_server(
        app,
        listen=f"{where}:{port}",
        threads=PHONES + 16,
        connection_limit=2 * PHONES,
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
