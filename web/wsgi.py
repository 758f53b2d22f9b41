"""The server of a table, with threads for its streams."""

from __future__ import annotations

from flask import Flask
from waitress.server import MultiSocketServer

from web.context import AppContext
from web.server.listener import SPARE_THREADS, PhoneServer, listen

COSTLY_PATHS = ("/learn/", "/api/learn/", "/api/drill/", "/api/play/", "/api/playouts/", "/api/advice")
"""How the paths begin whose answers are worked out by the rules for one phone alone."""


def build_server(app: Flask, host: str, port: int) -> PhoneServer | MultiSocketServer:
    """A server that listens on `host` (* for every address) and `port`. Raises `OSError` when it cannot."""
    server = listen(app, host, port, costly_paths=COSTLY_PATHS)
    ctx: AppContext = app.extensions["fudayomi"]
    dispatcher = server.task_dispatcher

    def grow_thread_pool(streams: int) -> None:
        if len(dispatcher.threads) - streams < SPARE_THREADS // 2:
            dispatcher.set_thread_count(streams + SPARE_THREADS)

    ctx.hub.on_subscriber_count = grow_thread_pool
    return server
