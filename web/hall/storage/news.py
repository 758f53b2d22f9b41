"""News between processes of a hall, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection, text

CHANNEL = "fudayomi_hall"
"""Name of the channel that every process listens to."""
EVERYTHING = 0
"""Number that stands for every table: after a broken connection nobody knows what was missed."""

_POLL_S = 1.0
"""Seconds between two looks whether the hall is stopping."""
_RETRY_S = 1.0
"""Seconds until a broken connection is made again."""

OnNews = Callable[[int], None]
"""Takes the number of the table that changed, that of an event below zero, or `EVERYTHING` for all of them."""


class News(Protocol):
    """Tells every process of the hall which table changed."""

    def announce_in(self, connection: Connection, table_id: int) -> None:
        """Tell it when the transaction of `connection` is committed."""

    def announce_after(self, table_id: int) -> None:
        """Tell it now, after the commit."""

    def close(self) -> None:
        """Stop listening."""


class LocalNews:
    """News within one process, which is alone on its database."""

    def __init__(self, on_news: OnNews) -> None:
        self._on_news = on_news

    def announce_in(self, connection: Connection, table_id: int) -> None:
        """Nothing: the commit is still to come."""

    def announce_after(self, table_id: int) -> None:
        """Tell it now, after the commit."""
        self._on_news(table_id)

    def close(self) -> None:
        """Nothing is open."""


class PostgresNews:
    """News by LISTEN and NOTIFY over a connection of its own, made again whenever it breaks.

    A notification comes when its transaction is committed, never for one that is not.
    """

    def __init__(self, url: str, on_news: OnNews) -> None:
        self._url = url
        self._on_news = on_news
        self._stop = threading.Event()
        self.is_listening = threading.Event()
        """Set while the connection stands."""
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()

    def announce_in(self, connection: Connection, table_id: int) -> None:
        """Tell it when the transaction of `connection` is committed."""
        connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :table)"), {"table": str(table_id)})

    def announce_after(self, table_id: int) -> None:
        """Nothing: PostgreSQL has told it."""

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415  a Pi at a table need not have it

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.is_listening.set()
                    self._on_news(EVERYTHING)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=_POLL_S):
                            self._on_news(int(notice.payload))
            except psycopg.Error:
                self.is_listening.clear()
                self._stop.wait(_RETRY_S)
