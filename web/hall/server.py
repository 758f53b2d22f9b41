"""The hall's web server, without threads for phones that only watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from waitress.server import MultiSocketServer

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.live.broadcaster import TakeOver
from web.http.path_prefix import serve_below_prefix
from web.server.channel import ClosingTask, PhoneChannel
from web.server.listener import PhoneServer, listen

THREADS = 16
"""Threads for pages and for what tables send. Each holds a connection to the database only for some milliseconds."""
MAX_CONNECTIONS = 1000
"""Connections that wait for an answer at once. Those of phones that watch are not among them."""

_TAKE_OVER = "fudayomi.take_over"
"""Key of the WSGI environment under which a view leaves the function that takes the socket over."""


class _StreamTask(ClosingTask):
    """An answer whose socket is handed over after the head, if its view asked for that."""

    def finish(self) -> None:
        """Finish the answer here, or hand a copy of the socket to whoever goes on with it."""
        take_over: TakeOver | None = self.get_environment().get(_TAKE_OVER)
        if take_over is None or not self.status.startswith("200"):
            super().finish()
            return
        headers = [*self.response_headers, ("Connection", "close")]
        lines = [f"HTTP/1.1 {self.status}", *(f"{name}: {value}" for name, value in headers)]
        # The server closes its own descriptor, and the connection stays open under the other.
        self.wrote_header = self.close_on_finish = True
        try:
            sock = self.channel.socket.dup()
        except OSError:  # the phone has gone
            sock = None
        take_over(sock, ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))


class _HallChannel(PhoneChannel):
    """A connection to the hall."""

    task_class = _StreamTask


def stream_response(reserve: Callable[[], TakeOver]) -> Response:
    """The answer to a request for a stream. `reserve` gives the function that goes on with it.

    Refusal `not_allowed` on a server that cannot hand a socket over.
    """
    if not request.environ.get("waitress.client_disconnected"):
        raise Refusal("not_allowed", Text("This server has no streams", "このサーバーでは中継できません"))
    request.environ[_TAKE_OVER] = reserve()
    response = Response(iter(()), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # nginx must not wait for more
    return response


def build_hall_server(app: Flask, host: str, port: int, *, behind_proxy: bool) -> PhoneServer | MultiSocketServer:
    """A server that listens on `host` (* for every address) and `port`. Raises `OSError` when it cannot.

    `behind_proxy`: a proxy on this machine says who asks, whether over TLS, and below which path it puts the pages.
    """
    if behind_proxy:
        serve_below_prefix(app)
    proxy: dict[str, Any] = {
        "trusted_proxy": "127.0.0.1",
        "trusted_proxy_count": 1,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    }
    more = proxy if behind_proxy else {}
    return listen(
        app, host, port, _HallChannel, threads=THREADS, connection_limit=MAX_CONNECTIONS, backlog=1024, **more
    )
